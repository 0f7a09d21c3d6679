package dstu7624

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/zvirka/zvirka/impl/kalyna"
)

// Payloads of whole blocks, 1 to 20; none, more, and others are refused.
func TestWrap(t *testing.T) {
	overEach(t, func(t *testing.T, c *kalyna.Cipher, r *rand.Rand) {
		n := c.BlockSize()
		for blocks := range 23 {
			key := random(r, blocks*n)
			wrapped, err := Wrap(c, key)
			if blocks < 1 || blocks > 20 {
				if _, ok := err.(LengthError); wrapped != nil || !ok {
					t.Errorf("%d blocks: %x, %v", blocks, wrapped, err)
				}
				continue
			}
			if err != nil || !bytes.Equal(wrapped, modelWrap(c, key)) {
				t.Fatalf("%d blocks: %x, %v", blocks, wrapped, err)
			}
			got, err := Unwrap(c, wrapped)
			if err != nil || !bytes.Equal(got, key) || cap(got) != len(key) {
				t.Fatalf("%d blocks: unwrapped %x, %v", blocks, got, err)
			}
			if bits := must(WrapBits(c, key, 8*len(key))); !bytes.Equal(bits, wrapped) {
				t.Fatalf("%d blocks: WrapBits gives %x", blocks, bits)
			}
			if got, err := UnwrapBits(c, wrapped, 8*len(key)); err != nil || !bytes.Equal(got, key) {
				t.Fatalf("%d blocks: UnwrapBits gives %x, %v", blocks, got, err)
			}
			if got, err := UnwrapPadded(c, wrapped); got != nil || err != ErrAuthentication {
				t.Fatalf("%d blocks: UnwrapPadded gives %x, %v", blocks, got, err)
			}
		}
	})
}

func TestWrapLengths(t *testing.T) {
	for _, n := range []int{16, 32, 64} {
		c := newCipher(t, n, seq(0, n))
		for size := 0; size < 22*n+2; size += stride() {
			key := seq(1, size)
			_, err := Wrap(c, key)
			if ok := size%n == 0 && size >= n && size <= 20*n; ok != (err == nil) {
				t.Errorf("Wrap of %d bytes: %v", size, err)
			}
			_, err = WrapPadded(c, key)
			if ok := size%n != 0 && size+n/2 <= 20*n; ok != (err == nil) {
				t.Errorf("WrapPadded of %d bytes: %v", size, err)
			}
			if _, length := err.(LengthError); err != nil && !length {
				t.Errorf("WrapPadded of %d bytes: %v", size, err)
			}
			_, err = Unwrap(c, key)
			_, length := err.(LengthError)
			if ok := size%n == 0 && size >= 2*n && size <= 21*n; ok == length || !length && err != ErrAuthentication {
				t.Errorf("Unwrap of %d bytes: %v", size, err)
			}
			_, err2 := UnwrapPadded(c, key)
			if err != err2 {
				t.Errorf("UnwrapPadded of %d bytes: %v, Unwrap: %v", size, err2, err)
			}
		}
	}
}

// Every payload of whole bytes that is not whole blocks comes back, whatever it ends with:
// what looks like padding or a length, and where the length fills the last block, so that
// there is no marker.
func TestWrapPadded(t *testing.T) {
	for _, n := range []int{16, 32, 64} {
		c := newCipher(t, n, seq(0, n))
		r := rand.New(rand.NewPCG(1, uint64(n)))
		for size := 1; size+n/2 <= 20*n; size += stride() {
			if size%n == 0 {
				continue
			}
			zeros := make([]byte, size)
			marked := append(make([]byte, size-1), 0x80)
			copied := random(r, size) // its end is that of its own extension
			extended := modelExtend(copied, 8*size, n)
			copy(copied[max(0, size-len(extended)):], extended[max(0, len(extended)-size):])
			for _, key := range [][]byte{random(r, size), zeros, marked, copied} {
				d := modelExtend(key, 8*size, n)
				if size%n == n/2 && len(d) != size+n/2 {
					t.Fatalf("%d bytes and the length are %d", size, len(d))
				}
				wrapped, err := WrapPadded(c, key)
				if err != nil || len(wrapped) != len(d)+n {
					t.Fatalf("%d bytes: %x, %v", size, wrapped, err)
				}
				if got := must(Unwrap(c, wrapped)); !bytes.Equal(got, d) {
					t.Fatalf("%d bytes: extended to %x, want %x", size, got, d)
				}
				if got, err := UnwrapPadded(c, wrapped); err != nil || !bytes.Equal(got, key) || cap(got) != size {
					t.Fatalf("%d bytes %x: unwrapped %x, %v", size, key, got, err)
				}
				if got, err := UnwrapBits(c, wrapped, 8*size); err != nil || !bytes.Equal(got, key) {
					t.Fatalf("%d bytes %x: unwrapped as bits %x, %v", size, key, got, err)
				}
			}
		}
	}
}

