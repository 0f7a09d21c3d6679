package main

import (
	"fmt"
	"math/bits"
	"math/rand/v2"

	"github.com/zvirka/zvirka/spec/kalyna"
)

// A box is a substitution as it is built: s(x) = core(x ^ in) ^ out, where core is
// n(1/l(x)) but for a few exceptions, and core(0) has no constant to add.
type box struct {
	name    string
	inverse bool
	in, out byte
	core    [256]byte
	l, n    linear
}

// near holds what the S-boxes of the standard are near to: N(1/L(x ^ in)) ^ out. They
// were made from such maps by exchanging some twenty pairs of values.
var near = [4]struct {
	l, n    linear
	in, out byte
}{
	{linear{0x01, 0x53, 0xc7, 0xa9, 0x28, 0xe9, 0xff, 0x1b}, linear{0x86, 0x24, 0x7b, 0xbd, 0x83, 0xde, 0x16, 0xe8}, 0xd4, 0x7e},
	{linear{0x01, 0x9c, 0xf0, 0x64, 0xc9, 0xd1, 0x04, 0x03}, linear{0x3c, 0x2b, 0x4b, 0x65, 0x9c, 0x2c, 0xf4, 0xc4}, 0xc3, 0xa8},
	{linear{0x01, 0x43, 0x07, 0xae, 0x4c, 0xf6, 0x8f, 0xee}, linear{0x13, 0x7b, 0xf0, 0xd0, 0x22, 0x6c, 0x58, 0xb2}, 0x97, 0x24},
	{linear{0x01, 0xd6, 0xa0, 0x8f, 0xd4, 0xc2, 0xb8, 0xb3}, linear{0x6a, 0xab, 0x7f, 0x24, 0x85, 0xb2, 0x9f, 0x77}, 0x9b, 0x1d},
}

// forward is pi_s.
func forward(s int) (b box) {
	b.name = fmt.Sprintf("Pi%d", s)
	b.in, b.out, b.l, b.n = near[s].in, near[s].out, near[s].l, near[s].n
	for x := range b.core {
		b.core[x] = kalyna.Pi(s)[byte(x)^b.in] ^ b.out
	}
	return b
}

// unscale is the factor of the inverse column mixing that backward takes over.
const unscale = 0x66

// backward is x -> pi_s⁻¹(66·x).
func backward(s int) (b box) {
	b.name, b.inverse = fmt.Sprintf("InvPi%d", s), true
	b.in, b.out = mul(inv(unscale), near[s].out), near[s].in
	b.l = near[s].n.inverse().compose(linearOf(func(x byte) byte { return mul(x, unscale) }))
	b.n = near[s].l.inverse()
	for x := range b.core {
		b.core[x] = kalyna.InvPi(s)[mul(byte(x)^b.in, unscale)] ^ b.out
	}
	return b
}

// exceptions returns the points at which core is not n(1/l(x)), those with equal
// differences together, and the differences.
func (b *box) exceptions() (points [][]byte, diffs []byte) {
	at := map[byte]int{}
	for x, y := range b.core {
		d := y ^ b.n.apply(inv(b.l.apply(byte(x))))
		if d == 0 {
			continue
		}
		i, ok := at[d]
		if !ok {
			i = len(points)
			at[d] = i
			points, diffs = append(points, nil), append(diffs, d)
		}
		points[i] = append(points[i], byte(x))
	}
	return points, diffs
}

// A product in GF(2⁴) over the basis {z⁴w², z⁴w, zw², zw} (bits 3..0), by Karatsuba's
// method on both levels, is a sum of nine products of bits: with a, b the coordinates in
// GF(2²), of the bits and their sum in a, in b, and in a+b. Entry i has the operand bits
// that are summed and the result bits to which the product is added.
var karatsuba = [9]struct{ sum, result byte }{
	{0b1000, 0b1000}, {0b0100, 0b0100}, {0b1100, 0b1100},
	{0b0010, 0b0010}, {0b0001, 0b0001}, {0b0011, 0b0011},
	{0b1010, 0b0101}, {0b0101, 0b1111}, {0b1111, 0b1010},
}

// A design is one way to build a box. l'(x) = c·l(x)^(2^k) serves as well as l does, with
// n'(v) = n((c·v)^(2^(8-k))), for any c other than 0 and any k.
type design struct {
	box  *box
	form [8]byte // coordinates of l'(x) in the tower, as functionals of x: bits 7..4 γ₁, 3..0 γ₀
	n    linear  // n', from the tower's coordinates
	// θ = γ₁γ₀ + d¹⁷(γ₁+γ₀)². Turning the product of two bits to their disjunction adds
	// their sum; what remains to be added to bit i is functional rest[i] of x, or nothing.
	or   [9]bool
	rest [4]byte

	points [][]byte
	diffs  []byte
	coord  linear // functionals of x by which the exceptions are told apart: two nibbles
}

