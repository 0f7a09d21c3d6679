package dstu7624_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/zvirka/zvirka/reference/dstu7624"
	"github.com/zvirka/zvirka/reference/kalyna"
	spec "github.com/zvirka/zvirka/spec/dstu7624"
	cipher "github.com/zvirka/zvirka/spec/kalyna"
)

// randomBytes returns n reproducible bytes.
func randomBytes(n int) []byte {
	b := make([]byte, n)
	rand.NewChaCha8([32]byte{byte(n), byte(n >> 8)}).Read(b)
	return b
}

// lengths returns the message sizes up to three blocks of n bytes and three, all of them
// for the smallest block, for others those within three bytes of whole blocks.
func lengths(n int) (list []int) {
	for size := range 3*n + 4 {
		if n == 16 || (size+3)%n <= 6 {
			list = append(list, size)
		}
	}
	return list
}

// widths returns the feedback widths of CFB for a variant, in bytes.
func widths(p cipher.Params) (list []int) {
	for _, q := range []byte(spec.CFBWidths) {
		if int(q) <= p.BlockSize {
			list = append(list, int(q))
		}
	}
	return list
}

// A mode of confidentiality under one key and synchro value.
type mode struct {
	name             string
	encrypt, decrypt func(message []byte) []byte
	whole            bool // blocks only
	shortest         int  // message in bytes
}

func modes(p cipher.Params, key, iv []byte) []mode {
	n := p.BlockSize
	list := []mode{
		{"ECB", func(m []byte) []byte { return dstu7624.ECBEncrypt(n, key, m) }, func(c []byte) []byte { return dstu7624.ECBDecrypt(n, key, c) }, true, 0},
		{"CBC", func(m []byte) []byte { return dstu7624.CBCEncrypt(n, key, iv, m) }, func(c []byte) []byte { return dstu7624.CBCDecrypt(n, key, iv, c) }, true, 0},
		{"CTR", func(m []byte) []byte { return dstu7624.CTR(n, key, iv, m) }, func(c []byte) []byte { return dstu7624.CTR(n, key, iv, c) }, false, 0},
		{"OFB", func(m []byte) []byte { return dstu7624.OFB(n, key, iv, m) }, func(c []byte) []byte { return dstu7624.OFB(n, key, iv, c) }, false, 0},
		{"XTS", func(m []byte) []byte { return dstu7624.XTSEncrypt(n, key, iv, m) }, func(c []byte) []byte { return dstu7624.XTSDecrypt(n, key, iv, c) }, false, n},
	}
	for _, q := range widths(p)[1:] { // one byte costs a block each: see TestCFBBytes
		list = append(list, mode{fmt.Sprintf("CFB of %d bytes", q),
			func(m []byte) []byte { return dstu7624.CFBEncrypt(n, key, iv, m, q) },
			func(c []byte) []byte { return dstu7624.CFBDecrypt(n, key, iv, c, q) }, false, 0})
	}
	return list
}

func TestRoundTrip(t *testing.T) {
	for _, p := range cipher.Variants() {
		key, iv := randomBytes(p.KeySize), randomBytes(p.BlockSize + 1)[1:]
		for _, mode := range modes(p, key, iv) {
			for _, size := range lengths(p.BlockSize) {
				if size < mode.shortest || mode.whole && size%p.BlockSize != 0 {
					continue
				}
				message := randomBytes(size)
				arguments := slices.Concat(key, iv, message)
				ciphertext := mode.encrypt(message)
				if len(ciphertext) != size || size >= 8 && bytes.Equal(ciphertext, message) {
					t.Fatalf("%s, %s: %x encrypted to %x", p.Name, mode.name, message, ciphertext)
				}
				received := bytes.Clone(ciphertext)
				if got := mode.decrypt(received); !bytes.Equal(got, message) {
					t.Fatalf("%s, %s: decrypted to %x, want %x", p.Name, mode.name, got, message)
				}
				if !bytes.Equal(received, ciphertext) || !bytes.Equal(arguments, slices.Concat(key, iv, message)) {
					t.Fatalf("%s, %s: an argument of %d bytes was changed", p.Name, mode.name, size)
				}
			}
		}
	}
}

