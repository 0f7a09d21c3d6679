package contract

import (
	"bytes"
	"crypto/cipher"
	"fmt"
	"slices"
	"testing"
)

// An AEAD is an implementation of [cipher.AEAD] to be examined. Its Seal has to be a
// function of its arguments: what draws a nonce by itself is none.
type AEAD struct {
	New       func(key []byte) (cipher.AEAD, error)
	KeySizes  []int // every accepted key length, in bytes
	NonceSize int   // bytes
	Overhead  int   // bytes that a ciphertext has more than its plaintext

	// MinPlaintext is the least length of a plaintext in bytes: 1 where the algorithm has
	// no value for an empty one.
	MinPlaintext int
	// NeedsInput says that plaintext and additional data may not both be empty. Seal
	// panics where there is no value, and Open returns an error.
	NeedsInput bool
	// NonceUnbound says that the tag does not depend on the nonce: with a wrong one Open
	// finds a wrong plaintext instead of an error.
	NonceUnbound bool

	Methods []string          // exported methods allowed besides those of cipher.AEAD
	Except  map[string]string // laws known to be broken, with the reason
}

// TestAEAD examines a for every law of authenticated encryption, each in a subtest.
func TestAEAD(t *testing.T, a AEAD) { run(t, aeadLaws, a, a.Except) }

// AEADLaws returns the names of the laws that TestAEAD examines.
func AEADLaws() []string { return names(aeadLaws) }

// CheckAEAD examines a for all laws and reports to t, each failure after the name of its
// law. It is TestAEAD for callers without a *testing.T.
func CheckAEAD(t T, a AEAD) {
	t.Helper()
	check(t, aeadLaws, a)
}

var aeadLaws = []law[AEAD]{
	{"Sizes", aeadSizes},
	{"KeySizes", aeadKeySizes},
	{"KeyNotRetained", aeadKeyNotRetained},
	{"EveryKeyBit", aeadEveryKeyBit},
	{"WrongNonceSize", aeadWrongNonceSize},
	{"EveryNonceBit", aeadEveryNonceBit},
	{"RoundTrip", aeadRoundTrip},
	{"Deterministic", aeadDeterministic},
	{"Stateless", aeadStateless},
	{"Empty", aeadEmpty},
	{"NoValue", aeadNoValue},
	{"LongData", aeadLongData},

	{"TamperedCiphertext", aeadTamperedCiphertext},
	{"TamperedNonce", aeadTamperedNonce},
	{"TamperedData", aeadTamperedData},
	{"CiphertextLengths", aeadCiphertextLengths},
	{"NothingBesideError", aeadNothingBesideError},
	{"DestinationWiped", aeadDestinationWiped},

	{"AppendsToDst", aeadAppendsToDst},
	{"InPlace", aeadInPlace},
	{"Overlap", aeadOverlap},
	{"DataOverlap", aeadDataOverlap},
	{"InputsUnchanged", aeadInputsUnchanged},
	{"BuffersNotRetained", aeadBuffersNotRetained},
	{"Alignment", aeadAlignment},
	{"GuardPages", aeadGuardPages},
	{"Concurrent", aeadConcurrent},
	{"Methods", aeadMethods},
}

// aeadLongest is a length that the laws for every length go up to: two blocks of the
// widest ciphers and a part of one. aeadLengths are those around which an implementation
// takes another way, and aeadShort some where it takes the usual ones.
const aeadLongest = 2*64 + 16

var (
	aeadLengths = []int{0, 1, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 513}
	aeadShort   = []int{0, 1, 16, 17, 65}
)

// has reports whether the algorithm has a value for such lengths.
func (a AEAD) has(plaintext, data int) bool {
	return plaintext >= a.MinPlaintext && !(a.NeedsInput && plaintext+data == 0)
}

// each calls f with an AEAD for every key size.
func (a AEAD) each(t T, r *source, f func(key []byte, c cipher.AEAD)) {
	t.Helper()
	for _, n := range a.KeySizes {
		key := r.bytes(n)
		f(key, a.must(t, bytes.Clone(key)))
	}
}

