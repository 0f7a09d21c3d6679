// Package kalyna is the Kalyna block cipher as its standard writes it, executed: meant
// to be read beside the text and to judge faster code, never to encrypt.
//
// Standard: DSTU 7624:2014, clauses 5-7
// Timing: VariableTime
// Maturity: official vectors
//
// Clause numbers are those of the designers' English adaptation (IACR ePrint 2015/650).
// l and k are the sizes of the block and the key in bits, c = l/64 the number of columns
// of the state, t the number of rounds. Every function is pure: arguments are not
// changed, results share no memory with them. The variant is the one with the given
// block and key sizes (16/16, 16/32, 32/32, 32/64 or 64/64 bytes); other sizes panic, and
// so does a round key that is not of the size of the state.
package kalyna

import (
	"fmt"

	spec "github.com/zvirka/zvirka/spec/kalyna"
)

// Encrypt returns the ciphertext of one block [5.1].
func Encrypt(key, block []byte) []byte {
	p := variant(len(block), key)
	K := RoundKeys(len(block), key)
	t := p.Rounds

	G := NewState(block)
	G = AddRoundKey(G, K[0])
	for i := 1; i < t; i++ {
		G = XorRoundKey(Round(G), K[i])
	}
	G = AddRoundKey(Round(G), K[t])
	return G.Bytes()
}

// Decrypt returns the plaintext of one block [6.1]: the steps of Encrypt, each inverted,
// in the opposite order.
func Decrypt(key, block []byte) []byte {
	p := variant(len(block), key)
	K := RoundKeys(len(block), key)
	t := p.Rounds

	G := NewState(block)
	G = SubRoundKey(G, K[t])
	for i := t - 1; i >= 1; i-- {
		G = XorRoundKey(InvRound(G), K[i])
	}
	G = SubRoundKey(InvRound(G), K[0])
	return G.Bytes()
}

// variant returns the row of table 1 [3] with the given sizes.
func variant(blockSize int, key []byte) spec.Params {
	p, ok := spec.Lookup(blockSize, len(key))
	if !ok {
		panic(fmt.Sprintf("reference/kalyna: no variant with %d-byte blocks and %d-byte keys", blockSize, len(key)))
	}
	return p
}
