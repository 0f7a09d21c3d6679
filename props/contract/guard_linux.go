package contract

import (
	"bytes"
	"crypto/cipher"
	"runtime/debug"
	"syscall"
)

// guardPages: a block that ends at the last byte before, or begins at the first byte
// after, a page without access is read and written without touching that page.
func guardPages(t T, b Block) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true)) // a touch is a panic, not the end
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

	r := random("GuardPages")
	n := b.BlockSize
	b.each(t, r, func(key []byte, c cipher.Block) {
		for _, at := range []int{0, page - n} {
			copy(src[at:at+n], r.bytes(n))
			for _, d := range directions {
				if panicked(func() { d.call(c, dst[at:at+n:at+n], src[at:at+n:at+n]) }) {
					t.Errorf("%s at a page border touched the page beyond", d.name)
				} else if !bytes.Equal(dst[at:at+n], d.of(c, src[at:at+n])) {
					t.Errorf("%s at a page border: wrong result", d.name)
				}
			}
		}
	})
}
