//go:build ctgrind && linux && amd64

package memcheck

// Enabled reports whether the requests are made.
const Enabled = true

// request is a client request: an instruction sequence that does nothing, but that valgrind
// recognizes. It returns 0 without valgrind.
//
//go:noescape
func request(number, a, b uintptr) uintptr