func (a AEAD) must(t T, key []byte) cipher.AEAD {
	t.Helper()
	c, err := a.New(key)
	if err != nil {
		t.Fatalf("key of %d bytes refused: %v", len(key), err)
	}
	return c
}

// sealed is what Seal takes and what it makes of it.
type sealed struct{ nonce, plaintext, data, ciphertext []byte }

func (m sealed) String() string {
	return fmt.Sprintf("%d bytes with %d of data", len(m.plaintext), len(m.data))
}

// sealWith returns such a message, sealed. What c is given it is given as copies.
func sealWith(c cipher.AEAD, nonce, plaintext, data []byte) sealed {
	ciphertext := c.Seal(nil, bytes.Clone(nonce), bytes.Clone(plaintext), bytes.Clone(data))
	return sealed{nonce, plaintext, data, ciphertext}
}

// seal returns a random message of such lengths, sealed.
func (a AEAD) seal(r *source, c cipher.AEAD, plaintext, data int) sealed {
	return sealWith(c, r.bytes(a.NonceSize), r.bytes(plaintext), r.bytes(data))
}

// messages calls f with random messages, sealed, whose plaintext or data are so long.
func (a AEAD) messages(r *source, c cipher.AEAD, lengths []int, f func(m sealed)) {
	for _, n := range lengths {
		for _, size := range [][2]int{{n, 0}, {n, 20}, {a.MinPlaintext, n}, {17, n}} {
			if a.has(size[0], size[1]) {
				f(a.seal(r, c, size[0], size[1]))
			}
		}
	}
}

// everyLength calls f with random messages, sealed: every length of the plaintext, and
// every one of the data, is there once.
func (a AEAD) everyLength(r *source, c cipher.AEAD, f func(m sealed)) {
	for n := range aeadLongest + 1 {
		if data := 13 * n % (aeadLongest + 1); a.has(n, data) {
			f(a.seal(r, c, n, data))
		}
	}
}

// An operation is one of the two of an AEAD, on a message that is as it has to be.
type operation struct {
	name  string
	parts func(m sealed) (input, result []byte)
	call  func(t T, c cipher.AEAD, dst, nonce, input, data []byte) []byte
}

var operations = [2]operation{
	{
		"Seal",
		func(m sealed) (input, result []byte) { return m.plaintext, m.ciphertext },
		func(t T, c cipher.AEAD, dst, nonce, input, data []byte) []byte {
			return c.Seal(dst, nonce, input, data)
		},
	},
	{
		"Open",
		func(m sealed) (input, result []byte) { return m.ciphertext, m.plaintext },
		func(t T, c cipher.AEAD, dst, nonce, input, data []byte) []byte {
			out, err := c.Open(dst, nonce, input, data)
			if err != nil {
				t.Errorf("Open of %d bytes with %d of data: %v", len(input), len(data), err)
			}
			return out
		},
	},
}

// examine reports what is wrong with the operation on m.
func (o operation) examine(t T, c cipher.AEAD, what string, m sealed) {
	t.Helper()
	input, want := o.parts(m)
	if !bytes.Equal(o.call(t, c, nil, m.nonce, input, m.data), want) {
		t.Errorf("%s: %s of %v gives another result", what, o.name, m)
	}
}

// both reports what is wrong with either operation on m.
func both(t T, c cipher.AEAD, what string, m sealed) {
	t.Helper()
	for _, o := range operations {
		o.examine(t, c, what, m)
	}
}

func aeadSizes(t T, a AEAD) {
	r := random("Sizes")
	a.each(t, r, func(key []byte, c cipher.AEAD) {
		if got := c.NonceSize(); got != a.NonceSize {
			t.Errorf("NonceSize() = %d, want %d", got, a.NonceSize)
		}
		if got := c.Overhead(); got != a.Overhead {
			t.Errorf("Overhead() = %d, want %d", got, a.Overhead)
		}
		a.messages(r, c, aeadLengths, func(m sealed) {
			if got := len(m.ciphertext) - len(m.plaintext); got != a.Overhead {
				t.Errorf("%v: a ciphertext of %d bytes more, want %d", m, got, a.Overhead)
			}
		})
	})
}

