package bench

import (
	"crypto/cipher"
	"fmt"
	"testing"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/internal/multiblock"
)

// sizes are the lengths of independent blocks, in bytes.
var sizes = []struct {
	name  string
	bytes int
}{{"64B", 64}, {"1KiB", 1 << 10}, {"64KiB", 64 << 10}, {"10MiB", 10 << 20}}

// blockBenchmark is one measurement of a path: run does it n times.
type blockBenchmark struct {
	name  string
	bytes int64 // processed by one run; 0 where it is not about bytes
	run   func(n int)
}

// blockBenchmarks lists what is measured of a path, by row, path, operation and size.
func blockBenchmarks(row catalogue.Block, p catalogue.BlockPath) ([]blockBenchmark, error) {
	key := make([]byte, row.Sizes.Key)
	c, err := p.New(key)
	if err != nil {
		return nil, err
	}
	e := multiblock.Of(c)
	var all []blockBenchmark
	for _, d := range []struct {
		name string
		one  func(dst, src []byte)
		many func(dst, src []byte)
	}{
		{"encrypt", c.Encrypt, e.EncryptBlocks},
		{"decrypt", c.Decrypt, e.DecryptBlocks},
	} {
		block := make([]byte, row.Sizes.Block)
		all = append(all, blockBenchmark{d.name + "/chain", int64(row.Sizes.Block), func(n int) {
			for range n {
				d.one(block, block)
			}
		}})
		for _, size := range sizes {
			var src, dst []byte
			all = append(all, blockBenchmark{d.name + "/blocks-" + size.name, int64(size.bytes), func(n int) {
				if src == nil {
					src, dst = make([]byte, size.bytes), make([]byte, size.bytes)
				}
				for range n {
					d.many(dst, src)
				}
			}})
		}
	}
	var made cipher.Block
	all = append(all, blockBenchmark{"key", 0, func(n int) {
		for range n {
			key[0]++
			made, err = p.New(key)
		}
		if err != nil || made == nil {
			panic(fmt.Sprintf("%s: %v", row.Name, err))
		}
	}})
	return all, nil
}

func BenchmarkBlock(b *testing.B) {
	for _, row := range catalogue.Blocks() {
		for _, p := range row.Paths {
			all, err := blockBenchmarks(row, p)
			if err != nil {
				b.Fatal(err)
			}
			for _, m := range all {
				b.Run(row.Name+"/"+p.Name+"/"+m.name, func(b *testing.B) {
					m.run(1)
					b.SetBytes(m.bytes)
					b.ReportAllocs()
					b.ResetTimer()
					m.run(b.N)
				})
			}
		}
	}
}

// No path allocates when it encrypts or decrypts.
func TestBlocksDoNotAllocate(t *testing.T) {
	for _, row := range catalogue.Blocks() {
		for _, p := range row.Paths {
			all, err := blockBenchmarks(row, p)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range all {
				if m.bytes == 0 || m.bytes > 64<<10 {
					continue
				}
				if n := testing.AllocsPerRun(10, func() { m.run(1) }); n != 0 {
					t.Errorf("%s, path %s, %s: %v allocations", row.Name, p.Name, m.name, n)
				}
			}
		}
	}
}
