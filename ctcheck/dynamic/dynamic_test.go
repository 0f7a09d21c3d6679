package dynamic_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/zvirka/zvirka/ctcheck"
	"github.com/zvirka/zvirka/ctcheck/dynamic"
)

// needValgrind skips where the layer cannot run; in CI that is a failure.
func needValgrind(t *testing.T) {
	t.Helper()
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("the dynamic layer is for linux/amd64")
	}
	if _, err := exec.LookPath("valgrind"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("CI without valgrind")
		}
		t.Skip("valgrind is not installed")
	}
}

// leaky is a copy of testdata/m that takes this module from here.
func leaky(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/m")); err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "go.mod")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text = append(text, "\nreplace github.com/zvirka/zvirka => "+root+"\n"...)
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile("../../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "go.sum"), sum, 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestLeaks: the counts inside the test are exact, and each leak is reported on its line and
// nothing else is.
func TestLeaks(t *testing.T) {
	needValgrind(t)
	dir := leaky(t)
	findings, err := dynamic.Check(context.Background(), dynamic.Options{Dir: dir, Env: []string{"GOFLAGS=-mod=mod"}})
	if err != nil {
		t.Fatal(err)
	}
	source := ctcheck.NewSources(dir)
	var got []int
	for _, f := range findings {
		if f.Rule != "CT3001" || f.Position.File != "m.go" || !strings.HasSuffix(source.Line(f.Position), "// leak") || f.Package != "example.org/m" {
			t.Errorf("%s: %s in %s.%s: %s", f.Position, f.Rule, f.Package, f.Function, f.Message)
		}
		got = append(got, f.Position.Line)
	}
	if want := []int{9, 23, 34}; !slices.Equal(slices.Compact(got), want) {
		t.Errorf("reported lines %v, want %v", got, want)
	}
}

func TestErrors(t *testing.T) {
	needValgrind(t)
	dir := leaky(t)
	for file, text := range map[string]string{
		"fails/x_test.go":  "package fails\n\nimport \"testing\"\n\nfunc TestX(t *testing.T) { t.Error(\"because\") }\n",
		"broken/x_test.go": "package broken\n\nvar x = y\n",
		"empty/x.go":       "package empty\n",
	} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(file)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for pattern, want := range map[string]string{"./fails": "because", "./broken": "undefined: y", "./empty": "no package with tests", "./none": "none"} {
		_, err := dynamic.Check(context.Background(), dynamic.Options{Dir: dir, Patterns: []string{pattern}, Env: []string{"GOFLAGS=-mod=mod"}})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, want one line with %q", pattern, err, want)
		}
	}
	t.Setenv("PATH", filepath.Dir(goTool(t)))
	if _, err := exec.LookPath("valgrind"); err == nil {
		t.Skip("valgrind is where go is")
	}
	if _, err := dynamic.Check(context.Background(), dynamic.Options{Dir: dir}); err == nil || !strings.Contains(err.Error(), "valgrind is not installed") {
		t.Errorf("without valgrind: %v", err)
	}
}

func goTool(t *testing.T) string {
	t.Helper()
	name, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	return name
}
