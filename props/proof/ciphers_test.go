package proof_test

import (
	"os"
	"testing"

	"github.com/zvirka/zvirka/props/proof"
	"github.com/zvirka/zvirka/spec/kalyna"
)

// TestKalyna: both directions of all variants, for all keys and all blocks, the key schedule
// among it.
func TestKalyna(t *testing.T) {
	for _, p := range kalyna.Variants() {
		if p.BlockSize > 16 && os.Getenv("ZVIRKA_PROVE") == "" {
			continue // make prove does them all
		}
		inputs := in{proof.Bytes("key", p.KeySize), proof.Bytes("block", p.BlockSize)}
		t.Run(p.Name, func(t *testing.T) {
			equal(t, model+"Encrypt", model+"ReferenceEncrypt", inputs, boxes())
			equal(t, model+"Decrypt", model+"ReferenceDecrypt", inputs, boxes())
		})
	}
}

// TestKalynaPaths: the path without tables, the entry for several blocks and the chain.
func TestKalynaPaths(t *testing.T) {
	all(t)
	for _, p := range kalyna.Variants() {
		key := proof.Bytes("key", p.KeySize)
		t.Run(p.Name, func(t *testing.T) {
			one := in{key, proof.Bytes("block", p.BlockSize)}
			equal(t, model+"EncryptSmall", model+"ReferenceEncrypt", one, boxes())
			equal(t, model+"DecryptSmall", model+"ReferenceDecrypt", one, boxes())
			many := in{key, proof.Bytes("blocks", 64+p.BlockSize), proof.Fixed(p.BlockSize)} // all states of a kernel, and one block
			equal(t, model+"Blocks", model+"ReferenceBlocks", many, boxes())
			equal(t, model+"InverseBlocks", model+"ReferenceInverseBlocks", many, boxes())
			equal(t, model+"Chain", model+"ReferenceChain",
				in{key, proof.Bytes("acc", p.BlockSize), proof.Bytes("blocks", 2*p.BlockSize)}, boxes())
		})
	}
}

// TestKupyna: digests of messages of one and of two blocks, for all messages.
func TestKupyna(t *testing.T) {
	for _, c := range []struct{ bits, size int }{{256, 0}, {256, 40}, {256, 64}, {384, 100}, {512, 64}, {512, 128}} {
		if c.size > 40 && os.Getenv("ZVIRKA_PROVE") == "" {
			continue
		}
		inputs := in{proof.Bytes("message", c.size), proof.Fixed(c.bits)}
		equal(t, model+"Digest", model+"ReferenceDigest", inputs, boxes())
		equal(t, model+"DigestSmall", model+"ReferenceDigest", inputs, boxes())
	}
}

// TestStrumok: initialization and the keystream of more than one batch, for all keys and IVs.
func TestStrumok(t *testing.T) {
	for _, size := range []int{32, 64} {
		n := 128 + 16 + 3
		if os.Getenv("ZVIRKA_PROVE") == "" {
			n = 19
		}
		inputs := in{proof.Bytes("key", size), proof.Bytes("iv", 32), proof.Fixed(n)}
		equal(t, model+"Keystream", model+"ReferenceKeystream", inputs, boxes())
		equal(t, model+"KeystreamSmall", model+"ReferenceKeystream", inputs, boxes())
	}
}