// Every number of bits up to two blocks and some; bits beyond it do not count.
func TestWrapBits(t *testing.T) {
	for _, n := range []int{16, 32, 64} {
		c := newCipher(t, n, seq(0, n))
		r := rand.New(rand.NewPCG(2, uint64(n)))
		for bits := 1; bits < 16*n+20; bits += stride() {
			size := (bits + 7) / 8
			payload := random(r, size)
			wrapped, err := WrapBits(c, payload, bits)
			if err != nil || bits%17 == 0 && !bytes.Equal(wrapped, modelWrap(c, modelExtend(payload, bits, n))) {
				t.Fatalf("%d bits: %x, %v", bits, wrapped, err)
			}
			if got := must(Unwrap(c, wrapped)); !bytes.Equal(got, modelExtend(payload, bits, n)) {
				t.Fatalf("%d bits: extended to %x", bits, got)
			}
			if bits%8 != 0 {
				payload[size-1] &^= 0xff >> (bits % 8)
			}
			got, err := UnwrapBits(c, wrapped, bits)
			if err != nil || !bytes.Equal(got, payload) || cap(got) != size {
				t.Fatalf("%d bits: unwrapped %x, %v; want %x", bits, got, err, payload)
			}
			for _, other := range []int{bits - 1, bits + 1} {
				if got, err := UnwrapBits(c, wrapped, other); got != nil || err == nil {
					t.Fatalf("%d bits unwrapped as %d: %x", bits, other, got)
				}
			}
		}
		for _, bits := range []int{-1, 0, 7, 17, 8*20*n + 1, 1 << 30} {
			if got, err := WrapBits(c, make([]byte, 2), bits); got != nil || err == nil {
				t.Errorf("2 bytes as %d bits: %x, %v", bits, got, err)
			}
			if _, length := must2(UnwrapBits(c, make([]byte, 2*n), bits)).(LengthError); !length && bits != 7 && bits != 17 {
				t.Errorf("unwrapped as %d bits", bits)
			}
		}
		if _, err := WrapBits(c, make([]byte, 20*n), 8*20*n-1); err == nil {
			t.Error("20 blocks without a bit were wrapped with their length")
		}
		if _, err := WrapBits(c, make([]byte, 20*n-n/2), 8*20*n-4*n); err != nil {
			t.Errorf("20 blocks with the length: %v", err)
		}
	}
}

func must2[V any](_ V, err error) error { return err }

// The two pairs of payloads of which the notes say that they have one extended form: hence
// UnwrapBits must be told the length. With it, each is found.
func TestBitsAreAmbiguous(t *testing.T) {
	for _, x := range []struct{ n, short, long int }{{16, 1, 64}, {64, 15, 256}} {
		c := newCipher(t, x.n, seq(0, x.n))
		// The long payload begins as the extended short one does.
		short := []byte{0, 0}[:(x.short+7)/8]
		d := modelExtend(short, x.short, x.n)
		long := d[:x.long/8]
		if !bytes.Equal(modelExtend(long, x.long, x.n), d) {
			t.Fatalf("%d bits: %x is not extended to %x", x.long, long, d)
		}
		wrapped := must(WrapBits(c, short, x.short))
		for bits, want := range map[int][]byte{x.short: short, x.long: long} {
			if got, err := UnwrapBits(c, wrapped, bits); err != nil || !bytes.Equal(got, want) {
				t.Errorf("as %d bits: %x, %v", bits, got, err)
			}
		}
	}
}

// Whatever bit is changed, of a wrap or of the key, nothing comes out.
func TestWrapTampering(t *testing.T) {
	overEach(t, func(t *testing.T, c *kalyna.Cipher, r *rand.Rand) {
		n := c.BlockSize()
		aligned, padded := must(Wrap(c, random(r, 2*n))), must(WrapPadded(c, random(r, 2*n-3)))
		for bit := 0; bit < 8*len(aligned); bit += stride() {
			if got, err := Unwrap(c, flip(aligned, bit)); got != nil || err != ErrAuthentication {
				t.Fatalf("bit %d: %x, %v", bit, got, err)
			}
			if got, err := UnwrapPadded(c, flip(padded, bit)); got != nil || err != ErrAuthentication {
				t.Fatalf("padded, bit %d: %x, %v", bit, got, err)
			}
		}
	})
	key := seq(0, 32)
	wrapped := must(Wrap(newCipher(t, 32, key), seq(0, 32)))
	for bit := range 8 * len(key) {
		if _, err := Unwrap(newCipher(t, 32, flip(key, bit)), wrapped); err != ErrAuthentication {
			t.Errorf("key bit %d does not count: %v", bit, err)
		}
	}
}

// Each bit of the check block counts, and each of what extends a payload: these wraps are
// well made, around the wrong content.
func TestStrictUnwrap(t *testing.T) {
	for _, n := range []int{16, 32, 64} {
		c := newCipher(t, n, seq(0, n))
		for bit := 0; bit < 8*n; bit += stride() {
			x := append(seq(1, n), flip(make([]byte, n), bit)...)
			wrap(c, x)
			if got, err := Unwrap(c, x); got != nil || err != ErrAuthentication {
				t.Errorf("check bit %d: %x, %v", bit, got, err)
			}
		}
		for _, size := range []int{n - 3, n + 1, n + n/2} {
			payload := bytes.Repeat([]byte{0xff}, size)
			d := modelExtend(payload, 8*size, n)
			for bit := 8 * size; bit < 8*len(d); bit += stride() {
				if got, err := UnwrapPadded(c, modelWrap(c, flip(d, bit))); got != nil || err != ErrAuthentication {
					t.Errorf("%d bytes, bit %d: %x, %v", size, bit, got, err)
				}
				if got, err := UnwrapBits(c, modelWrap(c, flip(d, bit)), 8*size); got != nil || err != ErrAuthentication {
					t.Errorf("%d bytes, bit %d, as bits: %x, %v", size, bit, got, err)
				}
			}
		}
		// The extended forms of nothing and of whole blocks, which there are not. (In blocks
		// of 32 that of nothing is also that of 16 zero bytes.)
		for _, size := range []int{0, n} {
			if size == 0 && n == 32 {
				continue
			}
			d := append(append(seq(1, size), modelBytes(modelNumber([]byte{byte(8 * size), byte(8 * size >> 8)}), n/2)...), 0x80)
			d = append(d, make([]byte, n/2-1)...)
			if got, err := UnwrapPadded(c, modelWrap(c, d)); got != nil || err != ErrAuthentication {
				t.Errorf("the length of %d bytes: %x, %v", size, got, err)
			}
		}
	}
}
