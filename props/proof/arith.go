package proof

import (
	"go/token"
	"go/types"
	"math/bits"

	"github.com/zvirka/zvirka/props/proof/anf"
	"github.com/zvirka/zvirka/props/proof/word"
)

// word returns the bits of a number.
func (m *machine) word(i integer) word.Word {
	if i.known {
		return m.Const(i.width, i.v)
	}
	return i.w
}

// number makes a number of bits, known if they are.
func (m *machine) number(w word.Word) integer {
	if v, ok := m.Value(w); ok && len(w) <= 64 {
		return known(len(w), v)
	}
	return integer{width: len(w), w: w}
}

func (m *machine) bit(i integer, b int) integer {
	if i.known {
		return known(1, i.v>>b)
	}
	return m.number(word.Word{i.w[b]})
}

func (m *machine) xor(x, y integer) integer {
	if x.known && y.known {
		return known(x.width, x.v^y.v)
	}
	return m.number(m.Machine.Xor(m.word(x), m.word(y)))
}

func (m *machine) sub(x, y integer) integer {
	if x.known && y.known {
		return known(x.width, x.v-y.v)
	}
	return m.number(m.Sub(m.word(x), m.word(y)))
}

func (m *machine) equal(x, y integer) integer {
	if x.known && y.known {
		return truth(x.v == y.v)
	}
	return m.one(m.Eq(m.word(x), m.word(y)))
}

func (m *machine) one(p *anf.Poly) integer { return m.number(word.Word{p}) }

// binOp is a binary operator on known or symbolic operands.
func (m *machine) binOp(op token.Token, a, b value, ta, tb types.Type) value {
	if _, ok := a.(bigLength); ok {
		return m.lengthOp(op, a, b)
	}
	if _, ok := b.(bigLength); ok {
		return m.lengthOp(op, a, b)
	}
	x, ok := a.(integer)
	if !ok {
		return m.compareOther(op, a, b)
	}
	y := b.(integer)
	_, signed, _ := width(ta)
	if op == token.SHL || op == token.SHR {
		_, countSigned, _ := width(tb)
		return m.shift(op, x, y, signed, countSigned)
	}
	if x.known && y.known {
		return knownOp(op, x, y, signed)
	}
	p, q := m.word(x), m.word(y)
	not := func(p *anf.Poly) *anf.Poly { return m.Ring.Not(p) }
	less := m.Less
	if signed {
		less = m.SLess
	}
	switch op {
	case token.XOR:
		return m.number(m.Machine.Xor(p, q))
	case token.AND:
		return m.number(m.Machine.And(p, q))
	case token.OR:
		return m.number(m.Machine.Or(p, q))
	case token.AND_NOT:
		return m.number(m.AndNot(p, q))
	case token.ADD:
		return m.number(m.Add(p, q))
	case token.SUB:
		return m.number(m.Sub(p, q))
	case token.MUL:
		return m.number(m.Mul(p, q)[:x.width])
	case token.EQL:
		return m.one(m.Eq(p, q))
	case token.NEQ:
		return m.one(not(m.Eq(p, q)))
	case token.LSS:
		return m.one(less(p, q))
	case token.GTR:
		return m.one(less(q, p))
	case token.LEQ:
		return m.one(not(less(q, p)))
	case token.GEQ:
		return m.one(not(less(p, q)))
	case token.QUO, token.REM:
		if y.known && y.v != 0 && y.v&(y.v-1) == 0 && !signed {
			n := bits.TrailingZeros64(y.v)
			if op == token.QUO {
				return m.number(m.Shr(p, n))
			}
			return m.number(m.Machine.And(p, m.Const(x.width, y.v-1)))
		}
		panic(unsupported("a division that depends on the inputs"))
	}
	panic(unsupported("the operator %s", op))
}

// knownOp is a binary operator on known numbers.
func knownOp(op token.Token, x, y integer, signed bool) value {
	switch op {
	case token.ADD:
		return known(x.width, x.v+y.v)
	case token.SUB:
		return known(x.width, x.v-y.v)
	case token.MUL:
		return known(x.width, x.v*y.v)
	case token.XOR:
		return known(x.width, x.v^y.v)
	case token.AND:
		return known(x.width, x.v&y.v)
	case token.OR:
		return known(x.width, x.v|y.v)
	case token.AND_NOT:
		return known(x.width, x.v&^y.v)
	case token.QUO, token.REM:
		if y.v == 0 {
			panic(&panicError{"division by zero"})
		}
		switch {
		case signed && op == token.QUO:
			return known(x.width, uint64(x.signed()/y.signed()))
		case signed:
			return known(x.width, uint64(x.signed()%y.signed()))
		case op == token.QUO:
			return known(x.width, x.v/y.v)
		}
		return known(x.width, x.v%y.v)
	}
	less, more := x.v < y.v, x.v > y.v
	if signed {
		less, more = x.signed() < y.signed(), x.signed() > y.signed()
	}
	switch op {
	case token.EQL:
		return truth(!less && !more)
	case token.NEQ:
		return truth(less || more)
	case token.LSS:
		return truth(less)
	case token.GTR:
		return truth(more)
	case token.LEQ:
		return truth(!more)
	case token.GEQ:
		return truth(!less)
	}
	panic(unsupported("the operator %s", op))
}

