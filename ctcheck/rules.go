package ctcheck

import "slices"

// A Layer is one of the ways in which code is looked at.
type Layer string

// The layers, and where the directives themselves are at fault.
const (
	Directives Layer = "directives"
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

var rules = []Rule{
	{ID: "CT0001", Name: "malformed-directive", Layer: Directives, Summary: "a //ct: directive that cannot be read, or stands where it has no effect"},
	{ID: "CT0002", Name: "unused-directive", Layer: Directives, Summary: "a //ct:allow or an allow setting that no finding needs"},

	{ID: "CT1001", Name: "secret-index", Layer: Static, Summary: "an array, slice or string is read or written at an index that depends on a secret"},
	{ID: "CT1002", Name: "secret-branch", Layer: Static, Summary: "a branch is taken or not depending on a secret"},
	{ID: "CT1003", Name: "secret-loop-bound", Layer: Static, Summary: "a loop runs a number of times that depends on a secret"},
	{ID: "CT1004", Name: "secret-switch", Layer: Static, Summary: "a switch, or a type switch, chooses by a secret"},
	{ID: "CT1005", Name: "secret-division", Layer: Static, Summary: "a division or remainder has a secret operand"},
	{ID: "CT1006", Name: "variable-time-instruction", Layer: Static, Summary: "an operation that takes a varying time on some processors has a secret operand: floating point, shifts that may branch"},
	{ID: "CT1007", Name: "variable-time-call", Layer: Static, Summary: "a secret is passed to a function that does not promise constant time"},
	{ID: "CT1008", Name: "secret-comparison", Layer: Static, Summary: "strings, arrays, structs or interfaces with a secret are compared with == or !="},
	{ID: "CT1009", Name: "secret-map-key", Layer: Static, Summary: "a map is read or written under a key that depends on a secret"},
	{ID: "CT1010", Name: "secret-allocation", Layer: Static, Summary: "memory is allocated in a size that depends on a secret"},
	{ID: "CT1011", Name: "secret-slice-bound", Layer: Static, Summary: "a slice is cut at a place that depends on a secret"},
	{ID: "CT1012", Name: "secret-disclosure", Layer: Static, Summary: "a secret is converted to an interface, formatted, logged, or put into an error or a panic"},

	{ID: "CT2001", Name: "asm-secret-address", Layer: Assembly, Summary: "an instruction reads or writes memory at an address that depends on a secret"},
	{ID: "CT2002", Name: "asm-secret-gather", Layer: Assembly, Summary: "a gather or scatter has indices that depend on a secret"},
	{ID: "CT2003", Name: "asm-secret-branch", Layer: Assembly, Summary: "a conditional jump depends on a secret"},
	{ID: "CT2004", Name: "asm-secret-division", Layer: Assembly, Summary: "a division instruction has a secret operand"},
	{ID: "CT2005", Name: "asm-variable-time-instruction", Layer: Assembly, Summary: "an instruction whose time depends on its operands has a secret one"},
	{ID: "CT2901", Name: "asm-unknown-instruction", Layer: Assembly, Summary: "an instruction that the checker has no model of touches a secret"},

	{ID: "CT3001", Name: "memcheck-secret-use", Layer: Dynamic, Summary: "machine code that ran branched on a secret or used it as an address"},

	{ID: "CT4001", Name: "timing-difference", Layer: Timing, Summary: "running times for a fixed and for random secrets differ measurably"},
}
