package asm

import (
	"go/types"
	"math"
)

// A mode says what of a memory is secret.
type mode int

const (
	fields mode = iota // the fields of structs that are annotated
	all                // what is no pointer and no length
)

// A region is memory that is told apart from other memory: that of one parameter, of one
// symbol, of one type behind them.
type region struct {
	parts []part
}

// A part is a typed stretch of a region. A type of nil is one of which nothing is known.
type part struct {
	off    int64
	typ    types.Type
	mode   mode
	secret *origin // of mode all
	root   string  // the parameter through which it is reached
	one    bool    // it is one of its type, not the first of many
}

// A world has the regions of an analysis, which are never forgotten.
type world struct {
	sizes   types.Sizes
	secrets func(*types.Var) *origin // of a field that is annotated
	regions []*region
	byKey   map[regionKey]int
}

type regionKey struct {
	symbol string // or
	secret *origin
	mode   mode
	typ    string
	root   string
	one    bool
}

func newWorld(sizes types.Sizes, secrets func(*types.Var) *origin) *world {
	return &world{sizes: sizes, secrets: secrets, byKey: make(map[regionKey]int),
		regions: []*region{frame: {}, arguments: {}, elsewhere: {}}}
}

func (w *world) symbol(name string) int {
	return w.intern(regionKey{symbol: name}, nil)
}

// behind is the region of a type that a pointer in a part points to.
func (w *world) behind(p part, t types.Type, one bool) value {
	key := regionKey{secret: p.secret, mode: p.mode, root: p.root, one: one}
	if t != nil {
		key.typ = types.TypeString(t, nil)
	}
	p.off, p.typ, p.one = 0, t, one
	return value{at: []place{at(w.intern(key, []part{p}), 0)}}
}

func (w *world) intern(key regionKey, parts []part) int {
	id, ok := w.byKey[key]
	if !ok {
		id = len(w.regions)
		w.regions = append(w.regions, &region{parts: parts})
		w.byKey[key] = id
	}
	return id
}

// initial is what the bytes from low up to high of a region hold at first, when they are read
// size at a time: all from low on if high is the greatest number.
func (w *world) initial(id int, low, high, size int64) value {
	var v value
	parts := w.regions[id].parts
	for _, p := range parts {
		if p.typ == nil {
			if p.mode == all {
				v.secret = p.secret
			}
			continue
		}
		length := w.sizes.Sizeof(p.typ)
		a, b := low, high
		if len(parts) == 1 && length > 0 && (a < 0 || a >= length) {
			// Assembly takes a pointer to the first of many as an array.
			if high == math.MaxInt64 {
				a = 0
			} else {
				a = ((a % length) + length) % length
				b = a + (high - low)
			}
		}
		v = join(v, w.collect(p, a, b, size))
	}
	return v
}

// collect joins the words of a part that overlap low up to high.
func (w *world) collect(p part, low, high, size int64) value {
	length := w.sizes.Sizeof(p.typ)
	if p.off >= high || p.off+length <= low {
		return value{}
	}
	data := func() value {
		if p.mode == all {
			return value{secret: p.secret}
		}
		return value{}
	}
	// pointer is the value of the word i of the type, if it is read whole.
	pointer := func(i int64, t types.Type, one bool) value {
		off := p.off + i*wordSize
		if off >= high || off+wordSize <= low || size < wordSize {
			return value{}
		}
		return w.behind(p, t, one)
	}
	switch t := p.typ.Underlying().(type) {
	case *types.Basic:
		switch t.Kind() {
		case types.String:
			return pointer(0, types.Typ[types.Byte], false)
		case types.UnsafePointer:
			return pointer(0, nil, false)
		case types.Invalid:
			return value{}
		}
		return data()
	case *types.Pointer:
		return pointer(0, t.Elem(), true)
	case *types.Slice:
		return pointer(0, t.Elem(), false)
	case *types.Map, *types.Chan:
		return pointer(0, nil, false)
	case *types.Interface:
		return pointer(1, nil, false)
	case *types.Signature:
		return value{}
	case *types.Array:
		step := w.sizes.Sizeof(t.Elem())
		if step == 0 || t.Len() == 0 {
			return value{}
		}
		first := max(0, (max(low, p.off)-p.off)/step)
		element := p
		element.typ, element.off = t.Elem(), p.off+first*step
		if element.off+step >= high {
			return w.collect(element, low, high, size)
		}
		return w.collect(element, math.MinInt64, math.MaxInt64, size) // all are alike
	case *types.Struct:
		var v value
		vars := make([]*types.Var, t.NumFields())
		for i := range vars {
			vars[i] = t.Field(i)
		}
		for i, off := range w.sizes.Offsetsof(vars) {
			field := p
			field.typ, field.off = vars[i].Type(), p.off+off
			if secret := w.secrets(vars[i]); secret != nil && p.mode == fields {
				field.mode, field.secret = all, secret
			}
			v = join(v, w.collect(field, low, high, size))
		}
		return v
	}
	return data()
}

// array is the stretch of the array in a struct in which an offset lies.
func (w *world) array(t types.Type, off int64) (low, high int64, ok bool) {
	structure, ok := t.Underlying().(*types.Struct)
	if !ok {
		return 0, 0, false
	}
	vars := make([]*types.Var, structure.NumFields())
	for i := range vars {
		vars[i] = structure.Field(i)
	}
	for i, start := range w.sizes.Offsetsof(vars) {
		field := vars[i].Type()
		end := start + w.sizes.Sizeof(field)
		if off < start || off >= end {
			continue
		}
		if _, ok := field.Underlying().(*types.Array); ok {
			return start, end, true
		}
		low, high, ok := w.array(field, off-start)
		return low + start, high + start, ok
	}
	return 0, 0, false
}
