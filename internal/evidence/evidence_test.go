package evidence

import (
	"os"
	"path/filepath"
	"testing"
)

// What is added is read back; without the variable nothing is written.
func TestAddAndRead(t *testing.T) {
	name := filepath.Join(t.TempDir(), "evidence")
	t.Setenv(Variable, "")
	Add(Reference, "row", "path", 1)
	t.Setenv(Variable, name)
	Add(Reference, "row", "path", 7)
	Add(Mutants, "row", "vectors", 2)
	entries, err := Read(name)
	if err != nil || len(entries) != 2 || entries[0].Cases != 7 || entries[1].Suite != Mutants {
		t.Errorf("read %+v, %v", entries, err)
	}
}

// A damaged or missing record is an error, not less evidence.
func TestReadRefuses(t *testing.T) {
	name := filepath.Join(t.TempDir(), "evidence")
	if _, err := Read(name); err == nil {
		t.Error("a missing file was read")
	}
	if err := os.WriteFile(name, []byte("{\"suite\":\"reference\"}\n{\"suite\":"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(name); err == nil {
		t.Error("half an entry was read")
	}
}

func TestBudget(t *testing.T) {
	for percent, want := range map[string]int{"": 1000, "100": 1000, "5": 50, "1000": 10000} {
		t.Setenv(BudgetVariable, percent)
		if got := Budget(1000); got != want {
			t.Errorf("Budget(1000) at %q percent is %d, want %d", percent, got, want)
		}
	}
	for _, bad := range []string{"0", "-5", "many"} {
		t.Setenv(BudgetVariable, bad)
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("budget %q was taken", bad)
				}
			}()
			Budget(1000)
		}()
	}
}
