package dstu7624

import (
	"bytes"
	"crypto/cipher"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/zvirka/zvirka/impl/hazmat/gf2m"
	"github.com/zvirka/zvirka/impl/kalyna"
)

// ECB and CBC over every number of blocks, cut in two at each block, in both directions, in
// place and not.
func TestBlockModes(t *testing.T) {
	overEach(t, func(t *testing.T, c *kalyna.Cipher, r *rand.Rand) {
		n := c.BlockSize()
		for _, blocks := range []int{0, 1, 2, 3, 4, 5, 9, scratchSize/n - 1, scratchSize / n, scratchSize/n + 1, 2*scratchSize/n + 3} {
			iv, text := random(r, n), random(r, blocks*n)
			ecb := make([]byte, 0, len(text))
			for _, b := range modelBlocks(text, n) {
				ecb = append(ecb, modelT(c, b)...)
			}
			cbc := modelCBC(c, iv, text)
			for name, m := range map[string]struct {
				start     func() cipher.BlockMode
				src, want []byte
			}{
				"ECB encryption": {func() cipher.BlockMode { return NewECBEncrypter(c) }, text, ecb},
				"ECB decryption": {func() cipher.BlockMode { return NewECBDecrypter(c) }, ecb, text},
				"CBC encryption": {func() cipher.BlockMode { return must(NewCBCEncrypter(c, iv)) }, text, cbc},
				"CBC decryption": {func() cipher.BlockMode { return must(NewCBCDecrypter(c, iv)) }, cbc, text},
			} {
				cut := r.IntN(blocks+1) * n
				for _, at := range []int{0, cut} {
					x := m.start()
					apart, place := make([]byte, len(text)+5), bytes.Clone(m.src)
					x.CryptBlocks(apart, m.src[:at])
					x.CryptBlocks(apart[at:], m.src[at:])
					x = m.start()
					x.CryptBlocks(place[:at], place[:at])
					x.CryptBlocks(place[at:], place[at:])
					if x.BlockSize() != n || !bytes.Equal(apart[:len(text)], m.want) || !bytes.Equal(place, m.want) {
						t.Fatalf("%s, %d blocks, cut at %d: %x and, in place, %x; want %x", name, blocks, at, apart, place, m.want)
					}
					if !bytes.Equal(apart[len(text):], make([]byte, 5)) {
						t.Fatalf("%s wrote beyond its output", name)
					}
				}
			}
		}
	})
}

func TestBlockModePanics(t *testing.T) {
	c := newCipher(t, 16, seq(0, 16))
	buf := make([]byte, 64)
	for _, x := range []cipher.BlockMode{
		NewECBEncrypter(c), NewECBDecrypter(c), must(NewCBCEncrypter(c, buf[:16])), must(NewCBCDecrypter(c, buf[:16])),
	} {
		for size := range 33 {
			if got := panics(func() { x.CryptBlocks(make([]byte, 64), buf[:size]) }); size%16 == 0 && got != nil ||
				size%16 != 0 && got != "dstu7624: input not full blocks" {
				t.Errorf("%T, %d bytes: panic %v", x, size, got)
			}
		}
		if got := panics(func() { x.CryptBlocks(make([]byte, 31, 64), buf[:32]) }); got != "dstu7624: output smaller than input" {
			t.Errorf("%T: panic %v", x, got)
		}
		for offset := -17; offset <= 17; offset++ {
			got := panics(func() { x.CryptBlocks(make([]byte, 64)[20+offset:], make([]byte, 64)[20:36]) })
			shared := make([]byte, 64)
			overlap := panics(func() { x.CryptBlocks(shared[20+offset:], shared[20:36]) })
			if forbidden := offset != 0 && -16 < offset && offset < 16; got != nil || forbidden != (overlap == "dstu7624: invalid buffer overlap") {
				t.Errorf("%T, offset %d: panic %v, sharing memory %v", x, offset, got, overlap)
			}
		}
	}
}

// Every length from a block on, in both directions, in place and not.
func TestXTS(t *testing.T) {
	overEach(t, func(t *testing.T, c *kalyna.Cipher, r *rand.Rand) {
		n := c.BlockSize()
		x := NewXTS(c)
		for _, size := range lengths(n) {
			if size < n {
				continue
			}
			tweak, text := random(r, n), random(r, size)
			want := modelXTS(c, tweak, text)
			for _, d := range []struct {
				crypt     func(dst, src, tweak []byte) error
				src, want []byte
			}{{x.Encrypt, text, want}, {x.Decrypt, want, text}} {
				apart, place := make([]byte, size+5), bytes.Clone(d.src)
				if err := d.crypt(apart, d.src, tweak); err != nil || !bytes.Equal(apart, append(bytes.Clone(d.want), make([]byte, 5)...)) {
					t.Fatalf("%s: %x, %v; want %x", describe(c, size), apart, err, d.want)
				}
				if err := d.crypt(place, place, tweak); err != nil || !bytes.Equal(place, d.want) {
					t.Fatalf("%s, in place: %x, %v; want %x", describe(c, size), place, err, d.want)
				}
			}
		}
	})
}

