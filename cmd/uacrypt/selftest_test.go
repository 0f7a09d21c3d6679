package main

import (
	"bytes"
	"encoding/json"
	"io"
	"math/rand/v2"
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
func newSelftest(t *testing.T, row testedRow) (*selftest, *strings.Builder) {
	t.Helper()
	files, err := vectors.Load()
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	return &selftest{out: &out, rows: []testedRow{row}, files: files}, &out
}

// catches checks that a suite finds the fault of a row's first path, the mutant.
func catches(t *testing.T, suite catalogue.Suite, row testedRow, fault string) {
	t.Helper()
	row.paths = row.paths[:1]
	s, out := newSelftest(t, row)
	switch suite {
	case catalogue.Vectors:
		s.knownAnswers()
	case catalogue.Equivalence:
		s.reference(1, 2*time.Second)
	}
	err := s.result()
	if exitStatus(err) != statusRefused || !strings.Contains(out.String(), "FAILED") {
		t.Errorf("%s did not catch: %s\n%s%v", suite, fault, out, err)
		return
	}
	for _, named := range []string{"1 of 1 checks", "path mutant", "case ", row.name} {
		if !strings.Contains(err.Error(), named) {
			t.Errorf("%s: the message does not name %q: %v", fault, named, err)
		}
	}
}

// A selftest that has never failed is no evidence: it is given the catalogue's mutants.
func TestSelftestCatchesMutants(t *testing.T) {
	catchesAll(t, catalogue.BlockMutants(catalogue.Blocks()[0]), testedBlock)
	hash, _ := catalogue.HashNamed("kupyna-256")
	catchesAll(t, catalogue.HashMutants(hash), testedHash)
	catchesAll(t, catalogue.MACMutants(catalogue.MACs()[0]), testedMAC)
	catchesAll(t, catalogue.KDFMutants(catalogue.KDFs()[0]), testedKDF)
	catchesAll(t, catalogue.StreamMutants(catalogue.Streams()[0]), testedStream)
}

func catchesAll[R any](t *testing.T, mutants []catalogue.Mutant[R], tested func(R) testedRow) {
	t.Helper()
	for _, m := range mutants {
		for _, suite := range []catalogue.Suite{catalogue.Vectors, catalogue.Equivalence} {
			if m.Of(suite) {
				catches(t, suite, tested(m.Row), m.Fault)
			}
		}
	}
}

// The comparison looks at Verify too.
func TestSelftestCatchesVerify(t *testing.T) {
	for _, m := range catalogue.MACMutants(catalogue.MACs()[0]) {
		if m.Fault == "Verify that accepts everything" {
			catches(t, catalogue.Equivalence, testedMAC(m.Row), m.Fault)
			return
		}
	}
	t.Fatal("the catalogue has no such mutant any more")
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
		s, _ := newSelftest(t, testedBlock(mutants[rare].Row))
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
	s, _ := newSelftest(t, testedBlock(row))
	s.knownAnswers()
	if err := s.result(); exitStatus(err) != statusRefused {
		t.Errorf("a row without known answers: %v", err)
	}
}

// Every row of the catalogue is tested, whatever its kind.
func TestSelftestHasEveryRow(t *testing.T) {
	summaries := catalogue.Summaries()
	rows := testedRows()
	if len(rows) != len(summaries) {
		t.Fatalf("%d rows, the catalogue has %d", len(rows), len(summaries))
	}
	for i, s := range summaries {
		var paths []string
		for _, p := range rows[i].paths {
			paths = append(paths, p.name)
		}
		if rows[i].name != s.Name || !slices.Equal(paths, s.Paths) {
			t.Errorf("%s with paths %v, the catalogue has %s with %v", rows[i].name, paths, s.Name, s.Paths)
		}
	}
}

func TestRandomPieces(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	empty := false
	for n := range 100 {
		data := randomBytes(random, n)
		pieces := randomPieces(random, data)
		if !bytes.Equal(slices.Concat(pieces...), data) {
			t.Errorf("%x in pieces is %x", data, pieces)
		}
		empty = empty || slices.ContainsFunc(pieces, func(p []byte) bool { return len(p) == 0 })
	}
	if !empty {
		t.Error("no piece was empty")
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
