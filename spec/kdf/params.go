// Package kdf holds the parameters of the key derivation over Kupyna-KMAC. It is in no
// standard: the shape is that of libsodium's crypto_kdf, the layout of the message is
// that of user137/uacrypt, and what is standard is the MAC alone, of DSTU 7564:2014.
package kdf

import (
	"fmt"

	"github.com/zvirka/zvirka/spec"
	"github.com/zvirka/zvirka/spec/kmac"
)

// The message under the master key is the context, then the number of the subkey as a
// little-endian number; sizes in bytes.
const (
	ContextSize = 8
	IDSize      = 8
)

// Params are the figures of one variant. Sizes are in bytes.
type Params struct {
	Name       string // "kupyna-kdf-256": bits of the master key and of the subkeys
	MasterSize int
	SubkeySize int
	MAC        kmac.Params
}

// Variants returns the three variants: one for each variant of the MAC.
func Variants() [3]Params {
	var variants [3]Params
	for i, mac := range kmac.Variants() {
		variants[i] = Params{fmt.Sprintf("kupyna-kdf-%d", 8*mac.TagSize), mac.KeySize, mac.TagSize, mac}
	}
	return variants
}

// Lookup returns the variant with subkeys of the given number of bits.
func Lookup(bits int) (p Params, ok bool) {
	for _, p := range Variants() {
		if 8*p.SubkeySize == bits {
			return p, true
		}
	}
	return Params{}, false
}

// Card returns the identity card of a variant. It is cross-checked in this sense: the MACs
// named gave our subkeys when they were fed master key and message, and user137/uacrypt, where the
// construction comes from, gives the same in the one size that its commands use.
func (p Params) Card() spec.Card {
	checked := []string{"KMAC of Bouncy Castle", "KMAC of UAPKI"}
	if p.SubkeySize == 32 {
		checked = append(checked, "user137/uacrypt")
	}
	return spec.Card{
		Name:  p.Name,
		Kind:  spec.KDF,
		Sizes: spec.Sizes{Key: p.MasterSize, Output: p.SubkeySize},
		Source: spec.Source{
			Standard:  "none (user137/uacrypt, over DSTU 7564:2014)",
			Title:     "Kupyna-KMAC key derivation",
			Clause:    "none",
			Confirmed: spec.Unconfirmed,
			Read:      "the description and code of user137/uacrypt; no standard defines it",
		},
		Maturity: spec.Maturity{Level: spec.CrossChecked, CheckedWith: checked},
		Timing:   spec.ConstantTime,
	}
}
