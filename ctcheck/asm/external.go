package asm

import (
	"go/types"
	"math"
	"slices"
	"strings"

	"github.com/zvirka/zvirka/ctcheck"
)

// external is a call from compiled code to what is not compiled with it. Where its signature
// is known the results are secret if an argument is, or what one points to; buffers that are
// passed then are too.
func (u *unit) external(src *source, x *execution, symbol string) {
	if name, ok := strings.CutPrefix(symbol, "runtime."); ok {
		x.runtimeCall(name)
		return
	}
	signature, declassify, ok := u.signature(symbol)
	if !ok {
		x.opaque()
		return
	}
	for _, s := range src.config.Declassify {
		declassify = declassify || ctcheck.Matches(s.Func, symbol)
	}
	vars := slices.Collect(parameters(signature))
	where, stack := x.abi.assign(x.sizes, vars, 0)
	var secret *origin
	for _, p := range where {
		for _, v := range x.pieces(p) {
			secret = firstSecret(value{secret: secret}, v)
			if len(v.at) > 0 {
				secret = firstSecret(value{secret: secret}, x.load(x.world, v.indexed(), wordSize))
			}
		}
	}
	if secret != nil {
		for _, p := range where {
			x.taintBuffer(p, secret)
		}
	}
	if declassify {
		secret = nil
	}
	x.results(signature, stack, secret)
}

// pieces are the values of a parameter.
func (x *execution) pieces(p passed) []value {
	if len(p.regs) == 0 {
		at := x.get(x.stack).moved(p.off)
		return []value{x.load(x.world, at, max(1, x.sizes.Sizeof(p.v.Type())))}
	}
	var all []value
	for _, r := range p.regs {
		all = append(all, x.get(r))
	}
	return all
}

// taintBuffer puts a secret into the memory that a parameter points to, if that is data
// through and through. Objects with pointers and lengths in them are left as they are.
func (x *execution) taintBuffer(p passed, secret *origin) {
	var element types.Type
	size := int64(math.MaxInt64)
	switch t := p.v.Type().Underlying().(type) {
	case *types.Pointer:
		element = t.Elem()
		size = x.sizes.Sizeof(element)
	case *types.Slice:
		element = t.Elem()
	default:
		return
	}
	if !isData(element) || len(p.regs) == 0 {
		return
	}
	to := x.get(p.regs[0]).indexed()
	for i := range to.at {
		if q := &to.at[i]; size != math.MaxInt64 && q.off != math.MinInt64 {
			q.high = min(q.high, q.off+size)
		}
	}
	x.store(x.world, to, wordSize, value{secret: secret}, false)
}

func isData(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsNumeric != 0
	case *types.Array:
		return isData(u.Elem())
	}
	return false
}

// results sets what a call returns, by its types; the other registers hold nothing.
func (x *execution) results(signature *types.Signature, stack int64, secret *origin) {
	x.forget()
	where, _ := x.abi.assign(x.sizes, slices.Collect(signature.Results().Variables()), stack)
	for _, p := range where {
		whole := part{typ: p.v.Type(), root: "results"}
		if secret != nil {
			whole.mode, whole.secret = all, secret
		}
		for i, r := range p.regs {
			x.set(r, x.collect(whole, p.pieces[i].off, p.pieces[i].off+p.pieces[i].size, p.pieces[i].size))
		}
		if len(p.regs) == 0 {
			at := x.get(x.stack).moved(p.off)
			size := x.sizes.Sizeof(p.v.Type())
			for off := int64(0); off < size; off += wordSize {
				x.store(x.world, at.moved(off), wordSize, x.collect(whole, off, off+wordSize, wordSize), true)
			}
		}
	}
}

// forget clears the registers but the stack pointer.
func (x *execution) forget() {
	for i := range x.regs {
		if reg(i) != x.stack {
			x.regs[i] = value{}
		}
	}
}

// opaque is a call of which not even the signature is known: through an interface or a
// closure. What it returns is secret if a register for arguments is.
func (x *execution) opaque() {
	var v value
	for _, r := range slices.Concat(x.abi.integers, x.abi.floats) {
		v.secret = firstSecret(v, x.get(r))
	}
	x.forget()
	for _, r := range slices.Concat(x.abi.integers, x.abi.floats) {
		x.set(r, v)
	}
}

// fresh is memory that this call makes.
func (x *execution) fresh() value {
	return value{at: []place{at(x.symbol("made at "+x.in.at.String()+" in "+x.f.symbol), 0)}}
}

// runtimeCall is a call that the compiler puts in.
func (x *execution) runtimeCall(name string) {
	a := func(i int) value { return x.get(x.abi.integers[i]) }
	returns := func(values ...value) {
		x.forget()
		for i, v := range values {
			x.set(x.abi.integers[i], v)
		}
	}
	switch {
	case strings.HasPrefix(name, "gcWriteBarrier"):
		x.set(x.abi.barrier, x.fresh())
	case name == "memmove", name == "typedmemmove", name == "wbMove", name == "typedslicecopy":
		to, from := a(0), a(1)
		if name == "typedmemmove" || name == "wbMove" {
			to, from = a(1), a(2)
		}
		x.copy(to, from)
		if name != "wbMove" {
			x.forget()
		}
	case strings.HasPrefix(name, "memequal"), name == "strequal", name == "cmpstring":
		v := join(x.load(x.world, a(0).indexed(), wordSize), x.load(x.world, a(1).indexed(), wordSize))
		if !public(v) {
			x.report("CT2003", v, "is compared here", "runtime.%s stops where its operands differ, and one is secret", name)
		}
		returns(value{secret: v.secret})
	case name == "growslice":
		made := x.fresh()
		x.copy(made, a(0))
		returns(made, value{secret: a(1).secret})
	case name == "newobject", strings.HasPrefix(name, "makeslice"), strings.HasPrefix(name, "mallocgc"):
		returns(x.fresh())
	case strings.HasPrefix(name, "slicebytetostring"), strings.HasPrefix(name, "stringtoslicebyte"), strings.HasPrefix(name, "concat"):
		var content, length value
		for i := range 5 {
			content = join(content, x.load(x.world, a(i).indexed(), wordSize))
			length.secret = firstSecret(length, a(i))
		}
		made := x.fresh()
		x.store(x.world, made.indexed(), wordSize, content, false)
		returns(made, length, length)
	case name == "racefuncenter", name == "racefuncexit", strings.HasPrefix(name, "wbZero"), name == "deferreturn":
	default:
		x.opaque()
	}
}

// copy takes what may be at one pointer to the other. Where both are exactly known words keep
// their places.
func (x *execution) copy(to, from value) {
	v := x.load(x.world, from.indexed(), wordSize)
	x.store(x.world, to.indexed(), wordSize, v, false)
}
