package dstu7624

import (
	"encoding/binary"

	"github.com/zvirka/zvirka/impl/hazmat/gf2m"
	"github.com/zvirka/zvirka/impl/kalyna"
)

// NewGMAC returns the GMAC under the key of c, clause 12.5, with tags of tagSize bytes, 8 up
// to a block; any other is a [TagSizeError]. It is GCM without a message, and there is no
// nonce in it: equal messages have equal tags.
//
// A shorter tag is the beginning of the longest: tags of two sizes under one key are not
// independent.
func NewGMAC(c *kalyna.Cipher, tagSize int) (*MAC, error) {
	m, err := newMAC(c, tagSize)
	if err != nil {
		return nil, err
	}
	m.field, err = newField(c)
	return m, err
}

// newField returns the multiplication by H = T(0). Whoever learns H forges tags.
func newField(c *kalyna.Cipher) (*gf2m.Evaluator, error) {
	var buf [maxBlock]byte
	h := buf[:c.BlockSize()]
	c.Encrypt(h, h)
	return gf2m.NewEvaluator(h)
}

// lengthFits reports whether the bits of a message of a + b bytes, and at most seven more,
// can be counted in half a block of n bytes. For more than 16 this limit is beyond that of
// the count of bytes, which is kept too.
func lengthFits(n int, a, b uint64) bool {
	return a+b >= a && (n > kalyna.BlockSize128 || a+b < 1<<61)
}

func tooLong(n int, what string, length uint64) error {
	want := "less than 2⁶⁴"
	if n == kalyna.BlockSize128 {
		want = "less than 2⁶¹"
	}
	return LengthError{what, length, want}
}

// xorLength adds to half a block the number of bits in a message of so many bytes and bits.
func xorLength(half []byte, bytes uint64, bits int) {
	xorWord(half, bytes<<3|uint64(bits))
	if len(half) > 8 {
		xorWord(half[8:], bytes>>61)
	}
}

func xorWord(b []byte, w uint64) {
	binary.LittleEndian.PutUint64(b, binary.LittleEndian.Uint64(b)^w)
}
