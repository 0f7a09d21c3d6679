package proof

import (
	"fmt"
	"reflect"

	"github.com/zvirka/zvirka/props/proof/word"
)

// An Input is an argument of both functions of a proof: any value of a shape, or one that is
// fixed.
type Input struct {
	name string
	bits int
	// build makes the value, in memory of its own; bits are taken from w.
	build func(m *machine, w word.Word) value
	fixed any // what Fixed was given
}

// Number is any number of a width: 1 for bool, 8 to 64 for integers.
func Number(name string, width int) Input {
	return Input{name: name, bits: width, build: func(m *machine, w word.Word) value { return m.number(w) }}
}

// Array is any array of n numbers.
func Array(name string, n, width int) Input {
	return Input{name: name, bits: n * width, build: func(m *machine, w word.Word) value { return numbersOf(m, w, n, width) }}
}

func numbersOf(m *machine, w word.Word, n, width int) []value {
	all := make([]value, n)
	for i := range all {
		all[i] = m.number(w[i*width : (i+1)*width : (i+1)*width])
	}
	return all
}

// Slice is any slice of n numbers. What it points to is compared after the functions have run.
func Slice(name string, n, width int) Input {
	return Input{name: name, bits: n * width, build: func(m *machine, w word.Word) value {
		s := slice{len: n}
		for _, v := range numbersOf(m, w, n, width) {
			s.cells = append(s.cells, newCell(v))
		}
		return s
	}}
}

// Bytes is any slice of n bytes.
func Bytes(name string, n int) Input { return Slice(name, n, 8) }

// Element is a slice of little-endian bytes of which the first bits are any and the others zero.
func Element(name string, bits int) Input {
	return Input{name: name, bits: bits, build: func(m *machine, w word.Word) value {
		n := (bits + 7) / 8
		return Bytes(name, n).build(m, m.Zext(w, 8*n))
	}}
}

// Pointer is a pointer to any value of a shape. What it points to is compared after the
// functions have run.
func Pointer(to Input) Input {
	return Input{name: to.name, bits: to.bits, build: func(m *machine, w word.Word) value { return pointer{newCell(to.build(m, w))} }}
}

// Tuple is any struct, or array of arrays, of the given shapes.
func Tuple(name string, parts ...Input) Input {
	in := Input{name: name}
	for _, p := range parts {
		in.bits += p.bits
	}
	in.build = func(m *machine, w word.Word) value {
		all := make([]value, len(parts))
		for i, p := range parts {
			all[i] = p.build(m, w[:p.bits:p.bits])
			w = w[p.bits:]
		}
		return all
	}
	return in
}

// Fixed is one number, truth value, string, or slice or array of such.
func Fixed(v any) Input {
	return Input{name: fmt.Sprint(v), fixed: v, build: func(m *machine, _ word.Word) value { return fixed(reflect.ValueOf(v)) }}
}

func fixed(v reflect.Value) value {
	switch v.Kind() {
	case reflect.Bool:
		return truth(v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return known(v.Type().Bits(), uint64(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return known(v.Type().Bits(), v.Uint())
	case reflect.String:
		return textOf(v.String())
	case reflect.Array:
		all := make([]value, v.Len())
		for i := range all {
			all[i] = fixed(v.Index(i))
		}
		return all
	case reflect.Slice:
		s := slice{len: v.Len()}
		for i := range v.Len() {
			s.cells = append(s.cells, newCell(fixed(v.Index(i))))
		}
		return s
	}
	panic(unsupported("a fixed input of type %s", v.Type()))
}

// Variable is the address of a package-level variable, "import/path.name".
func Variable(name string) Input {
	return Input{name: "&" + name, build: func(m *machine, _ word.Word) value {
		g, err := m.program.variable(name)
		if err != nil {
			panic(&unsupportedError{err.Error()})
		}
		return pointer{m.global(g)}
	}}
}
