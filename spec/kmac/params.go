// Package kmac holds the parameters of Kupyna-KMAC, the message authentication code of
// DSTU 7564:2014, annex В. It has no constants but those of the hash.
package kmac

import (
	"fmt"

	"github.com/zvirka/zvirka/spec"
	"github.com/zvirka/zvirka/spec/kupyna"
)

// Params are the figures of one variant. Sizes are in bytes.
type Params struct {
	Name    string // "kupyna-kmac-256": bits of digest, key and tag
	KeySize int
	TagSize int
	Hash    kupyna.Params
}

// Variants returns the three variants: one for each recommended digest length.
func Variants() [3]Params {
	var variants [3]Params
	for i, bits := range []int{256, 384, 512} {
		hash, _ := kupyna.Lookup(bits)
		variants[i] = Params{fmt.Sprintf("kupyna-kmac-%d", bits), bits / 8, bits / 8, hash}
	}
	return variants
}

// Lookup returns the variant with tags of the given number of bits.
func Lookup(bits int) (p Params, ok bool) {
	for _, p := range Variants() {
		if 8*p.TagSize == bits {
			return p, true
		}
	}
	return Params{}, false
}

// Card returns the identity card of a variant.
func (p Params) Card() spec.Card {
	return spec.Card{
		Name:  p.Name,
		Kind:  spec.MAC,
		Sizes: spec.Sizes{Block: p.Hash.BlockSize, Key: p.KeySize, Output: p.TagSize},
		Source: spec.Source{
			Standard:  "DSTU 7564:2014",
			Title:     "Kupyna-KMAC message authentication code",
			Clause:    "annex В",
			Confirmed: spec.Secondary,
			Read:      "the annex's formula as UAPKI, Bouncy Castle and the designers' Kupyna-reference implement it",
		},
		Maturity: spec.Maturity{
			Level:       spec.OfficialVectors,
			CheckedWith: []string{"Bouncy Castle", "UAPKI"},
		},
		Timing: spec.TableLookup,
		OID: map[int]string{
			32: "1.2.804.2.1.1.1.1.2.2.4",
			48: "1.2.804.2.1.1.1.1.2.2.5",
			64: "1.2.804.2.1.1.1.1.2.2.6",
		}[p.TagSize],
	}
}
