package bench

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

// The gate stands before every benchmark, not before the tests of the benchmarks.
func TestMain(m *testing.M) {
	flag.Parse()
	if f := flag.Lookup("test.bench"); f != nil && f.Value.String() != "" {
		if err := Open(); err != nil {
			for line := range strings.Lines(err.Error()) {
				fmt.Fprintln(os.Stderr, "bench:", strings.TrimSpace(line))
			}
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}
