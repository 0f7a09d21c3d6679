package dstu7624

import (
	"bytes"
	"crypto/cipher"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/zvirka/zvirka/impl/kalyna"
	"github.com/zvirka/zvirka/spec/dstu7624"
)

// A streamMode is CTR or OFB, and its model.
type streamMode struct {
	name  string
	start func(c *kalyna.Cipher, iv []byte) (cipher.Stream, error)
	model func(c *kalyna.Cipher, iv, m []byte) []byte
}

var streamModes = []streamMode{
	{"CTR", func(c *kalyna.Cipher, iv []byte) (cipher.Stream, error) { return NewCTR(c, iv) }, modelCTR},
	{"OFB", func(c *kalyna.Cipher, iv []byte) (cipher.Stream, error) { return NewOFB(c, iv) }, modelOFB},
}

func (m streamMode) crypt(c *kalyna.Cipher, iv, src []byte, cuts ...int) []byte {
	x := must(m.start(c, iv))
	dst := make([]byte, len(src))
	at := 0
	for _, cut := range append(cuts, len(src)) {
		x.XORKeyStream(dst[at:cut], src[at:cut])
		at = cut
	}
	return dst
}

// Every length, whole, and in two and three pieces, empty ones included.
func TestStreams(t *testing.T) {
	overEach(t, func(t *testing.T, c *kalyna.Cipher, r *rand.Rand) {
		for _, m := range streamModes {
			for _, size := range lengths(c.BlockSize()) {
				iv, text := random(r, c.BlockSize()), random(r, size)
				want := m.model(c, iv, text)
				i := r.IntN(size + 1)
				for _, cuts := range [][]int{nil, {i}, {i, i + r.IntN(size-i+1)}, {size, size}, {0, 0}} {
					if got := m.crypt(c, iv, text, cuts...); !bytes.Equal(got, want) {
						t.Fatalf("%s, %s, cut at %v: %x, want %x", m.name, describe(c, size), cuts, got, want)
					}
				}
			}
		}
	})
}

// Every way to cut three blocks and a byte in two, and all bytes by themselves.
func TestStreamSplits(t *testing.T) {
	overEach(t, func(t *testing.T, c *kalyna.Cipher, r *rand.Rand) {
		size := 3*c.BlockSize() + 1
		iv, text := random(r, c.BlockSize()), random(r, size)
		for _, m := range streamModes {
			want := m.model(c, iv, text)
			var all []int
			for i := range size + 1 {
				all = append(all, i)
				if got := m.crypt(c, iv, text, i); !bytes.Equal(got, want) {
					t.Errorf("%s, cut at %d: %x, want %x", m.name, i, got, want)
				}
			}
			if got := m.crypt(c, iv, text, all...); !bytes.Equal(got, want) {
				t.Errorf("%s, byte for byte: %x, want %x", m.name, got, want)
			}
		}
	})
}

// The panics are those of crypto/cipher, under this package's name, and leave no trace.
func TestStreamPanics(t *testing.T) {
	c := newCipher(t, 16, seq(0, 16))
	for _, m := range streamModes {
		x := must(m.start(c, seq(0, 16)))
		buf := make([]byte, 64)
		for want, call := range map[string]func(){
			"dstu7624: output smaller than input": func() { x.XORKeyStream(buf[:15], buf[20:36]) },
			"dstu7624: invalid buffer overlap":    func() { x.XORKeyStream(buf[1:], buf[:16]) },
		} {
			if got := panics(call); got != want {
				t.Errorf("%s: panic %v, want %q", m.name, got, want)
			}
		}
		got := make([]byte, 20)
		x.XORKeyStream(got, got)
		if !bytes.Equal(buf, make([]byte, 64)) || !bytes.Equal(got, m.model(c, seq(0, 16), make([]byte, 20))) {
			t.Errorf("%s: a call that panicked had an effect", m.name)
		}
	}
}

// Every mode that has an IV wants a block of it, and does not keep it.
func TestIVs(t *testing.T) {
	for _, block := range []int{16, 32, 64} {
		c := newCipher(t, block, seq(0, block))
		for name, start := range map[string]func(iv []byte) (any, error){
			"CTR":             func(iv []byte) (any, error) { return NewCTR(c, iv) },
			"OFB":             func(iv []byte) (any, error) { return NewOFB(c, iv) },
			"CBC encryption":  func(iv []byte) (any, error) { return NewCBCEncrypter(c, iv) },
			"CBC decryption":  func(iv []byte) (any, error) { return NewCBCDecrypter(c, iv) },
			"CFB encryption":  func(iv []byte) (any, error) { return NewCFBEncrypter(c, iv, block) },
			"CFB decryption":  func(iv []byte) (any, error) { return NewCFBDecrypter(c, iv, 1) },
			"XTS, encryption": func(iv []byte) (any, error) { return nil, NewXTS(c).Encrypt(make([]byte, 64), seq(0, 64), iv) },
			"XTS, decryption": func(iv []byte) (any, error) { return nil, NewXTS(c).Decrypt(make([]byte, 64), seq(0, 64), iv) },
		} {
			for size := range 130 {
				if _, err := start(make([]byte, size)); size != block && err != (IVSizeError{size, block}) || size == block && err != nil {
					t.Errorf("%s, %d bytes of IV: %v", name, size, err)
				}
			}
		}
		iv := seq(1, block)
		ctr, ofb, cbc := must(NewCTR(c, iv)), must(NewOFB(c, iv)), must(NewCBCEncrypter(c, iv))
		cfb := must(NewCFBEncrypter(c, iv, block))
		clear(iv)
		iv = seq(1, block)
		text := seq(7, block)
		got := make([]byte, block)
		for name, call := range map[string]struct {
			run  func()
			want []byte
		}{
			"CTR": {func() { ctr.XORKeyStream(got, text) }, modelCTR(c, iv, text)},
			"OFB": {func() { ofb.XORKeyStream(got, text) }, modelOFB(c, iv, text)},
			"CBC": {func() { cbc.CryptBlocks(got, text) }, modelCBC(c, iv, text)},
			"CFB": {func() { got = cfb.Update(nil, text) }, modelCFB(c, iv, text, block)},
		} {
			if call.run(); !bytes.Equal(got, call.want) {
				t.Errorf("%s changed with the caller's memory", name)
			}
		}
	}
}

