package word

import (
	"math/big"
	"slices"

	"github.com/zvirka/zvirka/props/proof/anf"
)

// A sum is an addition modulo a power of two: the constant and coefficient·atom of all atoms.
// It is how additions are written in one way whatever their order, and how x + k - k becomes x.
type sum struct {
	width    int
	constant *big.Int
	atoms    []scaled // sorted by key
}

type scaled struct {
	atom        Word
	key         string
	coefficient *big.Int
}

// Add is a + b, modulo the width.
func (m *Machine) Add(a, b Word) Word { return m.linear(a, b, big.NewInt(1)) }

// Sub is a - b, modulo the width.
func (m *Machine) Sub(a, b Word) Word { return m.linear(a, b, big.NewInt(-1)) }

// Neg is -a.
func (m *Machine) Neg(a Word) Word { return m.Sub(m.Const(len(a), 0), a) }

// AddCarry is a + b + carry and the carry out of it, for a carry of one bit.
func (m *Machine) AddCarry(a, b Word, carry *anf.Poly) (Word, *anf.Poly) {
	n := len(a)
	wide := m.Add(m.Add(m.Zext(a, n+1), m.Zext(b, n+1)), m.Zext(Word{carry}, n+1))
	return wide[:n:n], wide[n]
}

// SubBorrow is a - b - borrow and the borrow out of it.
func (m *Machine) SubBorrow(a, b Word, borrow *anf.Poly) (Word, *anf.Poly) {
	n := len(a)
	wide := m.Sub(m.Sub(m.Zext(a, n+1), m.Zext(b, n+1)), m.Zext(Word{borrow}, n+1))
	return wide[:n:n], wide[n]
}

func (m *Machine) linear(a, b Word, factor *big.Int) Word {
	if len(a) != len(b) {
		panic("word: operands of different widths")
	}
	if factor.Sign() > 0 && m.disjoint(a, b) {
		return m.Xor(a, b)
	}
	if v, ok := m.constant(a); ok && v.Sign() == 0 && factor.Sign() < 0 {
		if w, ok := m.negated(b); ok {
			return w
		}
	}
	s := &sum{width: len(a), constant: new(big.Int)}
	m.collect(s, a, big.NewInt(1))
	m.collect(s, b, factor)
	return m.result(s)
}

// negated is -a where a can have one bit set: that bit and all above it. So masks are made of
// truth values.
func (m *Machine) negated(a Word) (Word, bool) {
	at := -1
	for i, p := range a {
		if p != m.Zero() {
			if at >= 0 {
				return nil, false
			}
			at = i
		}
	}
	w := m.Const(len(a), 0)
	for i := range w {
		if at >= 0 && i >= at {
			w[i] = a[at]
		}
	}
	return w, true
}

// disjoint reports whether no bit can be set in both words: then there are no carries.
func (m *Machine) disjoint(a, b Word) bool {
	for i := range a {
		if a[i] != m.Zero() && b[i] != m.Zero() && m.Ring.And(a[i], b[i]) != m.Zero() {
			return false
		}
	}
	return true
}

// constant returns the value of a constant word of any width.
func (m *Machine) constant(a Word) (*big.Int, bool) {
	v := new(big.Int)
	for i, p := range a {
		bit, ok := m.IsConst(p)
		if !ok {
			return nil, false
		}
		if bit {
			v.SetBit(v, i, 1)
		}
	}
	return v, true
}

// collect adds factor·a to s.
func (m *Machine) collect(s *sum, a Word, factor *big.Int) {
	if v, ok := m.constant(a); ok {
		s.constant.Add(s.constant, v.Mul(v, factor))
		return
	}
	if inner, ok := m.sums[a.key()]; ok {
		s.constant.Add(s.constant, new(big.Int).Mul(inner.constant, factor))
		for _, x := range inner.atoms {
			s.add(x.atom, x.key, new(big.Int).Mul(x.coefficient, factor))
		}
		return
	}
	s.add(a, a.key(), factor)
}