// operand is the sum of γ₁'s (high) or γ₀'s bits that enters product i.
func (d *design) operand(high bool, i int) (f byte) {
	for k := range 4 {
		if karatsuba[i].sum>>k&1 != 0 {
			if high {
				f ^= d.form[k+4]
			} else {
				f ^= d.form[k]
			}
		}
	}
	return f
}

func newDesign(b *box, t *tower, c byte, k int, rnd *rand.Rand) *design {
	d := &design{box: b}
	d.form = t.basis.inverse().compose(linearOf(func(x byte) byte { return mul(c, pow(b.l.apply(x), 1<<k)) })).transpose()
	d.n = b.n.compose(linearOf(func(v byte) byte { return pow(mul(c, v), 1<<(8-k)) })).compose(t.basis)
	norm := t.norm.transpose()
	fewest, ties := 5, uint32(0)
	for mask := range 1 << 9 {
		rest := [4]byte(norm[:4])
		for i, p := range karatsuba {
			for k := range 4 {
				if mask>>i&1 != 0 && p.result>>k&1 != 0 {
					rest[k] ^= p.sum
				}
			}
		}
		n := 0
		for _, r := range rest {
			if r != 0 {
				n++
			}
		}
		if n < fewest {
			fewest, ties = n, 0
		}
		if n > fewest {
			continue
		}
		if ties++; rnd.Uint32N(ties) != 0 {
			continue
		}
		for i := range d.or {
			d.or[i] = mask>>i&1 != 0
		}
		for i, r := range rest {
			d.rest[i] = 0
			for k := range 4 {
				if r>>k&1 != 0 {
					d.rest[i] ^= d.form[k] ^ d.form[k+4]
				}
			}
		}
	}
	d.points, d.diffs = b.exceptions()
	return d
}

// forms are the functionals of x the inversion starts from.
func (d *design) forms() (fs []byte) {
	for i := range karatsuba {
		fs = append(fs, d.operand(true, i), d.operand(false, i))
	}
	for _, r := range d.rest {
		if r != 0 {
			fs = append(fs, r)
		}
	}
	return fs
}

// columns are the images under n' of what the inversion ends in, first those of the
// products of γ₀, which make up the upper half of the inverse, then those of γ₁; then the
// differences of the exceptions.
func (d *design) columns() (cs []byte) {
	for _, p := range karatsuba {
		cs = append(cs, d.n.apply(p.result<<4))
	}
	for _, p := range karatsuba {
		cs = append(cs, d.n.apply(p.result))
	}
	return append(cs, d.diffs...)
}

// build returns the circuit.
func (d *design) build(rnd *rand.Rand, tries int) *circuit {
	c := newCircuit()

	// From the input to the forms.
	var independent []byte
	for _, f := range append(d.forms(), d.coord[:]...) {
		if f != 0 {
			independent = append(independent, f)
		}
	}
	s := reachBest(independent, rnd, tries)
	for _, p := range s.sums {
		if n := c.add(xor, p[0], p[1]); n != len(c.gates)-1 {
			panic("sum made twice")
		}
	}

	var g1, g0, q [9]int
	for i := range karatsuba {
		g1[i], g0[i] = s.node[d.operand(true, i)], s.node[d.operand(false, i)]
		o := and
		if d.or[i] {
			o = or
		}
		q[i] = c.add(o, g1[i], g0[i])
	}
	theta := c.field(q)
	for i, r := range d.rest {
		if r != 0 {
			theta[i] = c.add(xor, theta[i], s.node[r])
		}
	}
	u := c.invert(theta)
	var ends []int
	for i := range u {
		ends = append(ends, c.add(and, u[i], g0[i]))
	}
	for i := range u {
		ends = append(ends, c.add(and, u[i], g1[i]))
	}
	if d.coord.regular() {
		var coord [8]int
		for i, f := range d.coord {
			coord[i] = s.node[f]
		}
		ends = append(ends, c.exceptions(coord, d.coord, d.points)...)
	}
	c.combine(ends, d.columns()[:len(ends)], rnd, tries)
	c.prune()
	return c
}

