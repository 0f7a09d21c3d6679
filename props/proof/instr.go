package proof

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A next is where a block goes on.
type next struct {
	jump *ssa.BasicBlock
	cond integer // undecided, if jump is nil
}

// block executes the instructions of a block behind its phis.
func (fr *frame) block(b *ssa.BasicBlock) (next, *end) {
	for _, in := range b.Instrs {
		fr.at = in
		if fr.steps++; fr.steps > fr.limit {
			panic(&stepsError{fr.limit})
		}
		switch in := in.(type) {
		case *ssa.Phi, *ssa.DebugRef:
		case *ssa.Jump:
			return next{jump: b.Succs[0]}, nil
		case *ssa.If:
			cond := fr.get(in.Cond).(integer)
			if !cond.known {
				return next{cond: cond}, nil
			}
			if cond.v == 1 {
				return next{jump: b.Succs[0]}, nil
			}
			return next{jump: b.Succs[1]}, nil
		case *ssa.Return:
			return next{}, &end{results: fr.results(in)}
		case *ssa.Panic:
			panic(&panicError{fr.describe(fr.get(in.X))})
		default:
			fr.do(in)
		}
	}
	panic(unsupported("a block without an end"))
}

func (fr *frame) results(in *ssa.Return) value {
	switch len(in.Results) {
	case 0:
		return nil
	case 1:
		return fr.get(in.Results[0])
	}
	all := make([]value, len(in.Results))
	for i, r := range in.Results {
		all[i] = fr.get(r)
	}
	return all
}

// describe is a panic's value for people.
func (fr *frame) describe(v value) string {
	if d, ok := v.(dynamic); ok {
		if t, ok := d.v.(text); ok {
			if s, ok := t.known(); ok {
				return s
			}
		}
		return types.TypeString(d.typ, nil)
	}
	return "a value"
}

func (t text) known() (string, bool) {
	b := make([]byte, len(t))
	for i, c := range t {
		if !c.known {
			return "", false
		}
		b[i] = byte(c.v)
	}
	return string(b), true
}

func textOf(s string) text {
	t := make(text, len(s))
	for i := range len(s) {
		t[i] = known(8, uint64(s[i]))
	}
	return t
}

// get returns the value of an operand.
func (fr *frame) get(v ssa.Value) value {
	if fr.mutant != nil && fr.mutant.at == fr.at && fr.mutant.value == v {
		v = fr.mutant.with
	}
	switch v := v.(type) {
	case *ssa.Const:
		return fr.constant(v)
	case *ssa.Global:
		return pointer{fr.global(v)}
	case *ssa.Function:
		return &closure{fn: v}
	}
	x, ok := fr.env[v]
	if !ok {
		panic(unsupported("the value %s (%T), which was not computed,", v.Name(), v))
	}
	return x
}

func (fr *frame) constant(c *ssa.Const) value {
	if c.Value == nil {
		return zero(c.Type())
	}
	if bits, signed, ok := width(c.Type()); ok {
		if c.Value.Kind() == constant.Bool {
			return truth(constant.BoolVal(c.Value))
		}
		if signed {
			return known(bits, uint64(c.Int64()))
		}
		return known(bits, c.Uint64())
	}
	if c.Value.Kind() == constant.String {
		return textOf(constant.StringVal(c.Value))
	}
	panic(unsupported("a constant of type %s", c.Type()))
}

// global returns the memory of a package-level variable, with what initialization put there.
func (m *machine) global(g *ssa.Global) *cell {
	c := m.globals[g]
	if c == nil {
		c = newCell(zero(g.Type().Underlying().(*types.Pointer).Elem()))
		m.globals[g] = c
	}
	m.initialize(g.Pkg)
	return c
}

// initialize executes the initialization of a package's variables, once. The packages that it
// imports are initialized when something of theirs is looked at.
func (m *machine) initialize(pkg *ssa.Package) {
	if m.started[pkg] {
		return
	}
	m.started[pkg] = true
	pkg.Build()
	at, logs := m.at, m.logs
	m.logs = nil // it happens before everything, whatever branch notices first
	guard := pkg.Members["init$guard"].(*ssa.Global)
	m.globals[guard] = newCell(truth(false))
	before := m.starting
	m.starting = pkg
	m.call(pkg.Func("init"), nil, nil)
	m.at, m.logs, m.starting = at, logs, before
}

