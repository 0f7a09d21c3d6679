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

// TestSums: what GMAC adds up before it reduces, on the portable path, whatever the powers are.
func TestSums(t *testing.T) {
	for _, words := range []int{2, 4, 8} {
		for n := 1; n <= 3; n++ {
			if words*n > 4 && os.Getenv("ZVIRKA_PROVE") == "" {
				continue
			}
			equal(t, model+"Sum", model+"ReferenceSum",
				in{proof.Fixed(words), proof.Slice("powers", 16*words, 64), proof.Bytes("acc", 8*words), proof.Bytes("blocks", 8*words*n)})
		}
	}
}
