package proof

import (
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
)

// A Program is Go packages with all that they import, as go/ssa has them.
type Program struct {
	prog  *ssa.Program
	fset  *token.FileSet
	byPkg map[string]*ssa.Package
}

var loaded sync.Map // of patterns to a function that gives the Program

// Load reads packages and everything that they import, from source. Loading takes seconds;
// equal calls share one Program.
func Load(patterns ...string) (*Program, error) {
	once, _ := loaded.LoadOrStore(strings.Join(patterns, " "), sync.OnceValues(func() (*Program, error) { return load(patterns) }))
	return once.(func() (*Program, error))()
}

func load(patterns []string) (*Program, error) {
	roots, err := packages.Load(&packages.Config{
		BuildFlags: []string{"-tags=math_big_pure_go"}, // no assembly in math/big
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps |
			packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedTypesSizes,
	}, patterns...)
	if err != nil {
		return nil, err
	}
	if len(roots) == 0 {
		return nil, fmt.Errorf("no package matches %s", strings.Join(patterns, " "))
	}
	p := &Program{prog: ssa.NewProgram(roots[0].Fset, ssa.InstantiateGenerics), fset: roots[0].Fset, byPkg: map[string]*ssa.Package{}}
	var broken error
	packages.Visit(roots, nil, func(pkg *packages.Package) {
		if len(pkg.Errors) > 0 && broken == nil {
			broken = errors.New(pkg.Errors[0].Error())
		}
		p.byPkg[pkg.PkgPath] = p.prog.CreatePackage(pkg.Types, pkg.Syntax, pkg.TypesInfo, true)
	})
	return p, broken
}

// Func returns a function of the program: "import/path.Name" or "import/path.(*Type).Method". It
// need not be exported.
func (p *Program) Func(name string) (*ssa.Function, error) {
	slash := strings.LastIndexByte(name, '/') + 1
	path, rest, _ := strings.Cut(name[slash:], ".")
	path = name[:slash] + path
	pkg := p.byPkg[path]
	if pkg == nil {
		return nil, fmt.Errorf("%s: package %s is not loaded", name, path)
	}
	pkg.Build()
	if typeName, method, ok := strings.Cut(rest, "."); ok {
		star := strings.HasPrefix(typeName, "(*")
		typeName = strings.Trim(typeName, "(*)")
		t, ok := pkg.Members[typeName].(*ssa.Type)
		if !ok {
			return nil, fmt.Errorf("%s: no type %s in %s", name, typeName, path)
		}
		receiver := t.Type()
		if star {
			receiver = types.NewPointer(receiver)
		}
		selection := p.prog.MethodSets.MethodSet(receiver).Lookup(pkg.Pkg, method)
		if selection == nil {
			return nil, fmt.Errorf("%s: %s has no method %s", name, typeName, method)
		}
		return p.prog.MethodValue(selection), nil
	}
	f := pkg.Func(rest)
	if f == nil {
		return nil, fmt.Errorf("%s: no function %s in %s", name, rest, path)
	}
	return f, nil
}

func (p *Program) variable(name string) (*ssa.Global, error) {
	slash := strings.LastIndexByte(name, '/') + 1
	path, rest, _ := strings.Cut(name[slash:], ".")
	pkg := p.byPkg[name[:slash]+path]
	if pkg == nil {
		return nil, fmt.Errorf("%s: its package is not loaded", name)
	}
	pkg.Build()
	g, ok := pkg.Members[rest].(*ssa.Global)
	if !ok {
		return nil, fmt.Errorf("%s is no variable", name)
	}
	return g, nil
}
