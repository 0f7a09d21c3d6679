package dstu7624

import (
	"bytes"
	"crypto/cipher"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/zvirka/zvirka/impl/kalyna"
)

// A sealer is what both AEADs are.
type sealer interface {
	cipher.AEAD
	TrySeal(dst, nonce, plaintext, additionalData []byte) ([]byte, error)
}

// aeads are GCM and every CCM with tags of q bytes or, where CCM has no such, of a block.
func aeads(c *kalyna.Cipher, q int) map[string]sealer {
	all := map[string]sealer{"GCM": must(NewGCM(c, q))}
	for _, nb := range []int{4, 6, 8} {
		x, err := NewCCM(c, nb, q)
		if err != nil {
			x = must(NewCCM(c, nb, c.BlockSize()))
		}
		all[fmt.Sprintf("CCM-%d", nb)] = x
	}
	return all
}

// Both parts of every length up to three blocks, one against the other in step, and long
// ones: as the model has it, in both directions, in place, and behind a prefix.
func TestAEADModel(t *testing.T) {
	overEach(t, func(t *testing.T, c *kalyna.Cipher, r *rand.Rand) {
		n := c.BlockSize()
		for i, size := range lengths(n) {
			q := 8 + i%(n-7)
			text, nonce := random(r, size), random(r, n)
			other := i * 7 % (3*n + 17)
			if size > 4*n && i%2 == 0 {
				other = size - 1
			}
			data := random(r, other)
			for name, x := range aeads(c, q) {
				if size == 0 && (other == 0 || name != "GCM") {
					continue
				}
				want := modelSeal(x, c, nonce, text, data)
				sealed := x.Seal([]byte("prefix"), nonce, text, data)
				if string(sealed) != "prefix"+string(want) {
					t.Fatalf("%s, %s, data %d: %x, want %x", name, describe(c, size), other, sealed, want)
				}
				opened, err := x.Open([]byte("prefix"), nonce, want, data)
				if err != nil || string(opened) != "prefix"+string(text) {
					t.Fatalf("%s, %s, data %d: opened %x, %v", name, describe(c, size), other, opened, err)
				}
				place := append(make([]byte, 0, size+x.Overhead()), text...)
				if sealed := x.Seal(place[:0], nonce, place, data); !bytes.Equal(sealed, want) || size > 0 && &sealed[0] != &place[0] {
					t.Fatalf("%s, %s, in place: %x", name, describe(c, size), sealed)
				}
				place = place[:size+x.Overhead()]
				if opened, err := x.Open(place[:0], nonce, place, data); err != nil || !bytes.Equal(opened, text) || size > 0 && &opened[0] != &place[0] {
					t.Fatalf("%s, %s, in place: opened %x, %v", name, describe(c, size), opened, err)
				}
			}
		}
	})
}

func modelSeal(x sealer, c *kalyna.Cipher, nonce, text, data []byte) []byte {
	if ccm, ok := x.(*CCM); ok {
		return modelCCM(c, nonce, text, data, ccm.lengthSize, ccm.tagSize)
	}
	ciphertext, tag := modelGCM(c, nonce, text, data)
	return append(ciphertext, tag[:x.Overhead()]...)
}

