// Package kalyna holds the parameters and constants of the Kalyna block cipher,
// DSTU 7624:2014. Clause numbers are those of the designers' English adaptation
// (IACR ePrint 2015/650), which is what was read.
package kalyna

import "github.com/zvirka/zvirka/spec"

// Poly is the polynomial of GF(2⁸), x⁸+x⁴+x³+x²+1, one bit a coefficient [5.5].
const Poly = 0x11d

// Rows is the number of rows of the state matrix, and so the bytes of a column.
const Rows = 8

// MDS is the first row of the circulant matrix of the column mixing, entry (i, j) of
// which is MDS[(j-i) mod 8]; InvMDS is that of its inverse [5.5].
const (
	MDS    = "\x01\x01\x05\x01\x08\x06\x07\x04"
	InvMDS = "\xad\x95\x76\xa8\x2f\x49\xd7\xca"
)

// EvenKeyConstant is the value of every 64-bit word of V₀, the constant of the even
// round keys [7.2].
const EvenKeyConstant = 0x0001000100010001

// Params are the figures of one variant [3, table 1]. Sizes are in bytes.
type Params struct {
	Name        string // "kalyna-128-256": block bits, key bits
	BlockSize   int
	KeySize     int
	Words       int       // c: 64-bit words, and so columns, of a block
	KeyWords    int       // n: 64-bit words of the key
	Rounds      int       // t
	Shift       [Rows]int // columns by which row r moves right [5.4]
	OddRotation int       // leading bytes of an even round key that end the next odd one [7.3]
}

// Variants returns the five variants of the standard; there are no others.
func Variants() [5]Params { return variants }

var variants = [5]Params{
	{"kalyna-128-128", 16, 16, 2, 2, 10, [8]int{0, 0, 0, 0, 1, 1, 1, 1}, 7},
	{"kalyna-128-256", 16, 32, 2, 4, 14, [8]int{0, 0, 0, 0, 1, 1, 1, 1}, 7},
	{"kalyna-256-256", 32, 32, 4, 4, 14, [8]int{0, 0, 1, 1, 2, 2, 3, 3}, 11},
	{"kalyna-256-512", 32, 64, 4, 8, 18, [8]int{0, 0, 1, 1, 2, 2, 3, 3}, 11},
	{"kalyna-512-512", 64, 64, 8, 8, 18, [8]int{0, 1, 2, 3, 4, 5, 6, 7}, 19},
}

// Lookup returns the variant with the given block and key sizes in bytes.
func Lookup(blockSize, keySize int) (p Params, ok bool) {
	for i := range variants {
		if p := &variants[i]; p.BlockSize == blockSize && p.KeySize == keySize {
			return *p, true
		}
	}
	return Params{}, false
}

// Card returns the identity card of a variant.
func (p Params) Card() spec.Card {
	return spec.Card{
		Name:  p.Name,
		Kind:  spec.BlockCipher,
		Sizes: spec.Sizes{Block: p.BlockSize, Key: p.KeySize},
		Source: spec.Source{
			Standard:  "DSTU 7624:2014",
			Title:     "Kalyna block cipher",
			Clause:    "5-7",
			Confirmed: spec.Secondary,
			Read:      "IACR ePrint 2015/650, the designers' English adaptation of the standard",
		},
		Maturity: spec.Maturity{
			Level:       spec.OfficialVectors,
			CheckedWith: []string{"Bouncy Castle", "Crypto++", "Kalyna-reference", "UAPKI", "li0ard/kalyna"},
		},
		Timing: spec.TableLookup,
	}
}
