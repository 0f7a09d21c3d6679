// Package policy holds this module to the timing classes that its cards declare: by its source,
// its assembly, its machine code, by what memcheck sees of every operation, and, as evidence, by
// running times. It is all tests.
package policy