func TestCFBBytes(t *testing.T) {
	for _, p := range cipher.Variants() {
		key, iv, message := randomBytes(p.KeySize), randomBytes(p.BlockSize), randomBytes(p.BlockSize+3)
		ciphertext := dstu7624.CFBEncrypt(p.BlockSize, key, iv, message, 1)
		if got := dstu7624.CFBDecrypt(p.BlockSize, key, iv, ciphertext, 1); !bytes.Equal(got, message) {
			t.Errorf("%s: got %x, want %x", p.Name, got, message)
		}
		// Until a second block is needed, γ is T(S), whose last byte is added.
		gamma := kalyna.Encrypt(key, iv)
		if ciphertext[0] != message[0]^gamma[p.BlockSize-1] {
			t.Errorf("%s: the first byte is %02x", p.Name, ciphertext[0])
		}
	}
}

// T(S), from which a counter starts, can be chosen: S is U of it. Nothing else comes to a
// carry beyond 64 bits.
func TestCounters(t *testing.T) {
	for _, p := range cipher.Variants() {
		n := p.BlockSize
		key, message := randomBytes(p.KeySize), make([]byte, 2*n)
		ones := bytes.Repeat([]byte{0xff}, n)
		low := slices.Concat(ones[:8], make([]byte, n-8)) // 2⁶⁴-1

		one := append([]byte{1}, make([]byte, n-1)...)
		carried := bytes.Clone(one) // 2⁶⁴ and 2⁶⁴ + 1
		carried[0], carried[8] = 0, 1
		next := bytes.Clone(carried)
		next[0] = 1

		high := slices.Concat(make([]byte, 8), ones[8:]) // ones, and no carry from the low half
		highNext := bytes.Clone(high)
		highNext[0] = 1

		gcm := func(iv []byte) []byte {
			C, _ := dstu7624.GCMSeal(n, key, iv, nil, message, n)
			return C
		}
		ctr := func(iv []byte) []byte { return dstu7624.CTR(n, key, iv, message) }
		ccm := func(iv []byte) []byte {
			C, _ := dstu7624.CCMSeal(n, key, iv, nil, message, 4, n)
			return C
		}
		zero := make([]byte, n)
		for _, c := range []struct {
			name          string
			stream        func(iv []byte) []byte
			start         []byte
			first, second []byte
		}{
			{"CTR, all ones", ctr, ones, zero, one},
			{"CTR, 64 ones", ctr, low, carried, next},
			{"CCM, all ones", ccm, ones, zero, one},
			{"CCM, 64 ones", ccm, low, carried, next},
			{"GCM, all ones", gcm, ones, high, highNext},
			{"GCM, 64 ones", gcm, low, zero, one},
		} {
			got := c.stream(kalyna.Decrypt(key, c.start))
			want := slices.Concat(kalyna.Encrypt(key, c.first), kalyna.Encrypt(key, c.second))
			if !bytes.Equal(got, want) {
				t.Errorf("%s, %s: keystream %x, want %x", p.Name, c.name, got, want)
			}
		}
	}
}

// Padding adds a 1 and zeros up to the next block, and nothing to whole blocks.
func TestPad(t *testing.T) {
	for _, n := range []int{16, 32, 64} {
		l := 8 * n
		for N := range 2*l + 1 {
			message := bytes.Repeat([]byte{0xff}, (N+7)/8)
			before := bytes.Clone(message)
			padded := dstu7624.Pad(n, message, N)
			if len(padded) != (N+l-1)/l*n {
				t.Fatalf("l = %d, %d bits: padded to %d bytes", l, N, len(padded))
			}
			for i := range 8 * len(padded) {
				if got, want := padded[i/8]>>(7-i%8)&1 == 1, i <= N; got != want {
					t.Fatalf("l = %d, %d bits: bit %d is set: %t, want %t", l, N, i, got, want)
				}
			}
			if !bytes.Equal(message, before) {
				t.Fatalf("l = %d, %d bits: the message was changed", l, N)
			}
		}
	}
}

