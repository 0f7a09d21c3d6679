// Package bce asks the compiler where it left bounds checks. It is for tests of kernels.
package bce

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

// Check fails the test for every bounds check in those files of the package in the current
// directory whose names match, but for functions whose names match allowed, and for
// statements of the form "_, _ = dst[n], src[n]", by which a kernel checks its lengths once.
// It fails too if the allowed functions have no bounds check: then it has lost its sight.
func Check(t *testing.T, files, allowed *regexp.Regexp) {
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
	inAllowed := 0
	for line := range strings.Lines(string(out)) {
		m := found.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil || !files.MatchString(m[1]) {
			continue
		}
		n, _ := strconv.Atoi(m[2])
		switch function, guard := enclosing(t, m[1], n); {
		case allowed.MatchString(function):
			inAllowed++
		case !guard:
			t.Errorf("%s:%d: %s in %s", m[1], n, m[3], function)
		}
	}
	if inAllowed == 0 {
		t.Error("no bounds check found where they are allowed either: does the flag still work?")
	}
}

var found = regexp.MustCompile(`^(?:\./)?(\w+\.go):(\d+):\d+: Found (IsInBounds|IsSliceInBounds)$`)

// enclosing returns the function around a line of a file, and whether a statement of the
// form "_, _ = dst[n], src[n]" starts there.
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
