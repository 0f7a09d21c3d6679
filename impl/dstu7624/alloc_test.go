//go:build !race

// Under the race detector a sync.Pool drops what it is given now and then.

package dstu7624

import (
	"sync"
	"testing"

	"github.com/zvirka/zvirka/impl/kalyna"
)

func TestAllocations(t *testing.T) {
	for _, kind := range constructors {
		for _, block := range []int{kalyna.BlockSize128, kalyna.BlockSize256, kalyna.BlockSize512} {
			for _, size := range []int{block, 2 * block, scratchSize + block} {
				c := must(kind.construct(block, seq(0, block)))
				for mode, run := range speeds(t, c, make([]byte, size)) {
					run()
					if n := testing.AllocsPerRun(5, run); n != 0 {
						t.Errorf("%d-byte block, %s, %s, %d bytes: %v allocations", block, kind.name, mode, size, n)
					}
				}
			}
		}
	}
}

// Whatever has run, the memory that the next call gets is blank.
func TestScratchIsWiped(t *testing.T) {
	var all []*scratch
	scratches = sync.Pool{New: func() any {
		s := new(scratch)
		all = append(all, s)
		return s
	}}
	for _, block := range []int{kalyna.BlockSize128, kalyna.BlockSize256, kalyna.BlockSize512} {
		c := newCipher(t, block, seq(0, block))
		for _, size := range []int{block, 2*block - 1, 3 * block, scratchSize - 1, scratchSize, 2*scratchSize + 1} {
			text := seq(1, size)
			check := func(what string) {
				t.Helper()
				for _, s := range all {
					if *s != (scratch{}) {
						t.Fatalf("%s of %d bytes leaves something in memory", what, size)
					}
				}
			}
			for mode, run := range speeds(t, c, seq(1, size/block*block)) {
				run()
				check(mode)
			}
			must(NewCTR(c, text[:block])).XORKeyStream(text, text)
			check("CTR")
			for name, x := range aeads(c, block) {
				for _, data := range []int{1, block, 2*block - 1} {
					sealed := x.Seal(nil, seq(1, block), text, seq(1, data))
					check(name)
					x.Open(nil, seq(1, block), sealed, seq(1, data))
					check("opening " + name)
					x.Open(nil, seq(1, block), sealed, nil)
					check("refusing " + name)
				}
			}
			x := NewXTS(c)
			if x.Encrypt(text, text, seq(1, block)) != nil || x.Decrypt(text, text, seq(1, block)) != nil {
				t.Fatal("XTS")
			}
			check("XTS")
		}
		must(Unwrap(c, must(Wrap(c, seq(1, block)))))
		for _, s := range all {
			if *s != (scratch{}) {
				t.Fatal("KW leaves something in memory")
			}
		}
	}
	if len(all) == 0 {
		t.Error("no memory was used")
	}
}
