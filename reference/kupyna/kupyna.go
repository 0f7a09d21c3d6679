// Package kupyna is the Kupyna hash function as its standard writes it, executed: meant
// to be read beside the text and to judge faster code, never to be used in its place.
//
// Standard: DSTU 7564:2014, clauses 3-6
// Timing: VariableTime
// Maturity: official vectors
//
// Clause numbers are those of the designers' paper (IACR ePrint 2015/885). n and l are the
// sizes of the digest and of the state in bits, c = l/64 the number of columns of the
// state, t the number of rounds, N the length of the message in bits. Every function is
// pure: arguments are not changed, results share no memory with them. The digest length n
// is an argument of the name bits: a multiple of 8 from 8 to 512. Another n panics, and so
// does a state or block that is not of 64 or 128 bytes.
package kupyna

import (
	"encoding/binary"
	"fmt"
	"slices"

	spec "github.com/zvirka/zvirka/spec/kupyna"
)

// Sum returns the digest of a message of whole bytes [4].
func Sum(bits int, message []byte) []byte {
	return SumBits(bits, message, 8*len(message))
}

// SumBits returns the digest of a message of messageBits bits [4], laid out as Pad says.
func SumBits(bits int, message []byte, messageBits int) []byte {
	h := IV(bits)
	for m := range slices.Chunk(Pad(bits, message, messageBits), len(h)) {
		h = Compress(h, m)
	}
	return Output(bits, h)
}

// IV returns the initial state [4].
//
// The text gives it as the number 1 << 510 for l = 512 and 1 << 1023 for l = 1024.
// Decision: it is written most significant byte first, so that byte 0 is l/8, that is
// 0x40 or 0x80, and all others are zero. All examples agree with this, and none with the
// order of columns, least significant byte first, which would put the bit into the last.
func IV(bits int) []byte {
	p := lookup(bits)
	iv := make([]byte, p.BlockSize)
	iv[0] = p.IV
	return iv
}

// Compress returns the state that follows h when a padded block m is absorbed:
// T⊕(h ⊕ m) ⊕ T⁺(m) ⊕ h [4].
func Compress(h, m []byte) []byte {
	T := xor(P(NewState(xor(h, m))).Bytes(), Q(NewState(m)).Bytes())
	return xor(T, h)
}

// Output returns the digest, given the state after the last block: the n bits that R
// takes from T⊕(h) ⊕ h [4].
//
// R returns the "most significant" bits. Decision: those are the last n/8 bytes of the
// state in their order, since its last column is the most significant and the last byte
// of a column too. All examples agree with this and none with the first bytes.
func Output(bits int, h []byte) []byte {
	p := lookup(bits)
	if len(h) != p.BlockSize {
		panic(fmt.Sprintf("reference/kupyna: digest of %d bits from a state of %d bytes", bits, len(h)))
	}
	out := xor(P(NewState(h)).Bytes(), h)
	return out[p.BlockSize-p.DigestSize:]
}

// Pad returns the message filled up to whole blocks: its bits, a single 1, then
// d = (-N-97) mod l zeros, and N as a 96-bit number, least significant byte first [5].
//
// The message has messageBits bits, that is N, in as few bytes as hold them; another number
// of bytes panics. Its bits fill each byte from the most significant downwards, and the
// single 1 is the next: the example of 33 bits, 00 00 ff 00 00, has the fifth byte 40 when
// padded. Bits of the last byte beyond N are not part of the message and do not matter.
func Pad(bits int, message []byte, messageBits int) []byte {
	l, N := 8*lookup(bits).BlockSize, messageBits
	if N < 0 || len(message) != (N+7)/8 {
		panic(fmt.Sprintf("reference/kupyna: %d bits in %d bytes", N, len(message)))
	}
	d := ((-N-97)%l + l) % l // Go's remainder has the sign of the dividend

	padded := make([]byte, (N+1+d+96)/8)
	copy(padded, message)
	one := byte(0x80) >> (N % 8)
	padded[N/8] = padded[N/8]&^(one-1) | one // and zeros below

	length := padded[len(padded)-spec.LengthSize:]
	binary.LittleEndian.PutUint64(length, uint64(N)) // N < 2⁶³, the other four bytes stay zero
	return padded
}

func xor(a, b []byte) []byte {
	if len(a) != len(b) {
		panic(fmt.Sprintf("reference/kupyna: %d bytes and %d bytes", len(a), len(b)))
	}
	sum := make([]byte, len(a))
	for i := range sum {
		sum[i] = a[i] ^ b[i]
	}
	return sum
}

func lookup(bits int) spec.Params {
	p, ok := spec.Lookup(bits)
	if !ok {
		panic(fmt.Sprintf("reference/kupyna: no digests of %d bits", bits))
	}
	return p
}
