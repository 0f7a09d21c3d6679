package word

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/zvirka/zvirka/props/proof/anf"
)

// TestOperations evaluates each operation on concrete bits of its symbolic operands and
// compares with the machine's own.
func TestOperations(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	flag := func(b bool) uint64 {
		if b {
			return 1
		}
		return 0
	}
	for _, mask := range []uint64{^uint64(0), 0x1111111111111111, 0xff, 1, 0x8000000000000000} {
		m := NewMachine()
		gaps := func(w Word) Word { return m.And(w, m.Const(64, mask)) }
		x, y, c := m.Vars("x", 64), m.Vars("y", 64), m.Vars("c", 7)
		a, b := gaps(x), y
		one := func(p *anf.Poly) Word { return Word{p} }
		sumWord, sumCarry := m.AddCarry(a, b, c[0])
		diffWord, diffBorrow := m.SubBorrow(a, b, c[0])
		product := m.Mul(a, gaps(b))
		constant := m.Mul(a, m.Const(64, 0x8000000000000105))
		operations := []struct {
			name string
			got  Word
			want func(a, b, c uint64) uint64
		}{
			{"xor", m.Xor(a, b), func(a, b, c uint64) uint64 { return a ^ b }},
			{"or", m.Or(a, b), func(a, b, c uint64) uint64 { return a | b }},
			{"andnot", m.AndNot(a, b), func(a, b, c uint64) uint64 { return a &^ b }},
			{"mux", m.Mux(c[0], a, b), func(a, b, c uint64) uint64 {
				if c&1 == 1 {
					return a
				}
				return b
			}},
			{"shl", m.Shl(a, 5), func(a, b, c uint64) uint64 { return a << 5 }},
			{"shr", m.Shr(a, 63), func(a, b, c uint64) uint64 { return a >> 63 }},
			{"sar", m.Sar(b, 9), func(a, b, c uint64) uint64 { return uint64(int64(b) >> 9) }},
			{"sar all", m.Sar(b, 64), func(a, b, c uint64) uint64 { return uint64(int64(b) >> 63) }},
			{"rotl", m.Rotl(a, -3), func(a, b, c uint64) uint64 { return bits.RotateLeft64(a, -3) }},
			{"shl by", m.ShiftBy(b, c, m.Shl), func(a, b, c uint64) uint64 { return b << c }},
			{"sar by", m.ShiftBy(b, c, m.Sar), func(a, b, c uint64) uint64 { return uint64(int64(b) >> c) }},
			{"zext", m.Zext(b[:8], 64), func(a, b, c uint64) uint64 { return b & 0xff }},
			{"sext", m.Sext(b[:8], 64), func(a, b, c uint64) uint64 { return uint64(int64(int8(b))) }},
			{"add", m.Add(a, b), func(a, b, c uint64) uint64 { return a + b }},
			{"sub", m.Sub(a, b), func(a, b, c uint64) uint64 { return a - b }},
			{"neg", m.Neg(a), func(a, b, c uint64) uint64 { return -a }},
			{"sums", m.Sub(m.Add(m.Add(a, m.Const(64, 77)), b), m.Add(b, b)), func(a, b, c uint64) uint64 { return a + 77 - b }},
			{"carry", append(sumWord[:63:63], sumCarry), func(a, b, c uint64) uint64 {
				s, out := bits.Add64(a, b, c&1)
				return s&^(1<<63) | out<<63
			}},
			{"borrow", append(diffWord[:63:63], diffBorrow), func(a, b, c uint64) uint64 {
				s, out := bits.Sub64(a, b, c&1)
				return s&^(1<<63) | out<<63
			}},
			{"mul low", product[:64], func(a, b, c uint64) uint64 { return a * (b & mask) }},
			{"mul high", product[64:], func(a, b, c uint64) uint64 { h, _ := bits.Mul64(a, b&mask); return h }},
			{"mul constant", constant[:64], func(a, b, c uint64) uint64 { return a * 0x8000000000000105 }},
			{"mul constant high", constant[64:], func(a, b, c uint64) uint64 { h, _ := bits.Mul64(a, 0x8000000000000105); return h }},
			{"eq", one(m.Eq(a, b)), func(a, b, c uint64) uint64 { return flag(a == b) }},
			{"eq small", one(m.Eq(a[:8], b[:8])), func(a, b, c uint64) uint64 { return flag(a&255 == b&255) }},
			{"less", one(m.Less(a, b)), func(a, b, c uint64) uint64 { return flag(a < b) }},
			{"less small", one(m.Less(a[:8], b[:8])), func(a, b, c uint64) uint64 { return flag(a&255 < b&255) }},
			{"sless", one(m.SLess(a, b)), func(a, b, c uint64) uint64 { return flag(int64(a) < int64(b)) }},
		}
		rounds := 100
		if testing.Short() {
			rounds = 10
		}
		for range rounds {
			va, vb, vc := random.Uint64(), random.Uint64(), random.Uint64()&127
			switch random.IntN(4) {
			case 0:
				vb = va & mask
			case 1:
				va = ^uint64(0)
			}
			assignment := func(v int) bool {
				switch {
				case v < 64:
					return va>>v&1 == 1
				case v < 128:
					return vb>>(v-64)&1 == 1
				}
				return vc>>(v-128)&1 == 1
			}
			for _, o := range operations {
				if got, want := Uint64(m.Eval(assignment, o.got)[0]), o.want(va&mask, vb, vc); got != want {
					t.Fatalf("mask %x: %s of %x, %x, %x is %x, want %x", mask, o.name, va&mask, vb, vc, got, want)
				}
			}
		}
	}
}

