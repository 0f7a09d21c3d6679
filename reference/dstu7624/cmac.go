package dstu7624

import (
	"slices"

	spec "github.com/zvirka/zvirka/spec/dstu7624"
)

// CMAC returns the tag of tagSize bytes, 8 to a block, of a message of bits bits, laid out
// as Pad says [9].
//
// Decision: there is no tag of an empty message. The text has messages of a bit or more,
// and no padding for none; implementations that give the tag of a zero block give the one
// that such a message has too. No bits panic.
func CMAC(blockSize int, key, message []byte, bits, tagSize int) []byte {
	T := encryption(blockSize, key)
	checkTag(blockSize, tagSize)
	if bits == 0 {
		panic("reference/dstu7624: CMAC of an empty message")
	}
	p := blocks(blockSize, Pad(blockSize, message, bits))
	k := len(p)

	// K_d, the last key, is T of a block that says whether padding was added.
	d := make([]byte, blockSize)
	if bits%(8*blockSize) != 0 {
		d[0] = spec.CMACPadded
	}
	Kd := T(d)

	C := make([]byte, blockSize)
	for _, p := range p[:k-1] {
		C = T(xor(p, C))
	}
	C = T(xor(xor(p[k-1], C), Kd))
	return slices.Clone(C[:tagSize])
}
