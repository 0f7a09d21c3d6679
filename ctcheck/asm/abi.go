package asm

import "go/types"

// An abi is how Go passes arguments and results in registers.
type abi struct {
	integers, floats []reg
	closure          reg // the context of a closure
	barrier          reg // where the write barrier says that pointers are to be put
}

func span(from, to reg) []reg {
	var r []reg
	for ; from <= to; from++ {
		r = append(r, from)
	}
	return r
}

var (
	amd64ABI = abi{integers: []reg{ax, bx, cx, di, si, 8, 9, 10, 11}, floats: span(x0, x0+14), closure: dx, barrier: 11}
	arm64ABI = abi{integers: span(0, 15), floats: span(v0, v0+15), closure: 26, barrier: 25}
)

// A piece is a part of a value that goes into one register.
type piece struct {
	off, size int64
	float     bool
}

// pieces parts a type into what goes into registers. A type with an array of more than one
// element does not.
func pieces(sizes types.Sizes, t types.Type, off int64) ([]piece, bool) {
	words := func(n int64) []piece {
		var all []piece
		for i := range n {
			all = append(all, piece{off: off + i*wordSize, size: wordSize})
		}
		return all
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		size := sizes.Sizeof(u)
		switch {
		case u.Kind() == types.Invalid:
			return nil, false
		case u.Info()&types.IsString != 0:
			return words(2), true
		case u.Info()&types.IsComplex != 0:
			return []piece{{off, size / 2, true}, {off + size/2, size / 2, true}}, true
		}
		return []piece{{off, size, u.Info()&types.IsFloat != 0}}, true
	case *types.Slice:
		return words(3), true
	case *types.Interface:
		return words(2), true
	case *types.Array:
		switch u.Len() {
		case 0:
			return nil, true
		case 1:
			return pieces(sizes, u.Elem(), off)
		}
		return nil, false
	case *types.Struct:
		var all []piece
		vars := make([]*types.Var, u.NumFields())
		for i := range vars {
			vars[i] = u.Field(i)
		}
		for i, at := range sizes.Offsetsof(vars) {
			field, ok := pieces(sizes, vars[i].Type(), off+at)
			if !ok {
				return nil, false
			}
			all = append(all, field...)
		}
		return all, true
	}
	return words(1), true
}

// A passed is where a parameter or a result is: in registers, one a piece, or on the stack at
// an offset above the return address.
type passed struct {
	v      *types.Var
	pieces []piece
	regs   []reg // none: on the stack
	off    int64
}

// assign gives variables their registers, as ABIInternal does: all pieces of one or none.
// The stack is used from the offset on; the offset behind comes back.
func (a abi) assign(sizes types.Sizes, vars []*types.Var, stack int64) ([]passed, int64) {
	integers, floats := a.integers, a.floats
	var all []passed
	for _, v := range vars {
		p := passed{v: v}
		parts, ok := pieces(sizes, v.Type(), 0)
		i, f := integers, floats
		for _, part := range parts {
			from := &i
			if part.float {
				from = &f
			}
			if len(*from) == 0 {
				ok = false
				break
			}
			p.regs = append(p.regs, (*from)[0])
			*from = (*from)[1:]
		}
		if ok {
			integers, floats, p.pieces = i, f, parts
		} else {
			align := sizes.Alignof(v.Type())
			stack = (stack + align - 1) / align * align
			p.regs, p.off = nil, stack
			stack += sizes.Sizeof(v.Type())
		}
		all = append(all, p)
	}
	return all, (stack + wordSize - 1) / wordSize * wordSize
}