// field adds the nine products of karatsuba up, bit 0 first.
func (c *circuit) field(q [9]int) [4]int {
	m1, m0 := c.add(xor, q[8], q[7]), c.add(xor, q[6], q[7])
	return [4]int{
		c.sum(q[5], q[4], m0), c.sum(q[5], q[3], m1),
		c.sum(q[2], q[1], m0), c.sum(q[2], q[0], m1),
	}
}

// invert returns the nine sums of karatsuba of the bits of 1/θ. With θ = a·z⁴ + b·z,
// 1/θ = (b·z⁴ + a·z)/e, e = ab + w²(a+b)² in GF(2²), and 1/e = e².
func (c *circuit) invert(t [4]int) (u [9]int) {
	b0, b1, a0, a1 := t[0], t[1], t[2], t[3]
	as, bs := c.add(xor, a0, a1), c.add(xor, b0, b1)
	m := c.add(and, as, bs)
	// ab = (m + a₁b₁, m + a₀b₀) and w²(a+b)² = (a₁+b₁, a₁+b₁+a₀+b₀), so with x|y for
	// xy + x + y, e₁ = m + (a₁|b₁) and e₁ + e₀ = a₁b₁ + (a₀|b₀).
	e1 := c.add(xor, m, c.add(or, a1, b1))
	es := c.add(xor, c.add(and, a1, b1), c.add(or, a0, b0))
	e0 := c.add(xor, e1, es)
	quotient := func(x0, x1, xs int) (y1, y0 int) {
		m := c.add(and, xs, es)
		return c.add(xor, m, c.add(and, x1, e0)), c.add(xor, m, c.add(and, x0, e1))
	}
	// The product of x by 1/e = (e₀, e₁) is (m + x₁e₀, m + x₀e₁).
	u[0], u[1] = quotient(b0, b1, bs)
	u[3], u[4] = quotient(a0, a1, as)
	u[2], u[5] = c.add(xor, u[0], u[1]), c.add(xor, u[3], u[4])
	u[6], u[7] = c.add(xor, u[0], u[3]), c.add(xor, u[1], u[4])
	u[8] = c.add(xor, u[6], u[7])
	return u
}

// exceptions returns one indicator for each group of points. x is addressed by two
// nibbles of coordinates, each decoded by two pairs of bits.
func (c *circuit) exceptions(node [8]int, coord [8]byte, points [][]byte) (ends []int) {
	pair := func(i int, v byte) int { // x[i] = v&1, x[i+1] = v>>1
		x, y := node[i], node[i+1]
		switch v {
		case 0:
			n := c.add(or, x, y)
			return c.add(not, n, n)
		case 1:
			return c.add(xor, x, c.add(and, x, y))
		case 2:
			return c.add(xor, y, c.add(and, x, y))
		}
		return c.add(and, x, y)
	}
	nibble := func(i int, v byte) int {
		return c.add(and, pair(i, v&3), pair(i+2, v>>2))
	}
	for _, group := range points {
		var at []byte
		for _, x := range group {
			var a byte
			for i, f := range coord {
				a |= byte(bits.OnesCount8(f&x)&1) << i
			}
			at = append(at, a)
		}
		var parts []int
		for len(at) > 0 {
			a := at[0]
			at = at[1:]
			lo, hi := nibble(0, a&15), nibble(4, a>>4)
			for i, b := range at {
				if b>>4 == a>>4 {
					lo = c.add(xor, lo, nibble(0, b&15))
				} else if b&15 == a&15 {
					hi = c.add(xor, hi, nibble(4, b>>4))
				} else {
					continue
				}
				at = append(at[:i:i], at[i+1:]...)
				break
			}
			parts = append(parts, c.add(and, lo, hi))
		}
		ends = append(ends, c.sum(parts...))
	}
	return ends
}

// combine sets the outputs to the sum of columns[i] times ends[i]. It transposes a
// program that reaches the columns from eight unit vectors: what was a sum hands its
// value on to both its terms.
func (c *circuit) combine(ends []int, columns []byte, rnd *rand.Rand, tries int) {
	s := reachBest(columns, rnd, tries)
	value := make([][]int, 8+len(s.sums))
	for i, col := range columns {
		n := s.node[col]
		value[n] = append(value[n], ends[i])
	}
	for k := len(s.sums) - 1; k >= 0; k-- {
		if len(value[8+k]) == 0 { // a sum that was of no use in the end
			continue
		}
		v := c.sum(value[8+k]...)
		for _, n := range s.sums[k] {
			value[n] = append(value[n], v)
		}
	}
	for i := range c.out {
		c.out[i] = c.sum(value[i]...)
	}
}
