package ctcheck

//go:generate go run ./gen

import "slices"

// A Layer is one of the ways in which code is looked at.
type Layer string

// The layers, and where the directives themselves are at fault.
const (
	Directives Layer = "source"
	Static     Layer = "static"
	Assembly   Layer = "assembly"
	Dynamic    Layer = "dynamic"
	Timing     Layer = "timing"
)

// A Rule is a kind of finding.
type Rule struct {
	ID      string // "CT1001"
	Name    string // "secret-index", as code-scanning interfaces show it
	Layer   Layer
	Summary string // one line
	Why     string // what an observer learns, and how
	Remedy  string
	Bad     string // code that is reported
	Good    string // code that does the same and is not
}

// URL is the address of the rule's page.
func (r Rule) URL() string {
	return "https://github.com/zvirka/zvirka/blob/main/docs/ct/rules/" + r.ID + ".md"
}

// Rules returns all rules in the order of their numbers.
func Rules() []Rule { return slices.Clone(rules) }

// LookupRule returns the rule of an identifier.
func LookupRule(id string) (Rule, bool) {
	for _, r := range rules {
		if r.ID == id {
			return r, true
		}
	}
	return Rule{}, false
}
