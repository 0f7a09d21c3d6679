package kalyna

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/zvirka/zvirka/spec/kalyna"
)

// random returns a source of test data that is the same in every run.
func random(p kalyna.Params) *rand.Rand {
	return rand.New(rand.NewPCG(uint64(p.BlockSize), uint64(p.KeySize)))
}

func randomBytes(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// The kernels that are compared with the small one.
var kernels = map[string]func(p kalyna.Params, key []byte) kernel{
	"table": func(p kalyna.Params, key []byte) kernel { return newTable(p.BlockSize, key).kernel },
	"ct":    newConstantTime,
}

// TestKernels compares every kernel with the small one.
func TestKernels(t *testing.T) {
	for name, newKernel := range kernels {
		for _, p := range kalyna.Variants() {
			t.Run(name+"/"+p.Name, func(t *testing.T) {
				r := random(p)
				for range 10 {
					key := randomBytes(r, p.KeySize)
					compareKernels(t, p, newKernel(p, key), newSmall(p, key), r)
				}
			})
		}
	}
}

func compareKernels(t *testing.T, p kalyna.Params, got, want kernel, r *rand.Rand) {
	t.Helper()
	for n := range 41 {
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

// TestAllocations holds every kernel to none in use, and New to one of the table path.
func TestAllocations(t *testing.T) {
	for _, p := range kalyna.Variants() {
		key := make([]byte, p.KeySize)
		for name, newKernel := range kernels {
			k := newKernel(p, key)
			for _, blocks := range []int{1, 2, 3, 7, 8, 17} {
				buf := make([]byte, blocks*p.BlockSize)
				k.decrypt(buf[:p.BlockSize], buf[:p.BlockSize])
				if n := testing.AllocsPerRun(10, func() {
					k.encrypt(buf[:p.BlockSize], buf[:p.BlockSize])
					k.decrypt(buf[:p.BlockSize], buf[:p.BlockSize])
					k.EncryptBlocks(buf, buf)
					k.DecryptBlocks(buf, buf)
				}); n != 0 {
					t.Errorf("%s, %s, %d blocks: %v allocations", p.Name, name, blocks, n)
				}
			}
		}
		if n := testing.AllocsPerRun(100, func() { newTable(p.BlockSize, key) }); n > 1 {
			t.Errorf("%s: newTable makes %v allocations", p.Name, n)
		}
	}
}
