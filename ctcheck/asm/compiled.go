package asm

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/zvirka/zvirka/ctcheck"
)

// compiledRules are what is reported of compiled code. Addresses are left to the static
// layer, which sees an index as such.
var compiledRules = []string{"CT2003", "CT2004", "CT2005", "CT2901"}

// listings are what the compiler makes of the packages, by import path. The build cache has
// them if they were made before.
func (s *source) listings(ctx context.Context, units []*unit) (map[string]string, error) {
	var paths []string
	for _, u := range units {
		paths = append(paths, u.ImportPath)
	}
	args := []string{"list", "-export", "-trimpath=false", "-tags=" + strings.Join(s.tags, ",")}
	for _, p := range paths {
		args = append(args, "-gcflags="+p+"=-S")
	}
	_, text, err := s.run(ctx, s.dir, slices.Concat(args, []string{"--"}, paths)...)
	if err != nil {
		return nil, err
	}
	all := make(map[string]string)
	var path string
	start := 0
	for i := 0; i < len(text); {
		end := len(text)
		if n := strings.IndexByte(text[i:], '\n'); n >= 0 {
			end = i + n + 1
		}
		if line := text[i:end]; strings.HasPrefix(line, "# ") {
			all[path] += text[start:i]
			path, start = strings.TrimSpace(line[2:]), end
		}
		i = end
	}
	all[path] += text[start:]
	return all, nil
}

// compiled checks the machine code of a package's Go functions.
func (u *unit) compiled(ctx context.Context, src *source, m *model, listing string) ([]ctcheck.Finding, error) {
	functions, err := parseListing(listing, m, src.listed)
	if err != nil {
		return nil, err
	}
	bySymbol := make(map[string]*function)
	for _, f := range functions {
		f.nameObjects()
		if old := bySymbol[f.symbol]; old == nil || old.wrapper {
			bySymbol[f.symbol] = f
		}
	}
	machine := u.machine(ctx, m)
	machine.bounded = true
	machine.reported = func(rule string) bool { return slices.Contains(compiledRules, rule) }
	machine.lookup = func(from *function, symbol string) *function {
		if f := bySymbol[symbol]; f != from || !f.wrapper {
			return f
		}
		return nil
	}
	machine.enters = func(x *execution, f *function) { u.enters(x, f) }
	machine.leaves = func(x *execution, f *function) { u.leaves(x, f) }
	machine.external = func(x *execution, symbol string) { u.external(src, x, symbol) }
	for _, f := range functions {
		d := u.decls[f.name()]
		if d == nil || !d.body || d.generic || f.wrapper || len(f.code) == 0 {
			continue
		}
		machine.run(f, machine.call(d))
		if machine.failed != nil {
			return nil, machine.failed
		}
	}
	findings := machine.findings
	if src.options.Introduced {
		findings = src.introduced(findings)
	}
	return u.accept(src, findings, src.goAllowances(findings), false), nil
}

// call is the state in which Go calls a Go function.
func (m *machine) call(d *declaration) *state {
	s := newState()
	s.set(m.stack, value{at: []place{at(frame, 0)}})
	var parts []part
	where, _ := m.abi.assign(m.sizes, slices.Collect(parameters(d.signature)), 0)
	for _, p := range where {
		whole := part{typ: p.v.Type(), root: p.v.Name()}
		if secret := d.secrets[p.v.Name()]; secret != nil {
			whole.mode, whole.secret = all, secret
		}
		for i, r := range p.regs {
			s.set(r, m.collect(whole, p.pieces[i].off, p.pieces[i].off+p.pieces[i].size, p.pieces[i].size))
		}
		if len(p.regs) == 0 {
			whole.off = p.off
			parts = append(parts, whole)
		}
	}
	m.begin(parts)
	return s
}

// goAllowances reads the //ct:allow directives of the Go files that findings lie in. Whether
// they are needed is for the static layer to say.
func (s *source) goAllowances(findings []ctcheck.Finding) []*allowance {
	var allowances []*allowance
	seen := make(map[string]bool)
	for _, f := range findings {
		if seen[f.Position.File] {
			continue
		}
		seen[f.Position.File] = true
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, s.path(f.Position), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			continue // it has been compiled: the finding stands
		}
		docs := make(map[*ast.CommentGroup]*ast.FuncDecl)
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Doc != nil {
				docs[f.Doc] = f
			}
		}
		for _, group := range file.Comments {
			for _, c := range group.List {
				directive, err := ctcheck.ParseDirective(c.Text)
				if err != nil || directive == nil || directive.Verb != ctcheck.Allow {
					continue
				}
				line := fset.Position(c.Pos()).Line
				a := &allowance{at: ctcheck.Position{File: f.Position.File, Line: line}, first: line, last: line + 1, reason: directive.Reason}
				if d := docs[group]; d != nil {
					a.first, a.last = fset.Position(d.Pos()).Line, fset.Position(d.End()).Line
				}
				allowances = append(allowances, a)
			}
		}
	}
	return allowances
}

// signature finds the function of a symbol in this package and in those that it imports.
func (u *unit) signature(symbol string) (s *types.Signature, declassify bool, ok bool) {
	f := &function{symbol: symbol}
	name := f.name()
	path := strings.ReplaceAll(strings.TrimSuffix(strings.TrimSuffix(symbol, name), "."), "%2e", ".")
	if path == u.ImportPath {
		if d := u.decls[name]; d != nil && !d.generic {
			return d.signature, d.declassify, true
		}
		return nil, false, false
	}
	for _, p := range u.types.Imports() {
		if p.Path() != path {
			continue
		}
		owner, method, isMethod := cutLast(strings.NewReplacer("(*", "", ")", "").Replace(name))
		if !isMethod {
			owner, method = method, ""
			if owner == "" {
				owner = name
			}
		}
		switch object := p.Scope().Lookup(owner).(type) {
		case *types.Func:
			return object.Signature(), false, object.Signature().TypeParams() == nil
		case *types.TypeName:
			found, _, _ := types.LookupFieldOrMethod(types.NewPointer(object.Type()), true, p, method)
			if f, ok := found.(*types.Func); ok {
				return f.Signature(), false, f.Signature().RecvTypeParams() == nil
			}
		}
	}
	return nil, false, false
}

// enters leaves in the registers what the call passes. So the same call from two places is
// the same.
func (u *unit) enters(x *execution, f *function) {
	keep := slices.Concat(x.abi.integers, x.abi.floats, []reg{x.abi.closure})
	if d := u.decls[f.name()]; d != nil && !d.generic && d.body {
		keep = nil
		where, _ := x.abi.assign(x.sizes, slices.Collect(parameters(d.signature)), 0)
		for _, p := range where {
			keep = append(keep, p.regs...)
		}
	}
	for i := range x.regs {
		if r := reg(i); r != x.stack && !slices.Contains(keep, r) {
			x.set(r, value{})
		}
	}
}

// leaves makes public what a function returns that is annotated so.
func (u *unit) leaves(x *execution, f *function) {
	if d := u.decls[f.name()]; d != nil && d.declassify {
		_, stack := x.abi.assign(x.sizes, slices.Collect(parameters(d.signature)), 0)
		x.results(d.signature, stack, nil)
	}
}
