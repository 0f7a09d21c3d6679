package strumok_test

import (
	"fmt"
	"math/big"
	"sync"
	"testing"

	"github.com/zvirka/zvirka/spec/kalyna"
	"github.com/zvirka/zvirka/spec/strumok"
)

// These tests judge the constants by algebra alone: no cipher and no vector is involved.

// The bytes of G are the powers of β that the text names.
func TestGIsTheTextsPowers(t *testing.T) {
	exponents := map[int]int{7: 170, 6: 166, 5: 2, 4: 224, 3: 70, 0: 2} // z² and z¹ have none
	for i := range 8 {
		want := byte(0)
		if e, ok := exponents[i]; ok {
			want = 1
			for range e {
				want = mul8(want, strumok.Beta)
			}
		}
		if strumok.G[i] != want {
			t.Errorf("coefficient of z^%d: %#02x, want %#02x", i, strumok.G[i], want)
		}
	}
}

// If α has order 2⁶⁴-1, all non-zero residues modulo g are its powers: the ring is a field
// and g is primitive.
func TestGIsPrimitive(t *testing.T) {
	power := func(e *big.Int) uint64 {
		p := uint64(1)
		for n := e.BitLen() - 1; n >= 0; n-- {
			p = mul64(p, p)
			if e.Bit(n) == 1 {
				p = mulAlpha(p)
			}
		}
		return p
	}
	isOrder(t, 64, func(e *big.Int) bool { return power(e) == 1 })
}

// If x has order 2¹⁰²⁴-1 modulo the feedback polynomial, the polynomial is primitive, and
// the register, left alone, runs through every state but zero. One wrong tap, or one wrong
// coefficient in G, would hardly keep that.
func TestFeedbackIsPrimitive(t *testing.T) {
	const n = strumok.Words
	c := feedback(t)
	reduce := func(p []uint64) (r [n]uint64) {
		for i := len(p) - 1; i >= n; i-- {
			for k, ck := range c {
				if ck != 0 {
					p[i-n+k] ^= mul64(ck, p[i])
				}
			}
		}
		copy(r[:], p)
		return r
	}
	power := func(e *big.Int) [n]uint64 {
		p := [n]uint64{1}
		for b := e.BitLen() - 1; b >= 0; b-- {
			// Squaring is linear in characteristic 2. Multiplication by x is a shift.
			var square [2*n + 1]uint64
			for i, w := range p {
				square[2*i+int(e.Bit(b))] = mul64(w, w)
			}
			p = reduce(square[:])
		}
		return p
	}
	isOrder(t, 64*n, func(e *big.Int) bool { return power(e) == [n]uint64{1} })
}

// feedback returns the coefficients of x⁰ .. x¹⁵ of the feedback polynomial.
func feedback(t *testing.T) (c [strumok.Words]uint64) {
	const alpha = 1 << 8
	inverse := uint64(1) // becomes the power of α with the exponent 2⁶⁴-2
	for range 63 {
		inverse = mul64(inverse, inverse)
		inverse = mulAlpha(inverse)
	}
	inverse = mul64(inverse, inverse)
	if mulAlpha(inverse) != 1 {
		t.Fatalf("α times %#x is not 1", inverse)
	}
	c[strumok.Tap], c[strumok.TapDivAlpha], c[strumok.TapMulAlpha] = 1, inverse, alpha
	return c
}

// isOrder checks that 2^bits-1, bits a power of two, is the order of an element, given the
// function that says whether the element's power with that exponent is 1.
func isOrder(t *testing.T, bits int, isOne func(e *big.Int) bool) {
	t.Helper()
	order := new(big.Int).Lsh(big.NewInt(1), uint(bits))
	order.Sub(order, big.NewInt(1))
	if !isOne(order) {
		t.Errorf("the order does not divide 2^%d-1", bits)
	}
	// 2^bits-1 is the product of the Fermat numbers 2^(2ⁿ)+1 with 2ⁿ < bits.
	for n := 0; 1<<n < bits; n++ {
		for _, p := range fermatFactors(t, n) {
			if isOne(new(big.Int).Div(order, p)) {
				t.Errorf("the order divides (2^%d-1)/%d", bits, p)
			}
		}
	}
}

// fermatFactors returns the prime factors of 2^(2ⁿ)+1, and has checked that they are.
func fermatFactors(t *testing.T, n int) (factors []*big.Int) {
	t.Helper()
	small := map[int][]string{ // the least ones; what is left is prime
		5: {"641"},
		6: {"274177"},
		7: {"59649589127497217"},
		8: {"1238926361552897"},
		9: {"2424833", "7455602825647884208337395736200454918783366342657"},
	}
	rest := new(big.Int).Lsh(big.NewInt(1), 1<<n)
	rest.Add(rest, big.NewInt(1))
	for _, s := range small[n] {
		p, _ := new(big.Int).SetString(s, 10)
		remainder := new(big.Int)
		rest.DivMod(rest, p, remainder)
		if remainder.Sign() != 0 {
			t.Fatalf("%d does not divide 2^(2^%d)+1", p, n)
		}
		factors = append(factors, p)
	}
	factors = append(factors, rest)
	for _, p := range factors {
		if !p.ProbablyPrime(20) {
			t.Fatalf("%d is not prime", p)
		}
	}
	return factors
}

// mul64 multiplies in GF(2⁶⁴), by Horner's rule over the coefficients of b.
func mul64(a, b uint64) (product uint64) {
	for i := 7; i >= 0; i-- {
		product = mulAlpha(product) ^ scale(a, byte(b>>(8*i)))
	}
	return product
}

// mulAlpha replaces z⁸ by the rest of g.
func mulAlpha(w uint64) uint64 {
	var g uint64
	for i := range 8 {
		g |= uint64(strumok.G[i]) << (8 * i)
	}
	return w<<8 ^ scale(g, byte(w>>56))
}

// scale multiplies every coefficient of w by c.
func scale(w uint64, c byte) (product uint64) {
	row := &products()[c]
	for i := range 8 {
		product |= uint64(row[byte(w>>(8*i))]) << (8 * i)
	}
	return product
}

var products = sync.OnceValue(func() *[256][256]byte {
	var m [256][256]byte
	for a := range 256 {
		for b := range 256 {
			m[a][b] = mul8(byte(a), byte(b))
		}
	}
	return &m
})

// mul8 multiplies in GF(2⁸), by Horner's rule over the bits of b.
func mul8(a, b byte) byte {
	product := 0
	for n := 7; n >= 0; n-- {
		product <<= 1
		if product > 0xff {
			product ^= kalyna.Poly
		}
		if b>>n&1 == 1 {
			product ^= int(a)
		}
	}
	return byte(product)
}

func TestParams(t *testing.T) {
	for _, p := range strumok.Variants() {
		if want := fmt.Sprintf("strumok-%d", 8*p.KeySize); p.Name != want {
			t.Errorf("name %s, want %s", p.Name, want)
		}
		if got, ok := strumok.Lookup(p.KeySize); !ok || got != p {
			t.Errorf("%s: Lookup(%d) = %v, %t", p.Name, p.KeySize, got, ok)
		}
		card := p.Card()
		if card.Name != p.Name || card.Sizes.Key != p.KeySize || card.Sizes.IV != strumok.IVSize {
			t.Errorf("%s: the card says %s, %+v", p.Name, card.Name, card.Sizes)
		}
	}
	for _, size := range []int{0, 16, 31, 33, 48, 128} {
		if p, ok := strumok.Lookup(size); ok {
			t.Errorf("Lookup(%d) found %s", size, p.Name)
		}
	}
}
