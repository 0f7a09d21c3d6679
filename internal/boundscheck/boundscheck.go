// Package boundscheck asks the compiler, in a test, where it left bounds checks.
package boundscheck

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// A Check is a bounds check in a package.
type Check struct {
	File     string
	Line     int
	Kind     string // IsInBounds or IsSliceInBounds
	Function string // in which it is

	// Guard is set where a statement of the form "_, _ = dst[n], src[n]" starts, by which
	// a kernel checks both lengths once, before its rounds.
	Guard bool
}

// The path is relative to where the package was compiled first: the compiler's output is
// cached.
var found = regexp.MustCompile(`^(?:.*[/\\])?(\w+\.go):(\d+):\d+: Found (IsInBounds|IsSliceInBounds)$`)

// Find compiles the package of the test and returns its bounds checks. It skips the test
// in short mode and where there is no go command, and fails it where there is not a
// single check: then the compiler's flag does not work any more.
func Find(t *testing.T) []Check {
	t.Helper()
	if testing.Short() {
		t.Skip("compiles the package")
	}
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command")
	}
	out, err := exec.Command(tool, "build", "-gcflags=-d=ssa/check_bce", ".").CombinedOutput()
	if err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	var checks []Check
	for line := range strings.Lines(string(out)) {
		if m := found.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			n, _ := strconv.Atoi(m[2])
			function, guard := enclosing(t, m[1], n)
			checks = append(checks, Check{m[1], n, m[3], function, guard})
		}
	}
	if checks == nil {
		t.Fatal("no bounds check in the whole package: does the flag still work?")
	}
	return checks
}

// enclosing returns the function around a line of a file, and whether a guard starts there.
func enclosing(t *testing.T, file string, line int) (function string, guard bool) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil || fset.Position(n.Pos()).Line > line || fset.Position(n.End()).Line < line {
			return false
		}
		switch n := n.(type) {
		case *ast.FuncDecl:
			function = n.Name.Name
		case *ast.AssignStmt:
			if x, ok := n.Lhs[0].(*ast.Ident); ok && x.Name == "_" && fset.Position(n.Pos()).Line == line {
				guard = true
			}
		}
		return true
	})
	return function, guard
}
