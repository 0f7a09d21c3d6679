package kalyna

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/zvirka/zvirka/spec/kalyna"
)

func randomBytes(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// TestTableKernel compares the table kernel with the small one.
func TestTableKernel(t *testing.T) {
	for _, p := range kalyna.Variants() {
		t.Run(p.Name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(p.BlockSize), uint64(p.KeySize)))
			for range 50 {
				key := randomBytes(r, p.KeySize)
				compareKernels(t, p, newTable(p, key), newSmall(p, key), r)
			}
		})
	}
}

func compareKernels(t *testing.T, p kalyna.Params, got, want kernel, r *rand.Rand) {
	t.Helper()
	for n := range 18 {
		src := randomBytes(r, n*p.BlockSize)
		for _, d := range []struct {
			name                             string
			got, want, gotBlocks, wantBlocks func(dst, src []byte)
		}{
			{"encrypt", got.encrypt, want.encrypt, got.EncryptBlocks, want.EncryptBlocks},
			{"decrypt", got.decrypt, want.decrypt, got.DecryptBlocks, want.DecryptBlocks},
		} {
			name := fmt.Sprintf("%s, %d blocks", d.name, n)
			w := make([]byte, len(src))
			d.wantBlocks(w, src)

			g := make([]byte, len(src))
			d.gotBlocks(g, src)
			if !bytes.Equal(g, w) {
				t.Fatalf("%s: got %x, want %x", name, g, w)
			}
			copy(g, src)
			d.gotBlocks(g, g)
			if !bytes.Equal(g, w) {
				t.Fatalf("%s in place: got %x, want %x", name, g, w)
			}
			for i := 0; i < len(src); i += p.BlockSize {
				b := bytes.Clone(src[i : i+p.BlockSize])
				d.got(b, b)
				if !bytes.Equal(b, w[i:i+p.BlockSize]) {
					t.Fatalf("%s, one by one: got %x, want %x", name, b, w[i:i+p.BlockSize])
				}
			}
		}
	}
}

func BenchmarkKernel(b *testing.B) {
	for _, p := range kalyna.Variants() {
		key := make([]byte, p.KeySize)
		buf := make([]byte, 64<<10)
		out := make([]byte, 64<<10)
		k := newTable(p, key)
		c, _ := New(p.BlockSize, key)
		b.Run(p.Name+"/EncryptBlocks", func(b *testing.B) {
			b.SetBytes(int64(len(buf)))
			for b.Loop() {
				k.EncryptBlocks(out, buf)
			}
		})
		b.Run(p.Name+"/DecryptBlocks", func(b *testing.B) {
			b.SetBytes(int64(len(buf)))
			for b.Loop() {
				k.DecryptBlocks(out, buf)
			}
		})
		b.Run(p.Name+"/Encrypt", func(b *testing.B) {
			b.SetBytes(int64(p.BlockSize))
			for b.Loop() {
				c.Encrypt(buf, buf)
			}
		})
		b.Run(p.Name+"/Decrypt", func(b *testing.B) {
			b.SetBytes(int64(p.BlockSize))
			for b.Loop() {
				c.Decrypt(buf, buf)
			}
		})
		b.Run(p.Name+"/New", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				key[0]++
				New(p.BlockSize, key)
			}
		})
		b.Run(p.Name+"/New+Decrypt", func(b *testing.B) {
			for b.Loop() {
				key[0]++
				c, _ := New(p.BlockSize, key)
				c.Decrypt(buf, buf)
			}
		})
	}
}
