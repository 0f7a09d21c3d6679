package asm_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/zvirka/zvirka/ctcheck"
	"github.com/zvirka/zvirka/ctcheck/asm"
)

var prototype = regexp.MustCompile(`// (func (\w+)\((.*?)\).*)\n`)

// example writes the package of a rule's example: the function's Go declaration stands above its
// assembly, and all its parameters are secret.
func example(t *testing.T, code string) string {
	t.Helper()
	m := prototype.FindStringSubmatch(code)
	if m == nil {
		t.Fatalf("no declaration in\n%s", code)
	}
	var names []string
	for param := range strings.SplitSeq(m[3], ",") {
		name, _, _ := strings.Cut(strings.TrimSpace(param), " ")
		names = append(names, name)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":    "module example.org/m\n\ngo 1.26\n",
		"m.go":      "package m\n\n//ct:secret " + strings.Join(names, ",") + "\n" + m[1] + "\n",
		"m_amd64.s": code,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestExamples: the examples of the rules are what their pages say.
func TestExamples(t *testing.T) {
	for _, r := range ctcheck.Rules() {
		if r.Layer != ctcheck.Assembly {
			continue
		}
		run := func(code string) []ctcheck.Finding {
			findings, err := asm.Check(context.Background(), asm.Options{Dir: example(t, code), Arch: "amd64"})
			if err != nil {
				t.Fatalf("%s: %v", r.ID, err)
			}
			return findings
		}
		if !slices.ContainsFunc(run(r.Bad), func(f ctcheck.Finding) bool { return f.Rule == r.ID }) {
			t.Errorf("%s is not reported in\n%s", r.ID, r.Bad)
		}
		for _, f := range run(r.Good) {
			t.Errorf("%s: %s is reported in\n%s", r.ID, f.Rule, r.Good)
		}
	}
}
