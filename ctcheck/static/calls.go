package static

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// call follows a call and returns its results.
func (fr *frame) call(in ssa.CallInstruction) []taint {
	c := in.Common()
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return fr.builtin(b.Name(), in)
	}
	results := make([]taint, c.Signature().Results().Len())
	merge := func(more []taint) {
		for i := range results {
			if i < len(more) {
				results[i] = results[i].union(more[i])
			}
		}
	}
	var args []ssa.Value
	if c.IsInvoke() {
		args = append([]ssa.Value{c.Value}, c.Args...)
		targets := fr.implementations(c.Value.Type(), c.Method)
		for _, f := range targets {
			merge(fr.apply(f, args, nil, in))
		}
		if len(targets) == 0 {
			pkg, name := objectName(c.Method)
			merge(fr.external(pkg, name, args, in, c.Signature(), fr.interfaceIsSafe(c.Method)))
		}
		return results
	}
	args = c.Args
	if f := c.StaticCallee(); f != nil {
		var bindings []ssa.Value
		if m, ok := c.Value.(*ssa.MakeClosure); ok {
			bindings = m.Bindings
		}
		merge(fr.apply(f, args, bindings, in))
		return results
	}
	targets := fr.byType[signatureKey(c.Signature())]
	for _, f := range targets {
		// A method value has its receiver bound; the thunk takes it as a captured variable.
		if len(f.Params) == len(args) {
			merge(fr.apply(f, args, nil, in))
		}
	}
	if len(targets) == 0 {
		merge(fr.external("", "the function "+c.Value.Name(), args, in, c.Signature(), false))
	}
	return results
}

// apply does what the summary of a function says, with arguments in place of parameters.
func (fr *frame) apply(f *ssa.Function, args, bindings []ssa.Value, in ssa.CallInstruction) []taint {
	pkg, name := functionName(f)
	all := append(slices.Clone(args), bindings...)
	if fr.isVarTime(pkg, name) {
		var secrets set
		for _, a := range all {
			secrets = secrets.union(fr.of(a).all())
		}
		fr.leaf("CT1007", in, secrets, "%s takes a time that depends on its arguments, and is given %%s", name)
		return fr.everything(f.Signature, secrets)
	}
	s, local := fr.summaries[f], fr.mine(f) && len(f.Blocks) > 0
	if local && !slices.Contains(fr.callers[f], fr.f) {
		fr.callers[f] = append(fr.callers[f], fr.f)
	}
	if !local {
		s = fr.foreign[f.RelString(nil)]
		if s == nil {
			if o := f.Origin(); o != nil {
				s = fr.foreign[o.RelString(nil)]
			}
		}
	}
	if s == nil && !local {
		known := fr.mine(f) // assembly: the assembly layer has its inside
		return fr.external(pkg, name, all, in, f.Signature, known)
	}
	blind := in.Common().IsInvoke() && holdsStruct(f)
	for i, a := range all {
		if i == 0 && blind {
			continue
		}
		value, content := fr.labels.paramLabels(f, i)
		t := fr.of(a)
		what := "is passed to " + name + fr.asParam(f, i)
		fr.flow(t.v, value, in, what)
		fr.flow(t.c, content, in, what)
	}
	if s == nil {
		return nil // it is still to be summarized, and this function then again
	}
	replace := map[label]set{}
	for i, a := range all {
		value, content := fr.labels.paramLabels(f, i)
		t := fr.of(a)
		if i == 0 && blind {
			t = taint{}
		}
		replace[value], replace[content] = t.v, t.c
	}
	border := fr.directives.annotated(pkg, name)
	substitute := func(s set) (out set) {
		for _, l := range s {
			if r, ok := replace[l]; ok {
				out = out.union(r)
			} else if !border {
				out = out.union(set{l})
			}
		}
		return out
	}
	for i, w := range s.writes {
		if i < len(all) && !(i == 0 && blind) {
			fr.write(all[i], substitute(w), in)
		}
	}
	results := make([]taint, len(s.results))
	for i, r := range s.results {
		results[i] = taint{substitute(r.v), substitute(r.c)}
	}
	return results
}

