package proof_test

import (
	"testing"

	"github.com/zvirka/zvirka/props/proof"
	"github.com/zvirka/zvirka/spec/kalyna"
)

// TestKalyna: both directions of all variants, for all keys and all blocks, the key schedule
// among it.
func TestKalyna(t *testing.T) {
	for _, p := range kalyna.Variants() {
		inputs := in{proof.Bytes("key", p.KeySize), proof.Bytes("block", p.BlockSize)}
		t.Run(p.Name, func(t *testing.T) {
			equal(t, model+"Encrypt", model+"ReferenceEncrypt", inputs, boxes())
			equal(t, model+"Decrypt", model+"ReferenceDecrypt", inputs, boxes())
		})
	}
}
