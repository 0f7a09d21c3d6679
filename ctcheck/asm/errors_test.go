package asm_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zvirka/zvirka/ctcheck/asm"
)

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func goroot(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// Errors are one line that says what is wrong.
func TestErrors(t *testing.T) {
	module := func(t *testing.T, assembly string) string {
		dir := t.TempDir()
		write(t, dir, "go.mod", "module m\n\ngo 1.26\n")
		write(t, dir, "m.go", "package m\n\nfunc f()\n")
		write(t, dir, "m_amd64.s", assembly)
		return dir
	}
	for _, c := range []struct {
		name    string
		options func(t *testing.T) asm.Options
		want    string
	}{
		{"architecture", func(*testing.T) asm.Options { return asm.Options{Arch: "riscv64"} }, "riscv64"},
		{"pattern", func(*testing.T) asm.Options { return asm.Options{Patterns: []string{"./nothing"}} }, "nothing"},
		{"empty pattern", func(*testing.T) asm.Options { return asm.Options{Patterns: []string{"./testdata/nothing/..."}} }, "nothing"},
		{"assembler", func(t *testing.T) asm.Options {
			return asm.Options{Dir: module(t, "TEXT ·f(SB), 4, $0\n\tMOVZZ AX, BX\n\tRET\n"), Arch: "amd64"}
		}, "m_amd64.s:2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := asm.Check(context.Background(), c.options(t))
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(strings.TrimSpace(err.Error()), "\n") {
				t.Errorf("error %v, not one line with %q", err, c.want)
			}
		})
	}
	t.Run("no assembly", func(t *testing.T) {
		dir := module(t, "TEXT ·f(SB), 4, $0\n\tRET\n")
		if findings := check(t, asm.Options{Dir: dir, Arch: "arm64"}); len(findings) > 0 {
			t.Errorf("findings %v", findings)
		}
	})
	t.Run("cancelled", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := asm.Check(ctx, asm.Options{Patterns: []string{"./testdata/amd64"}, Arch: "amd64"}); err == nil {
			t.Error("no error")
		}
	})
}
