// Package kmac implements the message authentication code of the Kupyna standard.
//
// Standard: DSTU 7564:2014, annex В
// Timing: TableLookup for New; ConstantTime for NewConstantTime
// Maturity: official vectors
//
// The tag of a message M under a key K is the Kupyna digest of pad(K) ‖ pad(M) ‖ K̄, K̄
// being K with all bits inverted, each padded as if it were hashed alone. Tag and key have
// the digest's size, which is 256, 384 or 512 bits. The empty message has a tag.
//
// New is for machines whose caches nobody hostile shares: its table lookups are at
// addresses that depend on the key and the message. NewConstantTime has no such lookup.
package kmac

import (
	"fmt"
	"hash"

	"github.com/zvirka/zvirka/impl/internal/padding"
	"github.com/zvirka/zvirka/impl/internal/verdict"
	"github.com/zvirka/zvirka/impl/kupyna"
)

// A SizeError reports a tag size, in bits, and a key size, in bytes, that do not belong
// together.
type SizeError struct{ Bits, Key int }

func (e SizeError) Error() string {
	if valid(e.Bits) {
		return fmt.Sprintf("kmac: invalid key size %d for %d-bit tags", e.Key, e.Bits)
	}
	return fmt.Sprintf("kmac: invalid tag size %d bits (key size %d)", e.Bits, e.Key)
}

func valid(bits int) bool { return bits == 256 || bits == 384 || bits == 512 }

// A MAC is the code of the bytes written so far. The zero MAC has no key: its methods
// panic.
type MAC struct {
	keyed    kupyna.Digest // after pad(K)
	digest   kupyna.Digest // after pad(K) and what was written
	inverted [kupyna.Size512]byte
	len      uint64 // bytes written
}

var _ hash.Cloner = (*MAC)(nil)

// New returns the MAC with tags of 256, 384 or 512 bits under a key of as many. Any other
// pair of sizes is a [SizeError]. The key is not retained.
//
//ct:secret key
func New(bits int, key []byte) (*MAC, error) {
	return newMAC(bits, key, kupyna.New)
}

// NewConstantTime is New without secret-dependent memory access: nothing is looked up at
// an address, and no branch taken, that depends on the key or the message.
//
//ct:secret key
func NewConstantTime(bits int, key []byte) (*MAC, error) {
	return newMAC(bits, key, kupyna.NewConstantTime)
}

func newMAC(bits int, key []byte, newDigest func(bits int) (*kupyna.Digest, error)) (*MAC, error) {
	if !valid(bits) || len(key) != bits/8 {
		return nil, SizeError{bits, len(key)}
	}
	d, err := newDigest(bits)
	if err != nil {
		return nil, err
	}
	m := new(MAC)
	for i, b := range key {
		m.inverted[i] = ^b
	}
	d.Write(key)
	writePadding(d, uint64(len(key)))
	m.keyed = *d
	m.Reset()
	return m, nil
}

// writePadding writes what follows a message of n bytes that began with a block of d.
func writePadding(d *kupyna.Digest, n uint64) {
	var buf [2 * kupyna.BlockSize512]byte
	d.Write(padding.Append(buf[:0], d.BlockSize(), n, 0, 0))
}

// Size returns the size of the tag in bytes.
func (m *MAC) Size() int { return m.keyed.Size() }

// BlockSize returns the block size of the hash in bytes.
func (m *MAC) BlockSize() int { return m.keyed.BlockSize() }

// Reset forgets the message, not the key.
func (m *MAC) Reset() {
	m.Size() // of the zero MAC, a panic
	m.digest = m.keyed
	m.len = 0
}

// Write adds p to the message. It returns len(p) and no error. As that of kupyna.Digest,
// it panics where 64 bits do not count the bytes any more.
//
//ct:secret p
func (m *MAC) Write(p []byte) (int, error) {
	n, err := m.digest.Write(p)
	m.len += uint64(n)
	return n, err
}

// Sum appends the tag of what has been written to b. More may be written afterwards, as
// if Sum had not been called. Tags are compared with Verify.
//
//ct:declassify a tag is public
func (m *MAC) Sum(b []byte) []byte {
	d := m.digest
	writePadding(&d, m.len)
	d.Write(m.inverted[:d.Size()])
	return d.Sum(b)
}

// Verify reports whether tag is the whole tag of what has been written. Its time depends
// on the length of tag alone and, unless NewConstantTime made m, on the lookups that make
// the right one.
func (m *MAC) Verify(tag []byte) bool {
	var buf [kupyna.Size512]byte
	return verdict.Equal(m.Sum(buf[:0]), tag)
}

// Clone returns a MAC under the same key that continues on its own from the same state.
// The error is always nil.
func (m *MAC) Clone() (hash.Cloner, error) {
	m.Size()
	c := *m
	return &c, nil
}
