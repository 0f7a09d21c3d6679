package dstu7624

import (
	"bytes"
	"fmt"
	"slices"

	spec "github.com/zvirka/zvirka/spec/dstu7624"
)

// CCMSeal returns the ciphertext, as long as the message, and the tag of tagSize bytes over
// the message and the associated data [13]. lengthSize is N_B, the size of the fields for
// their lengths in bytes: 4, 6 or 8. The tag is of 8, 16, 32, 48 or 64 bytes, but a block
// at most. An empty message panics, since the text has a byte or more [13.1], and so does a
// length beyond its field; the associated data may be empty.
//
// The tag h is encrypted with the bytes of γ that follow those for the message, wherever in
// a block they begin. The example with a message of 15 bytes has it so.
//
// Decision: γ is that of CTR, whose counter carries through the whole block, as all
// implementations do, though the text is quoted to increase the lower half only [13.3].
func CCMSeal(blockSize int, key, iv, associated, message []byte, lengthSize, tagSize int) (ciphertext, tag []byte) {
	h := ccmTag(blockSize, key, iv, associated, message, lengthSize, tagSize)
	both := CTR(blockSize, key, iv, slices.Concat(message, h))
	return slices.Clone(both[:len(message)]), slices.Clone(both[len(message):])
}

// CCMOpen returns the message if the tag is that of it and the associated data, and nothing
// if not [13]. The sizes are those of CCMSeal; that of the tag is the one it has.
func CCMOpen(blockSize int, key, iv, associated, ciphertext, tag []byte, lengthSize int) (message []byte, ok bool) {
	both := CTR(blockSize, key, iv, slices.Concat(ciphertext, tag))
	M, h := both[:len(ciphertext)], both[len(ciphertext):]
	if !bytes.Equal(h, ccmTag(blockSize, key, iv, associated, M, lengthSize, len(tag))) {
		return nil, false
	}
	return slices.Clone(M), true
}

// ccmTag returns h, the tag before it is encrypted: the first bytes of the last block when
// X is chained as in CBC. Of the synchro value it has the first n-N_B-1 bytes only.
//
// Decision: without associated data, X begins with G1 alone and B = T(G1) is the first
// step. The text is quoted with "B = G1" here, which implementations read in both ways;
// taken at its word, it would be the only block of X that is not encrypted.
//
// Decision: if the length of the associated data and they themselves do not end with a
// block, the zeros stand between them, in as many blocks as it takes: so the text, but not
// all implementations.
func ccmTag(blockSize int, key, iv, O, M []byte, lengthSize, tagSize int) []byte {
	T := encryption(blockSize, key)
	checkIV(blockSize, iv)
	n, NB := blockSize, lengthSize
	checkCCM(n, NB, tagSize)
	checkLength(M, NB)
	checkLength(O, NB)
	if len(M) == 0 {
		panic("reference/dstu7624: CCM of an empty message")
	}

	// G1: a part of S, the length of M, and what the other fields are.
	code := spec.CCMFirstCode + index(spec.CCMTags, tagSize)
	flag := code<<spec.CCMCodeShift | (NB - 1)
	if len(O) > 0 {
		flag |= spec.CCMHasAssociated
	}
	X := slices.Concat(iv[:n-NB-1], number(len(M), NB), []byte{byte(flag)})

	if len(O) > 0 {
		z := (n - (len(O)+NB)%n) % n
		X = slices.Concat(X, number(len(O), NB), make([]byte, z), O)
	}
	X = slices.Concat(X, Pad(n, M, 8*len(M)))

	B := make([]byte, n)
	for _, x := range blocks(n, X) {
		B = T(xor(B, x))
	}
	return B[:tagSize]
}

// checkCCM refuses sizes of fields and tags for which the flag has no code.
func checkCCM(blockSize, lengthSize, tagSize int) {
	if index(spec.CCMLengths, lengthSize) < 0 {
		panic(fmt.Sprintf("reference/dstu7624: CCM with length fields of %d bytes", lengthSize))
	}
	if tagSize > blockSize || index(spec.CCMTags, tagSize) < 0 {
		panic(fmt.Sprintf("reference/dstu7624: CCM with a tag of %d bytes for blocks of %d", tagSize, blockSize))
	}
}

// checkLength refuses strings whose length in bytes does not fit a field of size bytes.
func checkLength(x []byte, size int) {
	if len(x)>>(8*size) != 0 {
		panic(fmt.Sprintf("reference/dstu7624: %d bytes, whose number does not fit %d", len(x), size))
	}
}
