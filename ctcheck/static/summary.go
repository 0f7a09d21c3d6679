package static

import "github.com/zvirka/zvirka/ctcheck"

// A summary is what a function does with secrets, whoever calls it.
type summary struct {
	results []taint
	writes  map[int]set // by parameter: what the memory that it points to depends on afterwards
	edges   map[edge]ctcheck.Step
	leaves  map[place]*leaf
}

func newSummary() *summary {
	return &summary{writes: map[int]set{}, edges: map[edge]ctcheck.Step{}, leaves: map[place]*leaf{}}
}

// An edge says that to is secret if from is.
type edge struct{ from, to label }

// A place is where a rule would be broken.
type place struct {
	rule string
	at   ctcheck.Position
}

// A leaf is a place with what would make it a finding.
type leaf struct {
	pkg, function string
	message       string // with %s for the secret
	labels        set
}

func (s *summary) edge(from set, to label, step ctcheck.Step) {
	for _, l := range from {
		if _, ok := s.edges[edge{l, to}]; !ok && l != to {
			s.edges[edge{l, to}] = step
		}
	}
}

// same reports whether callers would get the same from both summaries.
func (s *summary) same(t *summary) bool {
	if t == nil || len(s.results) != len(t.results) || len(s.writes) != len(t.writes) {
		return false
	}
	for i := range s.results {
		if !s.results[i].equal(t.results[i]) {
			return false
		}
	}
	for i, w := range s.writes {
		if !(taint{v: w}).equal(taint{v: t.writes[i]}) {
			return false
		}
	}
	return true
}
