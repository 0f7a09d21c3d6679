// Package alias tells whether two buffers share memory.
package alias

import "unsafe"

// Overlap reports whether x and y share a byte.
func Overlap(x, y []byte) bool {
	if len(x) == 0 || len(y) == 0 {
		return false
	}
	x0, y0 := uintptr(unsafe.Pointer(&x[0])), uintptr(unsafe.Pointer(&y[0]))
	return x0 <= y0+uintptr(len(y)-1) && y0 <= x0+uintptr(len(x)-1)
}

// InexactOverlap reports whether x and y share a byte at different offsets. This is the
// overlap that the crypto/cipher interfaces forbid.
func InexactOverlap(x, y []byte) bool {
	return Overlap(x, y) && &x[0] != &y[0]
}