// key is the key of a, whose effect is seen in what it makes of a message.
func (a AEAD) key(r *source) parameter {
	nonce, plaintext, data := r.bytes(a.NonceSize), r.bytes(17), r.bytes(3)
	return parameter{"key", a.KeySizes, func(key []byte) (any, func() []byte, error) {
		c, err := a.New(key)
		return c, func() []byte { return c.Seal(nil, nonce, plaintext, data) }, err
	}}
}

func aeadKeySizes(t T, a AEAD) { a.key(random("KeySizes")).lengths(t) }

func aeadKeyNotRetained(t T, a AEAD) {
	r := random("KeyNotRetained")
	a.key(r).notRetained(t, r)
}

func aeadEveryKeyBit(t T, a AEAD) {
	r := random("EveryKeyBit")
	a.key(r).everyBit(t, r)
}

// aeadWrongNonceSize: with a nonce of another length Seal panics and writes nothing, and
// Open panics or returns an error.
func aeadWrongNonceSize(t T, a AEAD) {
	r := random("WrongNonceSize")
	a.each(t, r, func(key []byte, c cipher.AEAD) {
		m := a.seal(r, c, 17, 3)
		for n := range 2*a.NonceSize + 2 {
			if n == a.NonceSize {
				continue
			}
			nonce := append(bytes.Clone(m.nonce), make([]byte, a.NonceSize+1)...)[:n]
			dst := r.bytes(len(m.ciphertext))
			before := bytes.Clone(dst)
			if !panicked(func() { c.Seal(dst[:0], nonce, m.plaintext, m.data) }) {
				t.Errorf("Seal with a nonce of %d bytes did not panic", n)
			}
			if !bytes.Equal(dst, before) {
				t.Errorf("Seal with a nonce of %d bytes wrote something", n)
			}
			var err error
			if !panicked(func() { _, err = c.Open(nil, nonce, m.ciphertext, m.data) }) && err == nil {
				t.Errorf("Open with a nonce of %d bytes accepted", n)
			}
		}
	})
}

func aeadEveryNonceBit(t T, a AEAD) {
	r := random("EveryNonceBit")
	a.each(t, r, func(key []byte, c cipher.AEAD) {
		m := a.seal(r, c, 17, 3)
		for bit := range 8 * a.NonceSize {
			if bytes.Equal(c.Seal(nil, flipped(m.nonce, bit), m.plaintext, m.data), m.ciphertext) {
				t.Errorf("bit %d of the nonce has no effect", bit)
			}
		}
	})
}

// aeadRoundTrip: Open returns what was sealed, by another object as well.
func aeadRoundTrip(t T, a AEAD) {
	r := random("RoundTrip")
	a.each(t, r, func(key []byte, c cipher.AEAD) {
		opener := a.must(t, key)
		examine := func(m sealed) { operations[1].examine(t, opener, "another object", m) }
		a.messages(r, c, aeadLengths, examine)
		a.everyLength(r, c, examine)
	})
}

// aeadDeterministic: the same arguments give the same result, by another object as well.
func aeadDeterministic(t T, a AEAD) {
	r := random("Deterministic")
	a.each(t, r, func(key []byte, c cipher.AEAD) {
		other := a.must(t, key)
		a.messages(r, c, aeadShort, func(m sealed) {
			both(t, c, "again", m)
			both(t, other, "another object", m)
		})
	})
}

// aeadStateless: the result depends on nothing that came before, an Open that failed and a
// Seal that panicked included, nor on another object.
func aeadStateless(t T, a AEAD) {
	r := random("Stateless")
	a.each(t, r, func(key []byte, c cipher.AEAD) {
		neighbour := a.must(t, r.bytes(len(key)))
		m := a.seal(r, c, 33, 7)
		for i := range 60 {
			o := a.seal(r, c, 1+r.below(40), r.below(40))
			switch i % 5 {
			case 0:
				neighbour.Seal(nil, m.nonce, m.plaintext, m.data)
			case 1:
				c.Open(nil, o.nonce, o.ciphertext, o.data)
			case 2:
				c.Open(nil, o.nonce, flipped(o.ciphertext, i), o.data)
			case 3:
				neighbour.Open(nil, m.nonce, m.ciphertext, m.data)
			case 4:
				panicked(func() { c.Seal(nil, append(o.nonce, 0), o.plaintext, o.data) })
			}
			both(t, c, fmt.Sprintf("after %d other calls", i+1), m)
		}
	})
}

