package dstu7624

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/zvirka/zvirka/impl/kalyna"
)

// A macMode is CMAC or GMAC, and its model over a message of so many bits, padded.
type macMode struct {
	name  string
	start func(c *kalyna.Cipher, tagSize int) (*MAC, error)
	model func(c *kalyna.Cipher, padded []byte, bits int) []byte
}

var macModes = []macMode{
	{"CMAC", NewCMAC, func(c *kalyna.Cipher, padded []byte, bits int) []byte {
		return modelCMAC(c, padded, bits%(8*c.BlockSize()) != 0)
	}},
	{"GMAC", NewGMAC, func(c *kalyna.Cipher, padded []byte, bits int) []byte { return modelTag(c, padded, bits, nil, 0) }},
}

// Every length, in two pieces with a tag taken in between, with the first bits of another
// byte, and with tags of every size.
func TestMACModel(t *testing.T) {
	overEach(t, func(t *testing.T, c *kalyna.Cipher, r *rand.Rand) {
		n := c.BlockSize()
		for _, m := range macModes {
			for i, size := range lengths(n) {
				x := must(m.start(c, 8+i%(n-7)))
				text := random(r, size)
				cut := r.IntN(size + 1)
				x.Write([]byte("forgotten"))
				x.Reset()
				write(t, x, text[:cut])
				x.Tag()
				x.TagBits(0xff, 3)
				x.Verify(nil)
				write(t, x, text[cut:])
				for _, bits := range []int{0, 1 + i%7} {
					last := byte(r.Uint32())
					got, err := x.TagBits(last, bits)
					if size == 0 && bits == 0 {
						if got != nil || err != ErrEmpty {
							t.Errorf("%s of nothing: %x, %v", m.name, got, err)
						}
						continue
					}
					padded := modelPad(text, n)
					if bits > 0 {
						padded = modelPad(append(bytes.Clone(text), last>>(8-bits)<<(8-bits)|0x80>>bits), n)
						if len(padded)%n != 0 || len(padded) > size+n {
							t.Fatal("model")
						}
						if (size+1)%n != 0 { // modelPad has put a second marker
							padded[size+1] = 0
						}
					}
					want := m.model(c, padded, 8*size+bits)[:x.Size()]
					if err != nil || !bytes.Equal(got, want) {
						t.Fatalf("%s, %s and %d bits: %x, %v; want %x", m.name, describe(c, size), bits, got, err, want)
					}
					if bits > 0 {
						continue
					}
					if got, err := x.AppendTag([]byte("prefix")); err != nil || string(got) != "prefix"+string(want) {
						t.Fatalf("%s: %x, %v", m.name, got, err)
					}
					if err := x.Verify(want); err != nil {
						t.Fatalf("%s: %v", m.name, err)
					}
				}
			}
		}
	})
}

func write(t *testing.T, x *MAC, p []byte) {
	t.Helper()
	if n, err := x.Write(p); n != len(p) || err != nil {
		t.Fatalf("Write of %d bytes: %d, %v", len(p), n, err)
	}
}

// Every way to cut three blocks and a byte in two, and all bytes by themselves.
func TestMACSplits(t *testing.T) {
	overEach(t, func(t *testing.T, c *kalyna.Cipher, r *rand.Rand) {
		for _, m := range macModes {
			for _, size := range []int{3 * c.BlockSize(), 3*c.BlockSize() + 1} {
				text := random(r, size)
				x := must(m.start(c, 8))
				for _, b := range text {
					write(t, x, []byte{b})
				}
				want := must(x.Tag())
				for cut := range size + 1 {
					x.Reset()
					write(t, x, text[:cut])
					write(t, x, nil)
					write(t, x, text[cut:])
					if got := must(x.Tag()); !bytes.Equal(got, want) {
						t.Fatalf("%s, %s cut at %d: %x, want %x", m.name, describe(c, size), cut, got, want)
					}
				}
			}
		}
	})
}

