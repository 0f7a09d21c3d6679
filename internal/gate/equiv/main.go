// Command equiv runs the equivalence suites for one or more architectures and profiles,
// checks that they compared what they must, and stamps the source tree for the gate.
//
//	go run ./internal/gate/equiv -arch amd64,arm64 -profile default,purego:20
//
// The number behind a profile is its budget: how much the long comparisons do, in percent
// of what they do by default; up to 5 it also means -short. An architecture that this machine cannot run natively is
// emulated by qemu-user-static, by default with a budget of 5.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/internal/evidence"
	"github.com/zvirka/zvirka/internal/gate"
	"github.com/zvirka/zvirka/spec"
)

// suites are the packages whose passing makes a stamp.
var suites = []string{"./spec/...", "./reference/...", "./impl/...", "./vectors", "./props/...", "./fuzz"}

// shortRun is the budget up to which a run is also short.
const shortRun = 5

// required lists the evidence without which a run has shown nothing of a row.
func required(s catalogue.Summary, short bool) []string {
	kinds := []string{evidence.Reference, evidence.Contract}
	if !short {
		kinds = append(kinds, evidence.Mutants)
	}
	if s.Maturity.Level == spec.OfficialVectors {
		kinds = append(kinds, evidence.Official)
	} else {
		kinds = append(kinds, evidence.Independent)
	}
	if len(s.Paths) > 1 {
		kinds = append(kinds, evidence.Paths)
	}
	return kinds
}

func main() {
	arch := flag.String("arch", runtime.GOARCH, "architectures, separated by commas")
	profiles := flag.String("profile", "default", "profiles, separated by commas: default, purego, smalltables, purego+smalltables; each with :percent if it likes")
	table := flag.Bool("table", false, "print the evidence table")
	flag.Parse()
	if err := run(strings.Split(*arch, ","), strings.Split(*profiles, ","), *table); err != nil {
		fmt.Fprintln(os.Stderr, "equiv:", err)
		os.Exit(1)
	}
}

func run(archs, profiles []string, table bool) error {
	root, err := gate.Root()
	if err != nil {
		return err
	}
	start := time.Now()
	var all []evidence.Entry
	for _, arch := range archs {
		for _, profile := range profiles {
			entries, err := one(root, arch, profile)
			if err != nil {
				return fmt.Errorf("%s, %s: %w", arch, profile, err)
			}
			all = append(all, entries...)
		}
	}
	if table {
		fmt.Println()
		if err := evidence.Table(os.Stdout, catalogue.Cards(), all); err != nil {
			return err
		}
		fmt.Printf("%s; profiles %s; %.0f s\n", strings.Join(archs, ", "), strings.Join(profiles, ", "), time.Since(start).Seconds())
	}
	return nil
}

// one runs the suites for one architecture and profile and writes its stamp.
func one(root, arch, profile string) ([]evidence.Entry, error) {
	profile, budget, _ := strings.Cut(profile, ":")
	tags, err := tagsOf(profile)
	if err != nil {
		return nil, err
	}
	args := []string{"test", "-count=1", "-tags=" + tags}
	emulator, err := emulatorFor(arch)
	if err != nil {
		return nil, err
	}
	if emulator != "" {
		args = append(args, "-exec="+emulator, "-timeout=30m")
	}
	percent := 100
	if emulator != "" {
		percent = shortRun
	}
	if budget != "" {
		if percent, err = strconv.Atoi(budget); err != nil || percent < 1 {
			return nil, fmt.Errorf("budget %q is no positive number of percent", budget)
		}
	}
	if percent <= shortRun {
		args = append(args, "-short")
	}
	if err := gate.Remove(root, arch, profile); err != nil {
		return nil, err
	}
	tree, err := gate.TreeHash(root)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "equiv")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	record := filepath.Join(dir, "evidence")

	fmt.Printf("equiv: %s, profile %s, budget %d %%\n", arch, profile, percent)
	cmd := exec.Command("go", append(args, suites...)...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = root, os.Stdout, os.Stderr
	cmd.Env = append(os.Environ(), "GOARCH="+arch, "CGO_ENABLED=0",
		evidence.Variable+"="+record, "ZVIRKA_PROFILE="+profile, fmt.Sprint(evidence.BudgetVariable, "=", percent))
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("go %s: %w", strings.Join(cmd.Args[1:], " "), err)
	}

	entries, err := evidence.Read(record)
	if err != nil {
		return nil, err
	}
	cases, err := audit(entries, arch, profile, percent <= shortRun)
	if err != nil {
		return nil, err
	}
	after, err := gate.TreeHash(root)
	if err != nil {
		return nil, err
	}
	if after != tree {
		return nil, errors.New("the source tree changed during the run")
	}
	return entries, gate.Write(root, gate.Stamp{Tree: tree, Arch: arch, Profile: profile, Go: runtime.Version(), Cases: cases})
}

// audit checks that the entries are of this run and that no row went without any of the
// required evidence, and returns the number of cases.
func audit(entries []evidence.Entry, arch, profile string, short bool) (cases int, err error) {
	seen := map[[2]string]bool{}
	for _, e := range entries {
		if e.Arch != arch || e.Profile != profile {
			return 0, fmt.Errorf("evidence of %s, %s in this run", e.Arch, e.Profile)
		}
		if e.Cases > 0 {
			seen[[2]string{e.Row, e.Suite}] = true
		}
		cases += e.Cases
	}
	for _, s := range catalogue.Summaries() {
		for _, suite := range required(s, short) {
			if !seen[[2]string{s.Name, suite}] {
				return 0, fmt.Errorf("no evidence %q for %s", suite, s.Name)
			}
		}
	}
	return cases, nil
}

func tagsOf(profile string) (string, error) {
	switch profile {
	case "default":
		return "", nil
	case "purego", "smalltables", "purego+smalltables":
		return strings.ReplaceAll(profile, "+", ","), nil
	}
	return "", fmt.Errorf("unknown profile %q", profile)
}

// emulatorFor returns the program that runs binaries of an architecture on this machine,
// "" if the machine does it itself.
func emulatorFor(arch string) (string, error) {
	if arch == runtime.GOARCH || arch == "386" && runtime.GOARCH == "amd64" {
		return "", nil
	}
	name, ok := map[string]string{
		"386": "i386", "amd64": "x86_64", "arm": "arm", "arm64": "aarch64", "ppc64le": "ppc64le", "riscv64": "riscv64", "s390x": "s390x",
	}[arch]
	if !ok {
		return "", fmt.Errorf("unknown architecture %q", arch)
	}
	name = "qemu-" + name + "-static"
	if _, err := exec.LookPath(name); err != nil {
		return "", fmt.Errorf("%s is not installed; run: apt-get install qemu-user-static", name)
	}
	return name, nil
}
