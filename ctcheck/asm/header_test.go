package asm

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const headerSource = `package p

const (
	rounds      = 20
	name        = "abc"
	big         = 1 << 70
	mask uint64 = 1<<64 - 1
	third       = 1.0 / 3
	debug       = false
	letter      = 'x'
)

type state struct {
	n    int32
	_    [4]byte
	k    [3]uint64
	b    []byte
	next *state
}

type (
	Word  uint32
	Alias = state
	pair  struct {
		a byte
		s state
	}
)
`

// The header is what the compiler would write.
func TestHeader(t *testing.T) {
	dir := t.TempDir()
	file, out := filepath.Join(dir, "p.go"), filepath.Join(dir, "go_asm.h")
	if err := os.WriteFile(file, []byte(headerSource), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "tool", "compile", "-p", "p", "-asmhdr", out, "-o", filepath.Join(dir, "p.o"), file)
	cmd.Env = append(os.Environ(), "GOARCH=amd64")
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	syntax, err := parser.ParseFile(fset, file, headerSource, 0)
	if err != nil {
		t.Fatal(err)
	}
	sizes := types.SizesFor("gc", "amd64")
	config := types.Config{Importer: importer.Default(), Sizes: sizes}
	pkg, err := config.Check("p", fset, []*ast.File{syntax}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defines := func(text string) []string {
		lines := slices.DeleteFunc(strings.Split(text, "\n"), func(l string) bool { return !strings.HasPrefix(l, "#define") })
		slices.Sort(lines)
		return slices.Compact(lines)
	}
	if got, want := defines(header(pkg, sizes)), defines(string(text)); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