// TestNormal checks what the forms are for: the same value computed in other ways is the same
// word, and other values are not.
func TestNormal(t *testing.T) {
	m := NewMachine()
	a, b, c := m.Vars("a", 64), m.Vars("b", 64), m.Vars("c", 64)
	k := func(v uint64) Word { return m.Const(64, v) }
	x := m.And(a, k(0x1111111111111111))
	y := m.And(b, k(0x1111111111111111))
	carryless := m.Const(64, 0)
	for i := 0; i < 64; i += 4 {
		bit := m.Sext(Word{y[i]}, 64)
		carryless = m.Xor(carryless, m.And(m.Shl(x, i), bit))
	}
	for _, e := range []struct {
		name string
		p, q Word
		want bool
	}{
		{"order", m.Add(m.Add(a, b), c), m.Add(a, m.Add(c, b)), true},
		{"constants", m.Add(m.Add(a, k(3)), k(4)), m.Add(a, k(7)), true},
		{"there and back", m.Sub(m.Add(a, b), b), a, true},
		{"disjoint", m.Add(m.Shl(a, 8), m.And(b, k(255))), m.Or(m.Shl(a, 8), m.And(b, k(255))), true},
		{"other constants", m.Add(a, k(3)), m.Add(a, k(4)), false},
		{"other operand", m.Add(a, b), m.Add(a, c), false},
		{"commuted product", m.Mul(a, b), m.Mul(b, a), true},
		{"product with gaps", m.And(m.Mul(x, y)[:64], k(0x1111111111111111)), carryless, true},
		{"product without enough gaps", m.And(m.Mul(m.And(a, k(0x5555555555555555)), y)[:64], k(0x1111111111111111)), carryless, false},
		{"mask of a bit", m.And(m.Neg(m.And(a, k(1))), b), m.Mux(a[0], b, k(0)), true},
		{"mask of another bit", m.And(m.Neg(m.And(a, k(2))), b), m.Mux(a[0], b, k(0)), false},
		{"bit by bit", m.Mul(m.And(a, k(1)), b)[:64], m.And(m.Sext(a[:1], 64), b), true},
	} {
		if got := e.p.Equal(e.q); got != e.want {
			t.Errorf("%s: equal is %t", e.name, got)
		}
	}
	if v, ok := m.Value(m.Add(k(1), k(^uint64(0)))); !ok || v != 0 {
		t.Errorf("1 - 1 is %d, %t", v, ok)
	}
}
