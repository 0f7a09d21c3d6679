package proof

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// prepare evaluates the operands of a call and returns what does it.
func (fr *frame) prepare(c *ssa.CallCommon) func() value {
	var args []value
	if c.IsInvoke() {
		d, ok := fr.get(c.Value).(dynamic)
		if !ok {
			panic(&panicError{"a method of a nil interface"})
		}
		args = append(args, d.v)
		for _, a := range c.Args {
			args = append(args, fr.get(a))
		}
		f := fr.program.prog.LookupMethod(d.typ, c.Method.Pkg(), c.Method.Name())
		return func() value { return fr.call(f, args, nil) }
	}
	for _, a := range c.Args {
		args = append(args, fr.get(a))
	}
	switch f := c.Value.(type) {
	case *ssa.Builtin:
		return func() value { return fr.builtin(f.Name(), c, args) }
	case *ssa.Function:
		return func() value { return fr.call(f, args, nil) }
	}
	cl, ok := fr.get(c.Value).(*closure)
	if !ok {
		panic(&panicError{"a call of a nil function"})
	}
	return func() value { return fr.call(cl.fn, args, cl.free) }
}

func (fr *frame) builtin(name string, c *ssa.CallCommon, args []value) value {
	length := func(v value) int {
		switch x := v.(type) {
		case slice:
			return x.len
		case text:
			return len(x)
		case pointer:
			return len(x.to.parts)
		case []value:
			return len(x)
		}
		return 0
	}
	switch name {
	case "len":
		return known(64, uint64(length(args[0])))
	case "cap":
		if s, ok := args[0].(slice); ok {
			return known(64, uint64(len(s.cells)))
		}
		return known(64, uint64(length(args[0])))
	case "append":
		return fr.appendTo(args[0].(slice), args[1], c.Args[0].Type())
	case "copy":
		values := contents(args[1])
		to := args[0].(slice)
		n := min(to.len, len(values))
		for i := range n {
			fr.store(to.cells[i], values[i])
		}
		return known(64, uint64(n))
	case "clear":
		s, ok := args[0].(slice)
		if !ok {
			panic(unsupported("clear of a map"))
		}
		elem := c.Args[0].Type().Underlying().(*types.Slice).Elem()
		for _, cl := range s.cells[:s.len] {
			fr.store(cl, zero(elem))
		}
		return nil
	case "min", "max":
		best := args[0].(integer)
		_, signed, _ := width(c.Args[0].Type())
		for _, a := range args[1:] {
			x, y := a.(integer), best
			if name == "max" {
				x, y = y, x
			}
			less := fr.lessThan(x, y, signed)
			if less.known {
				if less.v == 1 {
					best = a.(integer)
				}
				continue
			}
			best = fr.mux(less, a, best).(integer)
		}
		return best
	case "ssa:wrapnilchk":
		if isNil(args[0]) {
			panic(&panicError{"nil receiver"})
		}
		return args[0]
	}
	panic(unsupported("the builtin function %s", name))
}

func (m *machine) lessThan(x, y integer, signed bool) integer {
	if x.known && y.known {
		if signed {
			return truth(x.signed() < y.signed())
		}
		return truth(x.v < y.v)
	}
	if signed {
		return m.one(m.SLess(m.word(x), m.word(y)))
	}
	return m.one(m.Less(m.word(x), m.word(y)))
}

// contents are the elements of a slice or the bytes of a string, read before any is written.
func contents(v value) []value {
	var all []value
	switch x := v.(type) {
	case slice:
		for _, c := range x.cells[:x.len] {
			all = append(all, c.load())
		}
	case text:
		for _, c := range x {
			all = append(all, c)
		}
	}
	return all
}

// appendTo appends in place where the capacity allows it. How much a slice grows is not
// specified; here it grows to what is needed.
func (fr *frame) appendTo(s slice, more value, t types.Type) value {
	values := contents(more)
	n := s.len + len(values)
	if n > len(s.cells) {
		grown := slice{cells: make([]*cell, n), len: s.len}
		for i, c := range s.cells[:s.len] {
			grown.cells[i] = newCell(c.load())
		}
		elem := t.Underlying().(*types.Slice).Elem()
		for i := s.len; i < n; i++ {
			grown.cells[i] = newCell(zero(elem))
		}
		s = grown
	}
	for i, v := range values {
		fr.store(s.cells[s.len+i], v)
	}
	s.len = n
	return s
}
