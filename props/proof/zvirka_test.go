package proof_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/zvirka/zvirka/props/proof"
	"github.com/zvirka/zvirka/spec/kalyna"
)

const module = "github.com/zvirka/zvirka/"

func TestMain(m *testing.M) {
	status := m.Run()
	if os.Getenv("PROOF_TABLE") != "" {
		if err := proof.WriteTable(os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			status = 1
		}
	}
	os.Exit(status)
}

// once skips where the suites run for another platform or profile: a proof is of the source, and
// done once.
func once(t testing.TB) {
	t.Helper()
	if os.Getenv("ZVIRKA_PROFILE") != "" {
		t.Skip("a proof does not depend on the platform")
	}
}

// all skips what is too long for every run; make prove does it.
func all(t testing.TB) {
	t.Helper()
	once(t)
	if os.Getenv("ZVIRKA_PROVE") == "" {
		t.Skip("takes minutes; make prove does it")
	}
}

// program is this module's packages.
func program(t testing.TB) *proof.Program {
	t.Helper()
	once(t)
	p, err := proof.Load(module+"props/proof/testdata/zvirka", module+"impl/kalyna", module+"impl/kupyna", module+"impl/strumok",
		module+"impl/hazmat/gf2m", module+"impl/dstu7624", module+"impl/internal/submix")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// equal proves that two functions of this module are equal.
func equal(t *testing.T, f, g string, inputs []proof.Input, options ...proof.Option) *proof.Lemma {
	t.Helper()
	l, err := program(t).Equal(module+f, module+g, inputs, options...)
	if err != nil {
		t.Errorf("%s = %s: %v", f, g, err)
		return nil
	}
	t.Logf("%s: %d bits, %v", l.Statement, l.Bits, l.Time)
	return l
}

type in = []proof.Input

const model = "props/proof/testdata/zvirka."

func TestColumns(t *testing.T) {
	w := proof.Number("w", 64)
	equal(t, "impl/internal/submix.XTime", model+"XTime", in{w})
	equal(t, "impl/internal/submix.Mix", model+"Mix", in{w})
	equal(t, "impl/internal/submix.InvMix", model+"InvMix", in{w})
	equal(t, model+"SubThenInvSub", model+"Identity", in{w})
	equal(t, model+"InvSubThenSub", model+"Identity", in{w})
}

// boxes are the S-boxes of Kalyna.
func boxes() proof.Option {
	var all []proof.Box
	for row := range 4 {
		all = append(all, proof.Box{Name: fmt.Sprintf("π%d", row), Table: kalyna.Pi(row)},
			proof.Box{Name: fmt.Sprintf("π%d⁻¹", row), Table: kalyna.InvPi(row)})
	}
	return proof.Boxes(all...)
}

func forward() proof.Input { return proof.Variable(module + "impl/internal/submix.Forward") }

func inverse() proof.Input { return proof.Variable(module + "impl/internal/submix.Inverse") }

// eight are numbers or arrays called a to h.
func eight(shape func(name string) proof.Input) in {
	var all in
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		all = append(all, shape(name))
	}
	return all
}

func word64(name string) proof.Input { return proof.Number(name, 64) }

func bytes8(name string) proof.Input { return proof.Pointer(proof.Array(name, 8, 8)) }

// TestTables: every entry of the fused tables, as the columns that are made of them, with no
// S-box uninterpreted.
func TestTables(t *testing.T) {
	equal(t, "impl/kalyna.column", model+"Column", append(in{forward()}, eight(word64)...))
	equal(t, "impl/kalyna.column", model+"InvColumn", append(in{inverse()}, eight(word64)...))
	equal(t, "impl/kupyna.column", model+"KupynaColumn", append(in{forward()}, eight(bytes8)...))
	equal(t, "impl/kalyna.unsub", model+"Unsub", eight(word64)[:4])
	equal(t, "impl/kalyna.unsubBytes", model+"UnsubBytes", eight(bytes8))
}

// TestRounds: the rounds without derived tables, for all block sizes.
func TestRounds(t *testing.T) {
	for _, p := range kalyna.Variants() {
		if p.KeyWords != p.Words {
			continue
		}
		shift := [8]int{}
		for r := range shift {
			shift[r] = r * p.Words / 8
		}
		equal(t, "impl/internal/submix.Round", model+"Round", in{pointerTo(shift), proof.Slice("x", p.Words, 64)}, boxes())
		equal(t, "impl/kalyna.smallInvRound", model+"InvRound", in{pointerTo(shift), proof.Slice("x", p.Words, 64)}, boxes())
	}
}

func pointerTo(v any) proof.Input { return proof.Pointer(proof.Fixed(v)) }