// holdsStruct reports whether a method's receiver is a struct or points to one. Its secrets are
// on its fields then; and what an interface holds besides is of one type, while the methods that it
// may stand for are of many.
func holdsStruct(f *ssa.Function) bool {
	if f.Signature.Recv() == nil {
		return false
	}
	t := f.Signature.Recv().Type().Underlying()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem().Underlying()
	}
	_, ok := t.(*types.Struct)
	return ok
}

// asParam names the parameter that an argument becomes, where it has a name.
func (fr *frame) asParam(f *ssa.Function, i int) string {
	if i < len(f.Params) && f.Params[i].Name() != "" && f.Params[i].Name() != "_" {
		return " as " + f.Params[i].Name()
	}
	return ""
}

// makeClosure binds variables to a function literal: what it makes of them it makes of their
// memory here.
func (fr *frame) makeClosure(in *ssa.MakeClosure) {
	f := in.Fn.(*ssa.Function)
	for i, b := range in.Bindings {
		value, content := fr.labels.paramLabels(f, len(f.Params)+i)
		t := fr.of(b)
		fr.flow(t.v, value, in, "is captured by "+short(f.Name()))
		fr.flow(t.c, content, in, "is captured by "+short(f.Name()))
		fr.set(in, taint{c: t.all()})
	}
	if !fr.mine(f) {
		return
	}
	if !slices.Contains(fr.callers[f], fr.f) {
		fr.callers[f] = append(fr.callers[f], fr.f)
	}
	if s := fr.summaries[f]; s != nil {
		for i, w := range s.writes {
			if j := i - len(f.Params); j >= 0 {
				// Parameters of the literal stand for what it is called with, wherever that is.
				fr.write(in.Bindings[j], w, in)
			}
		}
	}
}

// everything is results that all depend on s.
func (fr *frame) everything(sig *types.Signature, s set) []taint {
	results := make([]taint, sig.Results().Len())
	for i := range results {
		results[i] = shaped(sig.Results().At(i).Type(), s)
	}
	return results
}

// implementations are the methods that a call through an interface may reach: those of the
// types that have all methods of the interface.
func (fr *frame) implementations(holder types.Type, method *types.Func) []*ssa.Function {
	key := types.TypeString(holder, nil) + " " + method.FullName()
	if found, ok := fr.methods[key]; ok {
		return found
	}
	var found []*ssa.Function
	iface, ok := holder.Underlying().(*types.Interface)
	for _, t := range fr.concrete {
		if !ok || !types.Implements(t, iface) {
			continue
		}
		selection := fr.prog.MethodSets.MethodSet(t).Lookup(method.Pkg(), method.Name())
		if selection == nil {
			continue
		}
		if f := fr.prog.MethodValue(selection); f != nil && !slices.Contains(found, f) {
			found = append(found, f)
		}
	}
	fr.methods[key] = found
	return found
}

// builtin follows a call of a builtin function.
func (fr *frame) builtin(name string, in ssa.CallInstruction) []taint {
	args := in.Common().Args
	of := func(i int) taint { return fr.of(args[i]) }
	var all taint
	for i := range args {
		all = all.union(of(i))
	}
	switch name {
	case "append":
		fr.write(args[0], all.c, in)
		return []taint{{c: all.c}}
	case "copy":
		fr.write(args[0], of(1).all(), in)
		return []taint{{}}
	case "min", "max":
		fr.leaf("CT1006", in, all.v, "%s may be compiled to a branch, and depends on %%s", name)
		return []taint{all}
	case "delete":
		fr.leaf("CT1009", in, of(1).all(), "the map is searched for a key that depends on %%s")
	case "print", "println":
		fr.leaf("CT1012", in, all.all(), "%s prints %%s", name)
	case "real", "imag", "complex":
		return []taint{{v: all.v}}
	case "ssa:wrapnilchk", "Add", "String", "Slice", "StringData", "SliceData":
		return []taint{{v: of(0).v, c: of(0).c}}
	}
	return make([]taint, 1) // len, cap, clear, recover and the like tell nothing
}

// isVarTime reports whether a function says, or the configuration says of it, that its time
// depends on its arguments.
func (p *program) isVarTime(pkg, name string) bool {
	return strings.HasSuffix(name, "VarTime") || has(p.config.VarTime, pkg, name)
}
