package gf2m_test

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/zvirka/zvirka/spec/gf2m"
)

// polynomial returns the modulus of a field, bit i for xⁱ.
func polynomial(f gf2m.Field) *big.Int {
	p := big.NewInt(1)
	p.SetBit(p, f.M, 1)
	for _, e := range f.Middle {
		if e > 0 {
			p.SetBit(p, e, 1)
		}
	}
	return p
}

// reduce returns a modulo p, over GF(2).
func reduce(a, p *big.Int) *big.Int {
	a = new(big.Int).Set(a)
	for a.BitLen() >= p.BitLen() {
		a.Xor(a, new(big.Int).Lsh(p, uint(a.BitLen()-p.BitLen())))
	}
	return a
}

// square returns a² modulo p: each bit i moves to 2i.
func square(a, p *big.Int) *big.Int {
	s := new(big.Int)
	for i := range a.BitLen() {
		s.SetBit(s, 2*i, a.Bit(i))
	}
	return reduce(s, p)
}

func gcd(a, b *big.Int) *big.Int {
	for b.Sign() != 0 {
		a, b = b, reduce(a, b)
	}
	return a
}

// The modulus is irreducible, by Rabin's test: x^(2^m) = x, and for each prime q that
// divides m, x^(2^(m/q)) - x has no factor in common with it.
func TestIrreducible(t *testing.T) {
	for _, f := range gf2m.Fields() {
		p := polynomial(f)
		x := big.NewInt(2)
		power := big.NewInt(2) // x^(2^i)
		for i := 1; i <= f.M; i++ {
			power = square(power, p)
			if f.M%i == 0 && prime(f.M/i) {
				if gcd(p, new(big.Int).Xor(power, x)).BitLen() != 1 {
					t.Errorf("the modulus of GF(2^%d) has a factor of degree %d or a divisor of it", f.M, i)
				}
			}
		}
		if power.Cmp(x) != 0 {
			t.Errorf("x^(2^%d) is not x", f.M)
		}
	}
}

func prime(n int) bool { return n > 1 && big.NewInt(int64(n)).ProbablyPrime(10) }

func TestFields(t *testing.T) {
	seen := map[int]bool{}
	for _, f := range gf2m.Fields() {
		if seen[f.M] {
			t.Errorf("GF(2^%d) stands twice", f.M)
		}
		seen[f.M] = true
		for i, e := range f.Middle {
			above := f.M
			if i > 0 {
				above = f.Middle[i-1]
			}
			if e < 0 || e >= above && e != 0 || e == 0 && i == 0 {
				t.Errorf("GF(2^%d): exponents %v", f.M, f.Middle)
			}
		}
		if f.Middle[1] > 0 != (f.Middle[2] > 0) {
			t.Errorf("GF(2^%d): neither trinomial nor pentanomial: %v", f.M, f.Middle)
		}
		// Reduction folds the upper half once and what that leaves once more.
		if 2*f.Middle[0] > f.M {
			t.Errorf("GF(2^%d): x^%d is in the upper half", f.M, f.Middle[0])
		}
		card := f.Card()
		if card.Name != fmt.Sprintf("gf2m-%d", f.M) || card.Sizes.Output != (f.M+7)/8 {
			t.Errorf("GF(2^%d): the card says %s, %d bytes", f.M, card.Name, card.Sizes.Output)
		}
		if got, ok := gf2m.Lookup(f.M); !ok || got != f {
			t.Errorf("Lookup(%d) = %v, %t", f.M, got, ok)
		}
	}
	if _, ok := gf2m.Lookup(127); ok {
		t.Error("Lookup(127) found a field")
	}
}
