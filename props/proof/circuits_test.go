package proof_test

import (
	"fmt"
	"testing"

	"github.com/zvirka/zvirka/props/proof"
	"github.com/zvirka/zvirka/spec/kalyna"
)

// circuits proves the S-box circuits, for rotations by these counts of bits, and returns the lemmas.
func circuits(t *testing.T, forward, inverse []int) proof.Option {
	t.Helper()
	x := func(name string) proof.Input { return proof.Pointer(proof.Array(name, 8, 64)) }
	var lemmas []*proof.Lemma
	for row := range 4 {
		for _, n := range forward {
			name := fmt.Sprintf("Pi%d", row)
			lemmas = append(lemmas, equal(t, "impl/internal/submix."+name, model+name, in{x("z"), x("x"), proof.Fixed(n)}))
		}
		for _, n := range inverse {
			name := fmt.Sprintf("InvPi%d", row)
			lemmas = append(lemmas, equal(t, "impl/internal/submix."+name, model+name, in{x("z"), x("x"), x("k"), proof.Fixed(n)}))
		}
	}
	return proof.Using(lemmas...)
}

// TestCircuits: the S-box circuits are the tables, in each of 64 places.
func TestCircuits(t *testing.T) { circuits(t, []int{0}, []int{0}) }

// TestConstantTime: the constant-time paths, whole, by way of the circuits. Of Kalyna it is the
// narrow kernel, which does less than 512 bytes; the forms of the wide one are not found equal.
func TestConstantTime(t *testing.T) {
	all(t)
	lemmas := circuits(t, []int{0}, []int{0})
	for _, p := range kalyna.Variants() {
		inputs := in{proof.Bytes("key", p.KeySize), proof.Bytes("block", p.BlockSize)}
		equal(t, model+"EncryptCT", model+"ReferenceEncrypt", inputs, boxes(), lemmas)
		equal(t, model+"DecryptCT", model+"ReferenceDecrypt", inputs, boxes(), lemmas)
	}
	for _, size := range []int{32, 64} {
		inputs := in{proof.Bytes("key", size), proof.Bytes("iv", 32), proof.Fixed(19)}
		equal(t, model+"KeystreamCT", model+"ReferenceKeystream", inputs, boxes(), lemmas)
	}
}