func (m *machine) shift(op token.Token, x, count integer, signed, countSigned bool) value {
	move := m.Shl
	switch {
	case op == token.SHR && signed:
		move = m.Sar
	case op == token.SHR:
		move = m.Shr
	}
	if !count.known {
		if countSigned && count.w[count.width-1] != m.Zero() {
			panic(unsupported("a shift by a count that may be negative"))
		}
		return m.number(m.ShiftBy(m.word(x), count.w, move))
	}
	if countSigned && count.signed() < 0 {
		panic(&panicError{"negative shift"})
	}
	n := int(min(count.v, 64))
	if !x.known {
		return m.number(move(x.w, n))
	}
	switch {
	case op == token.SHL:
		return known(x.width, x.v<<n)
	case signed:
		return known(x.width, uint64(x.signed()>>n))
	}
	return known(x.width, x.v>>n)
}

// compareOther compares what is no number.
func (m *machine) compareOther(op token.Token, a, b value) value {
	if op == token.ADD {
		return append(append(text{}, a.(text)...), b.(text)...)
	}
	same := m.same(a, b)
	switch op {
	case token.EQL:
		return same
	case token.NEQ:
		return m.xor(same, truth(true))
	case token.LSS, token.GTR, token.LEQ, token.GEQ:
		s, ok1 := a.(text)
		t, ok2 := b.(text)
		if ok1 && ok2 {
			x, k1 := s.known()
			y, k2 := t.known()
			if k1 && k2 {
				return map[token.Token]integer{token.LSS: truth(x < y), token.GTR: truth(x > y), token.LEQ: truth(x <= y), token.GEQ: truth(x >= y)}[op]
			}
		}
	}
	panic(unsupported("the operator %s on %T", op, a))
}

// same is whether two values are equal, as == has it.
func (m *machine) same(a, b value) integer {
	switch x := a.(type) {
	case nil:
		return truth(isNil(b))
	case integer:
		return m.equal(x, b.(integer))
	case text:
		y := b.(text)
		if len(x) != len(y) {
			return truth(false)
		}
		return m.allEqual(len(x), func(i int) (value, value) { return x[i], y[i] })
	case []value:
		y := b.([]value)
		return m.allEqual(len(x), func(i int) (value, value) { return x[i], y[i] })
	case pointer:
		y, ok := b.(pointer)
		return truth(ok && x.to == y.to)
	case slice:
		return truth(x.cells == nil && isNil(b)) // only nil is compared with
	case *closure:
		return truth(false)
	case dynamic:
		y, ok := b.(dynamic)
		if !ok || !types.Identical(x.typ, y.typ) {
			return truth(false)
		}
		return m.same(x.v, y.v)
	}
	panic(unsupported("a comparison of %T", a))
}

func isNil(v value) bool {
	s, ok := v.(slice)
	return v == nil || ok && s.cells == nil
}

func (m *machine) allEqual(n int, pair func(i int) (value, value)) integer {
	all := m.One()
	for i := range n {
		x, y := pair(i)
		all = m.Ring.And(all, m.word(m.same(x, y))[0])
	}
	return m.one(all)
}

// mux is a where c is 1 and b where it is 0.
func (m *machine) mux(c integer, a, b value) value {
	if c.known {
		if c.v == 1 {
			return a
		}
		return b
	}
	_, bigA := a.(bigNumber)
	_, bigB := b.(bigNumber)
	if bigA || bigB {
		return m.muxBig(c, a, b)
	}
	switch x := a.(type) {
	case integer:
		y := b.(integer)
		if x.known && y.known && x.v == y.v {
			return x
		}
		return m.number(m.Mux(c.w[0], m.word(x), m.word(y)))
	case []value:
		y := b.([]value)
		all := make([]value, len(x))
		for i := range x {
			all[i] = m.mux(c, x[i], y[i])
		}
		return all
	case nil:
		if isNil(b) {
			return b
		}
	case pointer:
		if y, ok := b.(pointer); ok && x.to == y.to {
			return a
		}
	case slice:
		if y, ok := b.(slice); ok && x.len == y.len && len(x.cells) == len(y.cells) && (len(x.cells) == 0 || x.cells[0] == y.cells[0]) {
			return a
		}
	case text:
		if y, ok := b.(text); ok && len(x) == len(y) {
			all := make(text, len(x))
			for i := range x {
				all[i] = m.mux(c, x[i], y[i]).(integer)
			}
			return all
		}
	case *closure:
		if y, ok := b.(*closure); ok && x == y {
			return a
		}
	case dynamic:
		if y, ok := b.(dynamic); ok && types.Identical(x.typ, y.typ) {
			return dynamic{x.typ, m.mux(c, x.v, y.v)}
		}
	}
	panic(unsupported("a choice between pointers, slices or functions that depends on the inputs"))
}

// convert is a conversion between numbers, or between strings and slices of bytes.
func (m *machine) convert(v value, from, to types.Type) value {
	if bits, _, ok := width(to); ok {
		if p, ok := v.(pointer); ok {
			return known(64, p.to.firstAddress())
		}
		x, ok := v.(integer)
		if !ok {
			panic(unsupported("%T as a number", v))
		}
		_, signed, _ := width(from)
		if x.known {
			if signed {
				return known(bits, uint64(x.signed()))
			}
			return known(bits, x.v)
		}
		if signed {
			return m.number(m.Sext(x.w, bits))
		}
		return m.number(m.Zext(x.w, bits))
	}
	switch x := v.(type) {
	case text:
		if _, ok := to.Underlying().(*types.Slice); ok {
			s := slice{len: len(x)}
			for _, c := range x {
				s.cells = append(s.cells, newCell(c))
			}
			return s
		}
		return x
	case slice:
		if b, ok := to.Underlying().(*types.Basic); ok && b.Info()&types.IsString != 0 {
			t := make(text, x.len)
			for i := range t {
				t[i] = x.cells[i].v.(integer)
			}
			return t
		}
		return x
	case nil, pointer, element: // through unsafe.Pointer and back
		return x
	}
	panic(unsupported("a conversion from %s to %s", from, to))
}