func TestVerify(t *testing.T) {
	c := newCipher(t, 32, seq(0, 32))
	for _, m := range macModes {
		for size := 8; size <= 32; size++ {
			x := must(m.start(c, size))
			if x.Size() != size || x.BlockSize() != 32 {
				t.Errorf("%s: sizes %d, %d", m.name, x.Size(), x.BlockSize())
			}
			if err := x.Verify(make([]byte, size)); err != ErrAuthentication {
				t.Errorf("%s of nothing: %v", m.name, err)
			}
			x.Write([]byte("message"))
			tag := must(x.Tag())
			for bit := range 8 * size {
				if err := x.Verify(flip(tag, bit)); err != ErrAuthentication {
					t.Errorf("%s: bit %d does not count: %v", m.name, bit, err)
				}
			}
			for n := range size {
				if err := x.Verify(tag[:n]); err != ErrAuthentication {
					t.Errorf("%s: %d bytes of %d will do: %v", m.name, n, size, err)
				}
			}
			if err := x.Verify(append(tag, 0)); err != ErrAuthentication {
				t.Errorf("%s: a longer tag will do: %v", m.name, err)
			}
			x.Reset()
			if _, err := x.Tag(); err != ErrEmpty {
				t.Errorf("%s after Reset: %v", m.name, err)
			}
		}
	}
}

func TestMACErrors(t *testing.T) {
	for _, block := range []int{16, 32, 64} {
		c := newCipher(t, block, seq(0, block))
		for _, m := range macModes {
			for size := -1; size < 400; size++ {
				x, err := m.start(c, size)
				if ok := 8 <= size && size <= block; ok != (err == nil) || ok != (x != nil) || !ok && err != (TagSizeError{size, block}) {
					t.Errorf("%s, tag size %d for blocks of %d: %v", m.name, size, block, err)
				}
			}
			x := must(m.start(c, block))
			x.Write([]byte{1})
			for _, bits := range []int{-1, 8, 256, 1 << 30} {
				if got, err := x.TagBits(0, bits); got != nil || err != (BitsError{bits}) {
					t.Errorf("%s, %d bits: %x, %v", m.name, bits, got, err)
				}
			}
		}
	}
}

// Of what is too long nothing is taken. CMAC has no limit.
func TestMACLimit(t *testing.T) {
	for _, l := range []struct {
		block   int
		written uint64
		more    int
		fits    bool
	}{
		{16, 1<<61 - 17, 16, true}, {16, 1<<61 - 17, 17, false}, {16, 1<<61 - 1, 0, true}, {16, 1<<61 - 1, 1, false},
		{32, 1<<61 - 1, 1, true}, {32, ^uint64(0) - 40, 40, true}, {32, ^uint64(0) - 40, 41, false}, {64, ^uint64(0), 1, false},
	} {
		c := newCipher(t, l.block, seq(0, l.block))
		x := must(NewGMAC(c, 8))
		x.Write([]byte("some"))
		x.len = l.written
		tag := must(x.Tag())
		n, err := x.Write(make([]byte, l.more))
		if l.fits {
			if n != l.more || err != nil || x.len != l.written+uint64(l.more) {
				t.Errorf("%+v: %d, %v", l, n, err)
			}
			continue
		}
		if _, ok := err.(LengthError); n != 0 || !ok || !bytes.Equal(must(x.Tag()), tag) {
			t.Errorf("%+v: %d, %v", l, n, err)
		}
		y := must(NewCMAC(c, 8))
		y.len = l.written
		write(t, y, make([]byte, 41))
	}
}

// CMAC and GMAC, each of equal messages, and with the length or the last key in between,
// differ; CMAC of a padded message is not that of its padding written out.
func TestMACsDiffer(t *testing.T) {
	c := newCipher(t, 16, seq(0, 16))
	seen := map[string]string{}
	for _, m := range macModes {
		for size := 1; size < 40; size++ {
			for _, text := range [][]byte{make([]byte, size), Pad(make([]byte, size), 16)} {
				x := must(m.start(c, 16))
				x.Write(text)
				what := fmt.Sprintf("%s of %x", m.name, text)
				tag := string(must(x.Tag()))
				if other, ok := seen[tag]; ok && other != what {
					t.Errorf("%s and %s have one tag", what, other)
				}
				seen[tag] = what
			}
		}
	}
}