// aeadEmpty: what is empty may be nil, the destination included.
func aeadEmpty(t T, a AEAD) {
	r := random("Empty")
	a.each(t, r, func(key []byte, c cipher.AEAD) {
		for _, size := range [][2]int{{0, 0}, {0, 5}, {17, 0}} {
			if !a.has(size[0], size[1]) {
				continue
			}
			m := a.seal(r, c, size[0], size[1])
			for _, empty := range [][]byte{nil, {}, r.bytes(40)[8:8]} {
				either := m
				if size[0] == 0 {
					either.plaintext = empty
				}
				if size[1] == 0 {
					either.data = empty
				}
				if panicked(func() { both(t, c, fmt.Sprintf("empty with capacity %d", cap(empty)), either) }) {
					t.Errorf("%v, empty with capacity %d: a panic", m, cap(empty))
				}
			}
		}
	})
}

// aeadNoValue: where the algorithm has no value Seal panics, and Open returns an error.
func aeadNoValue(t T, a AEAD) {
	r := random("NoValue")
	a.each(t, r, func(key []byte, c cipher.AEAD) {
		for n := range a.MinPlaintext + 1 {
			for _, data := range []int{0, 5} {
				if a.has(n, data) {
					continue
				}
				nonce, data := r.bytes(a.NonceSize), r.bytes(data)
				if !panicked(func() { c.Seal(nil, nonce, make([]byte, n), data) }) {
					t.Errorf("Seal of %d bytes with %d of data did not panic", n, len(data))
				}
				refuses(t, c, fmt.Sprintf("%d bytes with %d of data", n, len(data)), nonce, r.bytes(n+a.Overhead), data)
			}
		}
	})
}

// aeadLongData: the last bit of data whose length does not fit in 16 bits has an effect.
func aeadLongData(t T, a AEAD) {
	r := random("LongData")
	a.each(t, r, func(key []byte, c cipher.AEAD) {
		m := a.seal(r, c, 17, 1<<16)
		m.data[len(m.data)-1] ^= 1
		if bytes.Equal(c.Seal(nil, m.nonce, m.plaintext, m.data), m.ciphertext) {
			t.Errorf("the last bit of %d bytes of data has no effect", len(m.data))
		}
	})
}

// aeadConcurrent: one object serves several goroutines at once. Run it under -race as well.
func aeadConcurrent(t T, a AEAD) {
	const goroutines, calls = 8, 16
	r := random("Concurrent")
	a.each(t, r, func(key []byte, c cipher.AEAD) {
		fresh := a.must(t, key) // c itself is used first by the goroutines, all at once
		var messages [goroutines]sealed
		var wrong [goroutines]int
		for g := range messages {
			messages[g] = a.seal(r, fresh, 17+g, 3)
		}
		inParallel(t, goroutines, func(g int) {
			m := messages[g]
			for i := range calls {
				ciphertext := c.Seal(nil, m.nonce, m.plaintext, m.data)
				plaintext, err := c.Open(nil, m.nonce, m.ciphertext, m.data)
				_, forgery := c.Open(nil, m.nonce, flipped(m.ciphertext, i), m.data)
				if !bytes.Equal(ciphertext, m.ciphertext) || err != nil || !bytes.Equal(plaintext, m.plaintext) || forgery == nil {
					wrong[g]++
				}
			}
		})
		if most := slices.Max(wrong[:]); most > 0 {
			t.Errorf("%d of %d calls wrong in one of %d goroutines", most, calls, goroutines)
		}
	})
}

func aeadMethods(t T, a AEAD) {
	a.each(t, random("Methods"), func(key []byte, c cipher.AEAD) {
		exported(t, c, append([]string{"NonceSize", "Overhead", "Seal", "Open"}, a.Methods...))
	})
}
