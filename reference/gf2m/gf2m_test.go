package gf2m_test

import (
	"bytes"
	"encoding/hex"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/zvirka/zvirka/reference/gf2m"
	spec "github.com/zvirka/zvirka/spec/gf2m"
)

// elements returns zero, one, x, the highest power of x, all terms at once, and reproducible
// random elements up to n in all.
func elements(m, n int) [][]byte {
	f, _ := spec.Lookup(m)
	top := byte(0xff) >> (8*f.Size() - m)
	of := func(change func(a []byte)) []byte {
		a := make([]byte, f.Size())
		change(a)
		a[f.Size()-1] &= top
		return a
	}
	list := [][]byte{
		of(func([]byte) {}),
		of(func(a []byte) { a[0] = 1 }),
		of(func(a []byte) { a[0] = 2 }),
		of(func(a []byte) { a[(m-1)/8] = 1 << ((m - 1) % 8) }),
		of(func(a []byte) { copy(a, bytes.Repeat([]byte{0xff}, len(a))) }),
	}
	random := rand.NewChaCha8([32]byte{byte(m), byte(m >> 8)})
	for len(list) < n {
		list = append(list, of(func(a []byte) { random.Read(a) }))
	}
	return list
}

// A property that costs m products of each element is tried on few.
const few, many = 6, 9

func TestRing(t *testing.T) {
	for _, f := range spec.Fields() {
		m := f.M
		list := elements(m, many)
		zero, one, x := list[0], list[1], list[2]
		for i, a := range list {
			b, c := list[(i+1)%many], list[(i+4)%many]
			before := bytes.Clone(a)
			equal(t, m, "a + a = 0", gf2m.Add(m, a, a), zero)
			equal(t, m, "a·0 = 0", gf2m.Multiply(m, a, zero), zero)
			equal(t, m, "a·1 = a", gf2m.Multiply(m, a, one), a)
			equal(t, m, "1·a = a", gf2m.Multiply(m, one, a), a)
			equal(t, m, "ab = ba", gf2m.Multiply(m, a, b), gf2m.Multiply(m, b, a))
			equal(t, m, "(ab)c = a(bc)", gf2m.Multiply(m, gf2m.Multiply(m, a, b), c), gf2m.Multiply(m, a, gf2m.Multiply(m, b, c)))
			equal(t, m, "a(b + c) = ab + ac", gf2m.Multiply(m, a, gf2m.Add(m, b, c)), gf2m.Add(m, gf2m.Multiply(m, a, b), gf2m.Multiply(m, a, c)))
			equal(t, m, "(a + b)² = a² + b²", gf2m.Square(m, gf2m.Add(m, a, b)), gf2m.Add(m, gf2m.Square(m, a), gf2m.Square(m, b)))
			equal(t, m, "MultiplyX(a) = a·x", gf2m.MultiplyX(m, a), gf2m.Multiply(m, a, x))
			equal(t, m, "an argument unchanged", a, before)
		}
	}
}

// Values that Bouncy Castle gave, but for the half-trace. As DSTU 4145 prints them: numbers.
func TestKnownAnswers(t *testing.T) {
	const (
		m = 163
		a = "03b66423cb3975e4a1cf4073e345b2352c7af8c8b7"
		b = "045420e1a3e1172839b1f07f9ec273def8225ca298"
	)
	A, B := number(a), number(b)
	for _, c := range []struct {
		name string
		got  []byte
		want string
	}{
		{"Add", gf2m.Add(m, A, B), "07e244c268d862cc987eb00c7d87c1ebd458a46a2f"},
		{"Multiply", gf2m.Multiply(m, A, B), "037ec84fc373a19f82f2f893d0cba3a0cb4936429b"},
		{"Square", gf2m.Square(m, A), "038152231774eb3931dee1ca7c8a5079deade67322"},
		{"Invert", gf2m.Invert(m, A), "030b99272c48654eeb6b0eb9b43216f1bb2edf7c83"},
		{"Sqrt", gf2m.Sqrt(m, A), "03990c34f976f09427c7a09725b8bd15eb70ca1580"},
		{"HalfTrace", gf2m.HalfTrace(m, A), "03238acce420f95ef7abc3d712ad3a0231a55ef681"},
	} {
		equal(t, m, c.name, c.got, number(c.want))
	}
	if got := gf2m.Trace(m, A); got != 0 {
		t.Errorf("the trace of %s is %d", a, got)
	}
	c := number("01a456ec0576fbe23a3c46ca63bfdb4141e6ebaf4ee8f2ef50de31add8c8927ae9")
	if got := gf2m.Trace(257, c); got != 1 {
		t.Errorf("the trace of %x in GF(2^257) is %d", c, got)
	}
}

// number returns the element that is printed as a number, its highest term first.
func number(s string) []byte {
	a, err := hex.DecodeString(s)
	if err != nil {
		panic(err)
	}
	slices.Reverse(a)
	return a
}

func TestInverse(t *testing.T) {
	for _, f := range spec.Fields() {
		list := elements(f.M, many)
		zero, one := list[0], list[1]
		equal(t, f.M, "Invert(0) = 0", gf2m.Invert(f.M, zero), zero)
		for _, a := range list[1:] {
			equal(t, f.M, "a·a⁻¹ = 1", gf2m.Multiply(f.M, a, gf2m.Invert(f.M, a)), one)
		}
	}
}

