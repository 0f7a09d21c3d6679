package dstu7624

import (
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/zvirka/zvirka/impl/kalyna"
	spec "github.com/zvirka/zvirka/spec/kalyna"
)

var constructors = []struct {
	name      string
	construct func(blockSize int, key []byte) (*kalyna.Cipher, error)
}{
	{"New", kalyna.New}, {"NewConstantTime", kalyna.NewConstantTime},
}

// overEach runs f over every variant of the cipher under a random key. How many blocks a
// kernel takes at a time is its own affair, so f meets both of them; -short has one.
func overEach(t *testing.T, f func(t *testing.T, c *kalyna.Cipher, r *rand.Rand)) {
	for _, p := range spec.Variants() {
		for _, kind := range constructors {
			if testing.Short() && kind.name != "New" {
				continue
			}
			t.Run(p.Name+"/"+kind.name, func(t *testing.T) {
				r := rand.New(rand.NewPCG(7624, uint64(p.BlockSize+p.KeySize)))
				c, err := kind.construct(p.BlockSize, random(r, p.KeySize))
				if err != nil {
					t.Fatal(err)
				}
				f(t, c, r)
			})
		}
	}
}

func random(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

func newCipher(t testing.TB, block int, key []byte) *kalyna.Cipher {
	t.Helper()
	c, err := kalyna.New(block, key)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// must returns v, of a call that cannot fail.
func must[V any](v V, err error) V {
	if err != nil {
		panic(err)
	}
	return v
}

func unhex(s string) []byte { return must(hex.DecodeString(s)) }

// seq returns the bytes first, first+1 ..., n of them. Annex В has hardly any others.
func seq(first byte, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = first + byte(i)
	}
	return b
}

// down is seq backwards, from the last to first.
func down(first byte, n int) []byte {
	b := seq(first, n)
	for i := range b {
		b[i] = first + byte(n-1-i)
	}
	return b
}

func panics(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}

// stride is the step of the long loops: one, but for -short.
func stride() int {
	if testing.Short() {
		return 11
	}
	return 1
}

// lengths is every one up to three blocks and a bit, and some around the scratch memory.
func lengths(n int) []int {
	all := []int{0, 1, n - 1, n, n + 1, 2 * n}
	for i := 0; i < 3*n+17; i += stride() {
		all = append(all, i)
	}
	all = append(all, 3*n+1)
	for _, d := range []int{-n, -1, 0, 1, n + 1} {
		all = append(all, scratchSize+d, 2*scratchSize+d)
	}
	return all
}

// flip returns b with one bit changed.
func flip(b []byte, bit int) []byte {
	c := append([]byte(nil), b...)
	c[bit/8] ^= 1 << (bit % 8)
	return c
}

func describe(c *kalyna.Cipher, n int) string {
	return fmt.Sprintf("%d-byte block, %d bytes", c.BlockSize(), n)
}
