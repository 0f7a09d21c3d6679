// Package strumok holds the parameters and constants of the Strumok stream cipher, DSTU
// 8845:2019. Clause numbers are those of the designers' paper (I. Gorbenko et al.,
// Computer Science and Cybersecurity 1(9), 2018), which is what was read. The
// substitutions, the matrix and the polynomial of GF(2⁸) are those of Kalyna and stand in
// spec/kalyna.
package strumok

import "github.com/zvirka/zvirka/spec"

// The sizes that both variants share. A word has 64 bits.
const (
	Words     = 16 // of the register
	IVSize    = 32 // bytes
	InitSteps = 32 // with feedback from the automaton; one step without follows [3]
)

// Beta is β, the root x of the polynomial of GF(2⁸) [2].
const Beta = 2

// G has the coefficients of z⁰ to z⁷ of g(z), which has degree 8, leading coefficient 1
// and coefficients in GF(2⁸) [2]:
//
//	g(z) = z⁸ + β¹⁷⁰z⁷ + β¹⁶⁶z⁶ + β²z⁵ + β²²⁴z⁴ + β⁷⁰z³ + β²
//
// α is its root z. Words are elements of GF(2⁶⁴) = GF(2⁸)[z]/g(z), byte i, counted from
// the least significant, the coefficient of zⁱ.
const G = "\x04\x00\x00\x5e\x12\x04\x3f\xd7"

// The register's feedback, x¹⁶ + x¹³ + α⁻¹x¹¹ + α [2]: the words that are added up.
const (
	Tap         = 13 // as it is
	TapDivAlpha = 11 // multiplied by α⁻¹
	TapMulAlpha = 0  // multiplied by α
)

// Params are the figures of one variant. Sizes are in bytes.
type Params struct {
	Name    string // "strumok-256": key bits
	KeySize int
}

// Variants returns the two variants.
func Variants() [2]Params {
	return [2]Params{{"strumok-256", 32}, {"strumok-512", 64}}
}

// Lookup returns the variant with the given key size in bytes.
func Lookup(keySize int) (p Params, ok bool) {
	for _, p := range Variants() {
		if p.KeySize == keySize {
			return p, true
		}
	}
	return Params{}, false
}

// Card returns the identity card of a variant.
func (p Params) Card() spec.Card {
	return spec.Card{
		Name:  p.Name,
		Kind:  spec.StreamCipher,
		Sizes: spec.Sizes{Key: p.KeySize, IV: IVSize},
		Source: spec.Source{
			Standard:  "DSTU 8845:2019",
			Title:     "Strumok stream cipher",
			Clause:    "2-7",
			Confirmed: spec.Secondary,
			Read:      "I. Gorbenko et al., Strumok stream cipher, CS&CS 1(9), 2018, the designers' paper",
		},
		Maturity: spec.Maturity{
			Level:       spec.OfficialVectors,
			CheckedWith: []string{"UAPKI", "outspace/dstu8845"},
		},
		Timing: spec.TableLookup,
	}
}
