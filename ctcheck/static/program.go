package static

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/zvirka/zvirka/ctcheck"
)

// A source is a package whose files are there.
type source struct {
	ssa   *ssa.Package
	files []*ast.File
}

// A program is what is looked at together.
type program struct {
	prog    *ssa.Program
	fset    *token.FileSet
	root    string // positions are relative to it
	config  *ctcheck.Config
	labels  *table
	sources []source
	checked map[*types.Package]bool // has its source here

	functions  []*ssa.Function
	summaries  map[*ssa.Function]*summary
	foreign    map[string]*summary               // of functions of packages that were summarized before, by name
	callers    map[*ssa.Function][]*ssa.Function // who is to be looked at again
	byType     map[string][]*ssa.Function        // functions that are used as values, by signature
	concrete   []types.Type                      // that interfaces may hold
	methods    map[string][]*ssa.Function        // implementations of an interface's method
	directives *directives
	exprs      map[token.Pos]ast.Node // by the position that ssa gives to their value
	statements []ast.Node             // loops and switches
}

func newProgram(prog *ssa.Program, root string, config *ctcheck.Config, sources []source) (*program, error) {
	if config == nil {
		config = &ctcheck.Config{}
	}
	p := &program{
		prog: prog, fset: prog.Fset, root: root, config: config, labels: newTable(), sources: sources,
		checked: map[*types.Package]bool{}, summaries: map[*ssa.Function]*summary{}, foreign: map[string]*summary{},
		callers: map[*ssa.Function][]*ssa.Function{}, byType: map[string][]*ssa.Function{},
		methods: map[string][]*ssa.Function{}, exprs: map[token.Pos]ast.Node{},
	}
	for _, s := range sources {
		p.checked[s.ssa.Pkg] = true
		for _, f := range s.files {
			p.index(f)
		}
	}
	p.collect()
	var err error
	p.directives, err = p.readDirectives()
	return p, err
}

// collect lists the functions that have bodies here, those that are used as values, and the
// types that interfaces may hold.
func (p *program) collect() {
	all := ssautil.AllFunctions(p.prog)
	var add func(f *ssa.Function)
	add = func(f *ssa.Function) {
		if f != nil && !all[f] {
			all[f] = true
			for _, literal := range f.AnonFuncs {
				add(literal)
			}
		}
	}
	for _, s := range p.sources {
		for _, m := range s.ssa.Members {
			switch m := m.(type) {
			case *ssa.Function:
				add(m)
			case *ssa.Type: // its methods, whether anybody calls them or not
				if n, ok := m.Type().(*types.Named); ok {
					for method := range n.Methods() {
						add(p.prog.FuncValue(method))
					}
				}
			}
		}
	}
	for f := range all {
		if p.mine(f) && len(f.Blocks) > 0 && !(f.TypeParams().Len() > 0 && len(f.TypeArgs()) == 0) {
			p.functions = append(p.functions, f)
		}
	}
	slices.SortFunc(p.functions, func(f, g *ssa.Function) int {
		if f.Pos() != g.Pos() {
			return int(f.Pos() - g.Pos())
		}
		if f.RelString(nil) < g.RelString(nil) {
			return -1
		}
		return 1
	})
	for _, f := range p.functions {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				p.collectValues(in)
			}
		}
	}
	for _, s := range p.sources {
		scope := s.ssa.Pkg.Scope()
		for _, name := range scope.Names() {
			if t, ok := scope.Lookup(name).(*types.TypeName); ok && !t.IsAlias() {
				if n, ok := t.Type().(*types.Named); ok && n.TypeParams().Len() == 0 && !types.IsInterface(n) {
					p.concrete = append(p.concrete, n, types.NewPointer(n))
				}
			}
		}
	}
}

// collectValues notes functions that an instruction uses other than to call them.
func (p *program) collectValues(in ssa.Instruction) {
	var called ssa.Value
	if c, ok := in.(ssa.CallInstruction); ok {
		called = c.Common().Value
	}
	for _, op := range in.Operands(nil) {
		if f, ok := (*op).(*ssa.Function); ok && *op != called {
			key := signatureKey(f.Signature)
			if !slices.Contains(p.byType[key], f) {
				p.byType[key] = append(p.byType[key], f)
			}
		}
	}
}

// signatureKey is the same for functions that a variable of a function type can hold.
func signatureKey(s *types.Signature) string {
	return types.TypeString(types.NewSignatureType(nil, nil, nil, s.Params(), s.Results(), s.Variadic()), nil)
}

// mine reports whether the source of a function is here.
func (p *program) mine(f *ssa.Function) bool {
	if f.Pkg != nil {
		return p.checked[f.Pkg.Pkg]
	}
	// An instance or a wrapper belongs to where its original is declared.
	if o := f.Origin(); o != nil && o.Pkg != nil {
		return p.checked[o.Pkg.Pkg]
	}
	if parent := f.Parent(); parent != nil {
		return p.mine(parent)
	}
	if o := f.Object(); o != nil && o.Pkg() != nil {
		return p.checked[o.Pkg()]
	}
	return false
}

// position turns a place in a file into one that is reported.
func (p *program) position(pos token.Pos) ctcheck.Position {
	at := p.fset.Position(pos)
	file := at.Filename
	if rel, err := filepath.Rel(p.root, file); err == nil && filepath.IsLocal(rel) {
		file = filepath.ToSlash(rel)
	}
	return ctcheck.Position{File: file, Line: at.Line, Column: at.Column}
}

// summarize computes the summaries of all functions, until none says more than before.
func (p *program) summarize() {
	work := slices.Clone(p.functions)
	slices.Reverse(work) // callees tend to stand below their callers
	queued := map[*ssa.Function]bool{}
	for _, f := range work {
		queued[f] = true
	}
	for len(work) > 0 {
		f := work[0]
		work = work[1:]
		queued[f] = false
		old := p.summaries[f]
		s := p.summarizeFunction(f)
		p.summaries[f] = s
		if s.same(old) {
			continue
		}
		for _, caller := range p.callers[f] {
			if !queued[caller] {
				queued[caller] = true
				work = append(work, caller)
			}
		}
	}
}
