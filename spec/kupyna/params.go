// Package kupyna holds the parameters and constants of the Kupyna hash function,
// DSTU 7564:2014. Clause numbers are those of the designers' paper (IACR ePrint
// 2015/885), which is what was read. The substitutions, the matrix and the polynomial of
// GF(2⁸) are those of Kalyna and stand in spec/kalyna.
package kupyna

import (
	"fmt"
	"slices"

	"github.com/zvirka/zvirka/spec"
	"github.com/zvirka/zvirka/spec/kalyna"
)

// A Class is what all digest lengths with one size of the state share [3].
type Class struct {
	BlockSize int              // l, in bytes: of the state and of a block of the message
	Columns   int              // c
	Rounds    int              // t, of each of the two permutations
	IV        byte             // the first byte of the initial state; the others are zero [4]
	Shift     [kalyna.Rows]int // columns by which row r moves right [6.4]
}

// Classes returns the two classes: digests of at most 256 bits, and longer ones.
func Classes() [2]Class {
	return [2]Class{
		{64, 8, 10, 0x40, [8]int{0, 1, 2, 3, 4, 5, 6, 7}},
		{128, 16, 14, 0x80, [8]int{0, 1, 2, 3, 4, 5, 6, 11}},
	}
}

// The figures of the round constants [6.2]. With columns numbered j = 0 .. c-1 and rounds
// i = 0 .. t-1, that of T⊕ has ColumnStep·j ⊕ i in row 0 and zero below; that of T⁺ is
// the 64-bit number PlusConstant with ColumnStep·(c-1-j) ⊕ i as its most significant byte.
const (
	ColumnStep   = 0x10
	PlusConstant = 0x00f0f0f0f0f0f0f3
)

// LengthSize is the size in bytes of the message's length in bits at the end of the
// padding [5].
const LengthSize = 12

// Params are the figures of one digest length [3].
type Params struct {
	Name       string // "kupyna-256": bits
	DigestSize int    // n, in bytes
	Class
}

// Lookup returns the function with digests of the given number of bits: any multiple of 8
// from 8 to 512 has one.
func Lookup(bits int) (p Params, ok bool) {
	if bits%8 != 0 || bits < 8 || bits > 512 {
		return Params{}, false
	}
	class := Classes()[0]
	if bits > 256 {
		class = Classes()[1]
	}
	return Params{fmt.Sprintf("kupyna-%d", bits), bits / 8, class}, true
}

// Variants returns the digest lengths that the standard recommends or gives examples of.
func Variants() [5]Params {
	var variants [5]Params
	for i, bits := range []int{48, 256, 304, 384, 512} {
		variants[i], _ = Lookup(bits)
	}
	return variants
}

// Card returns the identity card of a digest length. Those that are not among Variants
// have no maturity: nobody has published figures for them.
func (p Params) Card() spec.Card {
	return spec.Card{
		Name:  p.Name,
		Kind:  spec.Hash,
		Sizes: spec.Sizes{Block: p.BlockSize, Output: p.DigestSize},
		Source: spec.Source{
			Standard:  "DSTU 7564:2014",
			Title:     "Kupyna hash function",
			Clause:    "3-6",
			Confirmed: spec.Secondary,
			Read:      "IACR ePrint 2015/885, the designers' paper",
		},
		Maturity: p.maturity(),
		Timing:   spec.TableLookup,
		OID:      p.oid(),
	}
}

func (p Params) maturity() spec.Maturity {
	if variants := Variants(); !slices.Contains(variants[:], p) {
		return spec.Maturity{}
	}
	checked := []string{"Kupyna-reference", "UAPKI", "cppcrypto"}
	if p.oid() != "" { // Bouncy Castle has the recommended lengths alone
		checked = append([]string{"Bouncy Castle"}, checked...)
	}
	return spec.Maturity{Level: spec.OfficialVectors, CheckedWith: checked}
}

// oid returns the object identifier, which only the recommended lengths have.
func (p Params) oid() string {
	switch 8 * p.DigestSize {
	case 256:
		return "1.2.804.2.1.1.1.1.2.2.1"
	case 384:
		return "1.2.804.2.1.1.1.1.2.2.2"
	case 512:
		return "1.2.804.2.1.1.1.1.2.2.3"
	}
	return ""
}
