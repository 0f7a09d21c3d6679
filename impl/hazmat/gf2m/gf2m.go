// Package gf2m implements the binary fields of the standards: GF(2¹²⁸), GF(2²⁵⁶) and
// GF(2⁵¹²) of the modes of DSTU 7624, and the ten of the recommended curves of DSTU 4145.
//
// Standard: DSTU 7624:2014, clause 12, and DSTU 4145-2002, annex Г
// Timing: ConstantTime
// Maturity: cross-checked
//
// An element is an array of words, bit i of word j the coefficient of x^(64j+i), always
// reduced: no bit at or above the degree of the field is set, and the methods rely on it.
// The receiver of a method is its destination and what it returns; it may be an operand
// too. As bytes elements are little-endian, which is the order of the modes' blocks.
//
// This is raw material for the modes and the signatures, outside the promise of
// compatibility. The time of every method depends on the field alone.
package gf2m

//go:generate go run ./gen

import (
	"crypto/subtle"
	"encoding/binary"
	"fmt"
	"math/bits"

	"github.com/zvirka/zvirka/impl/internal/verdict"
)

// A SizeError reports how many bytes were given in place of an element. Want is zero where
// several sizes would have done.
type SizeError struct{ Got, Want int }

func (e SizeError) Error() string {
	if e.Want == 0 {
		return fmt.Sprintf("gf2m: no field with elements of %d bytes", e.Got)
	}
	return fmt.Sprintf("gf2m: element of %d bytes, want %d", e.Got, e.Want)
}

// A DegreeError reports bytes with a bit at or above the degree of the field, which is it.
type DegreeError int

func (e DegreeError) Error() string {
	return fmt.Sprintf("gf2m: not an element: a bit at or above %d is set", int(e))
}

// spread returns x with a zero between any two bits, in two words: the square of x.
func spread(x uint64) (hi, lo uint64) { return spread32(x >> 32), spread32(x & 0xffffffff) }

func spread32(x uint64) uint64 {
	x = (x | x<<16) & 0x0000ffff0000ffff
	x = (x | x<<8) & 0x00ff00ff00ff00ff
	x = (x | x<<4) & 0x0f0f0f0f0f0f0f0f
	x = (x | x<<2) & 0x3333333333333333
	return (x | x<<1) & 0x5555555555555555
}

// setBytes decodes b, of the given size, into words, and refuses a bit at or above degree.
func setBytes(words []uint64, b []byte, size, degree int) error {
	if len(b) != size {
		return SizeError{len(b), size}
	}
	if used := degree % 8; used != 0 && !verdict.Of(subtle.ConstantTimeByteEq(b[size-1]>>used, 0)) {
		return DegreeError(degree)
	}
	var buf [64]byte
	copy(buf[:], b)
	for i := range words {
		words[i] = binary.LittleEndian.Uint64(buf[8*i:])
	}
	return nil
}

// appendBytes appends the size bytes of an element.
func appendBytes(b []byte, words []uint64, size int) []byte {
	n := len(b) + size
	for _, w := range words {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	return b[:n]
}

// isZero returns 1 if all words are zero and 0 if not.
func isZero(words []uint64) int {
	var any uint64
	for _, w := range words {
		any |= w
	}
	return int(1 ^ (any|-any)>>63)
}

// selectWords sets z to a if cond is 1 and to b if it is 0.
func selectWords(z, a, b []uint64, cond int) {
	mask := -uint64(subtle.ConstantTimeEq(int32(cond), 1))
	for i := range z {
		z[i] = b[i] ^ mask&(a[i]^b[i])
	}
}

// parity returns the sum of the bits of x modulo 2.
func parity(x uint64) int { return bits.OnesCount64(x) & 1 }
