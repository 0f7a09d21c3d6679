// Package kmac is Kupyna-KMAC, the message authentication code of the Kupyna standard, as
// its formula is written, executed: meant to be read beside the text and to judge faster
// code, never to be used in its place.
//
// Standard: DSTU 7564:2014, annex В
// Timing: VariableTime
// Maturity: official vectors
package kmac

import (
	"fmt"
	"slices"

	"github.com/zvirka/zvirka/reference/kupyna"
	spec "github.com/zvirka/zvirka/spec/kmac"
)

// Sum returns the tag of a message, Kupyna-KMAC(K, M) = H(Pad(K) ‖ Pad(M) ‖ ~K), of bits
// bits. H is Kupyna with digests of that length, Pad its own padding, each time with the
// length of what is padded, and ~K the key with every bit inverted. H pads once more, with
// the length of all.
//
// bits is 256, 384 or 512 and the key has as many; other values panic.
//
// No source that was read says what keys of other lengths would be; Bouncy Castle takes
// them, UAPKI does not. Decision: there are none. An empty message is allowed: the formula
// has a value, and both implementations give it.
func Sum(bits int, key, message []byte) []byte {
	p, ok := spec.Lookup(bits)
	if !ok || len(key) != p.KeySize {
		panic(fmt.Sprintf("reference/kmac: no tags of %d bits with keys of %d bytes", bits, len(key)))
	}
	return kupyna.Sum(bits, slices.Concat(pad(bits, key), pad(bits, message), not(key)))
}

func pad(bits int, x []byte) []byte { return kupyna.Pad(bits, x, 8*len(x)) }

func not(x []byte) []byte {
	inverted := make([]byte, len(x))
	for i := range x {
		inverted[i] = ^x[i]
	}
	return inverted
}
