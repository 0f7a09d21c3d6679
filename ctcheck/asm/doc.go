// Package asm follows secrets through assembly and through the machine code that the compiler
// makes, and reports where an address, a jump or the time of an instruction depends on one.
//
// It never disassembles. It reads what the assembler and the compiler list under -S, in which
// macros are expanded, arguments are named and jumps are resolved; so it sees every instruction
// that they know, AVX-512 and GFNI included. amd64 and arm64 have models. Packages are taken as
// they are built without cgo, for another architecture than the host's as for linux.
//
// # What is secret
//
// In the doc comment of a Go declaration without a body, "//ct:secret key,src" makes secret
// what these parameters are: a number as such, of a pointer, slice or string what it points to,
// while the pointer, the length and the capacity stay public. What is behind pointers in there
// is secret too. On a field of a struct, "//ct:secret" does so for the field. The configuration
// names both for code of others, and [Options.AllSecret] takes all parameters. What is not
// named is public, with all that it points to.
//
// # How it is followed
//
// A value in a register or in memory is known as secret or not, and by the places to which it
// may point. Places are offsets in regions: the frame, the arguments, each symbol, what each
// parameter points to by its Go type. Instructions are followed through all paths until
// nothing new is learnt; where paths meet, what is secret on one is secret. A function of the
// same package is followed into for each call, with what the registers hold there. Flags are
// followed apart from each other on amd64: carry, overflow and the rest.
//
// Results of XORQ AX, AX and others of that kind are public. Conditional moves and sets, and
// table lookups inside registers (PSHUFB, VPERMB, TBL), are data flow and clean. An instruction
// without a model that touches a secret is CT2901: none is passed over. So is code that is given
// as numbers (BYTE, WORD), if there is a secret in a register; it is then taken to leave what
// it has in the vector registers and the integer ones as they are.
//
// # Compiled code
//
// With [Options.Compiled] the same is done to what the compiler makes of Go functions, for the
// parameters and fields that are annotated. There only CT2003, CT2004, CT2005 and CT2901 are
// reported; the static layer sees an index as such and reports it. A branch that the source
// does not have is found so, and one that became a conditional move is not reported. An index
// that is checked against a length is a branch. Calls to other packages return secrets if
// they are given one, by value or behind a pointer, and fill the buffers that they are given;
// calls through closures and interfaces return one if they are given one by value. Findings
// in inlined functions have the position where these are written and the name of the function
// into which they went.
//
// # Accepting
//
// In .s files "//ct:allow REASON" accepts what is found on its line, on the next line with code
// if it stands alone, or in the function if it is in the comment directly above TEXT. One that
// accepts nothing is CT0002, one that cannot be read CT0001. In Go files //ct:allow is honoured
// under Compiled, and whether it is needed is for the static layer to say. Settings that
// accept nothing are for the caller to find, who knows all layers.
//
// # What it cannot see
//
//   - Assembly functions that have no Go declaration in their package are followed where they
//     are called from assembly of the package, and not otherwise; generic functions, closures
//     and methods called through interfaces are not followed into.
//   - Two parameters are taken as different memory. The same memory under two names keeps the
//     secret under the one under which it was stored.
//   - The two halves of a register are one: a secret in the upper half of a vector makes the
//     lower one secret, and a move to the lower half makes the upper one public.
//   - A pointer that was kept in the frame is taken as still there, though something was stored
//     at an index in the frame. In compiled code an index of a variable stays in the variable.
//   - A variable in the frame of compiled code is one object, whatever its type: an index of an
//     array in it may be taken to reach its other fields.
//   - An alignment of the stack pointer is taken as moving nothing.
//   - Objects of other packages do not become secret by what is passed to their methods.
//   - Fields are annotated for the package that declares them; another names them in its
//     configuration.
//   - Jumps to an address in a register are taken to go to each block of the function.
//   - What the processor does: speculation, prefetchers, frequency, and instructions whose time
//     is promised by nobody.
package asm
