package dstu7624

import (
	"bytes"
	"slices"

	"github.com/zvirka/zvirka/reference/gf2m"
)

// GCMSeal returns the ciphertext, as long as the message, and the tag of tagSize bytes, 8 to
// a block, over it and the associated data [12]. Either of message and associated data may
// be empty. Both together panic: the text has a bit or more [12.1], and the tag would be
// T(0), which is H.
//
// The tag does not depend on S, so that another S is not noticed unless it stands among the
// associated data.
func GCMSeal(blockSize int, key, iv, associated, message []byte, tagSize int) (ciphertext, tag []byte) {
	C := gcmCTR(blockSize, key, iv, message)
	return C, gcmTag(blockSize, key, associated, 8*len(associated), C, tagSize)
}

// GCMOpen returns the message if the tag is that of the ciphertext and the associated data,
// and nothing if not [12]. The sizes are those of GCMSeal; that of the tag is the one it has.
func GCMOpen(blockSize int, key, iv, associated, ciphertext, tag []byte) (message []byte, ok bool) {
	checkIV(blockSize, iv)
	if !bytes.Equal(tag, gcmTag(blockSize, key, associated, 8*len(associated), ciphertext, len(tag))) {
		return nil, false
	}
	return gcmCTR(blockSize, key, iv, ciphertext), true
}

// GMAC returns the tag of tagSize bytes, 8 to a block, of a message of bits bits, laid out
// as Pad says [12.5]: that of GCM with the message as associated data and nothing to
// encrypt. No bits panic.
func GMAC(blockSize int, key, message []byte, bits, tagSize int) []byte {
	return gcmTag(blockSize, key, message, bits, nil, tagSize)
}

// gcmCTR is CTR but for the counter.
//
// Decision: it is the first 64 bits of the block, and no carry leaves them. So two of three
// implementations have it; the third carries through the whole block. What decides is a
// wrap of 2⁶⁴, and no example has one.
func gcmCTR(blockSize int, key, iv, message []byte) []byte {
	return xor(message, keystream(blockSize, key, iv, 8, len(message)))
}

// gcmTag returns the tag of the associated data O, of N bits, and the ciphertext C.
//
// Decision: whatever ends within a block, O or C, is padded as Pad does, and λ has the
// lengths before padding. So the text is quoted [12.2], and so the example of 139 bits
// comes out for O; none has such a C. Implementations that pad with zeros, or put the
// padded length into λ, give one tag to different data.
func gcmTag(blockSize int, key, O []byte, N int, C []byte, tagSize int) []byte {
	T := encryption(blockSize, key)
	checkTag(blockSize, tagSize)
	l := 8 * blockSize
	padded := slices.Concat(Pad(blockSize, O, N), Pad(blockSize, C, 8*len(C)))
	if len(padded) == 0 {
		panic("reference/dstu7624: GCM of an empty message and no associated data")
	}

	H := T(make([]byte, blockSize))
	B := make([]byte, blockSize)
	for _, x := range blocks(blockSize, padded) {
		B = gf2m.Multiply(l, xor(B, x), H)
	}
	// λ: both lengths in bits, as numbers of l/2 bits. It is added and not multiplied by H.
	lambda := slices.Concat(number(N, blockSize/2), number(8*len(C), blockSize/2))
	return slices.Clone(T(xor(B, lambda))[:tagSize])
}
