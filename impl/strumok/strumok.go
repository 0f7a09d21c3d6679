// Package strumok implements the Strumok stream cipher.
//
// Standard: DSTU 8845:2019
// Timing: TableLookup for New; ConstantTime for NewConstantTime
// Maturity: official vectors
//
// A [Stream] is a [cipher.Stream]: it adds a keystream that depends on the key and the
// initialisation vector, so encryption and decryption are the same operation.
//
// The pair of key and IV must never repeat: two messages under one pair reveal the sum of
// their plaintexts. The IV need not be secret. There is no integrity: who changes a bit of
// the ciphertext changes that bit of the plaintext, and nobody notices. The standard, as
// far as it could be read, states no limit to the keystream of one pair, and none is
// enforced here; that there is none is unconfirmed. There is no seek either: the state
// can only be stepped.
//
// New is for machines whose caches nobody hostile shares: its table lookups are at
// addresses that depend on the key. NewConstantTime has no such lookup, at a price in
// speed.
package strumok

import (
	"crypto/cipher"
	"crypto/subtle"
	"fmt"

	"github.com/zvirka/zvirka/impl/internal/alias"
	"github.com/zvirka/zvirka/internal/dispatch"
	"github.com/zvirka/zvirka/internal/profile"
)

// The sizes in bytes.
const (
	KeySize256 = 32
	KeySize512 = 64
	IVSize     = 32
)

// A SizeError reports a pair of sizes, in bytes, that the standard does not have.
type SizeError struct{ Key, IV int }

func (e SizeError) Error() string {
	switch e.Key {
	case KeySize256, KeySize512:
		return fmt.Sprintf("strumok: invalid IV size %d (key size %d)", e.IV, e.Key)
	}
	return fmt.Sprintf("strumok: invalid key size %d (IV size %d)", e.Key, e.IV)
}

// A Stream is the keystream of one key and IV from some byte on. It must not be used by
// several goroutines at once.
type Stream struct {
	state  state
	kernel kernel
	word   [wordSize]byte // the last keystream word,
	unused int            // of which so many bytes at the end are still to be added
}

var _ cipher.Stream = (*Stream)(nil)

// The paths of New. What New prefers comes first.
const (
	pathTable = "table" // fused S-box and column-mixing tables, tables of α and α⁻¹
	pathSmall = "small" // S-boxes and computed GF(2⁸) arithmetic
)

var paths = dispatch.Register("strumok",
	dispatch.Path{Name: pathTable, Available: !profile.SmallTables},
	dispatch.Path{Name: pathSmall, Available: true})

// New returns the stream of key, 32 or 64 bytes, and iv, 32 bytes. Any other pair of sizes
// is a [SizeError]. Neither is retained.
//
//ct:secret key
func New(key, iv []byte) (*Stream, error) {
	if profile.SmallTables || paths.Live() == pathSmall {
		return newStream(small, key, iv)
	}
	return newStream(table, key, iv)
}

// NewConstantTime is New without secret-dependent memory access: neither the set-up nor
// the stream looks anything up at an address, or takes a branch, that depends on the key,
// the keystream or the data.
//
//ct:secret key
func NewConstantTime(key, iv []byte) (*Stream, error) {
	return newStream(constantTime, key, iv)
}

func newStream(k kernel, key, iv []byte) (*Stream, error) {
	if len(key) != KeySize256 && len(key) != KeySize512 || len(iv) != IVSize {
		return nil, SizeError{len(key), len(iv)}
	}
	s := &Stream{kernel: k}
	s.state.load(key, iv)
	k.setUp(&s.state)
	k.xor(&s.state, s.word[:], s.word[:]) // one step more, whose output nobody gets
	return s, nil
}

// XORKeyStream sets dst[:len(src)] to src plus the next len(src) bytes of the keystream.
// It panics if dst is shorter than src, or if the two overlap but do not start at the same
// byte. However a message is cut into calls, empty ones included, the result is the same.
//
//ct:secret src
func (s *Stream) XORKeyStream(dst, src []byte) {
	if len(dst) < len(src) {
		panic("strumok: output smaller than input")
	}
	dst = dst[:len(src)]
	if alias.InexactOverlap(dst, src) {
		panic("strumok: invalid buffer overlap")
	}
	if s.unused > 0 {
		n := subtle.XORBytes(dst, src, s.word[wordSize-s.unused:])
		s.unused -= n
		dst, src = dst[n:], src[n:]
	}
	if len(src) >= wordSize {
		n := len(src) &^ (wordSize - 1)
		s.kernel.xor(&s.state, dst[:n], src[:n])
		dst, src = dst[n:], src[n:]
	}
	if len(src) > 0 {
		clear(s.word[:])
		s.kernel.xor(&s.state, s.word[:], s.word[:])
		s.unused = wordSize - subtle.XORBytes(dst, src, s.word[:])
	}
}
