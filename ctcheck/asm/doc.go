// Package asm follows secrets through assembly and through the machine code that the compiler
// makes, and reports where an address, a jump or the time of an instruction depends on one.
//
// It reads the listings of the assembler and of the compiler, in which macros are expanded,
// arguments are named and jumps are resolved. It never disassembles: so it sees AVX-512, GFNI
// and whatever else the assembler knows.
package asm
