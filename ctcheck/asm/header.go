package asm

import (
	"fmt"
	"go/types"
	"strings"
)

// header is go_asm.h, as the compiler writes it under -asmhdr: the constants of a package and
// the sizes and offsets of its structs, which its assembly may include.
func header(p *types.Package, sizes types.Sizes) string {
	var b strings.Builder
	scope := p.Scope()
	for _, name := range scope.Names() {
		switch object := scope.Lookup(name).(type) {
		case *types.Const:
			if basic, ok := object.Type().Underlying().(*types.Basic); ok && basic.Info()&(types.IsFloat|types.IsComplex) == 0 {
				fmt.Fprintf(&b, "#define const_%s %v\n", name, object.Val())
			}
		case *types.TypeName:
			structure, ok := object.Type().Underlying().(*types.Struct)
			if named, isNamed := object.Type().(*types.Named); !ok || isNamed && named.TypeParams() != nil {
				continue
			}
			fmt.Fprintf(&b, "#define %s__size %d\n", name, sizes.Sizeof(structure))
			vars := make([]*types.Var, structure.NumFields())
			for i := range vars {
				vars[i] = structure.Field(i)
			}
			for i, off := range sizes.Offsetsof(vars) {
				if vars[i].Name() != "_" {
					fmt.Fprintf(&b, "#define %s_%s %d\n", name, vars[i].Name(), off)
				}
			}
		}
	}
	return b.String()
}
