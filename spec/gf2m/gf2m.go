// Package gf2m lists the binary fields of the standards in polynomial basis: those of
// the modes of DSTU 7624:2014 and those of the recommended curves of DSTU 4145-2002.
//
// An element of GF(2ᵐ) is a polynomial of degree below m. As bytes it is little-endian:
// the coefficient of x⁸ⁱ⁺ʲ is bit j, of value 2ʲ, of byte i. That is the order of the
// modes' blocks; DSTU 4145 prints elements as numbers, whose bit i belongs to xⁱ.
package gf2m

import (
	"fmt"

	"github.com/zvirka/zvirka/spec"
)

// A Field is GF(2)[x] modulo x^M + x^Middle[0] + ... + 1. A zero in Middle is no term.
type Field struct {
	M      int
	Middle [3]int // exponents between M and 0, descending; one of them or all three
	Modes  bool   // a field of the modes of DSTU 7624:2014, else of the curves of DSTU 4145-2002
}

// Fields returns all of them: first those of the modes, then those of the curves.
func Fields() [13]Field { return fields }

var fields = [13]Field{
	{128, [3]int{7, 2, 1}, true},
	{256, [3]int{10, 5, 2}, true},
	{512, [3]int{8, 5, 2}, true},
	{163, [3]int{7, 6, 3}, false},
	{167, [3]int{6}, false},
	{173, [3]int{10, 2, 1}, false},
	{179, [3]int{4, 2, 1}, false},
	{191, [3]int{9}, false},
	{233, [3]int{9, 4, 1}, false},
	{257, [3]int{12}, false},
	{307, [3]int{8, 4, 2}, false},
	{367, [3]int{21}, false},
	{431, [3]int{5, 3, 1}, false},
}

// Lookup returns the field with 2ᵐ elements.
func Lookup(m int) (f Field, ok bool) {
	for _, f := range fields {
		if f.M == m {
			return f, true
		}
	}
	return Field{}, false
}

// Size returns the size of an element in bytes.
func (f Field) Size() int { return (f.M + 7) / 8 }

// Card returns the identity card of a field.
func (f Field) Card() spec.Card {
	c := spec.Card{
		Name:   fmt.Sprintf("gf2m-%d", f.M),
		Kind:   spec.Field,
		Sizes:  spec.Sizes{Output: f.Size()},
		Timing: spec.ConstantTime,
	}
	if f.Modes {
		c.Source = spec.Source{
			Standard:  "DSTU 7624:2014",
			Title:     "binary field of GCM, GMAC and XTS",
			Clause:    "12",
			Confirmed: spec.Secondary,
			Read:      "the polynomials as UAPKI, Bouncy Castle and li0ard/kalyna implement them",
		}
		c.Maturity = spec.Maturity{Level: spec.CrossChecked, CheckedWith: []string{"PARI/GP"}}
		return c
	}
	c.Source = spec.Source{
		Standard:  "DSTU 4145-2002",
		Title:     "binary field of a recommended curve",
		Clause:    "annex Г",
		Confirmed: spec.Secondary,
		Read:      "the polynomials as UAPKI and Bouncy Castle implement them",
	}
	c.Maturity = spec.Maturity{Level: spec.CrossChecked, CheckedWith: []string{"Bouncy Castle", "PARI/GP"}}
	return c
}
