//go:build !linux

package contract

// guardPages needs mmap and mprotect, which the standard library has in a common form
// for Linux only.
func guardPages(T, Block) {}