// Every bit of key, nonce, associated data, ciphertext and tag counts, but the nonce in GCM,
// whose tag does not depend on it: there a wrong one gives another plaintext, and is noticed
// if it is in the associated data too.
func TestTampering(t *testing.T) {
	overEach(t, func(t *testing.T, c *kalyna.Cipher, r *rand.Rand) {
		n := c.BlockSize()
		nonce, text, data := random(r, n), random(r, n+3), random(r, n+5)
		for name, x := range aeads(c, n) {
			sealed := x.Seal(nil, nonce, text, data)
			refused := func(what string, nonce, sealed, data []byte) {
				t.Helper()
				if got, err := x.Open(nil, nonce, sealed, data); got != nil || err != ErrAuthentication {
					t.Fatalf("%s: %s: opened %x, %v", name, what, got, err)
				}
			}
			for bit := 0; bit < 8*len(sealed); bit += stride() {
				refused(fmt.Sprint("ciphertext bit ", bit), nonce, flip(sealed, bit), data)
			}
			for bit := 0; bit < 8*len(data); bit += stride() {
				refused(fmt.Sprint("data bit ", bit), nonce, sealed, flip(data, bit))
			}
			for size := range sealed {
				refused(fmt.Sprint("cut to ", size), nonce, sealed[:size], data)
			}
			refused("longer", nonce, append(slices.Clone(sealed), 0), data)
			refused("no data", nonce, sealed, nil)
			for bit := 0; bit < 8*n; bit += stride() {
				if name != "GCM" {
					refused(fmt.Sprint("nonce bit ", bit), flip(nonce, bit), sealed, data)
				} else if got, err := x.Open(nil, flip(nonce, bit), sealed, data); err != nil || bytes.Equal(got, text) {
					t.Fatalf("GCM, nonce bit %d: %x, %v", bit, got, err)
				}
			}
			bound := x.Seal(nil, nonce, text, nonce)
			for bit := 0; bit < 8*n; bit += stride() {
				refused(fmt.Sprint("bound nonce bit ", bit), flip(nonce, bit), bound, flip(nonce, bit))
			}
		}
	})
}

func TestEveryKeyBit(t *testing.T) {
	key := seq(0, 32)
	c := newCipher(t, 16, key)
	for name, x := range aeads(c, 8) {
		sealed := x.Seal(nil, seq(0, 16), seq(0, 20), nil)
		for bit := range 8 * len(key) {
			if _, err := aeads(newCipher(t, 16, flip(key, bit)), 8)[name].Open(nil, seq(0, 16), sealed, nil); err != ErrAuthentication {
				t.Errorf("%s: key bit %d does not count: %v", name, bit, err)
			}
		}
	}
}

// With tags of every size, no prefix of a tag and no longer one will do; and a message with
// what padding would have added is another message.
func TestTagSizes(t *testing.T) {
	c := newCipher(t, 32, seq(0, 32))
	nonce := seq(0, 32)
	for q := -1; q <= 264+32; q++ {
		x, err := NewGCM(c, q)
		if ok := 8 <= q && q <= 32; ok != (err == nil) {
			t.Errorf("GCM, tag size %d: %v", q, err)
		} else if !ok {
			if err != (TagSizeError{q, 32}) || x != nil {
				t.Errorf("GCM, tag size %d: %v, %v", q, x, err)
			}
			continue
		}
		sealed := x.Seal(nil, nonce, seq(1, 10), nil)
		for size := range len(sealed) {
			if _, err := x.Open(nil, nonce, sealed[:size], nil); err != ErrAuthentication {
				t.Errorf("tag size %d: %d bytes opened: %v", q, size, err)
			}
		}
	}
	x := must(NewGCM(c, 16))
	for _, text := range [][]byte{seq(1, 10), seq(1, 31)} {
		tag := func(text, data []byte) string { return string(x.Seal(nil, nonce, text, data)[len(text):]) }
		if tag(nil, text) == tag(nil, Pad(text, 32)) || tag(nil, text) == tag(nil, append(slices.Clone(text), 0)) {
			t.Error("padded associated data have the same tag")
		}
		padded := x.Seal(nil, nonce, text, nil)
		ciphertext, mark := padded[:len(text)], padded[len(text):]
		if _, err := x.Open(nil, nonce, append(Pad(ciphertext, 32), mark...), nil); err == nil {
			t.Error("a padded ciphertext has the same tag")
		}
	}
}

