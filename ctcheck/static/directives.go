package static

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/zvirka/zvirka/ctcheck"
)

// directives are what the sources and the configuration say.
type directives struct {
	secrets    map[string]map[string]ctcheck.Position // by function, by parameter
	fields     map[string]ctcheck.Position
	public     map[string]bool // functions whose results are
	acceptance []*acceptance
	bad        []ctcheck.Finding
}

// An acceptance is a //ct:allow, or a setting of the configuration.
type acceptance struct {
	at       ctcheck.Position // of the directive
	pkg      string
	file     string
	from, to int    // the lines that it covers; none for a setting
	function string // of a setting
	rule     string // of a setting, or all
	reason   string
	used     bool
}

func has(settings []ctcheck.Setting, pkg, name string) bool {
	return slices.ContainsFunc(settings, func(s ctcheck.Setting) bool { return ctcheck.Matches(s.Func, qualified(pkg, name)) })
}

func (d *directives) annotated(pkg, name string) bool { return d.secrets[qualified(pkg, name)] != nil }

func (d *directives) declassifies(pkg, name string) bool { return d.public[qualified(pkg, name)] }

func (d *directives) malformed(p *program, pos token.Pos, pkg, format string, args ...any) {
	d.bad = append(d.bad, ctcheck.Finding{Rule: "CT0001", Position: p.position(pos), Package: pkg, Message: fmt.Sprintf(format, args...)})
}

// readDirectives reads the directives of all files, and what the configuration adds.
func (p *program) readDirectives() (*directives, error) {
	d := &directives{secrets: map[string]map[string]ctcheck.Position{}, fields: map[string]ctcheck.Position{}, public: map[string]bool{}}
	for _, s := range p.sources {
		for _, file := range s.files {
			d.readFile(p, s.ssa.Pkg, file)
		}
	}
	for _, s := range p.config.Secrets {
		at := ctcheck.Position{File: "the configuration"}
		if s.Field != "" {
			d.fields[s.Field] = at
			continue
		}
		if d.secrets[s.Func] == nil {
			d.secrets[s.Func] = map[string]ctcheck.Position{}
		}
		for _, name := range s.Params {
			d.secrets[s.Func][name] = at
		}
	}
	for _, a := range p.config.Allow {
		d.acceptance = append(d.acceptance, &acceptance{at: ctcheck.Position{File: "the configuration"}, function: a.Func, rule: a.Rule, reason: a.Reason})
	}
	for _, f := range p.functions {
		pkg, name := functionName(f)
		if has(p.config.Declassify, pkg, name) {
			d.public[qualified(pkg, name)] = true
		}
	}
	return d, nil
}

// readFile reads the directives of a file: first where they mean something, then what is
// left over.
func (d *directives) readFile(p *program, pkg *types.Package, file *ast.File) {
	taken := map[*ast.Comment]bool{}
	for _, decl := range file.Decls {
		if f, ok := decl.(*ast.FuncDecl); ok {
			d.readFunction(p, pkg, f, taken)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.TypeSpec); ok {
			if t, ok := s.Type.(*ast.StructType); ok {
				d.readFields(p, pkg, s.Name.Name, t, taken)
			}
		}
		return true
	})
	code := linesOfCode(p.fset, file)
	for _, group := range file.Comments {
		for _, c := range group.List {
			if !taken[c] {
				d.readLine(p, pkg, c, code)
			}
		}
	}
}

// parse returns the directive of a comment, if it is one.
func (d *directives) parse(p *program, pkg *types.Package, c *ast.Comment) *ctcheck.Directive {
	directive, err := ctcheck.ParseDirective(c.Text)
	if err != nil {
		d.malformed(p, c.Pos(), pkg.Path(), "%v", err)
		return nil
	}
	return directive
}

func (d *directives) readFunction(p *program, pkg *types.Package, f *ast.FuncDecl, taken map[*ast.Comment]bool) {
	if f.Doc == nil {
		return
	}
	name := f.Name.Name
	if f.Recv != nil && len(f.Recv.List) == 1 {
		t := f.Recv.List[0].Type
		star := false
		if s, ok := t.(*ast.StarExpr); ok {
			t, star = s.X, true
		}
		switch x := t.(type) {
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		}
		typeName := types.ExprString(t)
		if star {
			typeName = "(*" + typeName + ")"
		}
		name = typeName + "." + name
	}
	full := qualified(pkg.Path(), name)
	for _, c := range f.Doc.List {
		taken[c] = true
		directive := d.parse(p, pkg, c)
		if directive == nil {
			continue
		}
		switch directive.Verb {
		case ctcheck.Secret:
			if len(directive.Names) == 0 {
				d.malformed(p, c.Pos(), pkg.Path(), "//ct:secret at a function must name its secret parameters")
			}
			if d.secrets[full] == nil {
				d.secrets[full] = map[string]ctcheck.Position{}
			}
			for _, n := range directive.Names {
				if !hasParameter(f, n) {
					d.malformed(p, c.Pos(), pkg.Path(), "%s has no parameter %s", name, n)
				}
				d.secrets[full][n] = p.position(c.Pos())
			}
		case ctcheck.Declassify:
			d.public[full] = true
		case ctcheck.Allow:
			from, to := p.fset.Position(f.Pos()).Line, p.fset.Position(f.End()).Line
			d.accept(p, pkg, c, from, to, directive.Reason)
		}
	}
}