// The errors; with one, nothing is written.
func TestXTSErrors(t *testing.T) {
	for _, n := range []int{16, 32, 64} {
		x := NewXTS(newCipher(t, n, seq(0, n)))
		for _, crypt := range []func(dst, src, tweak []byte) error{x.Encrypt, x.Decrypt} {
			buf := make([]byte, 500)
			for size := range n {
				want := LengthError{"XTS input", uint64(size), fmt.Sprintf("at least %d", n)}
				if err := crypt(buf, seq(1, size), seq(0, n)); err != want {
					t.Errorf("%d bytes: %v", size, err)
				}
			}
			for size := range 3 * n {
				want := LengthError{"XTS output", uint64(size), fmt.Sprintf("at least %d", 3*n)}
				if err := crypt(buf[:size], seq(1, 3*n), seq(0, n)); err != want {
					t.Errorf("%d bytes of output: %v", size, err)
				}
			}
			if !bytes.Equal(buf, make([]byte, 500)) {
				t.Errorf("wrote %x", buf)
			}
			for offset := -n - 5; offset <= n+5; offset++ {
				clear(buf)
				err := crypt(buf[200+offset:], buf[200:202+n], seq(0, n))
				if forbidden := offset != 0 && -n-2 < offset && offset < n+2; forbidden && (err != ErrOverlap || !bytes.Equal(buf, make([]byte, 500))) || !forbidden && err != nil {
					t.Errorf("offset %d: %v", offset, err)
				}
			}
		}
	}
}

// The masks are successive products by x, as gf2m has them, wherever a bit leaves the top.
func TestMasks(t *testing.T) {
	for _, n := range []int{16, 32, 64} {
		x := NewXTS(newCipher(t, n, seq(0, n)))
		for bit := range 8 * n {
			want := flip(make([]byte, n), bit)
			var g [8]uint64
			for i, b := range want {
				g[i/8] |= uint64(b) << (8 * (i % 8))
			}
			got := make([]byte, 8*n)
			x.fill(&g, got)
			for i, mask := range modelBlocks(got, n) {
				gf2m.Double(want)
				if !bytes.Equal(mask, want) {
					t.Errorf("x^%d·x^%d in blocks of %d: %x, want %x", bit, i+1, n, mask, want)
				}
			}
		}
	}
}

func TestPadding(t *testing.T) {
	for _, n := range []int{16, 32, 64} {
		for size := range 3*n + 2 {
			text := bytes.Repeat([]byte{0x5a}, size)
			padded := Pad(text, n)
			if !bytes.Equal(padded, modelPad(text, n)) || size > 0 && &padded[0] == &text[0] {
				t.Fatalf("Pad of %d bytes: %x", size, padded)
			}
			for length := -1; length <= len(padded)+1; length++ {
				got, err := Unpad(padded, n, length)
				fits := 0 <= length && len(modelPad(make([]byte, max(length, 0)), n)) == len(padded)
				switch {
				case !fits:
					if _, ok := err.(LengthError); got != nil || !ok {
						t.Errorf("%d bytes as %d: %x, %v", size, length, got, err)
					}
				case length == size || length == len(padded):
					if err != nil || !bytes.Equal(got, padded[:length]) || cap(got) != length {
						t.Errorf("%d bytes as %d: %x, %v", size, length, got, err)
					}
				default:
					if got != nil || err != ErrPadding {
						t.Errorf("%d bytes as %d: %x, %v", size, length, got, err)
					}
				}
			}
			for bit := 8 * size; bit < 8*len(padded); bit++ {
				if _, err := Unpad(flip(padded, bit), n, size); err != ErrPadding {
					t.Errorf("%d bytes, bit %d of the padding changed: %v", size, bit, err)
				}
			}
		}
	}
}

// A message of whole blocks that ends as if it were padded is two messages.
func TestPaddingIsAmbiguous(t *testing.T) {
	text := append(seq(1, 14), 0x80, 0)
	for _, length := range []int{14, 16} {
		if got, err := Unpad(Pad(text, 16), 16, length); err != nil || !bytes.Equal(got, text[:length]) {
			t.Errorf("as %d bytes: %x, %v", length, got, err)
		}
	}
}
