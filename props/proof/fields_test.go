package proof_test

import (
	"os"
	"testing"

	"github.com/zvirka/zvirka/props/proof"
	"github.com/zvirka/zvirka/spec/gf2m"
)

// TestFields: products, squares and products by x of all elements of all fields, by the portable
// multiplication. That of the instructions is for the assembly's own proofs.
func TestFields(t *testing.T) {
	for _, f := range gf2m.Fields() {
		if f.M > 163 && os.Getenv("ZVIRKA_PROVE") == "" {
			continue
		}
		m, x, y := proof.Fixed(f.M), proof.Element("x", f.M), proof.Element("y", f.M)
		equal(t, model+"MultiplyX", model+"ReferenceMultiplyX", in{m, x})
		equal(t, model+"Square", model+"ReferenceSquare", in{m, x})
		equal(t, model+"Multiply", model+"ReferenceMultiply", in{m, x, y})
		if f.M == 128 || f.M == 256 || f.M == 512 {
			equal(t, model+"Double", model+"ReferenceMultiplyX", in{m, x})
		}
	}
}
