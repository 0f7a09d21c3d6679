package strumok

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/zvirka/zvirka/impl/internal/submix"
)

var kernels = []struct {
	name string
	kernel
}{{"table", table}, {"small", small}, {"ct", constantTime}}

// random returns a source of test data that is the same in every run.
func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(8845, seed)) }

func randomBytes(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

func newTestStream(t *testing.T, k kernel, key, iv []byte) *Stream {
	t.Helper()
	s, err := newStream(k, key, iv)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// eachKernel runs f for every kernel and key size, with a new stream and n bytes of its
// keystream, which are those of the small kernel.
func eachKernel(t *testing.T, n int, f func(t *testing.T, start Stream, keystream []byte, r *rand.Rand)) {
	for _, keySize := range []int{KeySize256, KeySize512} {
		r := random(uint64(keySize))
		key, iv := randomBytes(r, keySize), randomBytes(r, IVSize)
		keystream := make([]byte, n)
		newTestStream(t, small, key, iv).XORKeyStream(keystream, keystream)
		for _, k := range kernels {
			t.Run(fmt.Sprintf("%s-%d", k.name, 8*keySize), func(t *testing.T) {
				f(t, *newTestStream(t, k.kernel, key, iv), keystream, r)
			})
		}
	}
}

func xor(a, b []byte) []byte {
	c := make([]byte, len(a))
	for i := range c {
		c[i] = a[i] ^ b[i]
	}
	return c
}

// The kernels agree under many keys, in one call.
func TestKernels(t *testing.T) {
	for _, keySize := range []int{KeySize256, KeySize512} {
		r := random(uint64(keySize) + 1)
		for range 200 {
			key, iv := randomBytes(r, keySize), randomBytes(r, IVSize)
			src := randomBytes(r, r.IntN(3*batchSize))
			want := make([]byte, len(src))
			newTestStream(t, small, key, iv).XORKeyStream(want, src)
			for _, k := range kernels {
				got := make([]byte, len(src))
				newTestStream(t, k.kernel, key, iv).XORKeyStream(got, src)
				if !bytes.Equal(got, want) {
					t.Fatalf("%s, key %x, iv %x: got %x, want %x", k.name, key, iv, got, want)
				}
			}
		}
	}
}

// Every length, into other memory and in place; dst is not written beyond it.
func TestLengths(t *testing.T) {
	const longest = 3*batchSize + 16
	eachKernel(t, longest, func(t *testing.T, start Stream, keystream []byte, r *rand.Rand) {
		src := randomBytes(r, longest)
		want := xor(src, keystream)
		for n := range longest + 1 {
			s := start
			got := make([]byte, n+8)
			s.XORKeyStream(got, src[:n])
			if !bytes.Equal(got[:n], want[:n]) {
				t.Fatalf("%d bytes: got %x, want %x", n, got[:n], want[:n])
			}
			if !bytes.Equal(got[n:], make([]byte, 8)) {
				t.Fatalf("%d bytes: wrote %x beyond", n, got[n:])
			}
			s = start
			copy(got, src[:n])
			s.XORKeyStream(got[:n], got[:n])
			if !bytes.Equal(got[:n], want[:n]) {
				t.Fatalf("%d bytes in place: got %x, want %x", n, got[:n], want[:n])
			}
		}
	})
}

// Every cut of a message in two is the message: the first part is also what is thrown
// away to get to an offset.
func TestTwoParts(t *testing.T) {
	const n = batchSize + 400
	eachKernel(t, n, func(t *testing.T, start Stream, keystream []byte, _ *rand.Rand) {
		for cut := range n + 1 {
			s := start
			got := make([]byte, n)
			s.XORKeyStream(got[:cut], got[:cut])
			s.XORKeyStream(got[cut:], got[cut:])
			if !bytes.Equal(got, keystream) {
				t.Fatalf("cut at %d: got %x, want %x", cut, got, keystream)
			}
		}
	})
}

func TestManyParts(t *testing.T) {
	const n = 6 * batchSize
	eachKernel(t, n, func(t *testing.T, start Stream, keystream []byte, r *rand.Rand) {
		for _, longest := range []int{1, 2, 7, 8, 9, 17, 150, batchSize - 1, batchSize, 2*batchSize + 1} {
			for range 10 {
				s := start
				got := make([]byte, n)
				var cuts []int
				for rest := got; len(rest) > 0; {
					part := min(r.IntN(longest+1), len(rest))
					s.XORKeyStream(rest[:part], rest[:part])
					rest = rest[part:]
					cuts = append(cuts, part)
				}
				if !bytes.Equal(got, keystream) {
					t.Fatalf("parts %v: got %x, want %x", cuts, got, keystream)
				}
			}
		}
	})
}

// TestAllocations holds a stream to none, and its making to one.
func TestAllocations(t *testing.T) {
	key, iv := make([]byte, KeySize512), make([]byte, IVSize)
	for _, k := range kernels {
		s := newTestStream(t, k.kernel, key, iv)
		for _, n := range []int{0, 1, 8, 63, 2*batchSize + 13} {
			buf := make([]byte, n)
			if n := testing.AllocsPerRun(10, func() { s.XORKeyStream(buf, buf) }); n != 0 {
				t.Errorf("%s, %d bytes: %v allocations", k.name, len(buf), n)
			}
		}
		if n := testing.AllocsPerRun(10, func() { newStream(k.kernel, key, iv) }); n > 1 {
			t.Errorf("%s: newStream makes %v allocations", k.name, n)
		}
	}
}

// The sum of masked constants is linear in either word, so unit words determine it.
func TestConstantTimeAlpha(t *testing.T) {
	for i := range 64 {
		w := uint64(1) << i
		if got, want := ctAlpha(w, 0), timesAlpha(w); got != want {
			t.Errorf("bit %d times α: %016x, want %016x", i, got, want)
		}
		if got := timesAlpha(ctAlpha(0, w)); got != w {
			t.Errorf("bit %d times α⁻¹: %016x", i, ctAlpha(0, w))
		}
	}
}

// Every byte goes through every row, in both words.
func TestConstantTimeSub(t *testing.T) {
	r := random(2)
	for b := range uint64(256) {
		v, w := b*0x0101010101010101, r.Uint64()
		for range 2 {
			var s ctSub
			gotV, gotW := s.sub(v, w)
			if gotV != subTable(v) || gotW != subTable(w) {
				t.Fatalf("T(%016x), T(%016x) = %016x, %016x", v, w, gotV, gotW)
			}
			v, w = w, v
		}
	}
}

func TestSmallSub(t *testing.T) {
	for b := range uint64(256) {
		if w := b * 0x0101010101010101; subSmall(w) != subTable(w) {
			t.Fatalf("T(%016x) = %016x, want %016x", w, subSmall(w), subTable(w))
		}
	}
}

// subTable is T from the entries of the fused table.
func subTable(w uint64) (z uint64) {
	for r := range submix.Forward {
		z ^= submix.Forward[r][byte(w>>(8*r))]
	}
	return z
}