func hasParameter(f *ast.FuncDecl, name string) bool {
	lists := []*ast.FieldList{f.Recv, f.Type.Params}
	for _, list := range lists {
		if list == nil {
			continue
		}
		for _, field := range list.List {
			for _, n := range field.Names {
				if n.Name == name {
					return true
				}
			}
		}
	}
	return false
}

func (d *directives) readFields(p *program, pkg *types.Package, owner string, t *ast.StructType, taken map[*ast.Comment]bool) {
	for _, field := range t.Fields.List {
		for _, group := range []*ast.CommentGroup{field.Doc, field.Comment} {
			if group == nil {
				continue
			}
			for _, c := range group.List {
				directive := d.parse(p, pkg, c)
				if directive == nil || directive.Verb != ctcheck.Secret {
					continue
				}
				taken[c] = true
				if len(directive.Names) > 0 {
					d.malformed(p, c.Pos(), pkg.Path(), "//ct:secret on a field takes no names")
				}
				for _, n := range field.Names {
					d.fields[pkg.Path()+"."+owner+"."+n.Name] = p.position(c.Pos())
				}
				if len(field.Names) == 0 {
					d.malformed(p, c.Pos(), pkg.Path(), "//ct:secret on an embedded field: name the fields of its type")
				}
			}
		}
	}
}

// linesOfCode are the lines of a file on which something but comments begins or ends.
func linesOfCode(fset *token.FileSet, file *ast.File) map[int]bool {
	lines := map[int]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n.(type) {
		case nil, *ast.File, *ast.Comment, *ast.CommentGroup:
			return n != nil
		}
		lines[fset.Position(n.Pos()).Line] = true
		lines[fset.Position(n.End()).Line] = true
		return true
	})
	return lines
}

// readLine reads a directive that belongs to a line.
func (d *directives) readLine(p *program, pkg *types.Package, c *ast.Comment, code map[int]bool) {
	directive := d.parse(p, pkg, c)
	if directive == nil {
		return
	}
	if directive.Verb != ctcheck.Allow {
		d.malformed(p, c.Pos(), pkg.Path(), "//ct:%s has no effect here: it belongs to the doc comment of a function%s", directive.Verb,
			map[string]string{ctcheck.Secret: ", or to a field"}[directive.Verb])
		return
	}
	line := p.fset.Position(c.Pos()).Line
	if !code[line] {
		line++ // it stands alone and speaks of the next line
	}
	d.accept(p, pkg, c, line, line, directive.Reason)
}

func (d *directives) accept(p *program, pkg *types.Package, c *ast.Comment, from, to int, reason string) {
	at := p.position(c.Pos())
	d.acceptance = append(d.acceptance, &acceptance{at: at, pkg: pkg.Path(), file: at.File, from: from, to: to, reason: reason})
}

// covers reports whether an acceptance speaks of a finding.
func (a *acceptance) covers(f *ctcheck.Finding) bool {
	if a.function != "" {
		return ctcheck.Matches(a.function, qualified(f.Package, f.Function)) && (a.rule == "" || a.rule == f.Rule)
	}
	return a.file == f.Position.File && a.from <= f.Position.Line && f.Position.Line <= a.to
}

// judge sets the reasons of accepted findings and adds what is wrong with the directives.
func (d *directives) judge(findings []ctcheck.Finding) []ctcheck.Finding {
	for i := range findings {
		// A directive on the line goes before one for the whole function.
		var best *acceptance
		for _, a := range d.acceptance {
			if a.covers(&findings[i]) && (best == nil || a.to-a.from < best.to-best.from) {
				best = a
			}
		}
		if best != nil {
			best.used = true
			findings[i].Allowed = best.reason
		}
	}
	findings = append(findings, d.bad...)
	for _, a := range d.acceptance {
		switch {
		case a.used:
		case a.function != "":
			findings = append(findings, ctcheck.Finding{Rule: "CT0002", Position: a.at, Function: a.function,
				Message: fmt.Sprintf("nothing is found in %s that the setting would have to allow", a.function)})
		default:
			findings = append(findings, ctcheck.Finding{Rule: "CT0002", Position: a.at, Package: a.pkg,
				Message: fmt.Sprintf("nothing is found here that would have to be allowed: %s", a.reason)})
		}
	}
	return findings
}
