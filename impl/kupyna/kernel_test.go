package kupyna

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zvirka/zvirka/impl/internal/submix"
	"github.com/zvirka/zvirka/internal/boundscheck"
)

var kernels = map[string]kernel{"table": table, "small": small, "ct": constantTime}

// random returns a source of test data that is the same in every run.
func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(7564, seed)) }

func randomBytes(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

func mustNew(t *testing.T, bits int, k kernel) *Digest {
	t.Helper()
	d, err := newDigest(bits, k)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// sumOf is the digest of msg by the kernel that the others are compared with.
func sumOf(t *testing.T, bits int, msg []byte) []byte {
	d := mustNew(t, bits, small)
	d.Write(msg)
	return d.Sum(nil)
}

// TestKernels compares the kernels over all digest sizes, all lengths of up to three
// blocks, and all numbers of final bits.
func TestKernels(t *testing.T) {
	for bits := 8; bits <= 512; bits += 8 {
		r := random(uint64(bits))
		want := mustNew(t, bits, small)
		step := 1
		if bits%256 != 0 { // the digest is cut from another one: fewer lengths
			step = 7
		}
		for n := 0; n <= 3*want.BlockSize()+16; n += step {
			msg, last := randomBytes(r, n), byte(r.Uint32())
			want.Reset()
			want.Write(msg)
			final := n % 8
			w, err := want.SumBits(nil, last, final)
			if err != nil {
				t.Fatal(err)
			}
			for name, k := range kernels {
				d := mustNew(t, bits, k)
				d.Write(msg)
				got, err := d.SumBits(nil, last, final)
				if err != nil || !bytes.Equal(got, w) {
					t.Fatalf("%d bits, %s, %d bytes and %d bits: %x, %v, want %x", bits, name, n, final, got, err, w)
				}
			}
		}
	}
}

// TestRounds has the compression and the final transformation of every kernel on chaining
// values that no short message gives.
func TestRounds(t *testing.T) {
	r := random(0)
	for _, wide := range []bool{false, true} {
		want := state{wide: wide, kernel: small}
		n := BlockSize256
		if wide {
			n = BlockSize512
		}
		for range 200 {
			block := randomBytes(r, n)
			for j := range want.h[:n/8] {
				want.h[j] = r.Uint64() >> (r.Uint32() % 64)
				if r.Uint32()%4 == 0 {
					want.h[j] = ^want.h[j] // long carries
				}
			}
			from := want.h
			want.compress(block)
			compressed := want.h
			want.finish()
			for name, k := range kernels {
				s := state{from, wide, k}
				if s.compress(block); s.h != compressed {
					t.Fatalf("%s, wide %v: compression of %x with %x is %x, want %x", name, wide, from, block, s.h, compressed)
				}
				if s.finish(); s.h != want.h {
					t.Fatalf("%s, wide %v: final transformation of %x is %x, want %x", name, wide, compressed, s.h, want.h)
				}
			}
		}
	}
}

// TestCarries adds the constants of Q in planes to columns chosen for their carries, and
// with the constants of P to the others, and compares with arithmetic.
func TestCarries(t *testing.T) {
	r := random(1)
	halves := []uint64{0x0, 0x1, 0xc, 0xd, 0xe, 0xf}
	for c, w := range map[int]*ctWidth{8: &ct8, 16: &ct16} {
		for range 500 {
			var s, want sliced
			i := r.IntN(w.rounds)
			var p, q [16]uint64
			for j := range c {
				for h := range 16 {
					q[j] |= halves[r.IntN(len(halves))] << (4 * h)
				}
				p[j] = r.Uint64()
			}
			for j := range 16 {
				k := j % c
				s.set(j, p[k], q[k])
				want.set(j, p[k]^pConstant(i, 0), (q[k]+qConstant(i, c-1-k))^submix.In)
			}
			s.transpose()
			s.addRound(i)
			s.addQ(w, i)
			s.transpose()
			for j := range 16 {
				gp, gq := s.column(j)
				if wp, wq := want.column(j); gp != wp || gq != wq {
					t.Fatalf("%d columns, round %d, column %d: %016x %016x, want %016x %016x", c, i, j, gp, gq, wp, wq)
				}
			}
		}
	}
}

func TestTranspose(t *testing.T) {
	r := random(2)
	var s sliced
	for j := range 16 {
		s.set(j, r.Uint64(), r.Uint64())
	}
	was := s
	s.transpose()
	for row := range 8 {
		for b := range 8 {
			for j := range 16 {
				p, q := was.column(j)
				got := s.rows[row%4].X[b] >> (row/4*32 + 2*j) & 3
				if want := p>>(8*row+b)&1 | q>>(8*row+b)&1<<1; got != want {
					t.Fatalf("row %d, bit %d, column %d: %d, want %d", row, b, j, got, want)
				}
			}
		}
	}
	if s.transpose(); s != was {
		t.Fatal("transpose is not its own inverse")
	}
}

func TestSplits(t *testing.T) {
	for name, k := range kernels {
		for _, bits := range []int{256, 512} {
			r := random(uint64(bits))
			d := mustNew(t, bits, k)
			msg := randomBytes(r, 5*d.BlockSize()+3)
			want := sumOf(t, bits, msg)
			for i := 0; i <= len(msg); i++ {
				j := i + r.IntN(len(msg)-i+1)
				d.Reset()
				for _, part := range [][]byte{msg[:i], msg[i:j], nil, msg[j:]} {
					if n, err := d.Write(part); n != len(part) || err != nil {
						t.Fatalf("Write of %d bytes: %d, %v", len(part), n, err)
					}
				}
				prefix := []byte("prefix")
				if got := d.Sum(prefix); !bytes.Equal(got, append(prefix, want...)) {
					t.Fatalf("%d bits, %s, split at %d and %d: %x, want %x", bits, name, i, j, got, want)
				}
			}
		}
	}
}

// TestContinue interrupts a message at every offset by all that must not disturb it, and
// resumes it in a clone and, by way of each kernel, from a marshalled state.
func TestContinue(t *testing.T) {
	for _, bits := range []int{8, 256, 264, 512} {
		r := random(uint64(bits))
		d := mustNew(t, bits, table)
		msg := randomBytes(r, 2*d.BlockSize()+2)
		other := randomBytes(r, d.BlockSize()+1)
		want := sumOf(t, bits, msg)
		for i := range len(msg) + 1 {
			d.Reset()
			d.Write(msg[:i])
			if !bytes.Equal(d.Sum(nil), sumOf(t, bits, msg[:i])) || !bytes.Equal(d.Sum(nil), d.Sum(nil)) {
				t.Fatalf("%d bits, %d bytes: Sum disturbs the state", bits, i)
			}
			if _, err := d.SumBits(nil, 0xff, 3); err != nil {
				t.Fatal(err)
			}
			clone, err := d.Clone()
			if err != nil {
				t.Fatal(err)
			}
			state, err := d.MarshalBinary()
			if err != nil {
				t.Fatal(err)
			}
			if appended, err := d.AppendBinary([]byte("prefix")); err != nil || string(appended) != "prefix"+string(state) {
				t.Fatalf("AppendBinary: %x, %v, want %x at the end", appended, err, state)
			}
			d.Write(other) // the clone and the state do not follow
			clone.Write(msg[i:])
			if got := clone.Sum(nil); !bytes.Equal(got, want) {
				t.Fatalf("%d bits, cloned after %d bytes: %x, want %x", bits, i, got, want)
			}
			for name, k := range kernels {
				e := mustNew(t, bits, k)
				e.Write(other)
				if err := e.UnmarshalBinary(state); err != nil {
					t.Fatal(err)
				}
				again, _ := e.MarshalBinary()
				if e.Write(msg[i:]); !bytes.Equal(e.Sum(nil), want) || !bytes.Equal(again, state) {
					t.Fatalf("%d bits, resumed in %s after %d bytes: %x, want %x", bits, name, i, e.Sum(nil), want)
				}
				if e.Reset(); !bytes.Equal(e.Sum(nil), sumOf(t, bits, nil)) {
					t.Fatalf("%d bits, %s: Reset leaves something", bits, name)
				}
			}
		}
	}
}

// Every byte of a state that can be wrong by itself is refused where it is.
func TestUnmarshalRefuses(t *testing.T) {
	for _, bits := range []int{256, 512} {
		d := mustNew(t, bits, table)
		block := d.BlockSize()
		d.Write(make([]byte, block+5))
		long, _ := d.MarshalBinary()
		d.Reset()
		d.Write(make([]byte, 5))
		short, _ := d.MarshalBinary()

		header, h := len(magic)+1, len(magic)+1+block
		refused := func(why string, b []byte) {
			t.Helper()
			before, _ := d.MarshalBinary()
			if err := d.UnmarshalBinary(b); err == nil {
				t.Errorf("%d bits, %s: %x is taken", bits, why, b)
			}
			if after, _ := d.MarshalBinary(); !bytes.Equal(before, after) {
				t.Errorf("%d bits, %s: a refused state changes the Digest", bits, why)
			}
		}
		for i := range long {
			refused("cut", long[:i])
		}
		refused("too long", append(bytes.Clone(long), 0))
		for i := range header {
			refused("header", flipped(long, i))
		}
		for i := header; i < h; i++ {
			refused("chaining value of no block", flipped(short, i))
		}
		for i := h + 5; i < h+block; i++ {
			refused("unused buffer", flipped(long, i))
			refused("unused buffer", flipped(short, i))
		}
		for size := 8; size <= 512; size += 8 {
			if size == bits {
				continue
			}
			b, _ := mustNew(t, size, table).MarshalBinary()
			refused(fmt.Sprint("state of ", size, " bits"), b)
		}
	}
}

func flipped(b []byte, at int) []byte {
	b = bytes.Clone(b)
	b[at] ^= 1
	return b
}

// TestLongMessage continues from a state with nearly as many bytes as 64 bits count: the
// length field has more than 64 bits, and Write refuses what it could not count.
func TestLongMessage(t *testing.T) {
	d := mustNew(t, 256, table)
	d.Write(make([]byte, 64))
	h := d.h
	state, _ := d.MarshalBinary()
	for i := range 7 {
		state[len(state)-8+i] = 0xff
	}
	state[len(state)-1] = 0xc0 // 2⁶⁴ - 64
	if err := d.UnmarshalBinary(state); err != nil {
		t.Fatal(err)
	}
	msg := []byte("message")
	d.Write(msg)

	block := append(bytes.Clone(msg), make([]byte, 64-len(msg))...)
	block[len(msg)] = 0x80
	copy(block[52:], []byte{0x38, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x07}) // 8·(2⁶⁴ - 57)
	want := Digest{size: 32, len: 64}
	want.h, want.kernel = h, small
	want.compress(block)
	want.finish()
	if got, w := d.Sum(nil), appendColumns(want.h[4:8]); !bytes.Equal(got, w) {
		t.Errorf("got %x, want %x", got, w)
	}

	defer func() {
		if got, _ := recover().(string); !strings.Contains(got, "2⁶⁴ bytes") {
			t.Errorf("panic %q", got)
		}
	}()
	d.Write(make([]byte, 57))
	t.Error("2⁶⁴ bytes are taken")
}

func appendColumns(h []uint64) (b []byte) {
	for _, w := range h {
		for i := range 8 {
			b = append(b, byte(w>>(8*i)))
		}
	}
	return b
}

func TestAllocations(t *testing.T) {
	msg := make([]byte, 1000)
	out := make([]byte, 0, 64)
	for name, k := range kernels {
		for _, bits := range []int{256, 512} {
			d := mustNew(t, bits, k)
			if n := testing.AllocsPerRun(10, func() {
				d.Reset()
				d.Write(msg)
				d.Sum(out)
				d.SumBits(out, 0x80, 1)
			}); n != 0 {
				t.Errorf("%d bits, %s: %v allocations", bits, name, n)
			}
		}
	}
	for name, sum := range map[string]func(){
		"Sum256": func() { Sum256(msg) }, "Sum384": func() { Sum384(msg) }, "Sum512": func() { Sum512(msg) },
	} {
		if n := testing.AllocsPerRun(10, sum); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

func TestNoBoundsChecks(t *testing.T) {
	for _, c := range boundscheck.Find(t) {
		if strings.HasPrefix(c.File, "table") {
			t.Errorf("%s:%d: %s in %s", c.File, c.Line, c.Kind, c.Function)
		}
	}
}
