package contract

import (
	"bytes"
	"hash"
	"slices"
	"testing"
)

// A MAC is an implementation of [hash.Hash] with a key, to be examined. If it has a method
// Verify(tag []byte) bool, which says whether tag is what Sum would append, that is
// examined as well. For the optional interfaces see [Hash].
type MAC struct {
	New       func(key []byte) (hash.Hash, error)
	KeySizes  []int             // every accepted key length, in bytes
	Size      int               // bytes of a tag
	BlockSize int               // bytes
	Methods   []string          // exported methods allowed besides those of the interfaces above
	Except    map[string]string // laws known to be broken, with the reason
}

// TestMAC examines m for every law of message authentication codes, each in a subtest.
func TestMAC(t *testing.T, m MAC) { run(t, macLaws, m, m.Except) }

// MACLaws returns the names of the laws that TestMAC examines: those about the key and
// about Verify, and all of HashLaws.
func MACLaws() []string { return names(macLaws) }

// CheckMAC examines m for all laws and reports to t, each failure after the name of its
// law. It is TestMAC for callers without a *testing.T.
func CheckMAC(t T, m MAC) {
	t.Helper()
	check(t, macLaws, m)
}

var macLaws = append([]law[MAC]{
	{"KeySizes", macKeySizes},
	{"KeyNotRetained", macKeyNotRetained},
	{"EveryKeyBit", macEveryKeyBit},
	{"ResetKeepsKey", macResetKeepsKey},
	{"Verify", macVerify},
	{"VerifyHarmless", macVerifyHarmless},
}, over(hashLaws, MAC.underKey)...)

// underKey: with one key a MAC is a hash function.
func (m MAC) underKey(t T, _ string, check func(T, Hash)) { check(t, m.hash(t)) }

// hash is m under one key, of the greatest length.
func (m MAC) hash(t T) Hash {
	t.Helper()
	key := random("hash laws").bytes(slices.Max(m.KeySizes))
	h := Hash{
		New:       func() hash.Hash { return m.must(t, bytes.Clone(key)) },
		Size:      m.Size,
		BlockSize: m.BlockSize,
		Methods:   m.Methods,
	}
	if _, ok := h.New().(verifier); ok {
		h.Methods = append(slices.Clone(m.Methods), "Verify")
	}
	return h
}

func (m MAC) must(t T, key []byte) hash.Hash {
	t.Helper()
	d, err := m.New(key)
	if err != nil {
		t.Fatalf("key of %d bytes refused: %v", len(key), err)
	}
	return d
}

// each calls f with a constructor of objects with one key, for every key size.
func (m MAC) each(t T, r *source, f func(key []byte, mac func() hash.Hash)) {
	t.Helper()
	for _, n := range m.KeySizes {
		key := r.bytes(n)
		m.must(t, bytes.Clone(key)) // or f never runs
		f(key, func() hash.Hash { return m.must(t, bytes.Clone(key)) })
	}
}

// tag returns what d appends for message.
func tag(d hash.Hash, message []byte) []byte {
	d.Write(message)
	return d.Sum(nil)
}

// key is the key of m, whose effect is seen in a tag, of a new object or after Reset.
func (m MAC) key(message []byte, reset bool) parameter {
	return parameter{"key", m.KeySizes, func(key []byte) (any, func() []byte, error) {
		d, err := m.New(key)
		return d, func() []byte {
			if reset {
				d.Write(message[:1])
				d.Reset()
			}
			return tag(d, message)
		}, err
	}}
}

func macKeySizes(t T, m MAC) { m.key(nil, false).lengths(t) }

func macKeyNotRetained(t T, m MAC) {
	r := random("KeyNotRetained")
	for _, reset := range []bool{false, true} {
		m.key(r.bytes(m.BlockSize+1), reset).notRetained(t, r)
	}
}

func macEveryKeyBit(t T, m MAC) {
	r := random("EveryKeyBit")
	for _, reset := range []bool{false, true} {
		m.key(r.bytes(m.BlockSize+1), reset).everyBit(t, r)
	}
}

// macResetKeepsKey: after Reset, however often, an object is as a new one with its key.
func macResetKeepsKey(t T, m MAC) {
	r := random("ResetKeepsKey")
	m.each(t, r, func(key []byte, mac func() hash.Hash) {
		message := r.bytes(m.BlockSize + 1)
		want := tag(mac(), message)
		d := mac()
		for i := range 4 {
			d.Reset()
			if !bytes.Equal(tag(d, message), want) {
				t.Errorf("Reset %d: not as a new object with this key of %d bytes", i+1, len(key))
			}
		}
	})
}

type verifier interface{ Verify(tag []byte) bool }

// macVerify: Verify accepts the tag and nothing else.
func macVerify(t T, m MAC) {
	r := random("Verify")
	m.each(t, r, func(key []byte, mac func() hash.Hash) {
		d := mac()
		v, ok := d.(verifier)
		if !ok {
			return
		}
		for _, n := range []int{0, 1, m.BlockSize, 2*m.BlockSize + 1} {
			d.Reset()
			right := tag(d, r.bytes(n))
			verify := func(want bool, what string, tag []byte) {
				if v.Verify(tag) != want {
					t.Errorf("Verify of %s after %d bytes: %v", what, n, !want)
				}
			}
			verify(true, "the tag", right)
			verify(false, "nil", nil)
			for short := range right {
				verify(false, "the beginning of the tag", right[:short])
				verify(false, "the end of the tag", right[len(right)-short:])
			}
			verify(false, "the tag and a byte more", append(bytes.Clone(right), 0))
			verify(false, "the tag twice", bytes.Repeat(right, 2))
			verify(false, "zeros", make([]byte, len(right)))
			for bit := range 8 * len(right) {
				verify(false, "a tag with one bit changed", flipped(right, bit))
			}
			verify(true, "the tag after others", right)
		}
	})
}

// macVerifyHarmless: Verify leaves the state and its argument as they are, whatever it says.
func macVerifyHarmless(t T, m MAC) {
	r := random("VerifyHarmless")
	m.each(t, r, func(key []byte, mac func() hash.Hash) {
		if _, ok := mac().(verifier); !ok {
			return
		}
		message := r.bytes(2*m.BlockSize + 1)
		want := tag(mac(), message)
		for n := range message {
			d := mac()
			right := tag(d, message[:n])
			for _, claim := range [][]byte{right, flipped(right, 0), right[:1], nil} {
				before := bytes.Clone(claim)
				d.(verifier).Verify(claim)
				if !bytes.Equal(claim, before) {
					t.Errorf("Verify after %d bytes changed its argument", n)
				}
				if !bytes.Equal(d.Sum(nil), right) {
					t.Errorf("Verify after %d bytes disturbs Sum", n)
				}
			}
			if !bytes.Equal(tag(d, message[n:]), want) {
				t.Errorf("Verify after %d bytes disturbs what is written later", n)
			}
		}
	})
}
