package kalyna

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/zvirka/zvirka/spec/kalyna"
)

// ctRand returns a source of test data that is the same on every run.
func ctRand(label uint64) *rand.Rand { return rand.New(rand.NewPCG(7624, label)) }

func ctBytes(rnd *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(rnd.Uint32())
	}
	return b
}

// gfMul multiplies in GF(2⁸), bit by bit.
func gfMul(a, b byte) (c byte) {
	for i := 7; i >= 0; i-- {
		carry := c >> 7
		c = c<<1 ^ carry*(kalyna.Poly&0xff) ^ a*(b>>i&1)
	}
	return c
}

// Every circuit gives every one of its 256 results in every one of the 64 bits of a
// word, so there is no gate whose change could go unnoticed.
func TestConstantTimeSBoxes(t *testing.T) {
	column := func(w uint64, row int) byte { return byte(w >> (8 * row)) }
	for i, c := range []struct {
		name    string
		circuit func(z, x *[8]uint64, n int)
		inverse bool
	}{
		{"ctPi0", ctPi0, false}, {"ctPi1", ctPi1, false}, {"ctPi2", ctPi2, false}, {"ctPi3", ctPi3, false},
		{"ctInvPi0", unkeyed(ctInvPi0), true}, {"ctInvPi1", unkeyed(ctInvPi1), true},
		{"ctInvPi2", unkeyed(ctInvPi2), true}, {"ctInvPi3", unkeyed(ctInvPi3), true},
	} {
		row := i % 4
		in, out := column(ctIn, row), column(ctOut, row)
		want := func(x byte) byte {
			if c.inverse {
				return kalyna.InvPi(row)[gfMul(0x66, x)^out] ^ in
			}
			return kalyna.Pi(row)[x^in] ^ out
		}
		for first := range 256 {
			var x, z [8]uint64
			for p := range 64 {
				for b := range x {
					x[b] |= uint64(first+p) >> b & 1 << p
				}
			}
			n := first % 64
			c.circuit(&z, &x, n)
			for p := range 64 {
				var got byte
				for b := range z {
					got |= byte(z[b]>>((p+n)%64)&1) << b
				}
				if in := byte(first + p); got != want(in) {
					t.Fatalf("%s(%#02x) in bit %d = %#02x, want %#02x", c.name, in, p, got, want(in))
				}
			}
		}
	}
}

// unkeyed is an inverse circuit without the round key that it adds.
func unkeyed(f func(z, x, k *[8]uint64, n int)) func(z, x *[8]uint64, n int) {
	return func(z, x *[8]uint64, n int) {
		k := [8]uint64{0, 1, 2, 3, 1 << 60, 1 << 61, 1 << 62, 1 << 63}
		f(z, x, &k, n)
		for b := range z {
			z[b] ^= k[b]
		}
	}
}

// circulant is the product of a column by the matrix of the given first row.
func circulant(first string, w uint64) (z uint64) {
	for i := range 8 {
		for j := range 8 {
			z ^= uint64(gfMul(first[(j-i)&7], byte(w>>(8*j)))) << (8 * i)
		}
	}
	return z
}

// The networks consist of exclusive or alone, so their results for the 64 unit columns,
// here in the 64 places of a wide state, determine all others.
func TestConstantTimeMix(t *testing.T) {
	var s wide
	for i := range 64 {
		s[i/8].x[i%8] = 1 << i
	}
	s.transpose()
	for i := range s {
		s[i].y = s[i].x
	}
	s.mix(&zeroKey)
	mixed := s
	mixed.transpose()
	s.unmix()
	for i := range s {
		s[i].x = s[i].f
	}
	s.transpose()
	for i := range 64 {
		if got, want := mixed[i/8].x[i%8], circulant(kalyna.MDS, 1<<i); got != want {
			t.Errorf("L of bit %d: %016x, want %016x", i, got, want)
		}
		scale := uint64(0)
		for r := range 8 {
			scale |= uint64(gfMul(0x66, byte(s[i/8].x[i%8]>>(8*r)))) << (8 * r)
		}
		if want := circulant(kalyna.InvMDS, 1<<i); scale != want {
			t.Errorf("L⁻¹ of bit %d: %016x, want %016x", i, scale, want)
		}
	}

	for group := 0; group < 64; group += 8 {
		var n narrow
		for i := range n.x {
			n.x[i] = 1 << (group + i)
		}
		transposeBits(&n.x)
		n.y = n.x
		n.mix(&zeroKey[0])
		m := n
		transposeBits(&m.x)
		n.unmix()
		n.x = n.f
		transposeBits(&n.x)
		for i := range n.x {
			at := group + i
			if got := m.x[i]; got != mixed[at/8].x[at%8] {
				t.Errorf("narrow: L of bit %d: %016x", at, got)
			}
			if got := n.x[i]; got != s[at/8].x[at%8] {
				t.Errorf("narrow: L⁻¹ of bit %d: %016x", at, got)
			}
		}
	}
}

