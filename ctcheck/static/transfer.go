package static

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// do follows one instruction.
func (fr *frame) do(in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.BinOp:
		fr.binOp(in)
	case *ssa.UnOp:
		fr.unOp(in)
	case *ssa.Phi:
		for _, e := range in.Edges {
			fr.set(in, fr.of(e))
		}
	case *ssa.Store:
		fr.write(in.Addr, fr.of(in.Val).all(), in)
	case *ssa.FieldAddr:
		owner := in.X.Type().Underlying().(*types.Pointer).Elem()
		x := fr.of(in.X)
		field := set{fr.labels.fieldLabel(owner, owner.Underlying().(*types.Struct), in.Field)}
		fr.set(in, taint{x.v, x.c.union(field)})
	case *ssa.Field:
		x := fr.of(in.X)
		field := set{fr.labels.fieldLabel(in.X.Type(), in.X.Type().Underlying().(*types.Struct), in.Field)}
		fr.set(in, shaped(in.Type(), x.all().union(field)))
	case *ssa.IndexAddr:
		x, i := fr.of(in.X), fr.of(in.Index)
		fr.leaf("CT1001", in, i.v, "%s is accessed at an index that depends on %%s", fr.expr(in))
		fr.set(in, taint{x.v, x.c.union(i.v)})
	case *ssa.Index:
		x, i := fr.of(in.X), fr.of(in.Index)
		fr.leaf("CT1001", in, i.v, "%s is read at an index that depends on %%s", fr.expr(in))
		fr.set(in, shaped(in.Type(), x.all().union(i.v)))
	case *ssa.Lookup:
		fr.lookup(in)
	case *ssa.MapUpdate:
		key := fr.of(in.Key).all()
		fr.leaf("CT1009", in, key, "%s is written under a key that depends on %%s", fr.expr(in))
		fr.write(in.Map, fr.of(in.Value).all().union(key), in)
	case *ssa.Range:
		fr.set(in, fr.of(in.X))
	case *ssa.Next:
		t := in.Type().(*types.Tuple)
		content := fr.of(in.Iter).all()
		fr.setTuple(in, []taint{{}, shaped(t.At(1).Type(), content), shaped(t.At(2).Type(), content)})
	case *ssa.Slice:
		fr.slice(in)
	case *ssa.MakeSlice:
		fr.leaf("CT1010", in, fr.of(in.Len).v.union(fr.of(in.Cap).v), "%s allocates a size that depends on %%s", fr.expr(in))
	case *ssa.MakeMap:
		if in.Reserve != nil {
			fr.leaf("CT1010", in, fr.of(in.Reserve).v, "%s allocates a size that depends on %%s", fr.expr(in))
		}
	case *ssa.MakeChan:
		fr.leaf("CT1010", in, fr.of(in.Size).v, "%s allocates a size that depends on %%s", fr.expr(in))
	case *ssa.Convert:
		fr.convert(in, in.X)
	case *ssa.MultiConvert:
		fr.convert(in, in.X)
	case *ssa.ChangeType:
		fr.set(in, fr.of(in.X))
	case *ssa.ChangeInterface:
		fr.set(in, fr.of(in.X))
	case *ssa.SliceToArrayPointer:
		fr.set(in, fr.of(in.X))
	case *ssa.MakeInterface:
		x := fr.of(in.X)
		fr.set(in, taint{c: x.all()})
	case *ssa.TypeAssert:
		t := in.AssertedType
		x := shaped(t, fr.of(in.X).all())
		if in.CommaOk {
			fr.setTuple(in, []taint{x, {}})
		} else {
			fr.set(in, x)
		}
	case *ssa.Extract:
		if tuple := fr.tuples[in.Tuple]; in.Index < len(tuple) {
			fr.set(in, tuple[in.Index])
		}
	case *ssa.MakeClosure:
		fr.makeClosure(in)
	case *ssa.Call:
		results := fr.call(in)
		if _, ok := in.Type().(*types.Tuple); ok {
			fr.setTuple(in, results)
		} else if len(results) > 0 {
			fr.set(in, results[0])
		}
	case *ssa.Defer:
		fr.call(in)
	case *ssa.Go:
		fr.call(in)
	case *ssa.Send:
		fr.write(in.Chan, fr.of(in.X).all(), in)
	case *ssa.Select:
		fr.selectStates(in)
	case *ssa.Return:
		for i, r := range in.Results {
			fr.summary.results[i] = fr.summary.results[i].union(fr.of(r))
		}
	case *ssa.Panic:
		fr.leaf("CT1012", in, fr.of(in.X).all(), "a panic carries %%s")
	case *ssa.If:
		fr.branch(in)
	}
}

func (fr *frame) binOp(in *ssa.BinOp) {
	x, y := fr.of(in.X), fr.of(in.Y)
	t := in.X.Type()
	both := x.v.union(y.v)
	switch in.Op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		fr.compare(in, x, y)
		return
	case token.QUO, token.REM:
		if isInteger(t) && !powerOfTwo(in.Y) {
			fr.leaf("CT1005", in, both, "%s divides, and an operand depends on %%s", fr.expr(in))
		}
	case token.SHL, token.SHR:
		if b, ok := in.Y.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsUnsigned == 0 {
			fr.leaf("CT1006", in, y.v, "%s shifts by a signed count that depends on %%s, and branches where it is negative", fr.expr(in))
		}
	}
	if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&(types.IsFloat|types.IsComplex) != 0 {
		fr.leaf("CT1006", in, both, "%s computes in floating point with %%s", fr.expr(in))
	}
	if isString(t) {
		fr.set(in, taint{c: x.all().union(y.all())})
		return
	}
	fr.set(in, taint{v: both})
}

