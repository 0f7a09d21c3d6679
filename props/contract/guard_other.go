//go:build !linux

package contract

// betweenGuards needs mmap and mprotect, which the standard library has in a common form
// for Linux only: elsewhere the laws of guard pages examine nothing.
func betweenGuards(T, func(src, dst []byte)) {}
