// Package dstu7624 is the ten modes of operation of the Kalyna standard as their formulas
// are written, executed: meant to be read beside the text and to judge faster code, never
// to encrypt.
//
// Standard: DSTU 7624:2014, clauses 6-15
// Timing: VariableTime
// Maturity: official vectors
//
// l is the size of the block in bits, n = l/8 the same in bytes, T the encryption of a
// block under the key and U its decryption, S the synchro value (called iv, or tweak in
// XTS), always of n bytes. ‖ joins strings, and numbers in them are little-endian.
//
// Every function is pure: arguments are not changed, results share no memory with them.
// blockSize is n, 16, 32 or 64: with the key it says which variant of the cipher is meant,
// since keys of 32 and of 64 bytes belong to two. The key is of n or 2n bytes, of 64 only
// when n is 64. Sizes are in bytes, except that bits are bits. A size for which the standard
// has no value panics: of the block, key, iv and tag, and of the message where a function
// says so. What does not authenticate is reported, with no message.
//
// The standard was not available: clauses 9, 12 and 13 were read in quotations, the others
// in implementations that reproduce annex В. Where these differ, a comment says what was
// decided.
package dstu7624

import (
	"fmt"
	"slices"

	"github.com/zvirka/zvirka/reference/kalyna"
	spec "github.com/zvirka/zvirka/spec/dstu7624"
	cipher "github.com/zvirka/zvirka/spec/kalyna"
)

// Pad returns the message filled up to whole blocks [Б.2]: if it ends within a block, a
// single 1 follows its last bit and zeros up to the block's end; if not, nothing is added.
//
// The message has bits bits, in as few bytes as hold them; another number of bytes panics.
// Its bits fill each byte from the most significant downwards, as the example of 139 bits
// for GMAC has it. Bits of the last byte beyond them are not part of the message and do not
// matter. The text defines padding for a bit or more; without any, the result is empty.
func Pad(blockSize int, message []byte, bits int) []byte {
	checkBlock(blockSize)
	checkBits(message, bits)
	N, l := bits, 8*blockSize

	padded := make([]byte, (N+l-1)/l*blockSize)
	copy(padded, message)
	if N%8 != 0 {
		padded[N/8] &^= 0xff >> (N % 8)
	}
	if N%l != 0 {
		padded[N/8] |= spec.PaddingMarker >> (N % 8)
	}
	return padded
}

// encryption returns T.
func encryption(blockSize int, key []byte) func(block []byte) []byte {
	checkVariant(blockSize, key)
	return func(block []byte) []byte { return kalyna.Encrypt(key, block) }
}

// decryption returns U.
func decryption(blockSize int, key []byte) func(block []byte) []byte {
	checkVariant(blockSize, key)
	return func(block []byte) []byte { return kalyna.Decrypt(key, block) }
}

// blocks returns the parts of n bytes of a string of whole blocks.
func blocks(n int, x []byte) [][]byte {
	if len(x)%n != 0 {
		panic(fmt.Sprintf("reference/dstu7624: %d bytes are no whole blocks of %d", len(x), n))
	}
	return slices.Collect(slices.Chunk(x, n))
}

// number returns x as size bytes, the least significant first.
func number(x, size int) []byte {
	b := make([]byte, size)
	for i := range b {
		b[i] = byte(x >> (8 * i))
	}
	return b
}

// index returns the place of a size in a list of spec/dstu7624, or -1.
func index(sizes string, size int) int {
	return slices.IndexFunc([]byte(sizes), func(s byte) bool { return int(s) == size })
}

func xor(a, b []byte) []byte {
	if len(a) != len(b) {
		panic(fmt.Sprintf("reference/dstu7624: %d bytes and %d bytes", len(a), len(b)))
	}
	sum := make([]byte, len(a))
	for i := range sum {
		sum[i] = a[i] ^ b[i]
	}
	return sum
}

func checkVariant(blockSize int, key []byte) {
	if _, ok := cipher.Lookup(blockSize, len(key)); !ok {
		panic(fmt.Sprintf("reference/dstu7624: no variant with %d-byte blocks and %d-byte keys", blockSize, len(key)))
	}
}

func checkBlock(blockSize int) {
	switch blockSize {
	case 16, 32, 64:
	default:
		panic(fmt.Sprintf("reference/dstu7624: no variant with %d-byte blocks", blockSize))
	}
}

func checkIV(blockSize int, iv []byte) {
	if len(iv) != blockSize {
		panic(fmt.Sprintf("reference/dstu7624: synchro value of %d bytes for blocks of %d", len(iv), blockSize))
	}
}

func checkBits(message []byte, bits int) {
	if bits < 0 || len(message) != (bits+7)/8 {
		panic(fmt.Sprintf("reference/dstu7624: %d bits in %d bytes", bits, len(message)))
	}
}

// checkTag refuses tag sizes of CMAC, GMAC and GCM that are not 8 bytes to a block. The
// standard's own bounds are not confirmed.
func checkTag(blockSize, tagSize int) {
	if tagSize < spec.MinTagSize || tagSize > blockSize {
		panic(fmt.Sprintf("reference/dstu7624: tag of %d bytes for blocks of %d", tagSize, blockSize))
	}
}