func (fr *frame) do(in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.Alloc:
		fr.env[in] = pointer{newCell(zero(in.Type().Underlying().(*types.Pointer).Elem()))}
	case *ssa.Store:
		fr.storeTo(fr.get(in.Addr), fr.get(in.Val))
	case *ssa.UnOp:
		fr.env[in] = fr.unOp(in)
	case *ssa.BinOp:
		op := in.Op
		if fr.mutant != nil && fr.mutant.at == ssa.Instruction(in) && fr.mutant.value == nil {
			op = fr.mutant.op
		}
		fr.env[in] = fr.binOp(op, fr.get(in.X), fr.get(in.Y), in.X.Type(), in.Y.Type())
	case *ssa.Convert:
		fr.env[in] = fr.convert(fr.get(in.X), in.X.Type(), in.Type())
	case *ssa.ChangeType:
		fr.env[in] = fr.get(in.X)
	case *ssa.ChangeInterface:
		fr.env[in] = fr.get(in.X)
	case *ssa.MakeInterface:
		fr.env[in] = dynamic{in.X.Type(), fr.get(in.X)}
	case *ssa.TypeAssert:
		fr.env[in] = fr.typeAssert(in)
	case *ssa.FieldAddr:
		p, ok := fr.get(in.X).(pointer)
		if !ok {
			panic(&panicError{"nil pointer"})
		}
		fr.env[in] = pointer{p.to.parts[in.Field]}
	case *ssa.Field:
		fr.env[in] = fr.get(in.X).([]value)[in.Field]
	case *ssa.IndexAddr:
		fr.env[in] = fr.indexAddr(in)
	case *ssa.Index:
		fr.env[in] = fr.index(fr.get(in.X), fr.indexOf(in.Index))
	case *ssa.Lookup:
		t, ok := fr.get(in.X).(text)
		if !ok {
			panic(unsupported("a map"))
		}
		fr.env[in] = fr.index(t, fr.indexOf(in.Index))
	case *ssa.Slice:
		fr.env[in] = fr.slice(in)
	case *ssa.SliceToArrayPointer:
		s := fr.get(in.X).(slice)
		n := int(in.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array).Len())
		if s.len < n {
			panic(&panicError{"slice too short for an array"})
		}
		fr.env[in] = pointer{&cell{parts: s.cells[:n:n]}}
	case *ssa.MakeSlice:
		n, c := fr.concrete(fr.get(in.Len)), fr.concrete(fr.get(in.Cap))
		fr.env[in] = makeSlice(in.Type().Underlying().(*types.Slice).Elem(), n, c)
	case *ssa.MakeClosure:
		c := &closure{fn: in.Fn.(*ssa.Function)}
		for _, b := range in.Bindings {
			c.free = append(c.free, fr.get(b))
		}
		fr.env[in] = c
	case *ssa.Extract:
		fr.env[in] = fr.get(in.Tuple).([]value)[in.Index]
	case *ssa.Range:
		fr.env[in] = &iterator{over: fr.get(in.X)}
	case *ssa.Next:
		fr.env[in] = fr.next(in)
	case *ssa.Call:
		fr.env[in] = fr.prepare(&in.Call)()
	case *ssa.RunDefers:
		for i := len(fr.later) - 1; i >= 0; i-- {
			fr.later[i]()
		}
		fr.later = nil
	case *ssa.Defer:
		if len(fr.logs) > 0 {
			panic(unsupported("defer inside an undecided branch"))
		}
		call := fr.prepare(&in.Call)
		fr.later = append(fr.later, func() { call() })
	default:
		panic(unsupported("%T", in))
	}
}

func makeSlice(elem types.Type, n, c int) slice {
	s := slice{cells: make([]*cell, c), len: n}
	for i := range s.cells {
		s.cells[i] = newCell(zero(elem))
	}
	return s
}

// concrete returns a number that must be known: a length, a bound.
func (fr *frame) concrete(v value) int {
	i := v.(integer)
	if !i.known {
		panic(unsupported("a length or bound that depends on the inputs"))
	}
	return int(i.signed())
}

func (fr *frame) unOp(in *ssa.UnOp) value {
	x := fr.get(in.X)
	switch in.Op {
	case token.MUL:
		return fr.loadFrom(x)
	case token.NOT:
		return fr.xor(x.(integer), truth(true))
	case token.SUB:
		i := x.(integer)
		return fr.sub(known(i.width, 0), i)
	case token.XOR:
		i := x.(integer)
		return fr.xor(i, known(i.width, ^uint64(0)))
	}
	panic(unsupported("the operator %s", in.Op))
}

func (fr *frame) loadFrom(address value) value {
	switch p := address.(type) {
	case pointer:
		return p.to.load()
	case element:
		return fr.choose(p.cells, p.index)
	}
	panic(&panicError{"nil pointer"})
}

func (fr *frame) storeTo(address, v value) {
	switch p := address.(type) {
	case pointer:
		fr.store(p.to, v)
	case element:
		for i, c := range p.cells { // in each element the new value, if the index is its own
			here := fr.equal(p.index, known(p.index.width, uint64(i)))
			fr.store(c, fr.mux(here, v, c.load()))
		}
	default:
		panic(&panicError{"nil pointer"})
	}
}

