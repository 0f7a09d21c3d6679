package proof

import (
	"go/token"
	"math/bits"

	"github.com/zvirka/zvirka/props/proof/anf"
	"github.com/zvirka/zvirka/props/proof/word"
)

// Numbers of math/big that depend on the inputs have no known length, by which its code goes at
// every step. So the methods that a reference over GF(2) needs are done on bits, and not executed:
// this model is part of what proofs rest on that use them. Numbers are not negative.

// A bigNumber is what the second field of a big.Int holds here: its bits, without zeros at the top.
type bigNumber struct{ w word.Word }

// A bigLength is the number of bits of a number that is not known, and something added.
type bigLength struct {
	w    word.Word
	plus int
}

func init() {
	for name, do := range map[string]func(m *machine, a []value) value{
		"NewInt":    func(m *machine, a []value) value { return m.newBig(m.word(a[0].(integer))) },
		"Set":       func(m *machine, a []value) value { return m.setBig(a[0], m.bigOf(a[1])) },
		"SetUint64": func(m *machine, a []value) value { return m.setBig(a[0], m.word(a[1].(integer))) },
		"SetBit": func(m *machine, a []value) value {
			i, bit := int(a[2].(integer).v), a[3].(integer)
			w := m.Zext(m.bigOf(a[1]), max(len(m.bigOf(a[1])), i+1))
			w[i] = m.word(bit)[0]
			return m.setBig(a[0], w)
		},
		"Bit": func(m *machine, a []value) value {
			w, i := m.bigOf(a[0]), int(a[1].(integer).v)
			if i >= len(w) {
				return known(64, 0)
			}
			return m.number(m.Zext(w[i:i+1:i+1], 64))
		},
		"Xor": func(m *machine, a []value) value {
			x, y := m.bigOf(a[1]), m.bigOf(a[2])
			n := max(len(x), len(y))
			return m.setBig(a[0], m.Machine.Xor(m.Zext(x, n), m.Zext(y, n)))
		},
		"Or": func(m *machine, a []value) value {
			x, y := m.bigOf(a[1]), m.bigOf(a[2])
			n := max(len(x), len(y))
			return m.setBig(a[0], m.Machine.Or(m.Zext(x, n), m.Zext(y, n)))
		},
		"Lsh": func(m *machine, a []value) value {
			x, n := m.bigOf(a[1]), int(a[2].(integer).v)
			return m.setBig(a[0], m.Shl(m.Zext(x, len(x)+n), n))
		},
		"Mod": func(m *machine, a []value) value {
			y, ok := m.extent(m.bigOf(a[2]))
			if !ok || bits.OnesCount(y.ones) != 1 {
				panic(unsupported("a remainder by what is no known power of two"))
			}
			x := m.bigOf(a[1])
			return m.setBig(a[0], x[:min(len(x), y.top)])
		},
		"BitLen": func(m *machine, a []value) value { return m.bitLen(m.bigOf(a[0])) },
		"Sign": func(m *machine, a []value) value {
			w := m.bigOf(a[0])
			if len(w) == 0 {
				return known(64, 0)
			}
			if bit, ok := m.IsConst(w[len(w)-1]); ok && bit {
				return known(64, 1)
			}
			return m.number(m.Zext(word.Word{m.Ring.Not(m.Eq(w, m.Const(len(w), 0)))}, 64))
		},
		"Int64": func(m *machine, a []value) value { return m.number(m.Zext(m.bigOf(a[0]), 64)) },
		"SetBytes": func(m *machine, a []value) value {
			var w word.Word
			all := contents(a[1])
			for i := len(all) - 1; i >= 0; i-- {
				w = append(w, m.word(all[i].(integer))...)
			}
			return m.setBig(a[0], w)
		},
		"FillBytes": func(m *machine, a []value) value {
			s, w := a[1].(slice), m.bigOf(a[0])
			if len(w) > 8*s.len {
				panic(&panicError{"math/big: buffer too small to fit value"})
			}
			w = m.Zext(w, 8*s.len)
			for i := range s.len {
				m.store(s.cells[s.len-1-i], m.number(w[8*i:8*i+8:8*i+8]))
			}
			return s
		},
	} {
		if name == "NewInt" {
			intrinsics["math/big.NewInt"] = do
		} else {
			intrinsics["(*math/big.Int)."+name] = do
		}
	}
}

