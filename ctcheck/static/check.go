package static

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"github.com/zvirka/zvirka/ctcheck"
)

// Options say what to look at.
type Options struct {
	Dir      string   // where the patterns are resolved; "" is the current folder
	Patterns []string // of packages; none is "."
	Arch     string   // GOARCH; "" is the host's
	Tags     []string // build tags
	Config   *ctcheck.Config
}

// Check reports where time depends on a secret, in the named packages and in what they import
// outside the standard library: all findings in the order of [ctcheck.Sort], those that something
// accepts with Allowed set. Findings and unused directives of packages that are not named are
// left out. Test files are not looked at.
func Check(ctx context.Context, o Options) (findings []ctcheck.Finding, err error) {
	defer func() {
		if r := recover(); r != nil {
			findings, err = nil, fmt.Errorf("internal error in the static layer: %v", r)
		}
	}()
	roots, err := load(ctx, o)
	if err != nil {
		return nil, err
	}
	all := map[*packages.Package]bool{}
	named := map[string]bool{}
	for _, r := range roots {
		named[r.PkgPath] = true
		reach(r, all)
	}
	prog, sources := build(roots, all)
	root := moduleRoot(roots, o.Dir)
	p, err := newProgram(prog, root, o.Config, sources)
	if err != nil {
		return nil, err
	}
	p.summarize()
	summaries := make([]*summary, 0, len(p.functions))
	for _, f := range p.functions {
		summaries = append(summaries, p.summaries[f])
	}
	found := p.directives.judge(p.findings(p.solve(summaries), summaries))
	var kept []ctcheck.Finding
	for _, f := range found {
		if f.Package == "" || named[f.Package] {
			kept = append(kept, f)
		}
	}
	return ctcheck.Sort(kept), nil
}

// load reads packages with the source of everything outside the standard library.
func load(ctx context.Context, o Options) ([]*packages.Package, error) {
	if len(o.Patterns) == 0 {
		o.Patterns = []string{"."}
	}
	if info, err := os.Stat(cmp.Or(o.Dir, ".")); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("%s is not a directory", o.Dir)
	}
	env := os.Environ()
	if o.Arch != "" {
		env = append(env, "GOARCH="+o.Arch, "CGO_ENABLED=0")
	}
	config := &packages.Config{Context: ctx, Dir: o.Dir, Env: env, Mode: packages.NeedName | packages.NeedFiles}
	if len(o.Tags) > 0 {
		config.BuildFlags = []string{"-tags=" + strings.Join(o.Tags, ",")}
	}
	named, err := packages.Load(config, o.Patterns...)
	if err != nil {
		return nil, errors.New(firstLine(err.Error()))
	}
	if len(named) == 0 {
		return nil, fmt.Errorf("no package matches %s", strings.Join(o.Patterns, " "))
	}
	whole := map[string]bool{} // files that are needed with function bodies though they are the library's
	for _, p := range named {
		for _, f := range p.GoFiles {
			whole[f] = true
		}
	}
	config.Mode |= packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps | packages.NeedTypes |
		packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedTypesSizes | packages.NeedModule
	goroot, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	library := filepath.Join(strings.TrimSpace(string(goroot)), "src") + string(filepath.Separator)
	config.ParseFile = func(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
		file, err := parser.ParseFile(fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
		if file != nil && strings.HasPrefix(name, library) && !whole[name] {
			withoutBodies(file)
		}
		return file, err
	}
	roots, err := packages.Load(config, o.Patterns...)
	if err != nil {
		return nil, errors.New(firstLine(err.Error()))
	}
	return roots, sound(roots, o.Dir)
}

// withoutBodies leaves the declarations of a file, which is enough of what is not looked into.
func withoutBodies(file *ast.File) {
	file.Comments = nil
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			f.Body = nil
		}
	}
}

// sound returns what is wrong with packages, as far as they are looked into.
func sound(roots []*packages.Package, dir string) (failed error) {
	named := map[*packages.Package]bool{}
	for _, r := range roots {
		named[r] = true
	}
	packages.Visit(roots, nil, func(p *packages.Package) {
		if failed == nil && len(p.Errors) > 0 && (named[p] || p.Module != nil) {
			failed = errors.New(strings.TrimPrefix(firstLine(p.Errors[0].Error()), moduleRoot(roots, dir)+string(filepath.Separator)))
		}
	})
	for _, r := range roots {
		if failed == nil && len(r.Syntax) == 0 && len(r.OtherFiles) == 0 {
			failed = fmt.Errorf("%s: no Go source in this build", r.PkgPath)
		}
	}
	return failed
}

func firstLine(text string) string {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			return line
		}
	}
	return text
}

// reach adds a package and what it imports outside the standard library.
func reach(p *packages.Package, all map[*packages.Package]bool) {
	if all[p] {
		return
	}
	all[p] = true
	for _, imported := range p.Imports {
		if imported.Module != nil {
			reach(imported, all)
		}
	}
}

// buildMode: with references to the source, from which jumps get their positions.
const buildMode = ssa.InstantiateGenerics | ssa.GlobalDebug

// build makes the SSA form: with bodies for the packages in all, and declarations alone for
// the others.
func build(roots []*packages.Package, all map[*packages.Package]bool) (*ssa.Program, []source) {
	prog := ssa.NewProgram(roots[0].Fset, buildMode)
	var sources []source
	packages.Visit(roots, nil, func(p *packages.Package) {
		if !all[p] {
			prog.CreatePackage(p.Types, nil, nil, true)
			return
		}
		sources = append(sources, source{prog.CreatePackage(p.Types, p.Syntax, p.TypesInfo, true), p.Syntax})
	})
	prog.Build()
	return prog, sources
}

// moduleRoot is the folder of the module of the named packages.
func moduleRoot(roots []*packages.Package, dir string) string {
	for _, r := range roots {
		if r.Module != nil && r.Module.Dir != "" {
			return r.Module.Dir
		}
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return dir
	}
	return abs
}
