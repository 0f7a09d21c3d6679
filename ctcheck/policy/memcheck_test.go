//go:build !ctgrind

package policy

import (
	"context"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"github.com/zvirka/zvirka/ctcheck/dynamic"
)

// TestMemcheck runs the operations of every row and path under memcheck: TestOperations, which
// is in the build with the tag ctgrind, judges the counts. A table of them is printed with -v.
func TestMemcheck(t *testing.T) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("memcheck is for linux/amd64")
	}
	if _, err := exec.LookPath("valgrind"); err != nil && os.Getenv("CI") == "" {
		t.Skip("valgrind is not installed")
	}
	if testing.Short() {
		t.Skip("takes a minute")
	}
	results, err := dynamic.Run(context.Background(), dynamic.Options{Dir: root, Patterns: []string{"./ctcheck/policy"}, Run: "^TestOperations"})
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(results[0].Output) {
		t.Log(strings.TrimRight(line, "\n"))
	}
	if !strings.Contains(results[0].Output, "operations agree with their declared class") {
		t.Error("TestOperations did not run")
	}
}
