package catalogue_test

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/spec"
)

// A card says what a reader has to know; nothing is left empty by oversight.
func TestCardsAreComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range catalogue.Cards() {
		if seen[c.Name] {
			t.Errorf("%s stands twice", c.Name)
		}
		seen[c.Name] = true
		if c.Name == "" || c.Kind == "" || c.Source.Standard == "" || c.Source.Clause == "" || c.Source.Read == "" ||
			!slices.Contains([]spec.Confirmation{spec.Primary, spec.Secondary, spec.Unconfirmed}, c.Source.Confirmed) ||
			!slices.Contains([]spec.Level{spec.OfficialVectors, spec.CrossChecked, spec.Own}, c.Maturity.Level) ||
			!slices.Contains([]spec.Timing{spec.ConstantTime, spec.TableLookup, spec.VariableTime}, c.Timing) {
			t.Errorf("card of %s is incomplete: %+v", c.Name, c)
		}
	}
}

// A row's default path has the card's timing class, and its last path is constant time:
// the suites compare the others with that one.
func TestPaths(t *testing.T) {
	for _, s := range catalogue.Summaries() {
		if len(s.Paths) == 0 || s.Timings[0] != s.Timing || s.Timings[len(s.Timings)-1] != spec.ConstantTime {
			t.Errorf("%s: paths %v of classes %v, the card says %s", s.Name, s.Paths, s.Timings, s.Timing)
		}
	}
}

func TestBlockRows(t *testing.T) {
	for _, row := range catalogue.Blocks() {
		if row.Kind != spec.BlockCipher || row.Sizes.Block == 0 || !slices.Contains(row.KeySizes, row.Sizes.Key) {
			t.Errorf("%s: sizes %+v, key sizes %v", row.Name, row.Sizes, row.KeySizes)
		}
		if row.Reference.Encrypt == nil || row.Reference.Decrypt == nil {
			t.Errorf("%s has no reference", row.Name)
		}
		if got, ok := catalogue.BlockNamed(row.Name); !ok || got.Name != row.Name {
			t.Errorf("BlockNamed(%q) = %q, %t", row.Name, got.Name, ok)
		}
	}
	if _, ok := catalogue.BlockNamed("caesar"); ok {
		t.Error("BlockNamed finds what is not there")
	}
}

// Every mutant names a suite, and every suite of a row has mutants.
func TestMutants(t *testing.T) {
	for _, row := range catalogue.Blocks() {
		mutants(t, row.Name, catalogue.BlockMutants(row), catalogue.Vectors, catalogue.Equivalence, catalogue.Agreement, catalogue.Contract, catalogue.Fuzz)
	}
	for _, row := range catalogue.Hashes() {
		mutants(t, row.Name, catalogue.HashMutants(row), catalogue.Vectors, catalogue.Equivalence, catalogue.Agreement, catalogue.Contract, catalogue.Fuzz)
	}
	for _, row := range catalogue.MACs() {
		mutants(t, row.Name, catalogue.MACMutants(row), catalogue.Vectors, catalogue.Equivalence, catalogue.Agreement, catalogue.Contract, catalogue.Fuzz)
	}
	for _, row := range catalogue.KDFs() {
		mutants(t, row.Name, catalogue.KDFMutants(row), catalogue.Vectors, catalogue.Equivalence, catalogue.Contract, catalogue.Fuzz)
	}
	for _, row := range catalogue.Streams() {
		mutants(t, row.Name, catalogue.StreamMutants(row), catalogue.Vectors, catalogue.Equivalence, catalogue.Agreement, catalogue.Contract, catalogue.Fuzz)
	}
	for _, row := range catalogue.Modes() {
		mutants(t, row.Name, catalogue.ModeMutants(row), catalogue.Vectors, catalogue.Equivalence, catalogue.Agreement, catalogue.Contract, catalogue.Fuzz)
	}
	for _, row := range catalogue.Tags() {
		mutants(t, row.Name, catalogue.TagMutants(row), catalogue.Vectors, catalogue.Equivalence, catalogue.Agreement, catalogue.Contract, catalogue.Fuzz)
	}
	for _, row := range catalogue.AEADs() {
		mutants(t, row.Name, catalogue.AEADMutants(row), catalogue.Vectors, catalogue.Equivalence, catalogue.Agreement, catalogue.Contract, catalogue.Fuzz)
	}
	for _, row := range catalogue.KeyWraps() {
		mutants(t, row.Name, catalogue.KeyWrapMutants(row), catalogue.Vectors, catalogue.Equivalence, catalogue.Contract, catalogue.Fuzz)
	}
	for _, row := range catalogue.Fields() {
		suites := []catalogue.Suite{catalogue.Vectors, catalogue.Equivalence, catalogue.Contract, catalogue.Fuzz}
		if len(row.Paths) > 1 { // the portable product stands alone where the processor has no other
			suites = append(suites, catalogue.Agreement)
		}
		mutants(t, row.Name, catalogue.FieldMutants(row), suites...)
	}
}

func mutants[R any](t *testing.T, row string, all []catalogue.Mutant[R], suites ...catalogue.Suite) {
	t.Helper()
	for _, m := range all {
		if m.Fault == "" || len(m.Caught) == 0 {
			t.Errorf("%s: a mutant without fault or suite: %q", row, m.Fault)
		}
	}
	for _, s := range suites {
		if !slices.ContainsFunc(all, func(m catalogue.Mutant[R]) bool { return m.Of(s) }) {
			t.Errorf("%s has no mutant for %s", row, s)
		}
	}
}

// The documentation of an algorithm's packages opens with three lines that agree with
// its card.
func TestPackageDocs(t *testing.T) {
	for name, cardOf := range map[string]string{
		"kalyna": "kalyna-128-128", "kupyna": "kupyna-256", "kmac": "kupyna-kmac-256", "kdf": "kupyna-kdf-256", "strumok": "strumok-256",
		"dstu7624": "kalyna-128-128-cbc",
	} {
		cards := catalogue.Cards()
		i := slices.IndexFunc(cards, func(c spec.Card) bool { return c.Name == cardOf })
		if i < 0 {
			t.Fatalf("no row %s", cardOf)
		}
		for pkg, timing := range map[string]spec.Timing{"impl/" + name: cards[i].Timing, "reference/" + name: spec.VariableTime} {
			text := packageDoc(t, filepath.Join("../..", pkg))
			standard, _, _ := strings.Cut(cards[i].Source.Standard, " (")
			for _, line := range []string{"Standard: " + standard, "Timing: " + string(timing), "Maturity: " + string(cards[i].Maturity.Level)} {
				if !strings.Contains(text, "\n"+line) {
					t.Errorf("the documentation of %s has no line %q", pkg, line)
				}
			}
		}
	}
}

func packageDoc(t *testing.T, dir string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.PackageClauseOnly)
		if err != nil {
			t.Fatal(err)
		}
		if f.Doc != nil {
			return f.Doc.Text()
		}
	}
	t.Fatalf("%s has no documentation", dir)
	return ""
}

// The README's status table is the catalogue's.
func TestStatusTable(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	current, err := catalogue.ReplaceStatus(string(readme))
	if err != nil {
		t.Fatal(err)
	}
	if current != string(readme) {
		t.Error("the status table of README.md is stale; run: go generate ./internal/catalogue")
	}
}
