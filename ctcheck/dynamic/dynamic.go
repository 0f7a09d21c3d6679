// Package dynamic checks what runs: the tests of a package are executed under valgrind's
// memcheck, in which secret bytes are marked as undefined, and each jump or address that
// depends on one is reported with its source line. Go and assembly are seen alike.
//
// A test marks secrets, calls what it examines, and asks for the number of complaints:
//
//	key := make([]byte, 32)
//	if n := dynamic.Count(func() { dynamic.Secret(key); operation(key) }); n != 0 {
//		t.Errorf("%d", n)
//	}
//
// [Check], or the command "ctcheck dynamic", builds the tests with the tag ctgrind and runs them.
// In other builds the functions here do nothing, [Running] is false and counts are 0.
//
// What does not run is not seen. Divisions are not seen. Valgrind 3.19 has no AVX-512, GFNI,
// VAES or 256-bit VPCLMULQDQ: CPUID hides them, so dispatching code takes another path. Linux on
// amd64 only.
package dynamic

import "github.com/zvirka/zvirka/internal/memcheck"

// Secret marks bytes as secret: memcheck takes them, and all that is computed from them, as
// undefined.
func Secret(b []byte) { memcheck.Secret(b) }

// Public marks bytes as public again: a ciphertext before it is compared, a key before its
// memory is used for something else.
func Public(b []byte) { memcheck.Public(b) }

// Running reports whether the program runs under valgrind.
func Running() bool { return memcheck.Running() }

// Errors is the number of complaints so far. A place in a loop counts each time.
func Errors() int { return memcheck.Errors() }

// Count returns how many complaints f gives rise to.
func Count(f func()) int {
	before := Errors()
	f()
	return Errors() - before
}