// compare follows a comparison. Of strings, arrays, structs and interfaces it is a call that
// stops at the first difference; of pointers and the like it is one of addresses.
func (fr *frame) compare(in *ssa.BinOp, x, y taint) {
	content := x.v.union(y.v)
	t := in.X.Type()
	switch t.Underlying().(type) {
	case *types.Struct:
		content = content.union(fr.fields(t))
	case *types.Array:
	case *types.Interface:
		if !isNil(in.X) && !isNil(in.Y) {
			content = x.all().union(y.all())
		} else {
			content = nil
		}
	default:
		if !isString(t) {
			fr.set(in, taint{v: content})
			return
		}
		if emptyString(in.X) || emptyString(in.Y) {
			return // a comparison of lengths
		}
		content = x.all().union(y.all())
	}
	fr.leaf("CT1008", in, content, "%s stops at the first difference, and depends on %%s", fr.expr(in))
	fr.set(in, taint{v: content})
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value == nil
}

func emptyString(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Value.Kind() == constant.String && constant.StringVal(c.Value) == ""
}

func isInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// powerOfTwo reports whether v is a constant by which the compiler divides with shifts.
func powerOfTwo(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil {
		return false
	}
	n, exact := constant.Int64Val(constant.ToInt(c.Value))
	return exact && n > 0 && n&(n-1) == 0
}

func (fr *frame) unOp(in *ssa.UnOp) {
	x := fr.of(in.X)
	switch in.Op {
	case token.MUL: // a load
		t := shaped(in.Type(), x.c.union(x.v))
		fr.set(in, t)
	case token.ARROW:
		if in.CommaOk {
			t := in.Type().(*types.Tuple)
			fr.setTuple(in, []taint{shaped(t.At(0).Type(), x.c), {}})
		} else {
			fr.set(in, shaped(in.Type(), x.c))
		}
	default:
		fr.set(in, taint{v: x.v})
	}
}

func (fr *frame) lookup(in *ssa.Lookup) {
	x, key := fr.of(in.X), fr.of(in.Index)
	var element types.Type = types.Typ[types.Byte]
	if m, ok := in.X.Type().Underlying().(*types.Map); ok {
		fr.leaf("CT1009", in, key.all(), "%s is read under a key that depends on %%s", fr.expr(in))
		element = m.Elem()
	} else {
		fr.leaf("CT1001", in, key.v, "%s is read at an index that depends on %%s", fr.expr(in))
	}
	result := shaped(element, x.c.union(key.all()))
	if in.CommaOk {
		fr.setTuple(in, []taint{result, {v: key.all()}})
	} else {
		fr.set(in, result)
	}
}

func (fr *frame) slice(in *ssa.Slice) {
	var bounds set
	for _, b := range []ssa.Value{in.Low, in.High, in.Max} {
		if b != nil {
			bounds = bounds.union(fr.of(b).v)
		}
	}
	fr.leaf("CT1011", in, bounds, "%s is cut at a place that depends on %%s", fr.expr(in))
	x := fr.of(in.X)
	fr.set(in, taint{x.v, x.c.union(bounds)})
}

// convert follows a conversion between numbers, or between strings and slices.
func (fr *frame) convert(in ssa.Value, from ssa.Value) {
	x := fr.of(from)
	switch {
	case isData(in.Type()) == isData(from.Type()):
		fr.set(in, x)
	case isString(from.Type()):
		fr.set(in, shaped(in.Type(), x.all()))
	default: // string(rune), and addresses as numbers
		fr.set(in, shaped(in.Type(), x.v))
	}
}

func (fr *frame) selectStates(in *ssa.Select) {
	t := in.Type().(*types.Tuple)
	results := make([]taint, t.Len())
	i := 2
	for _, s := range in.States {
		if s.Dir == types.SendOnly {
			fr.write(s.Chan, fr.of(s.Send).all(), in)
			continue
		}
		results[i] = shaped(t.At(i).Type(), fr.of(s.Chan).c)
		i++
	}
	fr.setTuple(in, results)
}

// branch reports a jump that depends on a secret, under the rule of the statement that it
// belongs to.
func (fr *frame) branch(in *ssa.If) {
	cond := fr.of(in.Cond).v
	if len(cond) == 0 {
		return
	}
	pos := fr.instructionPos(in)
	if s := fr.enclosingSwitch(pos, in); s != token.NoPos {
		fr.leafAt("CT1004", s, cond, "the switch chooses by %%s")
		return
	}
	switch in.Block().Succs[0].Comment {
	case "for.body", "for.loop", "rangeint.body", "rangeindex.body", "rangeiter.body", "rangechan.body":
		loop, text := fr.enclosingLoop(in)
		fr.leafAt("CT1003", loop, cond, "how often the loop runs depends on %%s: %s", text)
	default:
		fr.leafAt("CT1002", pos, cond, "the branch depends on %%s: %s", fr.exprAt(pos))
	}
}
