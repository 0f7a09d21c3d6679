package dstu7624

import (
	"fmt"
	"slices"

	spec "github.com/zvirka/zvirka/spec/dstu7624"
)

// ECBEncrypt returns the ciphertext of whole blocks [6]: cᵢ = T(mᵢ). Of an empty message it
// is empty, as in all modes of this file.
func ECBEncrypt(blockSize int, key, message []byte) []byte {
	T := encryption(blockSize, key)
	var C []byte
	for _, m := range blocks(blockSize, message) {
		C = append(C, T(m)...)
	}
	return C
}

// ECBDecrypt returns the message: mᵢ = U(cᵢ) [6].
func ECBDecrypt(blockSize int, key, ciphertext []byte) []byte {
	U := decryption(blockSize, key)
	var M []byte
	for _, c := range blocks(blockSize, ciphertext) {
		M = append(M, U(c)...)
	}
	return M
}

// CTR returns the ciphertext of a message of any length, and the message of a ciphertext
// [7]: the sum with as many bytes of γ₁ ‖ γ₂ ‖ .., where γᵢ = T(T(S) + i), a block being a
// number of l bits in the addition.
//
// Decision: the addition carries through the whole block, as all implementations do. The
// text may confine it to the lower half, as it is quoted to do for CCM; what decides is a
// wrap of 2^(l/2), and no example has one.
func CTR(blockSize int, key, iv, message []byte) []byte {
	return xor(message, keystream(blockSize, key, iv, blockSize, len(message)))
}

// keystream returns the first size bytes of γ₁ ‖ γ₂ ‖ .., where γᵢ = T(sᵢ), s₀ = T(S), and sᵢ
// is sᵢ₋₁ with the number in its first width bytes increased by one.
func keystream(blockSize int, key, iv []byte, width, size int) []byte {
	T := encryption(blockSize, key)
	checkIV(blockSize, iv)
	s := T(iv)
	var gamma []byte
	for len(gamma) < size {
		s = increment(s, width)
		gamma = append(gamma, T(s)...)
	}
	return gamma[:size]
}

// increment adds one to the number in the first width bytes, and drops the last carry.
func increment(s []byte, width int) []byte {
	s = slices.Clone(s)
	for i := range width {
		s[i]++
		if s[i] != 0 { // no carry
			break
		}
	}
	return s
}

// CFBEncrypt returns the ciphertext of a message of any length, with feedback of q = width
// bytes [8]: 1, 8, 16, 32 or 64, but a block at most; others panic. A message that is no
// whole groups of q bytes ends with a shorter one.
//
// The register is not that of the same mode elsewhere: after each group it is the last γ
// with its last q bytes replaced by the ciphertext. And a group of j bytes, the last one
// also, is added to the last j bytes of γ. The examples have both.
func CFBEncrypt(blockSize int, key, iv, message []byte, width int) []byte {
	T := encryption(blockSize, key)
	checkIV(blockSize, iv)
	checkWidth(blockSize, width)
	n, q := blockSize, width

	register := iv
	var C []byte
	for m := range slices.Chunk(message, q) {
		gamma := T(register)
		c := xor(m, gamma[n-len(m):])
		C = append(C, c...)
		register = slices.Concat(gamma[:n-q], c)
	}
	return C
}

// CFBDecrypt returns the message [8]; the sizes are those of CFBEncrypt.
func CFBDecrypt(blockSize int, key, iv, ciphertext []byte, width int) []byte {
	T := encryption(blockSize, key)
	checkIV(blockSize, iv)
	checkWidth(blockSize, width)
	n, q := blockSize, width

	register := iv
	var M []byte
	for c := range slices.Chunk(ciphertext, q) {
		gamma := T(register)
		M = append(M, xor(c, gamma[n-len(c):])...)
		register = slices.Concat(gamma[:n-q], c)
	}
	return M
}

// checkWidth refuses the feedback widths that no implementation has.
func checkWidth(blockSize, width int) {
	if width > blockSize || index(spec.CFBWidths, width) < 0 {
		panic(fmt.Sprintf("reference/dstu7624: feedback of %d bytes for blocks of %d", width, blockSize))
	}
}

// CBCEncrypt returns the ciphertext of whole blocks [10]: c₀ = S, cᵢ = T(mᵢ ⊕ cᵢ₋₁).
func CBCEncrypt(blockSize int, key, iv, message []byte) []byte {
	T := encryption(blockSize, key)
	checkIV(blockSize, iv)
	c := iv
	var C []byte
	for _, m := range blocks(blockSize, message) {
		c = T(xor(m, c))
		C = append(C, c...)
	}
	return C
}

// CBCDecrypt returns the message: mᵢ = U(cᵢ) ⊕ cᵢ₋₁ [10].
func CBCDecrypt(blockSize int, key, iv, ciphertext []byte) []byte {
	U := decryption(blockSize, key)
	checkIV(blockSize, iv)
	before := iv
	var M []byte
	for _, c := range blocks(blockSize, ciphertext) {
		M = append(M, xor(U(c), before)...)
		before = c
	}
	return M
}

// OFB returns the ciphertext of a message of any length, and the message of a ciphertext
// [11]: the sum with as many bytes of γ₁ ‖ γ₂ ‖ .., where γ₁ = T(S), γᵢ = T(γᵢ₋₁).
func OFB(blockSize int, key, iv, message []byte) []byte {
	T := encryption(blockSize, key)
	checkIV(blockSize, iv)
	gamma := iv
	var C []byte
	for m := range slices.Chunk(message, blockSize) {
		gamma = T(gamma)
		C = append(C, xor(m, gamma[:len(m)])...)
	}
	return C
}
