package proof_test

import (
	"errors"
	"os"
	"testing"

	"github.com/zvirka/zvirka/props/proof"
)

// TestMutants breaks proved functions in every way that proof.Mutants knows. A mutant is refuted,
// with an input on which it differs or because it fails on all, or it is proved to be equivalent;
// of those there are few, and none may be left undecided.
func TestMutants(t *testing.T) {
	w := proof.Number("w", 64)
	key, block := proof.Bytes("key", 16), proof.Bytes("block", 16)
	whole := in{key, block}
	field := in{proof.Fixed(163), proof.Element("x", 163), proof.Element("y", 163)}
	strumok := in{proof.Bytes("key", 32), proof.Bytes("iv", 32), proof.Fixed(8)}
	refuted, equivalent := 0, 0
	for _, c := range []struct {
		broken, f, g string // broken is part of what f executes
		inputs       in
		long         bool
	}{
		{"impl/internal/submix.XTime", "impl/internal/submix.XTime", model + "XTime", in{w}, false},
		{"impl/internal/submix.Mix", "impl/internal/submix.Mix", model + "Mix", in{w}, false},
		{"impl/internal/submix.InvMix", "impl/internal/submix.InvMix", model + "InvMix", in{w}, false},
		{"impl/kalyna.column", "impl/kalyna.column", model + "Column", append(in{forward()}, eight(word64)...), true},
		{"impl/kupyna.column", "impl/kupyna.column", model + "KupynaColumn", append(in{forward()}, eight(bytes8)...), true},
		{"impl/hazmat/gf2m.double2", model + "Double", model + "ReferenceMultiplyX", in{proof.Fixed(128), proof.Element("x", 128)}, false},
		{"impl/hazmat/gf2m.(*E163).reduce", model + "Multiply", model + "ReferenceMultiply", field, true},
		{"impl/hazmat/clmul.mul64", model + "Multiply", model + "ReferenceMultiply", field, true},
		{"impl/hazmat/gf2m.spread32", model + "Square", model + "ReferenceSquare", field[:2], true},
		{"impl/strumok.shift", model + "Keystream", model + "ReferenceKeystream", strumok, true},
		{"impl/strumok.mulByte", model + "KeystreamSmall", model + "ReferenceKeystream", strumok, true},
		{"impl/kalyna.rounds128", model + "Encrypt", model + "ReferenceEncrypt", whole, true},
		{"impl/kalyna.expand128", model + "Encrypt", model + "ReferenceEncrypt", whole, true},
		{"impl/kalyna.unmixLow", model + "Decrypt", model + "ReferenceDecrypt", whole, true},
	} {
		if c.long && os.Getenv("ZVIRKA_PROVE") == "" {
			continue
		}
		p := program(t)
		mutants, err := p.Mutants(module + c.broken)
		if err != nil {
			t.Error(err)
			continue
		}
		count := map[string]int{}
		for _, m := range mutants {
			_, err := p.Equal(module+c.f, module+c.g, c.inputs, boxes(), proof.Mutated(m))
			var different *proof.DifferentError
			switch {
			case err == nil:
				count["equivalent"]++
				equivalent++
				t.Logf("%s: equivalent: %s", c.broken, m)
			case errors.As(err, &different):
				count["refuted"]++
				refuted++
			default:
				count["undecided"]++
				t.Errorf("%s: undecided: %s: %v", c.broken, m, err)
			}
		}
		t.Logf("%s: %v", c.broken, count)
	}
	t.Logf("of %d mutants %d are refuted and %d proved to be equivalent", refuted+equivalent, refuted, equivalent)
	if 100*refuted < 95*(refuted+equivalent) {
		t.Errorf("fewer than 95 %% of the mutants are refuted")
	}
}