func TestCCMSizes(t *testing.T) {
	for _, block := range []int{16, 32, 64} {
		c := newCipher(t, block, seq(0, block))
		for nb := -2; nb < 300; nb++ {
			for q := -2; q < 300; q++ {
				x, err := NewCCM(c, nb, q)
				var want error
				switch {
				case nb != 4 && nb != 6 && nb != 8:
					want = LengthSizeError{nb}
				case q != 8 && q != 16 && q != 32 && q != 48 && q != 64 || q > block:
					want = TagSizeError{q, block}
				}
				if err != want || (x == nil) != (want != nil) {
					t.Fatalf("NewCCM with %d, %d for blocks of %d: %v, want %v", nb, q, block, err, want)
				}
			}
		}
	}
	if n := len(must(NewCCM(newCipher(t, 64, seq(0, 64)), 256+4-256, 48)).Seal(nil, seq(0, 64), []byte{1}, nil)); n != 49 {
		t.Errorf("%d bytes", n)
	}
}

// The standard has no value for these. Nothing is written, and Seal panics with the text
// of TrySeal's error.
func TestSealRefuses(t *testing.T) {
	for _, block := range []int{16, 32, 64} {
		c := newCipher(t, block, seq(0, block))
		nonce, buf := seq(0, block), make([]byte, 300)
		for name, x := range aeads(c, block) {
			if x.NonceSize() != block || x.Overhead() != block {
				t.Errorf("%s: sizes %d, %d", name, x.NonceSize(), x.Overhead())
			}
			if _, err := x.TrySeal(nil, nonce, nil, []byte{1}); (err == nil) != (name == "GCM") {
				t.Errorf("%s: no plaintext: %v", name, err)
			}
			for _, refused := range []struct {
				err                    error
				dst, nonce, text, data []byte
			}{
				{ErrEmpty, buf[:0], nonce, nil, nil},
				{IVSizeError{0, block}, buf[:0], nil, buf[:1], nil},
				{IVSizeError{block - 1, block}, buf[:0], nonce[1:], buf[:1], nil},
				{IVSizeError{block + 1, block}, buf[:0], seq(0, block+1), buf[:1], nil},
				{ErrOverlap, buf[:0], nonce, buf[1:9], nil},
				{ErrOverlap, buf[:1], nonce, buf[:9], nil},
				{ErrOverlap, buf[:0], nonce, nil, buf[block-1 : block+3]},
				{ErrOverlap, buf[:0], nonce, seq(0, 1), buf[block : block+3]},
			} {
				if refused.text == nil && name != "GCM" {
					refused.err = ErrEmpty
				}
				if got, err := x.TrySeal(refused.dst, refused.nonce, refused.text, refused.data); got != nil || err != refused.err {
					t.Errorf("%s: %x, %v; want %v", name, got, err, refused.err)
				}
				if got := panics(func() { x.Seal(refused.dst, refused.nonce, refused.text, refused.data) }); got != refused.err.Error() {
					t.Errorf("%s: panic %v, want %v", name, got, refused.err)
				}
			}
			if !bytes.Equal(buf, make([]byte, len(buf))) {
				t.Errorf("%s: wrote %x", name, buf)
			}
			sealed := x.Seal(nil, nonce, seq(0, 9), nil)
			for want, call := range map[error]func(){
				IVSizeError{block + 1, block}: func() { x.Open(nil, append(nonce, 0), sealed, nil) },
				IVSizeError{0, block}:         func() { x.Open(nil, nil, nil, nil) },
				ErrOverlap:                    func() { x.Open(sealed[:1], nonce, sealed, nil) },
			} {
				if got := panics(call); got != want.Error() {
					t.Errorf("%s: Open panics with %v, want %v", name, got, want)
				}
			}
			if got := panics(func() { x.Open(buf[:0], nonce, sealed, buf[8:9]) }); got != ErrOverlap.Error() {
				t.Errorf("%s: Open over the associated data: panic %v", name, got)
			}
		}
	}
}