// A highest is where the top bit of a known number is, and how many are set.
type highest struct {
	top  int
	ones uint
}

// extent describes a known number of any length: the place of its top bit, and a number with
// as many ones, up to 64.
func (m *machine) extent(w word.Word) (h highest, ok bool) {
	for i, p := range w {
		bit, constant := m.IsConst(p)
		if !constant {
			return h, false
		}
		if bit {
			h.top = i
			h.ones = h.ones<<1 | 1
		}
	}
	return h, true
}

// bigOf returns the bits of a number.
func (m *machine) bigOf(v value) word.Word {
	p, ok := v.(pointer)
	if !ok {
		panic(&panicError{"nil *big.Int"})
	}
	switch x := p.to.parts[1].v.(type) {
	case bigNumber:
		return x.w
	case slice:
		if x.len == 0 {
			return nil // the zero value
		}
	}
	panic(unsupported("a number that math/big itself made"))
}

// setBig makes a number of bits and returns its pointer.
func (m *machine) setBig(z value, w word.Word) value {
	n := len(w)
	for n > 0 && w[n-1] == m.Zero() {
		n--
	}
	m.store(z.(pointer).to.parts[1], bigNumber{w[:n:n]})
	return z
}

func (m *machine) newBig(w word.Word) value {
	return m.setBig(pointer{&cell{parts: []*cell{newCell(truth(false)), newCell(slice{})}}}, w)
}

// muxBig is x where c is 1 and y where it is 0.
func (m *machine) muxBig(c integer, a, b value) value {
	bitsOf := func(v value) word.Word {
		if n, ok := v.(bigNumber); ok {
			return n.w
		}
		return nil
	}
	x, y := bitsOf(a), bitsOf(b)
	n := max(len(x), len(y))
	w := m.Mux(c.w[0], m.Zext(x, n), m.Zext(y, n))
	for n > 0 && w[n-1] == m.Zero() {
		n--
	}
	return bigNumber{w[:n:n]}
}

// bitLen is the length of a number, as a number if its top bit is known.
func (m *machine) bitLen(w word.Word) value {
	if len(w) == 0 {
		return known(64, 0)
	}
	if bit, ok := m.IsConst(w[len(w)-1]); ok && bit {
		return known(64, uint64(len(w)))
	}
	return bigLength{w: w}
}

// lengthOp is an operator on a length that is not known: something added, or a comparison.
func (m *machine) lengthOp(op token.Token, a, b value) value {
	x, ok := a.(bigLength)
	y, isNumber := b.(integer)
	if !ok {
		if op == token.EQL || op == token.NEQ {
			return m.lengthOp(op, b, a)
		}
		panic(unsupported("the operator %s on a length", op))
	}
	if !isNumber || !y.known {
		panic(unsupported("two lengths of numbers that depend on the inputs"))
	}
	n := int(y.signed())
	switch op {
	case token.ADD:
		return bigLength{x.w, x.plus + n}
	case token.SUB:
		return bigLength{x.w, x.plus - n}
	case token.EQL:
		return m.one(m.hasLength(x.w, n-x.plus))
	case token.NEQ:
		return m.one(m.Ring.Not(m.hasLength(x.w, n-x.plus)))
	}
	panic(unsupported("the operator %s on a length", op))
}

// hasLength is 1 where a number has so many bits: its top one is set and none above is.
func (m *machine) hasLength(w word.Word, n int) (p *anf.Poly) {
	p = m.One()
	if n < 0 || n > len(w) {
		return m.Zero()
	}
	for _, above := range w[n:] {
		p = m.Ring.And(p, m.Ring.Not(above))
	}
	if n > 0 {
		p = m.Ring.And(p, w[n-1])
	}
	return p
}
