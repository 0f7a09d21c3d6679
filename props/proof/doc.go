// Package proof shows that two Go functions are equal for all inputs: that a fast one computes what a
// slow one says. It is for any Go module.
//
//	p, err := proof.Load("example.org/m/fast", "example.org/m/slow")
//	lemma, err := p.Equal("example.org/m/fast.double", "example.org/m/slow.Double",
//		[]proof.Input{proof.Number("x", 64)})
//
// Both functions are executed once, on symbols: every bit is a Boolean function of the inputs' bits
// in algebraic normal form (package anf). The form is canonical, so equal results are the same
// polynomials, and no solver is asked. Where forms differ, an input is looked for on which the functions
// do, and the error has it.
//
// What makes forms small enough:
//
//   - Loops, lengths and calls must be decided by the code and not by the inputs. A branch on the
//     inputs is executed both ways and merged.
//   - Sums with carries, and comparisons of more than eight bits, are uninterpreted: equal operands give
//     equal results (package word). Sums are normal in their order and constants.
//   - [Boxes] leaves S-boxes uninterpreted, and finds tables that are linear images of one. With it a
//     whole cipher of many rounds, its key schedule and its tables are one proof.
//   - [Using] puts one side of a lemma for the other in later proofs.
//
// What a proof rests on is in [Rests]: go/ssa's form of the source, the semantics of this executor
// (tested against the processor), the algebra, and the compiler. Functions without a Go body, and those of
// math/big that the package models, are in a table in the package. Assembly is not
// executed here but in package asm: code that asks golang.org/x/sys/cpu finds a processor without features. What it cannot do it names, with the
// instruction, the function and the line.
package proof