func (fr *frame) indexAddr(in *ssa.IndexAddr) value {
	var cells []*cell
	switch x := fr.get(in.X).(type) {
	case slice:
		cells = x.cells[:x.len]
	case pointer:
		cells = x.to.parts
	default:
		panic(&panicError{"index of nil"})
	}
	i := fr.indexOf(in.Index)
	if i.known {
		if i.v >= uint64(len(cells)) {
			panic(&panicError{"index out of range"})
		}
		return pointer{cells[i.v]}
	}
	fr.checkRange(i, len(cells))
	return element{cells, i}
}

// indexOf is an index as a number of 64 bits: what is below zero is above every length.
func (fr *frame) indexOf(v ssa.Value) integer {
	return fr.convert(fr.get(v), v.Type(), types.Typ[types.Int]).(integer)
}

// checkRange sees to it that an index is below n whatever the inputs are.
func (fr *frame) checkRange(i integer, n int) {
	highest := uint64(0)
	for b, p := range i.w {
		if p != fr.Zero() {
			if b > 30 {
				panic(unsupported("an index that is not provably in range"))
			}
			highest |= 1 << b
		}
	}
	if highest >= uint64(n) {
		panic(unsupported("an index of up to %d into %d elements", highest, n))
	}
}

// index reads from an array or a string.
func (fr *frame) index(x value, i integer) value {
	var values []value
	switch x := x.(type) {
	case text:
		for _, c := range x {
			values = append(values, c)
		}
	case []value:
		values = x
	}
	if i.known {
		if i.v >= uint64(len(values)) {
			panic(&panicError{"index out of range"})
		}
		return values[i.v]
	}
	fr.checkRange(i, len(values))
	return fr.chooseValue(values, i)
}

func (fr *frame) choose(cells []*cell, i integer) value {
	values := make([]value, len(cells))
	for k, c := range cells {
		values[k] = c.load()
	}
	return fr.chooseValue(values, i)
}

// chooseValue is the value at an index that is not known: by the table of known numbers, else by
// a choice for each bit of the index.
func (fr *frame) chooseValue(values []value, i integer) value {
	if v, ok := fr.lookUp(values, i); ok {
		return v
	}
	for b := 0; len(values) > 1; b++ {
		half := make([]value, (len(values)+1)/2)
		for k := range half {
			half[k] = values[2*k]
			if 2*k+1 < len(values) {
				half[k] = fr.mux(fr.bit(i, b), values[2*k+1], values[2*k])
			}
		}
		values = half
	}
	return values[0]
}

func (fr *frame) slice(in *ssa.Slice) value {
	bound := func(v ssa.Value, otherwise int) int {
		if v == nil {
			return otherwise
		}
		return fr.concrete(fr.get(v))
	}
	x := fr.get(in.X)
	if t, ok := x.(text); ok {
		low, high := bound(in.Low, 0), bound(in.High, len(t))
		if low < 0 || high < low || high > len(t) {
			panic(&panicError{"slice bounds out of range"})
		}
		return t[low:high]
	}
	var s slice
	switch x := x.(type) {
	case slice:
		s = x
	case pointer:
		s = slice{x.to.parts, len(x.to.parts)}
	default:
		panic(&panicError{"slice of nil"})
	}
	low, high, limit := bound(in.Low, 0), bound(in.High, s.len), bound(in.Max, len(s.cells))
	if low < 0 || high < low || limit < high || limit > len(s.cells) {
		panic(&panicError{"slice bounds out of range"})
	}
	return slice{s.cells[low:limit:limit], high - low}
}

func (fr *frame) typeAssert(in *ssa.TypeAssert) value {
	d, _ := fr.get(in.X).(dynamic)
	ok := d.typ != nil
	result := zero(in.AssertedType)
	if iface, isInterface := in.AssertedType.Underlying().(*types.Interface); isInterface {
		if ok = ok && types.Implements(d.typ, iface); ok {
			result = d
		}
	} else if ok = ok && types.Identical(d.typ, in.AssertedType); ok {
		result = d.v
	}
	if in.CommaOk {
		return []value{result, truth(ok)}
	}
	if !ok {
		panic(&panicError{"type assertion"})
	}
	return result
}

// An iterator is a range over a string.
type iterator struct {
	over value
	at   int
}

func (fr *frame) next(in *ssa.Next) value {
	it := fr.get(in.Iter).(*iterator)
	t, ok := it.over.(text)
	if !ok {
		panic(unsupported("a range over a map"))
	}
	s, ok := t.known()
	if !ok {
		panic(unsupported("a range over a string that depends on the inputs"))
	}
	if it.at >= len(s) {
		return []value{truth(false), known(64, 0), known(32, 0)}
	}
	for i, r := range s[it.at:] {
		if i == 0 {
			at := it.at
			it.at += len(string(r))
			return []value{truth(true), known(64, uint64(at)), known(32, uint64(r))}
		}
	}
	return nil
}
