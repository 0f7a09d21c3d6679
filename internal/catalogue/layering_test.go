package catalogue_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/zvirka/zvirka/"

// layers says which packages of this module, and which others, the packages of a layer may
// import besides the standard library, directly or not. A layer is a prefix; the longest
// that fits a package counts.
var layers = map[string][]string{
	"spec":                    {"spec"},
	"reference":               {"spec", "reference"},
	"impl":                    {"spec", "impl", "internal/dispatch", "internal/memcheck", "internal/profile", "internal/multiblock", "golang.org/x/sys", "golang.org/x/crypto"},
	"internal/boundscheck":    {},
	"internal/dispatch":       {"golang.org/x/sys"},
	"internal/profile":        {},
	"internal/profile/linked": {"internal/gate"},
	"internal/memcheck":       {},
	"internal/multiblock":     {},
	"internal/gate":           {},
	"internal/gate/equiv":     {"internal", "spec", "reference", "impl", "golang.org/x/sys", "golang.org/x/crypto"},
	"internal/evidence":       {"internal/profile", "spec"},
	"internal/catalogue":      {"spec", "reference", "impl", "internal/dispatch", "internal/memcheck", "internal/profile", "internal/multiblock", "golang.org/x/sys", "golang.org/x/crypto"},
	"vectors":                 {"spec"},
	"props":                   {"spec", "reference", "impl", "internal", "props/contract", "pgregory.net/rapid", "golang.org/x/sys", "golang.org/x/crypto"},
	"props/contract":          {},
	"props/proof":             {"golang.org/x/tools", "golang.org/x/mod", "golang.org/x/sync"},
	"fuzz":                    {}, // its code is all in tests
	"bench":                   {"spec", "reference", "impl", "internal", "vectors", "golang.org/x/sys", "golang.org/x/crypto"},
	"ctcheck":                 {"internal/memcheck", "golang.org/x/tools", "golang.org/x/mod", "golang.org/x/sync", "github.com/owenrumney/go-sarif", "github.com/google/uuid", "github.com/xeipuuv"},
	"cmd/uacrypt":             {"spec", "reference", "impl", "internal/catalogue", "internal/dispatch", "internal/memcheck", "internal/profile", "internal/multiblock", "vectors", "golang.org/x", "github.com/spf13"},
}

// under reports whether a package is the named one or lies below it.
func under(pkg, name string) bool { return pkg == name || strings.HasPrefix(pkg, name+"/") }

func layerOf(pkg string) (layer string, ok bool) {
	for name := range layers {
		if under(pkg, name) && len(name) >= len(layer) {
			layer, ok = name, true
		}
	}
	return layer, ok
}

// goList returns the lines that go list prints from the module's root.
func goList(t *testing.T, args ...string) []string {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list"}, args...)...)
	cmd.Dir = "../.."
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, out)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

func TestLayers(t *testing.T) {
	for _, line := range goList(t, "-f", `{{.ImportPath}} {{join .Deps " "}}`, "./...") {
		fields := strings.Fields(line)
		pkg := strings.TrimPrefix(fields[0], module)
		layer, ok := layerOf(pkg)
		if !ok {
			t.Errorf("package %s is in no layer", pkg)
		}
		for _, violation := range violations(layer, fields[1:]) {
			t.Errorf("%s (layer %s) must not depend on %s", pkg, layer, violation)
		}
	}
}

// violations returns the dependencies that a layer may not have.
func violations(layer string, deps []string) (bad []string) {
	allowed := append(slices.Clone(layers[layer]), layer)
	for _, dep := range deps {
		inside, ours := strings.CutPrefix(dep, module)
		first, _, _ := strings.Cut(dep, "/")
		std := !strings.Contains(first, ".") // as the standard library's vendored packages: vendor/...
		if std || slices.ContainsFunc(allowed, func(name string) bool { return under(inside, name) }) {
			continue
		}
		if ours || !slices.ContainsFunc(allowed, func(name string) bool { return under(dep, name) }) {
			bad = append(bad, dep)
		}
	}
	return bad
}

// The test above can fail.
func TestLayerViolations(t *testing.T) {
	for layer, dep := range map[string]string{
		"spec":               module + "reference/kalyna",
		"reference":          module + "impl/kalyna",
		"impl":               module + "internal/catalogue",
		"vectors":            module + "impl/kalyna",
		"props":              module + "fuzz",
		"props/contract":     module + "spec",
		"internal/catalogue": "pgregory.net/rapid",
		"cmd/uacrypt":        module + "props",
	} {
		if violations(layer, []string{"fmt", dep}) == nil {
			t.Errorf("%s may depend on %s", layer, dep)
		}
	}
}

// The reference is text: no assembly, no unsafe, no concurrency, no third party.
func TestReferenceIsPlain(t *testing.T) {
	for _, line := range goList(t, "-f", `{{.ImportPath}} {{join .Imports " "}} {{join .SFiles " "}} {{join .CgoFiles " "}}`, "./reference/...") {
		for _, f := range strings.Fields(line)[1:] {
			if f == "unsafe" || f == "sync" || f == "C" || strings.HasSuffix(f, ".s") {
				t.Errorf("%s: %s", strings.Fields(line)[0], f)
			}
		}
	}
}

// Every algorithm that has a package is in the catalogue.
func TestPackagesHaveRows(t *testing.T) {
	known := goList(t, "-deps", "./internal/catalogue")
	for _, pkg := range goList(t, "./spec/...", "./reference/...", "./impl/...") {
		generator := slices.Contains(strings.Split(pkg, "/"), "gen")
		if !generator && !slices.Contains(known, pkg) {
			t.Errorf("no row uses %s", pkg)
		}
	}
}
