package static

import (
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/zvirka/zvirka/ctcheck"
)

// Analyzer is the layer as a go/analysis pass, for go vet and for other drivers. Packages are
// looked at one by one, and what is known of a package travels as a fact to those that import
// it. A place in an imported package that only a secret of the importing one reaches is reported
// where the importing one hands it over.
var Analyzer = &analysis.Analyzer{
	Name:      "ctcheck",
	Doc:       "report places where the time of code depends on a secret\n\nSecrets are named by //ct:secret directives or in a configuration file.",
	URL:       "https://github.com/zvirka/zvirka/tree/main/docs/ct",
	Run:       run,
	FactTypes: []analysis.Fact{new(packageFact)},
}

var configFile string

func init() {
	Analyzer.Flags.StringVar(&configFile, "config", "", "a `file` that names secrets and exceptions in code that has no directives")
}

// A packageFact is what importing packages need of a package. Labels go by their names.
type packageFact struct {
	Functions map[string]factFunction
	Annotated []string
}

func (*packageFact) AFact() {}

func (f *packageFact) String() string { return fmt.Sprintf("%d functions", len(f.Functions)) }

type (
	factFunction struct {
		Results []factTaint
		Writes  map[int][]string
		Edges   []factEdge
		Leaves  []factLeaf
	}
	factTaint struct{ Value, Content []string }
	factEdge  struct {
		From, To string
		Step     ctcheck.Step
	}
	factLeaf struct {
		Rule                   string
		At                     ctcheck.Position
		Package, Name, Message string
		Labels                 []string
	}
)

func run(pass *analysis.Pass) (any, error) {
	for _, f := range pass.Files {
		if strings.HasSuffix(pass.Fset.Position(f.Package).Filename, "_test.go") {
			return nil, nil // a variant for tests; the package itself has its own pass
		}
	}
	var config *ctcheck.Config
	if configFile != "" {
		var err error
		if config, err = ctcheck.LoadConfig(configFile); err != nil {
			return nil, err
		}
	}
	prog := ssa.NewProgram(pass.Fset, buildMode)
	created := map[*types.Package]bool{}
	var create func(p *types.Package)
	create = func(p *types.Package) {
		if !created[p] {
			created[p] = true
			prog.CreatePackage(p, nil, nil, true)
			for _, i := range p.Imports() {
				create(i)
			}
		}
	}
	for _, i := range pass.Pkg.Imports() {
		create(i)
	}
	pkg := prog.CreatePackage(pass.Pkg, pass.Files, pass.TypesInfo, false)
	pkg.Build()
	p, err := newProgram(prog, "", config, []source{{pkg, pass.Files}})
	if err != nil {
		return nil, err
	}
	var before []*summary
	for _, f := range pass.AllPackageFacts() {
		fact := f.Fact.(*packageFact)
		if f.Package != pass.Pkg {
			before = append(before, p.decode(fact)...)
		}
	}
	p.summarize()
	var own []*summary
	for _, f := range p.functions {
		own = append(own, p.summaries[f])
	}
	pass.ExportPackageFact(p.encode(pass.Pkg.Path()))

	g := p.solve(append(slices.Clone(own), before...))
	findings := p.directives.judge(p.findings(g, own))
	for _, f := range p.findings(g, before) {
		findings = append(findings, handedOver(f, pass))
	}
	for _, f := range ctcheck.Open(ctcheck.Sort(findings)) {
		p.report(pass, f)
	}
	return nil, nil
}

// handedOver moves a finding in another package to the last step of its way in this one.
func handedOver(f ctcheck.Finding, pass *analysis.Pass) ctcheck.Finding {
	place := f.Position
	for _, s := range slices.Backward(f.Flow) {
		if tokenPos(pass.Fset, s.Position).IsValid() {
			f.Position = s.Position
			break
		}
	}
	f.Message += fmt.Sprintf(" (at %s:%d)", place.File, place.Line)
	return f
}