// Bits beyond the message do not matter; each of its own does. Tags are the beginnings of
// the longest.
func TestMACs(t *testing.T) {
	for _, p := range cipher.Variants() {
		n, key := p.BlockSize, randomBytes(p.KeySize)
		for name, sum := range map[string]func(m []byte, bits, tagSize int) []byte{
			"CMAC": func(m []byte, bits, tagSize int) []byte { return dstu7624.CMAC(n, key, m, bits, tagSize) },
			"GMAC": func(m []byte, bits, tagSize int) []byte { return dstu7624.GMAC(n, key, m, bits, tagSize) },
		} {
			message := randomBytes(n + 2)
			bits := 8*len(message) - 3
			tag := sum(message, bits, n)
			for _, i := range []int{0, 8*n - 1, 8 * n, bits - 1, bits, bits + 2} {
				message[i/8] ^= 0x80 >> (i % 8)
				if got := bytes.Equal(sum(message, bits, n), tag); got != (i >= bits) {
					t.Errorf("%s, %s: bit %d of %d changed: the same tag: %t", p.Name, name, i, bits, got)
				}
				message[i/8] ^= 0x80 >> (i % 8)
			}
			if got := sum(message, bits, 8); !bytes.Equal(got, tag[:8]) {
				t.Errorf("%s, %s: 8 bytes of tag are %x, of %x", p.Name, name, got, tag)
			}
			padded := dstu7624.Pad(n, message, bits)
			if bytes.Equal(sum(padded, 8*len(padded), n), tag) {
				t.Errorf("%s, %s: the padded message has the same tag", p.Name, name)
			}
		}

		// GMAC is the tag of GCM without a message.
		O := randomBytes(n + 5)
		_, tag := dstu7624.GCMSeal(n, key, make([]byte, n), O, nil, n)
		if got := dstu7624.GMAC(n, key, O, 8*len(O), n); !bytes.Equal(got, tag) {
			t.Errorf("%s: GMAC %x, GCM without a message %x", p.Name, got, tag)
		}
	}
}

// An aead is GCM or CCM with one key and one size of tag.
type aead struct {
	name string
	seal func(iv, associated, message []byte) (ciphertext, tag []byte)
	open func(iv, associated, ciphertext, tag []byte) (message []byte, ok bool)
}

func aeads(n int, key []byte) []aead {
	return []aead{
		{"GCM",
			func(iv, O, M []byte) ([]byte, []byte) { return dstu7624.GCMSeal(n, key, iv, O, M, n) },
			func(iv, O, C, tag []byte) ([]byte, bool) { return dstu7624.GCMOpen(n, key, iv, O, C, tag) }},
		{"CCM",
			func(iv, O, M []byte) ([]byte, []byte) { return dstu7624.CCMSeal(n, key, iv, O, M, 4, n) },
			func(iv, O, C, tag []byte) ([]byte, bool) { return dstu7624.CCMOpen(n, key, iv, O, C, tag, 4) }},
	}
}

func TestSealAndOpen(t *testing.T) {
	for _, p := range cipher.Variants() {
		n, key, iv := p.BlockSize, randomBytes(p.KeySize), randomBytes(p.BlockSize)
		list := lengths(n)
		for _, a := range aeads(n, key) {
			for i, size := range list[1:] { // a byte or more
				// Each length of a message with another of associated data.
				O, M := randomBytes(list[i*5%len(list)]), randomBytes(size)
				arguments := slices.Concat(key, iv, O, M)
				C, tag := a.seal(iv, O, M)
				if len(tag) != n || a.name == "CCM" && !bytes.Equal(C, dstu7624.CTR(n, key, iv, M)) {
					t.Fatalf("%s, %s: sealed to %x, tag %x", p.Name, a.name, C, tag)
				}
				got, ok := a.open(iv, O, C, tag)
				if !ok || !bytes.Equal(got, M) {
					t.Fatalf("%s, %s: opened %t, %x, want %x", p.Name, a.name, ok, got, M)
				}
				if !bytes.Equal(arguments, slices.Concat(key, iv, O, M)) {
					t.Fatalf("%s, %s: an argument was changed", p.Name, a.name)
				}
			}
		}
	}
}

// Whatever is changed, longer or shorter, nothing is opened, except that GCM does not
// notice another synchro value.
func TestTamper(t *testing.T) {
	for _, p := range cipher.Variants() {
		n, key, iv := p.BlockSize, randomBytes(p.KeySize), randomBytes(p.BlockSize)
		for _, a := range aeads(n, key) {
			O, M := randomBytes(n+3), randomBytes(n+1)
			C, tag := a.seal(iv, O, M)
			try := func(what string, iv, O, C, tag []byte, want bool) {
				t.Helper()
				got, ok := a.open(iv, O, C, tag)
				if ok != want || (got != nil) != want {
					t.Errorf("%s, %s: %s: opened %t, %x", p.Name, a.name, what, ok, got)
				}
			}
			try("nothing changed", iv, O, C, tag, true)
			for what, x := range map[string][]byte{"associated data": O, "ciphertext": C, "tag": tag} {
				for i := 0; i < len(x); i += 7 {
					x[i] ^= 1 << (i % 8)
					try(fmt.Sprintf("%s, byte %d", what, i), iv, O, C, tag, false)
					x[i] ^= 1 << (i % 8)
				}
			}
			try("no associated data", iv, nil, C, tag, false)
			try("a zero more in the associated data", iv, append(bytes.Clone(O), 0), C, tag, false)
			try("a zero more in the ciphertext", iv, O, append(bytes.Clone(C), 0), tag, false)
			try("padded ciphertext", iv, O, dstu7624.Pad(n, C, 8*len(C)), tag, false)
			try("a byte less in the ciphertext", iv, O, C[:n], tag, false)
			other := bytes.Clone(iv)
			other[0] ^= 1
			try("another synchro value", other, O, C, tag, a.name == "GCM")
		}
	}
}

