// Package gf2m is the arithmetic of the binary fields of the standards, as polynomials are
// taught, executed: meant to be read beside the text and to judge faster code, never to be
// used in its place.
//
// Standard: DSTU 7624:2014, clause 12, and DSTU 4145-2002, annex Г
// Timing: VariableTime
// Maturity: cross-checked
//
// The field GF(2ᵐ) is the one of that degree in the list of spec/gf2m: GF(2)[x] modulo a
// polynomial f of degree m. An element is as many bytes as hold m bits, little-endian: bit
// j, of value 2ʲ, of byte i is the coefficient of x⁸ⁱ⁺ʲ. Every function is pure: arguments
// are not changed, results share no memory with them. An m that is not in the list panics,
// and so does an element of another size or with a bit at or above m, since such bytes are
// no element.
package gf2m

import (
	"fmt"
	"math/big"
	"slices"

	spec "github.com/zvirka/zvirka/spec/gf2m"
)

// Add returns a + b, which is also a - b: the coefficients are added modulo 2.
func Add(m int, a, b []byte) []byte {
	return encode(m, new(big.Int).Xor(decode(m, a), decode(m, b)))
}

// Multiply returns a·b: the sum of aᵢ·(b·xⁱ), where each b·xⁱ is the one before times x.
func Multiply(m int, a, b []byte) []byte {
	A, bx, f := decode(m, a), decode(m, b), modulus(m)
	sum := new(big.Int)
	for i := range m {
		if A.Bit(i) == 1 {
			sum.Xor(sum, bx)
		}
		bx = timesX(bx, f)
	}
	return encode(m, sum)
}

// MultiplyX returns a·x.
func MultiplyX(m int, a []byte) []byte {
	return encode(m, timesX(decode(m, a), modulus(m)))
}

// Square returns a².
func Square(m int, a []byte) []byte { return Multiply(m, a, a) }

// Sqrt returns the only b with b² = a. It is a^(2^(m-1)), since a^(2^m) = a.
func Sqrt(m int, a []byte) []byte {
	checkElement(m, a)
	for range m - 1 {
		a = Square(m, a)
	}
	return a
}

// Invert returns a⁻¹, by the extended algorithm of Euclid on a and f. Zero has no inverse:
// the result is zero.
func Invert(m int, a []byte) []byte {
	u, v := decode(m, a), modulus(m)
	if u.Sign() == 0 {
		return make([]byte, len(a))
	}
	// Both u ≡ a·g and v ≡ a·h modulo f hold throughout, and f is irreducible, so that u
	// comes to 1. The degrees of g and v have a sum of m at most, as those of h and u have,
	// and v is no constant: the last g needs no reduction.
	g, h := big.NewInt(1), big.NewInt(0)
	for degree(u) > 0 {
		if degree(u) < degree(v) {
			u, v, g, h = v, u, h, g
		}
		j := uint(degree(u) - degree(v))
		u = new(big.Int).Xor(u, new(big.Int).Lsh(v, j)) // without its highest term
		g = new(big.Int).Xor(g, new(big.Int).Lsh(h, j))
	}
	return encode(m, g)
}

// Trace returns the sum of the m conjugates a, a², a⁴, a⁸ .. of a, which is 0 or 1.
func Trace(m int, a []byte) int {
	sum := make([]byte, len(a))
	for range m {
		sum = Add(m, sum, a)
		a = Square(m, a)
	}
	return int(decode(m, sum).Int64())
}

// HalfTrace returns the sum z of a^(4ⁱ) for i = 0 .. (m-1)/2, m odd; an even m panics. If
// the trace of a is 0, then z² + z = a.
func HalfTrace(m int, a []byte) []byte {
	checkElement(m, a)
	if m%2 == 0 {
		panic(fmt.Sprintf("reference/gf2m: no half-trace in GF(2^%d)", m))
	}
	sum := make([]byte, len(a))
	for i := 0; i <= (m-1)/2; i++ {
		sum = Add(m, sum, a)
		a = Square(m, Square(m, a))
	}
	return sum
}

// timesX returns a·x: every coefficient moves up by one, and if that gives a term of xᵐ, f
// is subtracted, which is the same as added.
func timesX(a, f *big.Int) *big.Int {
	ax := new(big.Int).Lsh(a, 1)
	if degree(ax) == degree(f) {
		ax.Xor(ax, f)
	}
	return ax
}

// modulus returns f.
func modulus(m int) *big.Int {
	f := new(big.Int)
	f.SetBit(f, m, 1)
	for _, e := range lookup(m).Middle { // a zero is no term, and the term 1 follows
		f.SetBit(f, e, 1)
	}
	return f.SetBit(f, 0, 1)
}

// degree returns that of a polynomial; of zero, -1.
func degree(a *big.Int) int { return a.BitLen() - 1 }

// decode returns the polynomial of an element, bit i for xⁱ.
func decode(m int, a []byte) *big.Int {
	checkElement(m, a)
	a = slices.Clone(a)
	slices.Reverse(a) // SetBytes takes the most significant byte first
	return new(big.Int).SetBytes(a)
}

// encode is the inverse of decode.
func encode(m int, a *big.Int) []byte {
	bytes := a.FillBytes(make([]byte, lookup(m).Size()))
	slices.Reverse(bytes)
	return bytes
}

func checkElement(m int, a []byte) {
	if len(a) != lookup(m).Size() {
		panic(fmt.Sprintf("reference/gf2m: %d bytes for an element of GF(2^%d)", len(a), m))
	}
	if m%8 != 0 && a[len(a)-1]>>(m%8) != 0 {
		panic(fmt.Sprintf("reference/gf2m: a term of x^%d or above in an element of GF(2^%d)", m, m))
	}
}

func lookup(m int) spec.Field {
	f, ok := spec.Lookup(m)
	if !ok {
		panic(fmt.Sprintf("reference/gf2m: no field GF(2^%d)", m))
	}
	return f
}