// The product that reduces most is known without any of the code that is tested:
// x^(m-1)·x is xᵐ, which is what f has below its highest term.
func TestReduction(t *testing.T) {
	for _, f := range spec.Fields() {
		list := elements(f.M, few)
		want := make([]byte, f.Size())
		want[0] = 1
		for _, e := range f.Middle {
			want[e/8] |= 1 << (e % 8)
		}
		equal(t, f.M, "MultiplyX(x^(m-1))", gf2m.MultiplyX(f.M, list[3]), want)
	}
}

// A root squared is the element, and the trace is the same for an element and its square.
func TestFrobenius(t *testing.T) {
	for _, f := range spec.Fields() {
		m := f.M
		for _, a := range elements(m, few)[3:] {
			root := gf2m.Sqrt(m, a)
			equal(t, m, "Sqrt(a)² = a", gf2m.Square(m, root), a)
			if gf2m.Trace(m, a) != gf2m.Trace(m, root) {
				t.Errorf("GF(2^%d): %x and its root have different traces", m, a)
			}
		}
	}
}

// The trace is linear and takes both values, and that of 1 is m modulo 2.
func TestTrace(t *testing.T) {
	for _, f := range spec.Fields() {
		m := f.M
		list := elements(m, few)
		if got := gf2m.Trace(m, list[1]); got != m%2 {
			t.Errorf("GF(2^%d): the trace of 1 is %d", m, got)
		}
		a, b := list[4], list[5]
		if gf2m.Trace(m, gf2m.Add(m, a, b)) != gf2m.Trace(m, a)^gf2m.Trace(m, b) {
			t.Errorf("GF(2^%d): the trace is not linear on %x and %x", m, a, b)
		}
	}
	// The traces of the powers of x are the power sums of the roots of f, which Newton's
	// identities give: for f = x¹²⁸+x⁷+x²+x+1 they are 1 at 128-7 and at 128-1 only.
	for i := range 128 {
		a := make([]byte, 16)
		a[i/8] = 1 << (i % 8)
		if got, want := gf2m.Trace(128, a) == 1, i == 121 || i == 127; got != want {
			t.Errorf("GF(2^128): the trace of x^%d is 1: %t, want %t", i, got, want)
		}
	}
}

func TestHalfTrace(t *testing.T) {
	for _, f := range spec.Fields() {
		if f.M%2 == 0 {
			continue
		}
		for _, a := range elements(f.M, few) {
			z := gf2m.HalfTrace(f.M, a)
			// z² + z is a where the trace of a is 0, and a + 1 where it is 1.
			want := bytes.Clone(a)
			want[0] ^= byte(gf2m.Trace(f.M, a))
			equal(t, f.M, "z² + z", gf2m.Add(f.M, gf2m.Square(f.M, z), z), want)
		}
	}
}

func equal(t *testing.T, m int, what string, got, want []byte) {
	t.Helper()
	if !bytes.Equal(got, want) {
		t.Errorf("GF(2^%d): %s: %x, want %x", m, what, got, want)
	}
}

func TestWrongElementsPanic(t *testing.T) {
	functions := map[string]func(m int, a []byte){
		"Add":             func(m int, a []byte) { gf2m.Add(m, a, make([]byte, (m+7)/8)) },
		"Add, second":     func(m int, a []byte) { gf2m.Add(m, make([]byte, (m+7)/8), a) },
		"Multiply":        func(m int, a []byte) { gf2m.Multiply(m, a, make([]byte, (m+7)/8)) },
		"Multiply, other": func(m int, a []byte) { gf2m.Multiply(m, make([]byte, (m+7)/8), a) },
		"MultiplyX":       func(m int, a []byte) { gf2m.MultiplyX(m, a) },
		"Square":          func(m int, a []byte) { gf2m.Square(m, a) },
		"Sqrt":            func(m int, a []byte) { gf2m.Sqrt(m, a) },
		"Invert":          func(m int, a []byte) { gf2m.Invert(m, a) },
		"Trace":           func(m int, a []byte) { gf2m.Trace(m, a) },
		"HalfTrace":       func(m int, a []byte) { gf2m.HalfTrace(m, a) },
	}
	for name, f := range functions {
		for _, field := range spec.Fields() {
			m, size := field.M, field.Size()
			wrong := map[string][]byte{
				"no bytes":      nil,
				"a byte less":   make([]byte, size-1),
				"a byte more":   make([]byte, size+1),
				"a term of x^m": append(make([]byte, size-1), 1<<(m%8)),
			}
			if m%8 == 0 {
				delete(wrong, "a term of x^m") // there is no room for one
			}
			for what, a := range wrong {
				if !panics(func() { f(m, a) }) {
					t.Errorf("GF(2^%d): %s: no panic: %s", m, name, what)
				}
			}
			if even := name == "HalfTrace" && m%2 == 0; panics(func() { f(m, make([]byte, size)) }) != even {
				t.Errorf("GF(2^%d): %s of zero: panics: %t, want %t", m, name, !even, even)
			}
		}
		for _, m := range []int{-1, 0, 1, 8, 127, 129, 283, 571} {
			if !panics(func() { f(m, make([]byte, max(0, m+7)/8)) }) {
				t.Errorf("%s: no panic: GF(2^%d)", name, m)
			}
		}
	}
}

func panics(f func()) (p bool) {
	defer func() { p = recover() != nil }()
	f()
	return
}
