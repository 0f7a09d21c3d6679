// Package memcheck tells valgrind's memcheck which memory is secret, as its users say
// "undefined": memcheck then complains where a jump or an address depends on it. In a build
// without the tag ctgrind, or elsewhere than on linux/amd64, the functions do nothing.
package memcheck

import "unsafe"

// Secret marks bytes as secret.
func Secret(b []byte) {
	if Enabled && len(b) > 0 {
		request(makeUndefined, uintptr(unsafe.Pointer(&b[0])), uintptr(len(b)))
	}
}

// Public marks bytes as public.
func Public(b []byte) {
	if Enabled && len(b) > 0 {
		request(makeDefined, uintptr(unsafe.Pointer(&b[0])), uintptr(len(b)))
	}
}

// PublicInt returns v as a public value.
func PublicInt(v int) int {
	if Enabled {
		p := &v
		request(makeDefined, uintptr(unsafe.Pointer(p)), unsafe.Sizeof(v))
		return *p
	}
	return v
}

// Running reports whether the program runs under valgrind.
func Running() bool { return Enabled && request(runningOnValgrind, 0, 0) != 0 }

// Errors is how many complaints there have been.
func Errors() int {
	if !Enabled {
		return 0
	}
	return int(request(countErrors, 0, 0))
}

// The numbers of valgrind.h and memcheck.h; the tool's own begin with its letters.
const (
	runningOnValgrind = 0x1001
	countErrors       = 0x1201
	makeUndefined     = 'M'<<24 | 'C'<<16 | 1
	makeDefined       = 'M'<<24 | 'C'<<16 | 2
)