func (p *program) report(pass *analysis.Pass, f ctcheck.Finding) {
	rule, _ := ctcheck.LookupRule(f.Rule)
	d := analysis.Diagnostic{Pos: tokenPos(pass.Fset, f.Position), Category: f.Rule, URL: rule.URL(),
		Message: fmt.Sprintf("%s %s: %s", f.Rule, rule.Name, f.Message)}
	if !d.Pos.IsValid() { // of the configuration
		d.Pos = pass.Files[0].Package
	}
	for _, s := range f.Flow {
		if pos := tokenPos(pass.Fset, s.Position); pos.IsValid() {
			d.Related = append(d.Related, analysis.RelatedInformation{Pos: pos, Message: s.What})
		}
	}
	pass.Report(d)
}

// tokenPos finds a reported position among the files of a pass.
func tokenPos(fset *token.FileSet, at ctcheck.Position) (pos token.Pos) {
	fset.Iterate(func(f *token.File) bool {
		if f.Name() == at.File && 1 <= at.Line && at.Line <= f.LineCount() {
			pos = f.LineStart(at.Line) + token.Pos(max(at.Column-1, 0))
			return false
		}
		return true
	})
	return pos
}

func (p *program) encode(path string) *packageFact {
	fact := &packageFact{Functions: map[string]factFunction{}}
	for full := range p.directives.secrets {
		if strings.HasPrefix(full, path+".") {
			fact.Annotated = append(fact.Annotated, full)
		}
	}
	slices.Sort(fact.Annotated)
	for _, f := range p.functions {
		s := p.summaries[f]
		out := factFunction{Writes: map[int][]string{}}
		for _, r := range s.results {
			out.Results = append(out.Results, factTaint{p.labels.strings(r.v), p.labels.strings(r.c)})
		}
		for i, w := range s.writes {
			out.Writes[i] = p.labels.strings(w)
		}
		for e, step := range s.edges {
			out.Edges = append(out.Edges, factEdge{p.labels.names[e.from], p.labels.names[e.to], step})
		}
		for at, l := range s.leaves {
			out.Leaves = append(out.Leaves, factLeaf{at.rule, at.at, l.pkg, l.function, l.message, p.labels.strings(l.labels)})
		}
		slices.SortFunc(out.Edges, func(a, b factEdge) int { return strings.Compare(a.From+"\x00"+a.To, b.From+"\x00"+b.To) })
		slices.SortFunc(out.Leaves, func(a, b factLeaf) int { return strings.Compare(a.Rule+a.At.String(), b.Rule+b.At.String()) })
		fact.Functions[f.RelString(nil)] = out
	}
	return fact
}

func (p *program) decode(fact *packageFact) []*summary {
	for _, full := range fact.Annotated {
		if p.directives.secrets[full] == nil {
			p.directives.secrets[full] = map[string]ctcheck.Position{}
		}
	}
	var all []*summary
	for _, name := range slices.Sorted(maps.Keys(fact.Functions)) {
		in, s := fact.Functions[name], newSummary()
		for _, r := range in.Results {
			s.results = append(s.results, taint{p.labels.set(r.Value), p.labels.set(r.Content)})
		}
		for i, w := range in.Writes {
			s.writes[i] = p.labels.set(w)
		}
		for _, e := range in.Edges {
			s.edges[edge{p.labels.of(e.From), p.labels.of(e.To)}] = e.Step
		}
		for _, l := range in.Leaves {
			s.leaves[place{l.Rule, l.At}] = &leaf{l.Package, l.Name, l.Message, p.labels.set(l.Labels)}
		}
		p.foreign[name] = s
		all = append(all, s)
	}
	return all
}

func (t *table) strings(s set) []string {
	var names []string
	for _, l := range s {
		names = append(names, t.names[l])
	}
	return names
}

func (t *table) set(names []string) set {
	var s set
	for _, n := range names {
		s = append(s, t.of(n))
	}
	slices.Sort(s)
	return s
}
