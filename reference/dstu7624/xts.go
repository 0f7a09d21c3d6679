package dstu7624

import (
	"fmt"
	"slices"

	"github.com/zvirka/zvirka/reference/gf2m"
)

// XTSEncrypt returns the ciphertext, as long as the message, of a block or more [14]; a
// shorter message panics. cᵢ = T(mᵢ ⊕ gᵢ) ⊕ gᵢ, where g₀ = T(S) and gᵢ = gᵢ₋₁·x in GF(2ˡ):
// the key of S is that of the data, and the first block has g₁.
//
// If a part of j bytes follows the k whole blocks, it takes the last n-j bytes of c_k to
// fill its block, which is encrypted with gₖ₊₁ and stands before what remains of c_k.
func XTSEncrypt(blockSize int, key, tweak, message []byte) []byte {
	T := encryption(blockSize, key)
	n := blockSize
	k, j := len(message)/n, len(message)%n
	g := xtsMasks(blockSize, key, tweak, k)
	step := func(m, g []byte) []byte { return xor(T(xor(m, g)), g) }

	var c [][]byte // c[0] is the first block
	for i, m := range blocks(n, message[:k*n]) {
		c = append(c, step(m, g[i+1]))
	}
	if j > 0 {
		last := c[k-1]
		y := slices.Concat(message[k*n:], last[j:])
		c = append(c[:k-1], step(y, g[k+1]), last[:j])
	}
	return slices.Concat(c...)
}

// XTSDecrypt returns the message [14]: the steps of XTSEncrypt, each inverted.
func XTSDecrypt(blockSize int, key, tweak, ciphertext []byte) []byte {
	U := decryption(blockSize, key)
	n := blockSize
	k, j := len(ciphertext)/n, len(ciphertext)%n
	g := xtsMasks(blockSize, key, tweak, k)
	step := func(c, g []byte) []byte { return xor(U(xor(c, g)), g) }

	c := blocks(n, ciphertext[:k*n])
	var tail []byte
	if j > 0 {
		y := step(c[k-1], g[k+1])
		c[k-1] = slices.Concat(ciphertext[k*n:], y[j:])
		tail = y[:j]
	}
	var M []byte
	for i, c := range c {
		M = append(M, step(c, g[i+1])...)
	}
	return append(M, tail...)
}

// xtsMasks returns g₀ .. gₖ₊₁.
func xtsMasks(blockSize int, key, tweak []byte, k int) [][]byte {
	T := encryption(blockSize, key)
	checkIV(blockSize, tweak)
	if k < 1 {
		panic(fmt.Sprintf("reference/dstu7624: XTS of less than a block of %d bytes", blockSize))
	}
	g := [][]byte{T(tweak)}
	for i := 1; i <= k+1; i++ {
		g = append(g, gf2m.MultiplyX(8*blockSize, g[i-1]))
	}
	return g
}
