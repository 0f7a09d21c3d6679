package contract_test

import (
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/zvirka/zvirka/props/contract"
)

// A fault is an implementation that is broken on purpose.
type fault[I any] struct {
	name   string
	laws   []string // those that must report it
	broken I
}

// examine shows that every law reports the faults that it must, that each law has such a
// fault, and that it reports nothing for an implementation that is sound.
func examine[I any](t *testing.T, laws []string, check func(contract.T, I), sound I, faults []fault[I]) {
	if failures := contract.Failures(func(t contract.T) { check(t, sound) }); failures != nil {
		t.Errorf("nothing is wrong, yet %q", failures)
	}
	shown := map[string]bool{}
	for _, f := range faults {
		for _, law := range f.laws {
			shown[law] = true
		}
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			caught := map[string]string{}
			for _, failure := range contract.Failures(func(t contract.T) { check(t, f.broken) }) {
				law, message, _ := strings.Cut(failure, ": ")
				if _, ok := caught[law]; !ok {
					caught[law] = message
				}
			}
			for _, law := range f.laws {
				if !slices.Contains(laws, law) {
					t.Fatalf("there is no law %s", law)
				}
				message, ok := caught[law]
				if !ok && (runtime.GOOS == "linux" || law != "GuardPages") {
					t.Errorf("%s does not report it; reported: %q", law, caught)
				}
				t.Logf("%s: %s", law, message)
			}
		})
	}
	for _, law := range laws {
		if !shown[law] {
			t.Errorf("no fault shows what the law %s is worth", law)
		}
	}
}