func (s *sum) add(atom Word, key string, coefficient *big.Int) {
	i, ok := slices.BinarySearchFunc(s.atoms, key, func(x scaled, key string) int {
		switch {
		case x.key < key:
			return -1
		case x.key > key:
			return 1
		}
		return 0
	})
	if ok {
		s.atoms[i].coefficient = new(big.Int).Add(s.atoms[i].coefficient, coefficient)
		return
	}
	s.atoms = slices.Insert(s.atoms, i, scaled{atom, key, coefficient})
}

// result returns the word of a sum, the same for the same sum.
func (m *Machine) result(s *sum) Word {
	modulus := new(big.Int).Lsh(big.NewInt(1), uint(s.width))
	s.constant.Mod(s.constant, modulus)
	kept := s.atoms[:0]
	for _, x := range s.atoms {
		if x.coefficient = new(big.Int).Mod(x.coefficient, modulus); x.coefficient.Sign() != 0 {
			kept = append(kept, x)
		}
	}
	s.atoms = kept
	constant := m.big(s.constant, s.width)
	if len(s.atoms) == 0 {
		return constant
	}
	if len(s.atoms) == 1 && s.constant.Sign() == 0 && s.atoms[0].coefficient.IsInt64() && s.atoms[0].coefficient.Int64() == 1 {
		return s.atoms[0].atom
	}
	args := []Word{constant}
	for _, x := range s.atoms {
		args = append(args, m.big(x.coefficient, s.width), x.atom)
	}
	width := s.width
	w := m.Apply("sum", width, func(args [][]bool) []bool {
		total := integer(args[0])
		for i := 1; i < len(args); i += 2 {
			x := integer(args[i])
			total.Add(total, x.Mul(x, integer(args[i+1])))
		}
		return bools(total, width)
	}, args...)
	m.sums[w.key()] = s
	return w
}

func (m *Machine) big(v *big.Int, width int) Word {
	w := make(Word, width)
	for i := range w {
		w[i] = m.Ring.Const(v.Bit(i) == 1)
	}
	return w
}

func integer(bits []bool) *big.Int {
	v := new(big.Int)
	for i, b := range bits {
		if b {
			v.SetBit(v, i, 1)
		}
	}
	return v
}

func bools(v *big.Int, width int) []bool {
	v = new(big.Int).And(v, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(width)), big.NewInt(1)))
	bits := make([]bool, width)
	for i := range bits {
		bits[i] = v.Bit(i) == 1
	}
	return bits
}

// Mul is the product of two words of one width, of twice that width. The sum of a column of
// partial products is their sum modulo two where no carry can come in from the columns below,
// as in products of words with gaps; other bits are uninterpreted.
func (m *Machine) Mul(a, b Word) Word {
	n := len(a)
	if v, ok := m.constant(b); ok && !m.isConst(a) {
		return m.scale(a, v)
	}
	if v, ok := m.constant(a); ok {
		if w, ok := m.constant(b); ok {
			return m.big(v.Mul(v, w), 2*n)
		}
		return m.scale(b, v)
	}
	columns := make([][]*anf.Poly, 2*n)
	for i, p := range a {
		for j, q := range b {
			if pq := m.Ring.And(p, q); pq != m.Zero() {
				columns[i+j] = append(columns[i+j], pq)
			}
		}
	}
	product := make(Word, 2*n)
	var opaque Word
	carry := 0 // a bound on what comes into the column
	for i, column := range columns {
		if carry == 0 {
			product[i] = m.Sum(column...)
		} else {
			if opaque == nil {
				if b.key() < a.key() {
					a, b = b, a
				}
				opaque = m.Apply("mul", 2*n, func(args [][]bool) []bool {
					x := integer(args[0])
					return bools(x.Mul(x, integer(args[1])), 2*n)
				}, a, b)
			}
			product[i] = opaque[i]
		}
		carry = (carry + len(column)) / 2
	}
	return product
}

func (m *Machine) isConst(a Word) bool {
	_, ok := m.constant(a)
	return ok
}

// scale is a·v, of twice the width of a: a sum of shifted copies.
func (m *Machine) scale(a Word, v *big.Int) Word {
	wide := m.Zext(a, 2*len(a))
	product := m.Const(2*len(a), 0)
	for i := range v.BitLen() {
		if v.Bit(i) == 1 {
			product = m.Add(product, m.Shl(wide, i))
		}
	}
	return product
}