// What the formulas give for the inputs that have no tag is refused too. In GCM and GMAC it is
// H, which nobody outside has.
func TestOpenEmpty(t *testing.T) {
	overEach(t, func(t *testing.T, c *kalyna.Cipher, r *rand.Rand) {
		n := c.BlockSize()
		nonce := random(r, n)
		h := modelT(c, make([]byte, n))
		if got, err := must(NewGCM(c, n)).Open(nil, nonce, h, nil); got != nil || err != ErrAuthentication {
			t.Errorf("GCM: %x, %v", got, err)
		}
		for _, data := range [][]byte{nil, random(r, 5)} {
			tag := modelCCM(c, nonce, nil, data, 4, n)
			if got, err := must(NewCCM(c, 4, n)).Open(nil, nonce, tag, data); got != nil || err != ErrAuthentication {
				t.Errorf("CCM, %d bytes of data: %x, %v", len(data), got, err)
			}
		}
		for _, m := range macModes {
			x := must(m.start(c, n))
			if err := x.Verify(bytes.Clone(x.finish(0, 0))); err != ErrAuthentication {
				t.Errorf("%s: %v", m.name, err)
			}
		}
	})
}

// Any overlap but the exact one panics, at every distance, before anything is written.
func TestAEADOverlap(t *testing.T) {
	const size, gap = 40, 80
	c := newCipher(t, 16, seq(0, 16))
	nonce := seq(0, 16)
	for name, x := range aeads(c, 16) {
		for offset := -gap; offset <= gap; offset++ {
			for _, sealing := range []bool{true, false} {
				in, out := size, size+16
				buf := make([]byte, 4*gap)
				if !sealing {
					in, out = out, in
					copy(buf[gap:], x.Seal(nil, nonce, seq(0, size), nil))
				}
				before := bytes.Clone(buf)
				src, dst := buf[gap:gap+in], buf[gap+offset:gap+offset]
				var err error
				got := panics(func() {
					if sealing {
						x.Seal(dst, nonce, src, nil)
					} else {
						_, err = x.Open(dst, nonce, src, nil)
					}
				})
				forbidden := offset != 0 && -out < offset && offset < in
				if forbidden != (got != nil) || err != nil {
					t.Errorf("%s, offset %d, sealing %t: panic %v, error %v", name, offset, sealing, got, err)
				}
				if forbidden && !bytes.Equal(buf, before) {
					t.Errorf("%s, offset %d, sealing %t: something was written", name, offset, sealing)
				}
			}
		}
	}
}

// What Open would have appended to is wiped, and the bytes around it are not.
func TestOpenWipes(t *testing.T) {
	overEach(t, func(t *testing.T, c *kalyna.Cipher, r *rand.Rand) {
		n := c.BlockSize()
		for name, x := range aeads(c, n) {
			for _, size := range []int{1, n, 3*n + 1, scratchSize + n + 1} {
				nonce := random(r, n)
				sealed := flip(x.Seal(nil, nonce, random(r, size), nil), 8*size)
				buf := bytes.Repeat([]byte{0xa5}, size+20)
				want := bytes.Clone(buf)
				clear(want[10 : 10+size])
				if _, err := x.Open(buf[:10], nonce, sealed, nil); err != ErrAuthentication {
					t.Fatal(err)
				}
				if !bytes.Equal(buf, want) {
					t.Errorf("%s, %d bytes: %x", name, size, buf)
				}
			}
		}
	})
}

// T(S) = v is reached with S = U(v): the counter then begins next to where it carries.
func TestCounterWraps(t *testing.T) {
	overEach(t, func(t *testing.T, c *kalyna.Cipher, r *rand.Rand) {
		n := c.BlockSize()
		for bits := 8; bits <= 8*n; bits += 8 {
			if bits&(bits-1) != 0 && bits != 96 && testing.Short() {
				continue
			}
			for less := byte(1); less <= 2; less++ {
				v := random(r, n)
				for i := range bits / 8 {
					v[i] = 0xff
				}
				v[0] -= less - 1 // 2^bits - less, and random bits above
				iv := modelU(c, v)
				text := random(r, 18*n)

				got := make([]byte, len(text))
				must(NewCTR(c, iv)).XORKeyStream(got, text)
				if !bytes.Equal(got, modelCTR(c, iv, text)) {
					t.Errorf("CTR from 2^%d-%d: %x", bits, less, got)
				}
				for name, x := range aeads(c, n) {
					want := modelSeal(x, c, iv, text, nil)
					if got := x.Seal(nil, iv, text, nil); !bytes.Equal(got, want) {
						t.Errorf("%s from 2^%d-%d: %x", name, bits, less, got)
					}
				}
			}
		}
	})
}

