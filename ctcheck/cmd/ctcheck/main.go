// Command ctcheck finds places where the time that Go code takes depends on a secret.
//
//	ctcheck [flags] [packages]          source and assembly of packages, ./... unless named
//	ctcheck dynamic [flags] [packages]  their tests under valgrind, see package ctcheck/dynamic
//	ctcheck -explain CT1001             what a rule means and what to do about it
//	go vet -vettool=$(which ctcheck) ./...
//
// The exit status is 0 when nothing was found, 1 when something was, 2 when the code could not
// be checked, and 3 when nothing was found but a directive, a setting or an entry of the
// baseline accepts what is no longer there.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/zvirka/zvirka/ctcheck"
	"github.com/zvirka/zvirka/ctcheck/static"
)

const (
	exitClean = iota
	exitFindings
	exitFailed
	exitStale
)

func main() {
	if vetProtocol(os.Args[1:]) {
		unitchecker.Main(static.Analyzer) // does not return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// vetProtocol reports whether the go command runs this program as a vet tool: it asks for
// version and flags, then names a file that describes one package.
func vetProtocol(args []string) bool {
	for _, arg := range args {
		if strings.HasPrefix(arg, "-V=") || arg == "-flags" || strings.HasSuffix(arg, ".cfg") {
			return true
		}
	}
	return false
}

// run executes one command line and returns the exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	status, err := execute(ctx, args, stdout, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return exitClean
	}
	if err != nil {
		fmt.Fprintf(stderr, "ctcheck: %s\n", oneLine(err.Error()))
		return exitFailed
	}
	return status
}

// oneLine keeps an error to the line that says what is wrong.
func oneLine(text string) string {
	return strings.Join(strings.Fields(text), " ")
}

func execute(ctx context.Context, args []string, stdout, stderr io.Writer) (int, error) {
	c := &command{}
	if len(args) > 0 && args[0] == "dynamic" {
		c.dynamic = true
		args = args[1:]
	}
	if err := c.parse(args, stderr); err != nil {
		return 0, err
	}
	if c.explain != "" {
		rule, ok := ctcheck.LookupRule(c.explain)
		if !ok {
			return 0, fmt.Errorf("unknown rule %q; docs/ct/rules lists them", c.explain)
		}
		return exitClean, rule.Explain(stdout)
	}
	root, err := moduleRoot(ctx, c.dir)
	if err != nil {
		return 0, err
	}
	findings, err := c.check(ctx)
	if err != nil {
		return 0, err
	}
	return c.conclude(findings, ctcheck.NewSources(root), stdout, stderr)
}
