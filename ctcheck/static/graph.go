package static

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/zvirka/zvirka/ctcheck"
)

// A graph is the edges of all summaries, and how the secrets reach what they reach.
type graph struct {
	next    map[label][]hop
	reached map[label]*arrival
}

type hop struct {
	to   label
	step ctcheck.Step
}

// An arrival is how a label was reached first: on a shortest way.
type arrival struct {
	from     label
	step     ctcheck.Step
	source   string // "the secret key"
	distance int
}

// solve finds what is secret.
func (p *program) solve(summaries []*summary) *graph {
	g := &graph{next: map[label][]hop{}, reached: map[label]*arrival{}}
	for _, s := range summaries {
		for e, step := range s.edges {
			g.next[e.from] = append(g.next[e.from], hop{e.to, step})
		}
	}
	for _, hops := range g.next {
		slices.SortFunc(hops, func(a, b hop) int {
			if c := strings.Compare(p.labels.names[a.to], p.labels.names[b.to]); c != 0 {
				return c
			}
			return strings.Compare(a.step.Position.String(), b.step.Position.String())
		})
	}
	queue := p.seeds(g)
	for len(queue) > 0 {
		l := queue[0]
		queue = queue[1:]
		at := g.reached[l]
		for _, h := range g.next[l] {
			if g.reached[h.to] == nil {
				g.reached[h.to] = &arrival{from: l, step: h.step, source: at.source, distance: at.distance + 1}
				queue = append(queue, h.to)
			}
		}
	}
	return g
}

// seeds are the labels that directives and settings name, in an order that does not vary.
func (p *program) seeds(g *graph) []label {
	var all []label
	seed := func(l label, source string, step ctcheck.Step) {
		if g.reached[l] == nil {
			g.reached[l] = &arrival{from: -1, step: step, source: source}
			all = append(all, l)
		}
	}
	for _, f := range p.functions {
		p.seedParameters(f, seed)
	}
	names := make([]string, 0, len(p.directives.fields))
	for name := range p.directives.fields {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		l := p.labels.of("field " + name)
		seed(l, "the secret field "+short(name), ctcheck.Step{Position: p.directives.fields[name], What: "the field " + short(name) + " is named as secret"})
	}
	return all
}

// seedParameters makes the parameters of a function secret that its directive names: what is
// data in its value, and what points to data in that.
func (p *program) seedParameters(f *ssa.Function, seed func(label, string, ctcheck.Step)) {
	if f.Parent() != nil || f.Synthetic != "" && f.Origin() == nil {
		return // literals and wrappers have no directives
	}
	pkg, name := functionName(f)
	named := p.directives.secrets[qualified(pkg, name)]
	for i, param := range f.Params {
		at, ok := named[param.Name()]
		if !ok {
			continue
		}
		value, content := p.labels.paramLabels(f, i)
		t := shaped(param.Type(), set{0})
		step := ctcheck.Step{Position: at, What: fmt.Sprintf("%s of %s is named as secret", param.Name(), name)}
		source := "the secret " + param.Name()
		if len(t.v) > 0 {
			seed(value, source, step)
		}
		if len(t.c) > 0 {
			seed(content, source, step)
		}
	}
}

// way is the steps on which a secret came to a label.
func (g *graph) way(l label) []ctcheck.Step {
	var steps []ctcheck.Step
	for l >= 0 {
		at := g.reached[l]
		steps = append(steps, at.step)
		l = at.from
	}
	slices.Reverse(steps)
	return steps
}

// nearest returns the label of a set that a secret reaches on the shortest way.
func (g *graph) nearest(s set) (best label, ok bool) {
	for _, l := range s {
		if at := g.reached[l]; at != nil && (!ok || at.distance < g.reached[best].distance) {
			best, ok = l, true
		}
	}
	return best, ok
}

// findings are the leaves that secrets reach.
func (p *program) findings(g *graph, summaries []*summary) []ctcheck.Finding {
	type key struct {
		place
		function string
	}
	found := map[key]ctcheck.Finding{}
	for _, s := range summaries {
		for at, l := range s.leaves {
			best, ok := g.nearest(l.labels)
			if !ok {
				continue
			}
			f := ctcheck.Finding{Rule: at.rule, Position: at.at, Package: l.pkg, Function: l.function,
				Message: fmt.Sprintf(l.message, g.reached[best].source), Flow: g.way(best)}
			// Instances of a generic function have leaves in the same place.
			k := key{at, l.function}
			if old, ok := found[k]; !ok || less(f, old) {
				found[k] = f
			}
		}
	}
	var all []ctcheck.Finding
	for _, f := range found {
		all = append(all, f)
	}
	return all
}

func less(f, g ctcheck.Finding) bool {
	if len(f.Flow) != len(g.Flow) {
		return len(f.Flow) < len(g.Flow)
	}
	return f.Message < g.Message
}
