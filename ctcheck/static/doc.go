// Package static follows secrets through Go source and reports where the time of the code
// depends on one.
//
// Each function is summarized once, over the go/ssa form: which of its results, of the memory its
// parameters point to, of the fields and variables of the program depend on which of its
// parameters, fields and variables, and at which places time would depend on them. The summaries
// of all packages form a graph; what can be reached in it from an annotated secret is secret.
//
// A value and what it points to are kept apart: the length of a secret slice is public.
// Secrecy of structs lives on their fields, each field of a type being one place for all
// objects of the type. An annotated function is a border: its caller gets from it what depends on
// the caller's own arguments, and what else is secret inside stays inside.
//
// Not followed: implicit flows (the branch is reported, not what is assigned in it), generic
// functions that nobody instantiates, and the bodies of the standard library, of which the package
// has a table.
package static
