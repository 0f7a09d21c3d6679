package contract

import (
	"runtime/debug"
	"syscall"
)

// betweenGuards calls f with two pages, each of which lies between pages without access:
// to touch those is a panic.
func betweenGuards(t T, f func(src, dst []byte)) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true)) // a panic, not the end
	page := syscall.Getpagesize()
	arena := func() ([]byte, func()) {
		m, err := syscall.Mmap(-1, 0, 3*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
		if err != nil {
			t.Fatalf("mmap: %v", err)
		}
		for _, guard := range [][]byte{m[:page], m[2*page:]} {
			if err := syscall.Mprotect(guard, syscall.PROT_NONE); err != nil {
				t.Fatalf("mprotect: %v", err)
			}
		}
		return m[page : 2*page], func() { syscall.Munmap(m) }
	}
	src, freeSrc := arena()
	defer freeSrc()
	dst, freeDst := arena()
	defer freeDst()
	f(src, dst)
}
