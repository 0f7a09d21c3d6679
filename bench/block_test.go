package bench

import (
	"crypto/cipher"
	"fmt"
	"testing"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/internal/multiblock"
)

// blockBenchmarks lists what is measured of a path, by row, path, operation and size.
func blockBenchmarks(row catalogue.Block, p catalogue.BlockPath) ([]measurement, error) {
	key := make([]byte, row.Sizes.Key)
	c, err := p.New(key)
	if err != nil {
		return nil, err
	}
	e := multiblock.Of(c)
	var all []measurement
	for _, d := range []struct {
		name string
		one  func(dst, src []byte)
		many func(dst, src []byte)
	}{
		{"encrypt", c.Encrypt, e.EncryptBlocks},
		{"decrypt", c.Decrypt, e.DecryptBlocks},
	} {
		block := make([]byte, row.Sizes.Block)
		all = append(all, measurement{d.name + "/chain", int64(row.Sizes.Block), func(n int) {
			for range n {
				d.one(block, block)
			}
		}})
		for _, size := range sizes {
			var src, dst []byte
			all = append(all, measurement{d.name + "/blocks-" + size.name, int64(size.bytes), func(n int) {
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
	all = append(all, measurement{"key", 0, func(n int) {
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
			measure(b, row.Name+"/"+p.Name, all)
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
			doNotAllocate(t, row.Name+"/"+p.Name, all)
		}
	}
}
