package bench

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Where there are no stamps, asking for benchmarks ends with the commands that make them.
func TestGateRefuses(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "go.mod"), []byte("module m\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "-test.run=^$", "-test.bench=.")
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Fatalf("benchmarks ran without stamps:\n%s", out)
	}
	for _, arch := range []string{"amd64", "arm64"} {
		if want := "no stamp; run: make equiv ARCH=" + arch + " PROFILE="; !strings.Contains(string(out), want) {
			t.Errorf("output does not say %q:\n%s", want, out)
		}
	}
	if strings.Contains(string(out), "Benchmark") {
		t.Errorf("a benchmark ran:\n%s", out)
	}
}
