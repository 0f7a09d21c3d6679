package static

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/zvirka/zvirka/ctcheck"
)

// A frame is the work on one function.
type frame struct {
	*program
	f        *ssa.Function
	pkg      string
	name     string
	summary  *summary
	values   map[ssa.Value]taint
	tuples   map[ssa.Value][]taint
	closures map[ssa.Value]*ssa.MakeClosure
	changed  bool
}

// summarizeFunction follows all values of a function until nothing new is learnt. Sets only
// grow, and what a place in memory depends on is one set for the whole function.
func (p *program) summarizeFunction(f *ssa.Function) *summary {
	fr := &frame{program: p, f: f, summary: newSummary(), values: map[ssa.Value]taint{}, tuples: map[ssa.Value][]taint{},
		closures: map[ssa.Value]*ssa.MakeClosure{}}
	fr.pkg, fr.name = functionName(f)
	for i, v := range fr.inputs() {
		value, content := p.labels.paramLabels(f, i)
		fr.values[v] = taint{set{value}, set{content}}
	}
	fr.summary.results = make([]taint, f.Signature.Results().Len())
	for fr.changed = true; fr.changed; {
		fr.changed = false
		for _, b := range f.DomPreorder() {
			for _, in := range b.Instrs {
				fr.do(in)
			}
		}
	}
	for i, v := range fr.inputs() {
		_, content := p.labels.paramLabels(f, i)
		if written := without(fr.values[v].c, content); len(written) > 0 {
			fr.summary.writes[i] = written
		}
	}
	if p.directives.declassifies(fr.pkg, fr.name) {
		fr.summary.results = make([]taint, len(fr.summary.results))
		fr.summary.writes = map[int]set{}
	}
	return fr.summary
}

func without(s set, l label) set {
	var t set
	for _, x := range s {
		if x != l {
			t = append(t, x)
		}
	}
	return t
}

// inputs are the parameters and then the captured variables.
func (fr *frame) inputs() []ssa.Value {
	var all []ssa.Value
	for _, v := range fr.f.Params {
		all = append(all, v)
	}
	for _, v := range fr.f.FreeVars {
		all = append(all, v)
	}
	return all
}

// of returns what a value depends on.
func (fr *frame) of(v ssa.Value) taint {
	if g, ok := v.(*ssa.Global); ok {
		return taint{c: set{fr.labels.globalLabel(g)}}
	}
	return fr.values[v]
}

// set adds to what a value depends on.
func (fr *frame) set(v ssa.Value, t taint) {
	old := fr.values[v]
	if u := old.union(t); !u.equal(old) {
		fr.values[v] = u
		fr.changed = true
	}
}

// setTuple is set for the results of a call.
func (fr *frame) setTuple(v ssa.Value, results []taint) {
	old := fr.tuples[v]
	if old == nil {
		old = make([]taint, len(results))
		fr.tuples[v] = old
	}
	for i := range old {
		if i < len(results) {
			if u := old[i].union(results[i]); !u.equal(old[i]) {
				old[i] = u
				fr.changed = true
			}
		}
	}
}

// shaped is a value of a type that depends on s: itself where it is data, what it points to
// where it is a pointer, and both where it may have both.
func shaped(t types.Type, s set) taint {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature:
		return taint{c: s}
	case *types.Basic:
		if isString(t) || t.Underlying().(*types.Basic).Kind() == types.UnsafePointer {
			return taint{c: s}
		}
		return taint{v: s}
	case *types.Interface:
		if isError(t) {
			return taint{} // a text of public things, else making it was reported
		}
		return taint{c: s}
	}
	return taint{s, s}
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

func isData(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return !isString(t) && u.Kind() != types.UnsafePointer
	case *types.Array, *types.Struct:
		return true
	}
	return false
}

// fields returns the labels of the fields of a struct, or of what a pointer to one points to.
func (fr *frame) fields(t types.Type) set {
	owner := t
	if p, ok := t.Underlying().(*types.Pointer); ok {
		owner = p.Elem()
	}
	s, ok := owner.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	var all set
	for i := range s.NumFields() {
		all = all.union(set{fr.labels.fieldLabel(owner, s, i)})
		if _, nested := s.Field(i).Type().Underlying().(*types.Struct); nested {
			all = all.union(fr.fields(s.Field(i).Type()))
		}
	}
	return all
}

// write adds to what the memory behind an address depends on.
func (fr *frame) write(address ssa.Value, s set, in ssa.Instruction) {
	fr.writeThrough(address, s, in, map[ssa.Value]bool{})
}

func (fr *frame) writeThrough(address ssa.Value, s set, in ssa.Instruction, seen map[ssa.Value]bool) {
	if len(s) == 0 || seen[address] {
		return
	}
	seen[address] = true
	switch a := address.(type) {
	case *ssa.Global:
		fr.flow(s, fr.labels.globalLabel(a), in, "is stored in the variable "+a.Name())
		return
	case *ssa.Const:
		return
	case *ssa.FieldAddr:
		owner := a.X.Type().Underlying().(*types.Pointer).Elem()
		st := owner.Underlying().(*types.Struct)
		fr.flow(s, fr.labels.fieldLabel(owner, st, a.Field), in, "is stored in the field "+short(fieldName(owner, st.Field(a.Field))))
		return
	}
	fr.set(address, taint{c: s})
	for _, base := range bases(address) {
		fr.writeThrough(base, s, in, seen)
	}
}

// bases are the values that point to the same memory as an address that is made of them.
func bases(address ssa.Value) []ssa.Value {
	switch a := address.(type) {
	case *ssa.IndexAddr:
		return []ssa.Value{a.X}
	case *ssa.Slice:
		return []ssa.Value{a.X}
	case *ssa.ChangeType:
		return []ssa.Value{a.X}
	case *ssa.ChangeInterface:
		return []ssa.Value{a.X}
	case *ssa.MakeInterface:
		return []ssa.Value{a.X}
	case *ssa.TypeAssert:
		return []ssa.Value{a.X}
	case *ssa.SliceToArrayPointer:
		return []ssa.Value{a.X}
	case *ssa.Convert:
		if _, ok := a.X.Type().Underlying().(*types.Slice); !ok && isData(a.X.Type()) {
			return nil
		}
		if isString(a.X.Type()) != isString(a.Type()) {
			return nil // a copy
		}
		return []ssa.Value{a.X}
	case *ssa.Phi:
		return a.Edges
	case *ssa.Extract:
		switch t := a.Tuple.(type) {
		case *ssa.TypeAssert:
			return []ssa.Value{t.X}
		}
	case *ssa.UnOp: // a pointer that was loaded: what it points to counts as what holds it
		return []ssa.Value{a.X}
	case *ssa.Field:
		return []ssa.Value{a.X}
	case *ssa.MakeClosure:
		return a.Bindings
	case *ssa.Call:
		if b, ok := a.Call.Value.(*ssa.Builtin); ok && len(a.Call.Args) > 0 {
			switch b.Name() {
			case "append", "ssa:wrapnilchk", "Slice", "SliceData", "String", "StringData", "Add":
				return a.Call.Args[:1]
			}
		}
	}
	return nil
}

// flow notes that a place of the program depends on s.
func (fr *frame) flow(s set, to label, in ssa.Instruction, what string) {
	fr.summary.edge(s, to, ctcheck.Step{Position: fr.position(fr.instructionPos(in)), What: what})
}
