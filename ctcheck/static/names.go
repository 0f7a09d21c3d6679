package static

import (
	"fmt"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// functionName returns the import path of a function's package and its name as Go writes it:
// "New", "(*Cipher).Encrypt", "New.func1".
func functionName(f *ssa.Function) (pkg, name string) {
	for outer := f; ; outer = outer.Parent() {
		if outer.Parent() == nil {
			if o := outer.Origin(); o != nil {
				outer = o
			}
			pkg, name = declaredName(outer)
			break
		}
	}
	if f.Parent() != nil {
		name += strings.TrimPrefix(f.Name(), rootOf(f).Name())
	}
	return pkg, name
}

func rootOf(f *ssa.Function) *ssa.Function {
	for f.Parent() != nil {
		f = f.Parent()
	}
	return f
}

// declaredName is functionName of a function that is no literal.
func declaredName(f *ssa.Function) (pkg, name string) {
	if o, ok := f.Object().(*types.Func); ok {
		return objectName(o)
	}
	if f.Pkg != nil {
		pkg = f.Pkg.Pkg.Path()
	}
	return pkg, f.Name()
}

func objectName(o *types.Func) (pkg, name string) {
	if o.Pkg() != nil {
		pkg = o.Pkg().Path()
	}
	recv := o.Signature().Recv()
	if recv == nil {
		return pkg, o.Name()
	}
	t := recv.Type()
	star := ""
	if p, ok := t.(*types.Pointer); ok {
		t, star = p.Elem(), "*"
	}
	typeName := types.TypeString(t, func(*types.Package) string { return "" })
	if n, ok := t.(*types.Named); ok {
		typeName = n.Obj().Name()
	}
	if star != "" {
		typeName = "(*" + typeName + ")"
	}
	return pkg, typeName + "." + o.Name()
}

// qualified is how configurations name a function.
func qualified(pkg, name string) string { return pkg + "." + name }

// paramLabels returns the labels of parameter i of a function: its value and what it points
// to. Variables that a literal captures count behind the parameters.
func (t *table) paramLabels(f *ssa.Function, i int) (value, content label) {
	name := fmt.Sprintf("param %s %d", f.RelString(nil), i)
	return t.of(name), t.of(name + " *")
}

// fieldLabel returns the label of a field of a struct type.
func (t *table) fieldLabel(owner types.Type, s *types.Struct, i int) label {
	f := s.Field(i)
	return t.of("field " + fieldName(owner, f))
}

// fieldName is how configurations name a field. A struct without a name goes by where its
// field is declared, which is one place for all its objects as well.
func fieldName(owner types.Type, f *types.Var) string {
	if p, ok := types.Unalias(owner).(*types.Pointer); ok {
		owner = p.Elem()
	}
	if n, ok := types.Unalias(owner).(*types.Named); ok && n.Obj().Pkg() != nil {
		return n.Obj().Pkg().Path() + "." + n.Obj().Name() + "." + f.Name()
	}
	path := ""
	if f.Pkg() != nil {
		path = f.Pkg().Path()
	}
	return fmt.Sprintf("%s.struct@%d.%s", path, f.Pos(), f.Name())
}

func (t *table) globalLabel(g *ssa.Global) label {
	return t.of("global " + g.RelString(nil))
}

// short is a name without import paths, for people.
func short(name string) string {
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		name = name[i+1:]
	}
	if _, after, ok := strings.Cut(name, "."); ok {
		return after
	}
	return name
}
