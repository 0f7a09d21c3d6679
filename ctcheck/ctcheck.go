// Package ctcheck finds places where the time that Go code takes depends on a secret. It is
// for any Go module.
//
// Four layers look at the same code from different sides, and none of them replaces another:
//
//   - [github.com/zvirka/zvirka/ctcheck/static] follows secrets through Go source;
//   - [github.com/zvirka/zvirka/ctcheck/asm] follows them through assembly and through the
//     machine code that the compiler makes;
//   - [github.com/zvirka/zvirka/ctcheck/dynamic] runs the machine code under valgrind's
//     memcheck with the secret bytes marked undefined;
//   - [github.com/zvirka/zvirka/ctcheck/timing] measures, as evidence and never as a gate.
//
// This package has what they share: the rules, what a finding is, the configuration, the
// baseline and the forms in which findings are written (text, JSON, SARIF).
package ctcheck

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Position is a place in a source file. Lines and columns count from 1 and the column is in
// bytes; 0 means unknown.
type Position struct {
	File   string `json:"file"` // slash-separated, relative to the module's root where it lies below it
	Line   int    `json:"line"`
	Column int    `json:"column,omitempty"`
}

func (p Position) String() string {
	if p.Column == 0 {
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

func (p Position) compare(q Position) int {
	return cmp.Or(strings.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Column, q.Column))
}

// A Step is one station of a secret on its way to a finding.
type Step struct {
	Position Position `json:"position"`
	What     string   `json:"what"` // "key is annotated //ct:secret", "passed to load as b"
}

// A Finding is one place where time depends on a secret.
type Finding struct {
	Rule     string   `json:"rule"` // of [Rules]
	Position Position `json:"position"`
	Package  string   `json:"package"`           // import path
	Function string   `json:"function"`          // as Go writes it: "New", "(*Cipher).Encrypt"
	Message  string   `json:"message"`           // one sentence without a final stop
	Flow     []Step   `json:"flow,omitempty"`    // from the secret to this place
	Allowed  string   `json:"allowed,omitempty"` // the reason of the directive or setting that accepts it
}

// Sort orders findings by position, rule and message, and drops those that say the same of
// one place.
func Sort(findings []Finding) []Finding {
	slices.SortStableFunc(findings, func(a, b Finding) int {
		return cmp.Or(a.Position.compare(b.Position), strings.Compare(a.Rule, b.Rule),
			strings.Compare(a.Message, b.Message), strings.Compare(a.Function, b.Function))
	})
	return slices.CompactFunc(findings, func(a, b Finding) bool {
		return a.Position == b.Position && a.Rule == b.Rule && a.Message == b.Message && a.Function == b.Function
	})
}

// Open returns the findings that nothing accepts.
func Open(findings []Finding) []Finding {
	var open []Finding
	for _, f := range findings {
		if f.Allowed == "" {
			open = append(open, f)
		}
	}
	return open
}
