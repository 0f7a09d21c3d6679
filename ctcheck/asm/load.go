package asm

import (
	"context"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/zvirka/zvirka/ctcheck"
)

// A unit is a package with what its Go files say of its functions.
type unit struct {
	*listed
	fset    *token.FileSet
	syntax  []*ast.File
	types   *types.Package
	info    *types.Info
	sizes   types.Sizes
	decls   map[string]*declaration // by the name as Go writes it
	secrets map[*types.Var]*origin  // fields that are annotated
}

// A declaration is a function of a Go file and which of its parameters are secret.
type declaration struct {
	name       string
	body       bool
	generic    bool
	signature  *types.Signature
	secrets    map[string]*origin
	declassify bool
}

// A source is where units come from.
type source struct {
	*toolchain
	options Options
	config  *ctcheck.Config
}

// load finds the packages and reads their Go files.
func load(ctx context.Context, o Options) (*source, []*unit, error) {
	src := &source{toolchain: newToolchain(o), options: o, config: o.Config}
	if src.config == nil {
		src.config = new(ctcheck.Config)
	}
	pkgs, exports, err := src.list(ctx, o.Patterns)
	if err != nil {
		return nil, nil, err
	}
	var units []*unit
	for _, p := range pkgs {
		if !o.Compiled && len(p.SFiles) == 0 || len(p.GoFiles) == 0 {
			continue
		}
		u, err := p.check(o.Arch, exports)
		if err != nil {
			return nil, nil, err
		}
		u.declare(src)
		units = append(units, u)
	}
	return src, units, nil
}

// moduleDir is the nearest folder from dir up with a go.mod, or dir.
func moduleDir(dir string) string {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return dir
	}
	for d := abs; ; d = filepath.Dir(d) {
		if _, err := os.Stat(filepath.Join(d, "go.mod")); err == nil {
			return d
		}
		if d == filepath.Dir(d) {
			return abs
		}
	}
}

// position makes one of a file and a line: relative to the module where it lies below it.
func (s *source) position(file string, line int) ctcheck.Position {
	if rel, err := filepath.Rel(s.module, file); err == nil && filepath.IsLocal(rel) {
		file = rel
	}
	return ctcheck.Position{File: filepath.ToSlash(file), Line: line}
}

// listed is the position that a listing gives as file:line.
func (s *source) listed(text string) ctcheck.Position {
	file, line, ok := cutPosition(text)
	if !ok {
		return ctcheck.Position{}
	}
	return s.position(file, line)
}

// path is the file of a position.
func (s *source) path(p ctcheck.Position) string {
	if file := filepath.FromSlash(p.File); filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(s.module, filepath.FromSlash(p.File))
}

func (s *source) goPosition(fset *token.FileSet, pos token.Pos) ctcheck.Position {
	p := fset.Position(pos)
	return s.position(p.Filename, p.Line)
}

// declare reads the functions of the Go files and the annotations of structs.
func (u *unit) declare(src *source) {
	u.decls = make(map[string]*declaration)
	u.secrets = make(map[*types.Var]*origin)
	for _, file := range u.syntax {
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Name.Name == "_" {
				continue
			}
			u.declareFunc(src, f)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if s, ok := n.(*ast.StructType); ok {
				u.declareFields(src, s)
			}
			return true
		})
	}
	u.configureFields(src)
}

func (u *unit) declareFunc(src *source, f *ast.FuncDecl) {
	object, ok := u.info.Defs[f.Name].(*types.Func)
	if !ok {
		return
	}
	d := &declaration{name: goName(f), body: f.Body != nil, signature: object.Signature(), secrets: make(map[string]*origin)}
	d.generic = d.signature.TypeParams() != nil || d.signature.RecvTypeParams() != nil
	u.decls[d.name] = d
	at := src.goPosition(u.fset, f.Name.Pos())
	names := func(params []string, at ctcheck.Position, how string) {
		for _, name := range params {
			d.secrets[name] = &origin{step: ctcheck.Step{Position: at, What: name + " is secret by " + how}}
		}
	}
	for c := range comments(f.Doc) {
		switch directive, err := ctcheck.ParseDirective(c.Text); {
		case err != nil || directive == nil: // the static layer says what is wrong
		case directive.Verb == ctcheck.Secret:
			names(directive.Names, src.goPosition(u.fset, c.Pos()), "//ct:secret")
		case directive.Verb == ctcheck.Declassify:
			d.declassify = true
		}
	}
	full := u.ImportPath + "." + d.name
	for _, s := range src.config.Secrets {
		if s.Func != "" && ctcheck.Matches(s.Func, full) {
			names(s.Params, at, "the configuration")
		}
	}
	for _, s := range src.config.Declassify {
		d.declassify = d.declassify || ctcheck.Matches(s.Func, full)
	}
	if src.options.AllSecret {
		for p := range parameters(d.signature) {
			if d.secrets[p.Name()] == nil && !isLength(p) {
				names([]string{p.Name()}, at, "AllSecret")
			}
		}
	}
}