// GCM does not carry out of the low 64 bits, CTR and CCM do.
func TestCarry(t *testing.T) {
	c := newCipher(t, 16, seq(0, 16))
	iv := modelU(c, bytes.Repeat([]byte{0xff}, 16))
	zero := make([]byte, 16)
	ctr := make([]byte, 16)
	must(NewCTR(c, iv)).XORKeyStream(ctr, ctr)
	if want := modelT(c, zero); !bytes.Equal(ctr, want) {
		t.Errorf("CTR: %x, want T(0) = %x", ctr, want)
	}
	if got := must(NewCCM(c, 4, 16)).Seal(nil, iv, zero, nil)[:16]; !bytes.Equal(got, ctr) {
		t.Errorf("CCM: %x, want %x", got, ctr)
	}
	want := modelT(c, append(make([]byte, 8), bytes.Repeat([]byte{0xff}, 8)...))
	if got := must(NewGCM(c, 16)).Seal(nil, iv, zero, nil)[:16]; !bytes.Equal(got, want) {
		t.Errorf("GCM: %x, want %x", got, want)
	}
}

// The limits, where no memory reaches them.
func TestLimits(t *testing.T) {
	const top = ^uint64(0)
	for _, l := range []struct {
		n    int
		a, b uint64
		fits bool
	}{
		{16, 0, 1<<61 - 1, true}, {16, 0, 1 << 61, false}, {16, 1 << 60, 1 << 60, false}, {16, 1<<61 - 1, 0, true},
		{16, 1<<61 - 1, 1, false}, {16, top, 0, false}, {16, top, 1, false}, {16, top, top, false},
		{32, 1 << 61, 0, true}, {32, top, 0, true}, {32, top - 1, 1, true}, {32, top, 1, false}, {64, top, 0, true}, {64, top, top, false},
	} {
		if got := lengthFits(l.n, l.a, l.b); got != l.fits {
			t.Errorf("lengthFits(%d, %d, %d) = %t", l.n, l.a, l.b, got)
		}
	}
	for _, f := range []struct {
		size int
		n    uint64
		fits bool
	}{
		{4, 1<<32 - 1, true}, {4, 1 << 32, false}, {6, 1<<48 - 1, true}, {6, 1 << 48, false}, {8, top, true}, {8, 0, true},
	} {
		if got := fieldFits(f.size, f.n); got != f.fits {
			t.Errorf("fieldFits(%d, %d) = %t", f.size, f.n, got)
		}
	}
	for _, size := range []int{16, 32} {
		half := make([]byte, size/2)
		xorLength(half, 1<<61-1, 7)
		if want := append(bytes.Repeat([]byte{0xff}, 8), make([]byte, size/2-8)...); !bytes.Equal(half, want) {
			t.Errorf("length of 2⁶⁴-1 bits: %x", half)
		}
	}
	half := make([]byte, 16)
	xorLength(half, top, 5)
	if want := unhex("fdffffffffffffff0700000000000000"); !bytes.Equal(half, want) {
		t.Errorf("length of 2⁶⁷-3 bits: %x", half)
	}
}

func TestLimitErrors(t *testing.T) {
	for err, want := range map[error]string{
		tooLong(16, "plaintext", 1<<61):                                    "dstu7624: invalid length 2305843009213693952 of plaintext, want less than 2⁶¹",
		tooLong(32, "plaintext", 0):                                        "dstu7624: invalid length 0 of plaintext, want less than 2⁶⁴",
		(&CCM{lengthSize: 4}).tooLong("plaintext", 1<<31-1):                "dstu7624: invalid length 2147483647 of plaintext, want less than 2³²",
		(&CCM{lengthSize: 6}).tooLong("associated data", 1):                "dstu7624: invalid length 1 of associated data, want less than 2⁴⁸",
		error(LengthError{What: "XTS input", Got: 5, Want: "at least 16"}): "dstu7624: invalid length 5 of XTS input, want at least 16",
	} {
		if err.Error() != want {
			t.Errorf("%q, want %q", err, want)
		}
	}
}