func widths(n int) (all []int) {
	for _, q := range []byte(dstu7624.CFBWidths) {
		if int(q) <= n {
			all = append(all, int(q))
		}
	}
	return all
}

func cfbCrypt(x *CFB, src []byte, cuts ...int) []byte {
	out := []byte("prefix")
	at := 0
	for _, cut := range append(cuts, len(src)) {
		out = x.Update(out, src[at:cut])
		if want := len("prefix") + cut/x.width*x.width; len(out) != want {
			panic(fmt.Sprintf("%d bytes out after %d in", len(out), cut))
		}
		at = cut
	}
	return bytes.TrimPrefix(x.Finish(out), []byte("prefix"))
}

// Every width and length, whole, in pieces and, up to three blocks and a byte, in two pieces
// cut anywhere.
func TestCFB(t *testing.T) {
	overEach(t, func(t *testing.T, c *kalyna.Cipher, r *rand.Rand) {
		n := c.BlockSize()
		for _, q := range widths(n) {
			for _, size := range lengths(n) {
				if size > 4*n && q < n {
					continue // one group at a time, whatever the length
				}
				iv, text := random(r, n), random(r, size)
				want := modelCFB(c, iv, text, q)
				i := r.IntN(size + 1)
				all := [][]int{nil, {i}, {i, i + r.IntN(size-i+1)}, {size, size}, {0, 0}}
				if size == 3*n+1 {
					var each []int
					for i := 0; i < size; i += stride() {
						all = append(all, []int{i})
						each = append(each, i)
					}
					all = append(all, each)
				}
				for _, cuts := range all {
					if got := cfbCrypt(must(NewCFBEncrypter(c, iv, q)), text, cuts...); !bytes.Equal(got, want) {
						t.Fatalf("width %d, %s, cut at %v: %x, want %x", q, describe(c, size), cuts, got, want)
					}
					if got := cfbCrypt(must(NewCFBDecrypter(c, iv, q)), want, cuts...); !bytes.Equal(got, text) {
						t.Fatalf("width %d, %s, cut at %v, back: %x, want %x", q, describe(c, size), cuts, got, text)
					}
				}
			}
		}
	})
}

func TestCFBWidths(t *testing.T) {
	for _, block := range []int{16, 32, 64} {
		c := newCipher(t, block, seq(0, block))
		for q := -256; q < 600; q++ {
			x, err := NewCFBEncrypter(c, seq(0, block), q)
			if ok := q <= block && (q == 1 || q == 8 || q == 16 || q == 32 || q == 64); ok != (err == nil) || ok != (x != nil) {
				t.Errorf("width %d for blocks of %d: %v", q, block, err)
			} else if !ok && err != (WidthError{q, block}) {
				t.Errorf("width %d for blocks of %d: %v", q, block, err)
			}
		}
	}
}

// In place, the output lies where its input was, if no group is open; else it must be apart.
func TestCFBOverlap(t *testing.T) {
	c := newCipher(t, 16, seq(0, 16))
	iv, text := seq(0, 16), seq(9, 40)
	for _, q := range widths(16) {
		want := modelCFB(c, iv, text, q)
		for back, start := range map[bool]func(*kalyna.Cipher, []byte, int) (*CFB, error){false: NewCFBEncrypter, true: NewCFBDecrypter} {
			in, out := text, want
			if back {
				in, out = out, in
			}
			buf := bytes.Clone(in)
			x := must(start(c, iv, q))
			if got := x.Finish(x.Update(buf[:0], buf)); !bytes.Equal(got, out) || &got[0] != &buf[0] {
				t.Errorf("width %d, in place: %x, want %x", q, got, out)
			}
			for offset := -50; offset <= 50; offset++ {
				for _, open := range []int{0, 1} {
					if open >= q {
						continue
					}
					buf := make([]byte, 200)
					x := must(start(c, iv, q))
					x.Update(nil, make([]byte, open))
					n := (open + 40) / q * q
					forbidden := -n < offset && offset < 40 && (offset != 0 || open > 0)
					got := panics(func() { x.Update(buf[60+offset:60+offset], buf[60:100]) })
					if forbidden && (got != ErrOverlap.Error() || !bytes.Equal(buf, make([]byte, 200))) || !forbidden && got != nil {
						t.Errorf("width %d, offset %d after %d bytes: panic %v", q, offset, open, got)
					}
				}
			}
		}
	}
}

func TestCFBFinished(t *testing.T) {
	x := must(NewCFBEncrypter(newCipher(t, 16, seq(0, 16)), seq(0, 16), 16))
	x.Update(nil, seq(0, 20))
	if got := x.Finish(nil); len(got) != 4 {
		t.Errorf("%d bytes", len(got))
	}
	for _, call := range []func(){func() { x.Update(nil, nil) }, func() { x.Finish(nil) }} {
		if got := panics(call); got != "dstu7624: CFB used after Finish" {
			t.Errorf("panic %v", got)
		}
	}
	if x.gamma != [maxBlock]byte{} || x.buf != [maxBlock]byte{} {
		t.Error("Finish leaves the state")
	}
}
