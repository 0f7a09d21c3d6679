package word

import "github.com/zvirka/zvirka/props/proof/anf"

func (m *Machine) each(a, b Word, f func(p, q *anf.Poly) *anf.Poly) Word {
	if len(a) != len(b) {
		panic("word: operands of different widths")
	}
	w := make(Word, len(a))
	for i := range a {
		w[i] = f(a[i], b[i])
	}
	return w
}

// Xor, And, Or and AndNot work bit by bit on operands of one width.
func (m *Machine) Xor(a, b Word) Word { return m.each(a, b, m.Ring.Xor) }

// And is a & b.
func (m *Machine) And(a, b Word) Word { return m.each(a, b, m.Ring.And) }

// Or is a | b.
func (m *Machine) Or(a, b Word) Word { return m.each(a, b, m.Ring.Or) }

// AndNot is a &^ b.
func (m *Machine) AndNot(a, b Word) Word { return m.And(a, m.Not(b)) }

// Not is ^a.
func (m *Machine) Not(a Word) Word {
	w := make(Word, len(a))
	for i := range a {
		w[i] = m.Ring.Not(a[i])
	}
	return w
}

// Mux is a where c is 1 and b where it is 0.
func (m *Machine) Mux(c *anf.Poly, a, b Word) Word {
	return m.each(a, b, func(p, q *anf.Poly) *anf.Poly { return m.Ring.Mux(c, p, q) })
}

// Shl shifts left by n bits.
func (m *Machine) Shl(a Word, n int) Word {
	w := m.Const(len(a), 0)
	if n < len(a) {
		copy(w[n:], a)
	}
	return w
}

// Shr shifts right by n bits and fills with zeros.
func (m *Machine) Shr(a Word, n int) Word { return m.shiftRight(a, n, m.Zero()) }

// Sar shifts right by n bits and fills with the uppermost.
func (m *Machine) Sar(a Word, n int) Word { return m.shiftRight(a, n, a[len(a)-1]) }

func (m *Machine) shiftRight(a Word, n int, fill *anf.Poly) Word {
	w := make(Word, len(a))
	for i := range w {
		w[i] = fill
		if n < len(a)-i {
			w[i] = a[i+n]
		}
	}
	return w
}

// Rotl rotates left by n bits, n of any sign.
func (m *Machine) Rotl(a Word, n int) Word {
	w := make(Word, len(a))
	for i := range a {
		w[((i+n)%len(a)+len(a))%len(a)] = a[i]
	}
	return w
}

// ShiftBy applies a shift by a count that is no constant: shift(a, n) for each bit of the
// count that may be set. A count that reaches the width gives what shift(a, width) does.
func (m *Machine) ShiftBy(a, count Word, shift func(a Word, n int) Word) Word {
	for i, c := range count {
		n := len(a)
		if i < 31 && 1<<i < n {
			n = 1 << i
		}
		if c != m.Zero() {
			a = m.Mux(c, shift(a, n), a)
		}
	}
	return a
}

// Zext and Sext widen, or cut off; Trunc cuts off.
func (m *Machine) Zext(a Word, width int) Word { return m.extend(a, width, m.Zero()) }

// Sext widens by copies of the uppermost bit.
func (m *Machine) Sext(a Word, width int) Word { return m.extend(a, width, a[len(a)-1]) }

func (m *Machine) extend(a Word, width int, fill *anf.Poly) Word {
	w := make(Word, width)
	for i := range w {
		w[i] = fill
		if i < len(a) {
			w[i] = a[i]
		}
	}
	return w
}

// exactBits is the number of unknown bits up to which comparisons are written out: the forms
// have up to 3ⁿ terms.
const exactBits = 8

// Eq is 1 where a and b are equal. Where more than 8 bits of the difference are no
// constants it is uninterpreted.
func (m *Machine) Eq(a, b Word) *anf.Poly {
	same := m.One()
	difference := m.Xor(a, b)
	var open Word
	for _, d := range difference {
		switch bit, constant := m.IsConst(d); {
		case constant && bit:
			return m.Zero()
		case !constant:
			open = append(open, d)
		}
	}
	if len(open) > exactBits {
		return m.Apply("zero", 1, func(args [][]bool) []bool {
			for _, b := range args[0] {
				if b {
					return []bool{false}
				}
			}
			return []bool{true}
		}, open)[0]
	}
	for _, d := range open {
		same = m.Ring.And(same, m.Ring.Not(d))
	}
	return same
}

// Less is 1 where a < b, as numbers without sign.
func (m *Machine) Less(a, b Word) *anf.Poly {
	// From the least significant bit: less = b where a and b differ, else what it was below.
	// Bits that are equal change nothing.
	less, open := m.Zero(), 0
	for i := range a {
		d := m.Ring.Xor(a[i], b[i])
		if _, constant := m.IsConst(d); !constant {
			open++
		}
		if open > exactBits {
			return m.Apply("less", 1, func(args [][]bool) []bool {
				less := false
				for i := range args[0] {
					if args[0][i] != args[1][i] {
						less = args[1][i]
					}
				}
				return []bool{less}
			}, a, b)[0]
		}
		less = m.Ring.Mux(d, b[i], less)
	}
	return less
}

// SLess is 1 where a < b, as numbers in two's complement.
func (m *Machine) SLess(a, b Word) *anf.Poly { return m.Less(m.flip(a), m.flip(b)) }

// flip adds half of the range, which keeps the order and moves the least number to zero.
func (m *Machine) flip(a Word) Word {
	w := append(Word{}, a...)
	w[len(w)-1] = m.Ring.Not(w[len(w)-1])
	return w
}