// The mixing adds the round key and nothing else.
func TestConstantTimeMixKey(t *testing.T) {
	rnd := ctRand(1)
	var s wide
	var k wideKey
	for r := range s {
		for b := range 8 {
			s[r].y[b], k[r][b] = rnd.Uint64(), rnd.Uint64()
		}
	}
	without := s
	without.mix(&zeroKey)
	s.mix(&k)
	for r := range s {
		for b := range 8 {
			if s[r].x[b] != without[r].x[b]^k[r][b] {
				t.Fatalf("row %d, plane %d", r, b)
			}
		}
	}
}

func TestConstantTimeTranspose(t *testing.T) {
	rnd := ctRand(2)
	var s wide
	for i := range 64 {
		s[i/8].x[i%8] = rnd.Uint64()
	}
	was := s
	s.transpose()
	for i := range 64 {
		for j := range 64 {
			if s[i/8].x[i%8]>>j&1 != was[j/8].x[j%8]>>i&1 {
				t.Fatalf("bit %d of word %d", j, i)
			}
		}
	}
}

func TestConstantTimeSchedule(t *testing.T) {
	for _, p := range kalyna.Variants() {
		rnd := ctRand(3)
		for range 20 {
			key := ctBytes(rnd, p.KeySize)
			k := newConstantTime(p, key).(*constantTime)
			got, want := expandKey(p, key, k.round), newSmall(p, key).rk
			if !slices.Equal(got, want) {
				t.Fatalf("%s, key %x:\n got %x\nwant %x", p.Name, key, got, want)
			}
		}
	}
}

func TestConstantTimeBlocks(t *testing.T) {
	for _, p := range kalyna.Variants() {
		t.Run(p.Name, func(t *testing.T) {
			rnd := ctRand(4)
			key := ctBytes(rnd, p.KeySize)
			want, got := newSmall(p, key), newConstantTime(p, key)
			for n := range 41 {
				src := ctBytes(rnd, n*p.BlockSize)
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
					{"encrypt", enc, blockwise(p.BlockSize, got.encrypt)},
					{"decrypt", dec, blockwise(p.BlockSize, got.decrypt)},
				} {
					in, dst := bytes.Clone(src), make([]byte, len(src))
					if c.run(dst, in); !bytes.Equal(dst, c.want) {
						t.Fatalf("%s of %d blocks:\n got %x\nwant %x", c.name, n, dst, c.want)
					}
					if !bytes.Equal(in, src) {
						t.Fatalf("%s of %d blocks changed its input", c.name, n)
					}
					if c.run(in, in); !bytes.Equal(in, c.want) {
						t.Fatalf("%s of %d blocks in place:\n got %x\nwant %x", c.name, n, in, c.want)
					}
				}
			}
		})
	}
}

// blockwise is f for several blocks, one at a time.
func blockwise(size int, f func(dst, src []byte)) func(dst, src []byte) {
	return func(dst, src []byte) {
		for ; len(src) > 0; dst, src = dst[size:], src[size:] {
			f(dst[:size], src[:size])
		}
	}
}

func TestConstantTimeAllocs(t *testing.T) {
	for _, p := range kalyna.Variants() {
		k := newConstantTime(p, make([]byte, p.KeySize))
		for _, size := range []int{p.BlockSize, 2 * narrowSize, wideSize - narrowSize, wideSize} {
			buf := make([]byte, size)
			if n := testing.AllocsPerRun(10, func() {
				k.encrypt(buf[:p.BlockSize], buf[:p.BlockSize])
				k.decrypt(buf[:p.BlockSize], buf[:p.BlockSize])
				k.EncryptBlocks(buf, buf)
				k.DecryptBlocks(buf, buf)
			}); n != 0 {
				t.Errorf("%s: %v allocations for %d bytes", p.Name, n, size)
			}
		}
	}
}

func BenchmarkConstantTime(b *testing.B) {
	for _, p := range kalyna.Variants() {
		k := newConstantTime(p, make([]byte, p.KeySize))
		for _, c := range []struct {
			name  string
			run   func(dst, src []byte)
			bytes int
		}{
			{"Encrypt", k.encrypt, p.BlockSize},
			{"Decrypt", k.decrypt, p.BlockSize},
			{"EncryptBlocks", k.EncryptBlocks, 64 << 10},
			{"DecryptBlocks", k.DecryptBlocks, 64 << 10},
		} {
			b.Run(fmt.Sprintf("%s/%s", p.Name, c.name), func(b *testing.B) {
				buf := make([]byte, c.bytes)
				b.SetBytes(int64(c.bytes))
				for b.Loop() {
					c.run(buf, buf)
				}
			})
		}
		b.Run(p.Name+"/Key", func(b *testing.B) {
			key := make([]byte, p.KeySize)
			for b.Loop() {
				newConstantTime(p, key)
			}
		})
	}
}