func TestKW(t *testing.T) {
	for _, p := range cipher.Variants() {
		n, key := p.BlockSize, randomBytes(p.KeySize)
		for _, r := range []int{1, 2, 3, spec.KWMaxBlocks} {
			if r > 3 && n > 16 {
				continue
			}
			payload := randomBytes(r * n)
			arguments := slices.Concat(key, payload)
			wrapped := dstu7624.KWWrap(n, key, payload)
			if len(wrapped) != (r+1)*n {
				t.Fatalf("%s: %d blocks wrapped to %d bytes", p.Name, r, len(wrapped))
			}
			received := bytes.Clone(wrapped)
			got, ok := dstu7624.KWUnwrap(n, key, received)
			if !ok || !bytes.Equal(got, payload) {
				t.Fatalf("%s: unwrapped %t, %x, want %x", p.Name, ok, got, payload)
			}
			if !bytes.Equal(received, wrapped) || !bytes.Equal(arguments, slices.Concat(key, payload)) {
				t.Fatalf("%s: an argument was changed", p.Name)
			}
			if r > 1 {
				continue
			}
			for i := range wrapped {
				wrapped[i] ^= 1 << (i % 8)
				if got, ok := dstu7624.KWUnwrap(n, key, wrapped); ok || got != nil {
					t.Errorf("%s: byte %d changed: unwrapped to %x", p.Name, i, got)
				}
				wrapped[i] ^= 1 << (i % 8)
			}
		}
	}
}

// Every payload that is not whole blocks comes back, when asked for with its length, and
// bits beyond it do not matter.
func TestKWPad(t *testing.T) {
	for _, n := range []int{16, 32, 64} {
		l := 8 * n
		for N := 1; N < 2*l; N++ {
			if N == l {
				continue
			}
			payload := randomBytes((N + 7) / 8)
			padded := dstu7624.KWPad(n, payload, N)
			if got, want := 8*len(padded), (N+l/2+l-1)/l*l; got != want {
				t.Fatalf("l = %d, %d bits: padded to %d bits, want %d", l, N, got, want)
			}
			got, ok := dstu7624.KWUnpad(n, padded, N)
			if want := dstu7624.Pad(n, payload, N); !ok || len(got) != len(payload) || !bytes.Equal(dstu7624.Pad(n, got, N), want) {
				t.Fatalf("l = %d: %t, %x, want %d bits of %x", l, ok, got, N, payload)
			}
			if N%8 != 0 {
				last := len(payload) - 1
				if got[last]&(0xff>>(N%8)) != 0 {
					t.Fatalf("l = %d, %d bits: the last byte is %02x", l, N, got[last])
				}
				payload[last] ^= 1
				if !bytes.Equal(dstu7624.KWPad(n, payload, N), padded) {
					t.Fatalf("l = %d, %d bits: a bit beyond them counts", l, N)
				}
			}
			for _, other := range []int{N - 1, N + 1, N + l} {
				if other%l == 0 {
					continue
				}
				if got, ok := dstu7624.KWUnpad(n, padded, other); ok || got != nil {
					t.Fatalf("l = %d: %d bits, taken for %d: %x", l, N, other, got)
				}
			}
		}
	}
}

// Two payloads with one padded form: the single 1 after the number 1 is the bit of the
// number 64 that stands there.
func TestKWPadIsAmbiguous(t *testing.T) {
	padded := dstu7624.KWPad(16, []byte{0x80}, 1)
	short, ok1 := dstu7624.KWUnpad(16, padded, 1)
	long, ok64 := dstu7624.KWUnpad(16, padded, 64)
	if !ok1 || !ok64 || len(short) != 1 || len(long) != 8 {
		t.Errorf("%x: %t %x, %t %x", padded, ok1, short, ok64, long)
	}
}
