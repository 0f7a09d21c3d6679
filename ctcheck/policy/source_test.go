package policy

import (
	"context"
	"go/build"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/zvirka/zvirka/ctcheck"
	"github.com/zvirka/zvirka/ctcheck/asm"
	"github.com/zvirka/zvirka/ctcheck/static"
	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/spec"
)

const (
	module = "github.com/zvirka/zvirka/"
)

// declared begins the reason of every //ct:allow that a TableLookup card covers. Other
// acceptances say for themselves why nothing leaks.
const declared = "table lookup: the card says TableLookup"

// homes says in which package the implementation of a row is: the first pattern that fits its
// name.
var homes = []struct{ pattern, pkg string }{
	{`^kalyna-\d+-\d+$`, "impl/kalyna"},
	{`^kalyna-\d+-\d+-`, "impl/dstu7624"},
	{`^kupyna-kmac-`, "impl/kmac"},
	{`^kupyna-\d+$`, "impl/kupyna"},
	{`^kupyna-kdf-`, "impl/kdf"},
	{`^strumok-`, "impl/strumok"},
	{`^gf2m-`, "impl/hazmat/gf2m"},
}

func homeOf(t *testing.T, row string) string {
	t.Helper()
	for _, h := range homes {
		if regexp.MustCompile(h.pattern).MatchString(row) {
			return h.pkg
		}
	}
	t.Fatalf("no package is known for row %s", row)
	return ""
}

// source returns what the static layer finds in a build of what programs import.
func source(t *testing.T, tags ...string) []ctcheck.Finding {
	t.Helper()
	findings, err := static.Check(context.Background(), static.Options{Dir: root, Patterns: []string{"./impl/...", "./internal/multiblock", "./internal/memcheck"}, Tags: tags})
	if err != nil {
		t.Fatal(err)
	}
	return findings
}

func report(t *testing.T, findings []ctcheck.Finding) {
	t.Helper()
	var text strings.Builder
	r := ctcheck.Report{Findings: findings, Sources: ctcheck.NewSources(root)}
	if err := r.Text(&text); err != nil {
		t.Fatal(err)
	}
	t.Error("\n" + text.String())
}

// TestSource holds the declared classes against the source, in both directions: nothing is
// found that no directive accepts, nothing is accepted that is not found (CT0002), and lookups
// are accepted in the packages of TableLookup rows and nowhere else.
func TestSource(t *testing.T) {
	findings := source(t)
	if open := ctcheck.Open(findings); len(open) > 0 {
		report(t, open)
	}

	lookups := map[string]int{} // by package, without the module's path
	for _, f := range findings {
		pkg := strings.TrimPrefix(f.Package, module)
		switch {
		case f.Allowed != declared:
		case f.Rule != "CT1001":
			t.Errorf("%s: %s is accepted as a declared lookup, which it is not: %s", f.Position, f.Rule, f.Message)
		default:
			lookups[pkg]++
			if file := path.Base(f.Position.File); strings.HasPrefix(file, "ct") {
				t.Errorf("%s: a lookup is accepted in a constant-time path", f.Position)
			}
		}
	}
	tables := map[string]bool{}   // packages of rows with a table path, and what they import
	constant := map[string]bool{} // packages of rows that have no such path
	for _, row := range catalogue.Summaries() {
		home := homeOf(t, row.Name)
		if !slices.Contains(row.Timings, spec.TableLookup) {
			constant[home] = true
			continue
		}
		found := 0
		for _, pkg := range imports(t, home) {
			tables[pkg] = true
			found += lookups[pkg]
		}
		if found == 0 {
			t.Errorf("%s is declared TableLookup, and no lookup is found in %s or what it imports", row.Name, home)
		}
	}
	for pkg := range lookups {
		if !tables[pkg] {
			t.Errorf("lookups are accepted in %s, of which no row is declared TableLookup", pkg)
		}
	}
	for pkg := range constant {
		if n := lookups[pkg]; n > 0 {
			t.Errorf("%d lookups are accepted in %s, which has a row without table path", n, pkg)
		}
	}
	if len(lookups) == 0 {
		t.Error("no lookup is found at all")
	}
}

// imports returns a package of this module and what it imports of impl, directly or not.
func imports(t *testing.T, pkg string) []string {
	t.Helper()
	all := []string{pkg}
	for i := 0; i < len(all); i++ {
		p, err := build.ImportDir(path.Join(root, all[i]), 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, imported := range p.Imports {
			if name, ours := strings.CutPrefix(imported, module); ours && strings.HasPrefix(name, "impl/") && !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	return all
}

// TestProfiles: the code of the other profiles has no undeclared finding. What is accepted
// and not found there is no matter, as the default build may need it.
func TestProfiles(t *testing.T) {
	if testing.Short() {
		t.Skip("the default profile alone")
	}
	for _, tags := range [][]string{{"purego"}, {"smalltables"}} {
		for _, f := range ctcheck.Open(source(t, tags...)) {
			if f.Rule != "CT0002" {
				report(t, []ctcheck.Finding{f})
			}
		}
	}
}

// TestAssembly: the assembly of both architectures has no finding.
func TestAssembly(t *testing.T) {
	for _, arch := range []string{"amd64", "arm64"} {
		findings, err := asm.Check(context.Background(), asm.Options{Dir: root, Patterns: []string{"./impl/..."}, Arch: arch})
		if err != nil {
			t.Fatal(err)
		}
		if open := ctcheck.Open(findings); len(open) > 0 {
			report(t, open)
		}
	}
}

// TestCompiled: the compiler has put no secret-dependent branch or division of its own into the
// machine code of the implementations, on either architecture.
func TestCompiled(t *testing.T) {
	for _, arch := range []string{"amd64", "arm64"} {
		findings, err := asm.Check(context.Background(), asm.Options{Dir: root, Patterns: []string{"./impl/..."}, Arch: arch, Compiled: true, Introduced: true})
		if err != nil {
			t.Fatal(err)
		}
		if open := ctcheck.Open(findings); len(open) > 0 {
			report(t, open)
		}
	}
}
