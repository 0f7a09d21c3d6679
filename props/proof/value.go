package proof

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/zvirka/zvirka/props/proof/word"
)

// A value is one of
//
//	integer          a number or a truth value, known or symbolic
//	[]value          a struct, an array or several results
//	pointer          to a cell, or nil
//	element          a pointer to an element of an array at a symbolic index
//	slice            of cells
//	text             a string
//	*closure         a function
//	dynamic          an interface's content, with its type
//	nil              the zero of a pointer, function or interface
type value any

// An integer has its bits in w, or is known to be v. A truth value has one bit.
type integer struct {
	width int
	known bool
	v     uint64
	w     word.Word
}

type pointer struct{ to *cell }

type element struct {
	cells []*cell
	index integer
}

type slice struct {
	cells []*cell // from the first element on, to the capacity
	len   int
}

// A text is a string; bytes that are known are known integers.
type text []integer

type closure struct {
	fn   *ssa.Function
	free []value
}

type dynamic struct {
	typ types.Type
	v   value
}

// A cell is a place in memory: a leaf with a value, or a struct or array of cells.
type cell struct {
	v       value
	parts   []*cell
	address uint64 // of a leaf: leaves that are made together have addresses in a row
}

func known(width int, v uint64) integer {
	if width < 64 {
		v &= 1<<width - 1
	}
	return integer{width: width, known: true, v: v}
}

func truth(b bool) integer {
	if b {
		return known(1, 1)
	}
	return known(1, 0)
}

// signed is a known integer as a signed number.
func (i integer) signed() int64 {
	shift := 64 - i.width
	return int64(i.v<<shift) >> shift
}

// width returns how many bits numbers of a type have, and whether it has a sign.
func width(t types.Type) (bits int, signed bool, ok bool) {
	b, isBasic := t.Underlying().(*types.Basic)
	if !isBasic {
		return 0, false, false
	}
	switch b.Kind() {
	case types.Bool, types.UntypedBool:
		return 1, false, true
	case types.Int8:
		return 8, true, true
	case types.Int16:
		return 16, true, true
	case types.Int32, types.UntypedRune:
		return 32, true, true
	case types.Int, types.Int64, types.UntypedInt:
		return 64, true, true
	case types.Uint8:
		return 8, false, true
	case types.Uint16:
		return 16, false, true
	case types.Uint32:
		return 32, false, true
	case types.Uint, types.Uint64, types.Uintptr:
		return 64, false, true
	}
	return 0, false, false
}

// zero returns the zero value of a type.
func zero(t types.Type) value {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if bits, _, ok := width(t); ok {
			return known(bits, 0)
		}
		if u.Info()&types.IsString != 0 {
			return text(nil)
		}
		if u.Kind() == types.UnsafePointer || u.Kind() == types.UntypedNil {
			return nil
		}
	case *types.Struct:
		all := make([]value, u.NumFields())
		for i := range all {
			all[i] = zero(u.Field(i).Type())
		}
		return all
	case *types.Array:
		all := make([]value, u.Len())
		for i := range all {
			all[i] = zero(u.Elem())
		}
		return all
	case *types.Slice:
		return slice{}
	case *types.Pointer, *types.Signature, *types.Interface, *types.Map, *types.Chan:
		return nil
	case *types.Tuple:
		all := make([]value, u.Len())
		for i := range all {
			all[i] = zero(u.At(i).Type())
		}
		return all
	}
	panic(unsupported("values of type %s", t))
}

// newCell makes memory for a value.
func newCell(v value) *cell {
	if all, ok := v.([]value); ok {
		c := &cell{parts: make([]*cell, len(all))} // not nil, even if there are none
		for i, part := range all {
			c.parts[i] = newCell(part)
		}
		return c
	}
	lastAddress++
	return &cell{v: v, address: lastAddress}
}

// lastAddress counts the leaves of memory. Programs see it when they compare addresses.
var lastAddress uint64

// firstAddress is the address of the first leaf.
func (c *cell) firstAddress() uint64 {
	for len(c.parts) > 0 {
		c = c.parts[0]
	}
	return c.address
}

// load returns what is in memory.
func (c *cell) load() value {
	if c.parts == nil {
		return c.v
	}
	all := make([]value, len(c.parts))
	for i, part := range c.parts {
		all[i] = part.load()
	}
	return all
}

// An unsupportedError names a construct that the executor does not know.
type unsupportedError struct{ what string }

func (e *unsupportedError) Error() string { return e.what }

func unsupported(format string, args ...any) error {
	return &unsupportedError{fmt.Sprintf(format, args...) + " is not supported"}
}
