// Package submix holds what Kalyna, Kupyna and Strumok have in common, the substitutions
// and the column mixing of DSTU 7624:2014, 5.3 and 5.5, in the three shapes that their
// kernels need: fused tables, arithmetic on a word, and Boolean circuits.
//
// A column is a 64-bit word whose byte of row r is byte r from the least significant.
package submix

import (
	"math/bits"

	"github.com/zvirka/zvirka/spec/kalyna"
)

//go:generate go run ./gen
//go:generate go run ./gen/ct

// A Table turns byte x of row r into its share t[r][x] of a column after substitution and
// column mixing, which is the sum of the shares of its eight bytes. Its lookups are at
// secret addresses.
//
//	Forward[r][x] = pi(x)·(column r of MDS)
//	Inverse[r][x] = pi⁻¹(x)·(column r of MDS⁻¹)
//
// Nobody writes to them. A table is best reached through a pointer: a lookup is then one
// instruction with one base register.
type Table [kalyna.Rows][256]uint64

// XTime multiplies each of the eight bytes of w by x in GF(2⁸).
func XTime(w uint64) uint64 {
	high := w >> 7 & 0x0101010101010101
	return w<<1&0xfefefefefefefefe ^ high*(kalyna.Poly&0xff)
}

// Mix is L on one column. Row i of the result is the sum of MDS[d] times row i+d,
// and moving row i+d to row i is a rotation of the word right by 8d bits.
func Mix(w uint64) uint64 {
	w2 := XTime(w)
	w4 := XTime(w2)
	w8 := XTime(w4)
	return w ^ // MDS = 01 01 05 01 08 06 07 04
		bits.RotateLeft64(w, -8) ^
		bits.RotateLeft64(w4^w, -16) ^
		bits.RotateLeft64(w, -24) ^
		bits.RotateLeft64(w8, -32) ^
		bits.RotateLeft64(w4^w2, -40) ^
		bits.RotateLeft64(w4^w2^w, -48) ^
		bits.RotateLeft64(w4, -56)
}

// InvMix is L⁻¹ on one column. As polynomials modulo x⁸-1 the two circulants
// satisfy InvMDS(x) = 66·(08 + 1b·x² + 01·x⁴ + 0b·x⁶) · MDS(x), which costs 13 doublings
// where the entries of InvMDS, taken singly, have 35 set bits.
func InvMix(w uint64) uint64 {
	w2 := XTime(w)
	w4 := XTime(w2)
	w8 := XTime(w4)
	w16 := XTime(w8)
	t := w8 ^
		bits.RotateLeft64(w16^w8^w2^w, -16) ^
		bits.RotateLeft64(w, -32) ^
		bits.RotateLeft64(w8^w2^w, -48)
	t2 := XTime(t)
	t4 := XTime(t2)
	t32 := XTime(XTime(XTime(t4)))
	return Mix(XTime(t32) ^ t32 ^ t4 ^ t2)
}

// Round is S, T and L of the columns x, of which there are at most 16: the byte of row r
// in column j comes from column j-shift[r].
//
//ct:allow table lookup: the card says TableLookup
func Round(shift *[kalyna.Rows]int, x []uint64) {
	var y [16]uint64
	for j := range x {
		w := x[j]
		y[(j+shift[0])%len(x)] |= uint64(kalyna.Pi0[byte(w)])
		y[(j+shift[1])%len(x)] |= uint64(kalyna.Pi1[byte(w>>8)]) << 8
		y[(j+shift[2])%len(x)] |= uint64(kalyna.Pi2[byte(w>>16)]) << 16
		y[(j+shift[3])%len(x)] |= uint64(kalyna.Pi3[byte(w>>24)]) << 24
		y[(j+shift[4])%len(x)] |= uint64(kalyna.Pi0[byte(w>>32)]) << 32
		y[(j+shift[5])%len(x)] |= uint64(kalyna.Pi1[byte(w>>40)]) << 40
		y[(j+shift[6])%len(x)] |= uint64(kalyna.Pi2[byte(w>>48)]) << 48
		y[(j+shift[7])%len(x)] |= uint64(kalyna.Pi3[byte(w>>56)]) << 56
	}
	for j := range x {
		x[j] = Mix(y[j])
	}
}
