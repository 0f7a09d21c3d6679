package dynamic

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/zvirka/zvirka/ctcheck"
)

// Options say what to run.
type Options struct {
	Dir      string   // of the module; "" is the current one
	Patterns []string // of packages with tests; nothing is "."
	Run      string   // a regular expression for the tests, as go test takes it
	Tags     []string // build tags besides ctgrind
	Env      []string // besides the environment, NAME=value
}

// suppressions keep memcheck from what is no leak: it does not know Go's stacks, which move.
//
//go:embed suppressions.txt
var suppressions []byte

// A Result is what a package's tests gave.
type Result struct {
	Package  string
	Output   string // what the tests printed
	Findings []ctcheck.Finding
}

// Check runs the tests of packages under memcheck and returns the places at which it
// complained.
func Check(ctx context.Context, o Options) ([]ctcheck.Finding, error) {
	results, err := Run(ctx, o)
	if err != nil {
		return nil, err
	}
	var all []ctcheck.Finding
	for _, r := range results {
		all = append(all, r.Findings...)
	}
	return ctcheck.Sort(all), nil
}

// Run is Check with what the tests printed. A test that fails is an error.
func Run(ctx context.Context, o Options) ([]Result, error) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		return nil, fmt.Errorf("the dynamic layer needs linux/amd64, not %s/%s", runtime.GOOS, runtime.GOARCH)
	}
	valgrind, err := exec.LookPath("valgrind")
	if err != nil {
		return nil, errors.New("valgrind is not installed; on Debian: apt-get install valgrind")
	}
	if o.Dir == "" {
		o.Dir = "."
	}
	if len(o.Patterns) == 0 {
		o.Patterns = []string{"."}
	}
	packages, err := o.list(ctx)
	if err != nil {
		return nil, err
	}
	temp, err := os.MkdirTemp("", "ctcheck")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	var results []Result
	for i, p := range packages {
		r, err := o.run(ctx, valgrind, filepath.Join(temp, fmt.Sprint(i)), p)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.path, err)
		}
		results = append(results, r)
	}
	return results, nil
}

// A pkg is a package with tests.
type pkg struct{ path, dir, root string }

func (o *Options) tags() string {
	return "-tags=" + strings.Join(append([]string{"ctgrind"}, o.Tags...), ",")
}

func (o *Options) command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = o.Dir
	cmd.Env = append(os.Environ(), o.Env...)
	return cmd
}

// list returns the packages that have tests.
func (o *Options) list(ctx context.Context) ([]pkg, error) {
	const format = `{{.ImportPath}}|{{.Dir}}|{{with .Module}}{{.Dir}}{{end}}|{{len .TestGoFiles}}{{len .XTestGoFiles}}`
	cmd := o.command(ctx, "go", append([]string{"list", o.tags(), "-f", format}, o.Patterns...)...)
	out, err := cmd.Output()
	if err != nil {
		return nil, reason(err)
	}
	var all []pkg
	for line := range strings.Lines(string(out)) {
		f := strings.Split(strings.TrimSpace(line), "|")
		if f[3] != "00" {
			all = append(all, pkg{f[0], f[1], f[2]})
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("no package with tests matches %s", strings.Join(o.Patterns, " "))
	}
	return all, nil
}

// reason returns the first line of what a command said before it failed.
func reason(err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		for line := range strings.Lines(string(exit.Stderr)) {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
				return errors.New(line)
			}
		}
	}
	return err
}

// run builds the tests of a package and runs them.
func (o *Options) run(ctx context.Context, valgrind, temp string, p pkg) (Result, error) {
	if err := os.MkdirAll(temp, 0o700); err != nil {
		return Result{}, err
	}
	binary, log, rules := filepath.Join(temp, "test"), filepath.Join(temp, "log"), filepath.Join(temp, "suppressions")
	if err := os.WriteFile(rules, suppressions, 0o600); err != nil {
		return Result{}, err
	}
	// Valgrind 3.19 cannot read the DWARF 5 that Go writes.
	build := o.command(ctx, "go", "test", "-c", o.tags(), "-o", binary, p.path)
	build.Env = append(build.Env, "GOEXPERIMENT=nodwarf5")
	if _, err := build.Output(); err != nil {
		return Result{}, reason(err)
	}
	args := []string{"-q", "--error-limit=no", "--num-callers=40", "--max-stackframe=65536", "--fullpath-after=",
		"--suppressions=" + rules, "--log-file=" + log, binary, "-test.v"}
	if o.Run != "" {
		args = append(args, "-test.run", o.Run)
	}
	cmd := o.command(ctx, valgrind, args...)
	cmd.Dir = p.dir
	// Signals would be delivered in the middle of what is counted. RDTSCP is not known to
	// valgrind where the machine says that it lacks it.
	cmd.Env = append(cmd.Env, "GODEBUG="+joinDebug(os.Getenv("GODEBUG"), "asyncpreemptoff=1", "cpu.rdtscp=off"))
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		return Result{}, fmt.Errorf("the tests fail under valgrind: %w: %s", err, tail(out.String()))
	}
	text, err := os.ReadFile(log)
	if err != nil {
		return Result{}, err
	}
	return Result{p.path, out.String(), parse(string(text), p)}, nil
}

func joinDebug(settings ...string) string {
	var set []string
	for _, s := range settings {
		if s != "" {
			set = append(set, s)
		}
	}
	return strings.Join(set, ",")
}

// tail returns the last lines of what a test printed, in one line.
func tail(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-6):], " | ")
}
