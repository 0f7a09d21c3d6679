package dstu7624

import (
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
					if n := testing.AllocsPerRun(20, run); n != 0 {
						t.Errorf("%d-byte block, %s, %s, %d bytes: %v allocations", block, kind.name, mode, size, n)
					}
				}
			}
		}
	}
}
