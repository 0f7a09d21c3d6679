package kalyna

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/zvirka/zvirka/spec/kalyna"
)

func random(label uint64) *rand.Rand { return rand.New(rand.NewPCG(7624, label)) }

func TestConstantTimeBlocks(t *testing.T) {
	for _, p := range kalyna.Variants() {
		t.Run(p.Name, func(t *testing.T) {
			rnd := random(1)
			key := randomBytes(rnd, p.KeySize)
			want, got := newSmall(p, key), newConstantTime(p, key)
			for n := range 41 {
				src := randomBytes(rnd, n*p.BlockSize)
				enc, dec := make([]byte, len(src)), make([]byte, len(src))
				want.EncryptBlocks(enc, src)
				want.DecryptBlocks(dec, src)
				for _, c := range []struct {
					name string
					want []byte
					run  func(dst, src []byte)
				}{
					{"EncryptBlocks", enc, got.EncryptBlocks},
					{"DecryptBlocks", dec, got.DecryptBlocks},
					{"encrypt", enc, single(p.BlockSize, got.encrypt)},
					{"decrypt", dec, single(p.BlockSize, got.decrypt)},
				} {
					dst := make([]byte, len(src))
					if c.run(dst, src); !bytes.Equal(dst, c.want) {
						t.Fatalf("%s of %d blocks:\n got %x\nwant %x", c.name, n, dst, c.want)
					}
					copy(dst, src)
					if c.run(dst, dst); !bytes.Equal(dst, c.want) {
						t.Fatalf("%s of %d blocks in place:\n got %x\nwant %x", c.name, n, dst, c.want)
					}
				}
			}
		})
	}
}

func single(size int, f func(dst, src []byte)) func(dst, src []byte) {
	return func(dst, src []byte) {
		for ; len(src) > 0; dst, src = dst[size:], src[size:] {
			f(dst[:size], src[:size])
		}
	}
}

func BenchmarkConstantTime(b *testing.B) {
	for _, p := range kalyna.Variants() {
		k := newConstantTime(p, make([]byte, p.KeySize))
		for _, n := range []int{p.BlockSize, 64, 512, 1 << 16} {
			buf := make([]byte, n)
			b.Run(fmt.Sprintf("%s/encrypt/%d", p.Name, n), func(b *testing.B) {
				b.SetBytes(int64(n))
				for b.Loop() {
					k.EncryptBlocks(buf, buf)
				}
			})
			b.Run(fmt.Sprintf("%s/decrypt/%d", p.Name, n), func(b *testing.B) {
				b.SetBytes(int64(n))
				for b.Loop() {
					k.DecryptBlocks(buf, buf)
				}
			})
		}
		b.Run(p.Name+"/key", func(b *testing.B) {
			key := make([]byte, p.KeySize)
			for b.Loop() {
				newConstantTime(p, key)
			}
		})
	}
}