func TestErrorTexts(t *testing.T) {
	c := newCipher(t, 16, seq(0, 16))
	_, iv := NewCTR(c, make([]byte, 15))
	_, tag := NewCMAC(c, 7)
	_, width := NewCFBEncrypter(c, make([]byte, 16), 3)
	_, size := NewCCM(c, 5, 16)
	_, bits := must(NewCMAC(c, 8)).TagBits(0, 8)
	for err, want := range map[error]string{
		iv:    "dstu7624: invalid IV size 15 for 16-byte block",
		tag:   "dstu7624: invalid tag size 7 for 16-byte block",
		width: "dstu7624: invalid CFB width 3 for 16-byte block",
		size:  "dstu7624: invalid length field size 5",
		bits:  "dstu7624: invalid number of final bits 8",
	} {
		if err.Error() != want {
			t.Errorf("%q, want %q", err, want)
		}
	}
	for _, err := range []error{ErrAuthentication, ErrEmpty, ErrOverlap, ErrPadding} {
		if !strings.HasPrefix(err.Error(), "dstu7624: ") || errors.Unwrap(err) != nil {
			t.Errorf("%q", err)
		}
	}
}

// A method more could be taken by crypto/cipher for an interface of its own.
func TestMethods(t *testing.T) {
	for _, x := range []struct {
		got, want reflect.Type
		more      int
	}{
		{reflect.TypeFor[*ECB](), reflect.TypeFor[cipher.BlockMode](), 0},
		{reflect.TypeFor[*CBC](), reflect.TypeFor[cipher.BlockMode](), 0},
		{reflect.TypeFor[*CTR](), reflect.TypeFor[cipher.Stream](), 0},
		{reflect.TypeFor[*OFB](), reflect.TypeFor[cipher.Stream](), 0},
		{reflect.TypeFor[*GCM](), reflect.TypeFor[sealer](), 0},
		{reflect.TypeFor[*CCM](), reflect.TypeFor[sealer](), 0},
		{reflect.TypeFor[*CFB](), reflect.TypeFor[any](), 2},
		{reflect.TypeFor[*XTS](), reflect.TypeFor[any](), 2},
	} {
		if !x.got.Implements(x.want) || x.got.NumMethod() != x.want.NumMethod()+x.more {
			t.Errorf("%v has %d methods", x.got, x.got.NumMethod())
		}
	}
}

// One object, many goroutines; for the race detector.
func TestConcurrent(t *testing.T) {
	c := newCipher(t, 16, seq(0, 16))
	xts, ecb := NewXTS(c), NewECBDecrypter(c)
	all := aeads(c, 16)
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(1, uint64(g)))
			for size := 16; size < 500; size += 16 + g {
				nonce, text := random(r, 16), random(r, size)
				for name, x := range all {
					sealed := x.Seal(nil, nonce, text, nil)
					if !bytes.Equal(sealed, modelSeal(x, c, nonce, text, nil)) {
						t.Errorf("%s: %x", name, sealed)
					}
					if got, err := x.Open(nil, nonce, sealed, nil); err != nil || !bytes.Equal(got, text) {
						t.Errorf("%s: %x, %v", name, got, err)
					}
				}
				got := make([]byte, size)
				if err := xts.Encrypt(got, text, nonce); err != nil || !bytes.Equal(got, modelXTS(c, nonce, text)) {
					t.Errorf("XTS: %x, %v", got, err)
				}
				ecb.CryptBlocks(got[:16], text[:16])
				if !bytes.Equal(got[:16], modelU(c, text[:16])) {
					t.Errorf("ECB: %x", got[:16])
				}
			}
		})
	}
	wg.Wait()
}
