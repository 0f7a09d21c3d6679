package main

import (
	"encoding/json"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/spec"
	"github.com/zvirka/zvirka/vectors"
)

// newSelftest returns a selftest of one row, and where it prints.
func newSelftest(t *testing.T, row catalogue.Block) (*selftest, *strings.Builder) {
	t.Helper()
	files, err := vectors.Load()
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	return &selftest{out: &out, rows: []catalogue.Block{row}, files: files}, &out
}

// A selftest that has never failed is no evidence: it is given the catalogue's mutants.
func TestSelftestCatchesMutants(t *testing.T) {
	for _, m := range catalogue.BlockMutants(catalogue.Blocks()[0]) {
		m.Row.Paths = m.Row.Paths[:1]
		for suite, check := range map[catalogue.Suite]func(*selftest){
			catalogue.Vectors:     func(s *selftest) { s.knownAnswers() },
			catalogue.Equivalence: func(s *selftest) { s.reference(1, 2*time.Second) },
		} {
			if !m.Of(suite) {
				continue
			}
			s, out := newSelftest(t, m.Row)
			check(s)
			err := s.result()
			if exitStatus(err) != statusRefused || !strings.Contains(out.String(), "FAILED") {
				t.Errorf("%s did not catch: %s\n%s%v", suite, m.Fault, out, err)
				continue
			}
			for _, named := range []string{"1 of 1 checks", "path mutant", "case ", m.Row.Name} {
				if !strings.Contains(err.Error(), named) {
					t.Errorf("%s: the message does not name %q: %v", m.Fault, named, err)
				}
			}
		}
	}
}

// The seed in the message of a difference finds the same difference again.
func TestSelftestSeed(t *testing.T) {
	mutants := catalogue.BlockMutants(catalogue.Blocks()[0])
	rare := slices.IndexFunc(mutants, func(m catalogue.Mutant[catalogue.Block]) bool { return m.Fault == "wrong for one block in 16" })
	if rare < 0 {
		t.Fatal("the catalogue has no such mutant any more")
	}
	messages := map[uint64]string{}
	for _, seed := range []uint64{1, 2, 1, 2} {
		s, _ := newSelftest(t, mutants[rare].Row)
		s.reference(seed, 2*time.Second)
		err := s.result()
		if err == nil {
			t.Fatalf("seed %d found nothing", seed)
		}
		if before, again := messages[seed]; again && before != err.Error() {
			t.Errorf("seed %d: %v, before %s", seed, err, before)
		}
		messages[seed] = err.Error()
	}
	if messages[1] == messages[2] {
		t.Error("two seeds, one message")
	}
}

func TestSelftestWithoutAnswersFails(t *testing.T) {
	row := catalogue.Blocks()[0]
	row.Name = "unknown"
	s, _ := newSelftest(t, row)
	s.knownAnswers()
	if err := s.result(); exitStatus(err) != statusRefused {
		t.Errorf("a row without known answers: %v", err)
	}
}

func TestListJSON(t *testing.T) {
	var stdout strings.Builder
	if status := run([]string{"list", "--json"}, &stdout, io.Discard); status != statusOK {
		t.Fatalf("status %d", status)
	}
	var cards []spec.Card
	if err := json.Unmarshal([]byte(stdout.String()), &cards); err != nil {
		t.Fatal(err)
	}
	if want := catalogue.Cards(); !reflect.DeepEqual(cards, want) {
		t.Errorf("got %+v, want %+v", cards, want)
	}
}