// lengths are the names of integers that AllSecret leaves public.
var lengths = []string{"n", "m", "len", "length", "size", "count", "num", "rounds", "round", "nr", "blocks", "nblocks", "words", "limbs", "stride"}

func isLength(v *types.Var) bool {
	basic, ok := v.Type().Underlying().(*types.Basic)
	if !ok || basic.Info()&types.IsInteger == 0 {
		return false
	}
	name := strings.ToLower(v.Name())
	return slices.Contains(lengths, name) || strings.HasSuffix(name, "len")
}

func comments(group *ast.CommentGroup) func(func(*ast.Comment) bool) {
	return func(yield func(*ast.Comment) bool) {
		if group == nil {
			return
		}
		for _, c := range group.List {
			if !yield(c) {
				return
			}
		}
	}
}

// parameters are those of a function, the receiver first.
func parameters(s *types.Signature) func(func(*types.Var) bool) {
	return func(yield func(*types.Var) bool) {
		if r := s.Recv(); r != nil && !yield(r) {
			return
		}
		for p := range s.Params().Variables() {
			if !yield(p) {
				return
			}
		}
	}
}

// goName is a function as Go writes it: "New", "(*Cipher).Encrypt", "Cipher.Size".
func goName(f *ast.FuncDecl) string {
	if f.Recv == nil || len(f.Recv.List) == 0 {
		return f.Name.Name
	}
	t, star := f.Recv.List[0].Type, false
	if s, ok := t.(*ast.StarExpr); ok {
		t, star = s.X, true
	}
	switch x := t.(type) {
	case *ast.IndexExpr:
		t = x.X
	case *ast.IndexListExpr:
		t = x.X
	}
	id, ok := t.(*ast.Ident)
	if !ok {
		return f.Name.Name
	}
	if star {
		return "(*" + id.Name + ")." + f.Name.Name
	}
	return id.Name + "." + f.Name.Name
}

func (u *unit) declareFields(src *source, s *ast.StructType) {
	for _, field := range s.Fields.List {
		for _, group := range []*ast.CommentGroup{field.Doc, field.Comment} {
			for c := range comments(group) {
				d, err := ctcheck.ParseDirective(c.Text)
				if err != nil || d == nil || d.Verb != ctcheck.Secret {
					continue
				}
				for _, name := range field.Names {
					if v, ok := u.info.Defs[name].(*types.Var); ok {
						u.secrets[v] = &origin{step: ctcheck.Step{Position: src.goPosition(u.fset, c.Pos()), What: name.Name + " is secret by //ct:secret"}}
					}
				}
			}
		}
	}
}

// configureFields adds the fields that the configuration names, of this package and of those
// that it imports.
func (u *unit) configureFields(src *source) {
	for _, s := range src.config.Secrets {
		owner, name, ok := cutLast(s.Field)
		if !ok {
			continue
		}
		path, typeName, ok := cutLast(owner)
		if !ok {
			continue
		}
		pkg := u.types
		if path != u.ImportPath {
			pkg = nil
			for _, p := range u.types.Imports() {
				if p.Path() == path {
					pkg = p
				}
			}
		}
		if pkg == nil {
			continue
		}
		object := pkg.Scope().Lookup(typeName)
		if object == nil {
			continue
		}
		structure, ok := object.Type().Underlying().(*types.Struct)
		if !ok {
			continue
		}
		for v := range structure.Fields() {
			if v.Name() == name {
				u.secrets[v] = &origin{step: ctcheck.Step{Position: src.goPosition(u.fset, v.Pos()), What: name + " is secret by the configuration"}}
			}
		}
	}
}

func cutLast(text string) (before, after string, ok bool) {
	i := strings.LastIndexByte(text, '.')
	if i < 0 {
		return "", "", false
	}
	return text[:i], text[i+1:], true
}
