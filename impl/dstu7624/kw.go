package dstu7624

import (
	"encoding/binary"
	"fmt"

	"github.com/zvirka/zvirka/impl/internal/verdict"
	"github.com/zvirka/zvirka/impl/kalyna"
	"github.com/zvirka/zvirka/spec/dstu7624"
)

// Wrap returns key, 1 to 20 whole blocks, encrypted with a check of its integrity, clause
// 15: one block longer. Any other length is a [LengthError]. (More than 20 blocks need a
// number of steps of more than a byte, whose form is not confirmed.) There is no nonce: equal
// keys have equal wraps.
//
// Nothing in a wrap says whether Wrap, WrapPadded or WrapBits made it. Who unwraps must know.
//
//ct:secret key
func Wrap(c *kalyna.Cipher, key []byte) ([]byte, error) {
	n := c.BlockSize()
	if len(key)%n != 0 || len(key) < n || len(key) > dstu7624.KWMaxBlocks*n {
		return nil, LengthError{"KW payload", uint64(len(key)), fmt.Sprintf("1 to %d blocks of %d", dstu7624.KWMaxBlocks, n)}
	}
	out := make([]byte, len(key)+n)
	copy(out, key)
	wrap(c, out)
	return out, nil
}

// Unwrap undoes Wrap. A length that no wrap has is a [LengthError]; what is no wrap under
// the key of c is [ErrAuthentication].
//
//ct:secret wrapped
func Unwrap(c *kalyna.Cipher, wrapped []byte) ([]byte, error) {
	n := c.BlockSize()
	if len(wrapped)%n != 0 || len(wrapped) < 2*n || len(wrapped) > (dstu7624.KWMaxBlocks+1)*n {
		return nil, LengthError{"wrapped key", uint64(len(wrapped)), fmt.Sprintf("2 to %d blocks of %d", dstu7624.KWMaxBlocks+1, n)}
	}
	out := make([]byte, len(wrapped))
	copy(out, wrapped)
	unwrap(c, out)
	key, check := out[:len(out)-n], out[len(out)-n:]
	var zero [maxBlock]byte
	if !verdict.Equal(check, zero[:n]) {
		clear(out)
		return nil, ErrAuthentication
	}
	return key[:len(key):len(key)], nil
}

// WrapPadded is Wrap for a key that is not whole blocks, whose length is wrapped with it. One
// of whole blocks is a [LengthError], as the standard extends it by nothing, and so is one
// that is longer than 20 blocks with its length.
//
//ct:secret key
func WrapPadded(c *kalyna.Cipher, key []byte) ([]byte, error) {
	if len(key)%c.BlockSize() == 0 {
		return nil, LengthError{"padded KW payload", uint64(len(key)), fmt.Sprintf("no multiple of %d", c.BlockSize())}
	}
	return WrapBits(c, key, 8*len(key))
}

// UnwrapPadded undoes WrapPadded. It accepts nothing else: what Wrap made, and what WrapBits
// made of other than whole bytes, is [ErrAuthentication].
//
//ct:secret wrapped
func UnwrapPadded(c *kalyna.Cipher, wrapped []byte) ([]byte, error) {
	d, err := Unwrap(c, wrapped)
	if err != nil {
		return nil, err
	}
	// Of the lengths that could have filled these blocks, the one whose extension is there.
	// The longest is without a padding marker; no other length fits where that one does.
	n := c.BlockSize()
	longest := len(d) - n/2
	for size := longest; size > 0 && size > longest-n; size-- {
		if size%n != 0 && isExtended(n, d, 8*size) {
			return d[:size:size], nil
		}
	}
	clear(d)
	return nil, ErrAuthentication
}

// WrapBits is Wrap for a payload of any number of bits, from the most significant of the
// first byte on; other bits of the last byte do not count. A payload that is not as many
// bytes as the bits need, none, and more than 20 blocks are a [LengthError].
//
// Whole blocks are wrapped as by Wrap, all else with its length: of whole bytes as by
// WrapPadded. The length of other payloads cannot be read from the wrap with certainty.
//
//ct:secret payload
func WrapBits(c *kalyna.Cipher, payload []byte, bits int) ([]byte, error) {
	if bits < 1 || len(payload) != bytesFor(bits) {
		return nil, LengthError{"KW payload", uint64(len(payload)), fmt.Sprintf("that of %d bits", bits)}
	}
	n := c.BlockSize()
	size := extendedLen(n, bits)
	if size > dstu7624.KWMaxBlocks*n {
		return nil, LengthError{"extended KW payload", uint64(size), fmt.Sprintf("up to %d", dstu7624.KWMaxBlocks*n)}
	}
	out := make([]byte, size+n)
	copy(out, payload)
	extendPayload(n, out[bits/8:size], bits)
	wrap(c, out)
	return out, nil
}

// UnwrapBits undoes WrapBits for a payload whose number of bits is known. A wrap of any
// other is [ErrAuthentication], or a [LengthError] if its length alone shows it. The bits
// that do not count are zero.
//
//ct:secret wrapped
func UnwrapBits(c *kalyna.Cipher, wrapped []byte, bits int) ([]byte, error) {
	n := c.BlockSize()
	if bits < 1 || bits > 8*dstu7624.KWMaxBlocks*n || len(wrapped) != extendedLen(n, bits)+n {
		return nil, LengthError{"wrapped key", uint64(len(wrapped)), fmt.Sprintf("that of %d bits", bits)}
	}
	d, err := Unwrap(c, wrapped)
	if err != nil {
		return nil, err
	}
	if !isExtended(n, d, bits) {
		clear(d)
		return nil, ErrAuthentication
	}
	size := bytesFor(bits)
	if bits%8 != 0 {
		d[size-1] &^= 0xff >> (bits % 8)
	}
	return d[:size:size], nil
}

func bytesFor(bits int) int { return (bits + 7) / 8 }

// extendedLen returns the bytes of a payload of so many bits with its length and padding,
// which whole blocks do not have.
func extendedLen(n, bits int) int {
	if bits%(8*n) == 0 {
		return bits / 8
	}
	return paddedLen(bytesFor(bits+4*n), n)
}

// extendPayload makes tail, which begins at the byte where a payload of so many bits ends,
// the rest of the extended payload: their number, of half a block of n bytes, right after
// the last bit, be that within a byte or not, and padding.
func extendPayload(n int, tail []byte, bits int) {
	if len(tail) == 0 {
		return // whole blocks
	}
	shift := bits % 8
	last := tail[0] &^ (0xff >> shift)
	clear(tail)
	binary.LittleEndian.PutUint64(tail, uint64(bits))
	if shift == 0 {
		pad(tail[n/2:])
		return
	}
	for i := n / 2; i > 0; i-- {
		tail[i] = tail[i]>>shift | tail[i-1]<<(8-shift)
	}
	tail[0] = tail[0]>>shift | last
	padBits(tail[n/2:], tail[n/2], shift)
}

// isExtended reports whether d is what its first bits are extended to, in a time that
// depends on their number alone.
func isExtended(n int, d []byte, bits int) bool {
	tail := d[bits/8:]
	var buf [2 * maxBlock]byte // a byte, half a block and less than a block
	want := buf[:len(tail)]
	copy(want, tail)
	extendPayload(n, want, bits)
	return verdict.Equal(tail, want)
}

// wrap encrypts a payload and a block of zeros, in place. The standard has a half block B
// and a queue of half blocks; here the queue is a ring, so that the element that step i
// takes from its front is also where it puts the one for the back.
func wrap(c *kalyna.Cipher, x []byte) {
	s := getScratch()
	defer s.release(0)
	n := c.BlockSize()
	h := n / 2
	b, queue := x[:h], x[h:]
	y := s.block[:n]
	step := 0
	for range dstu7624.KWRounds {
		for q := queue; len(q) > 0; q = q[h:] {
			step++
			copy(y, b)
			copy(y[h:], q[:h])
			c.Encrypt(y, y)
			copy(q, y[:h])
			copy(b, y[h:])
			b[0] ^= byte(step) // dstu7624.KWMaxBlocks keeps it in a byte
		}
	}
}

// unwrap undoes wrap.
func unwrap(c *kalyna.Cipher, x []byte) {
	s := getScratch()
	defer s.release(0)
	n := c.BlockSize()
	h := n / 2
	b, queue := x[:h], x[h:]
	y := s.block[:n]
	step := dstu7624.KWRounds * len(queue) / h
	for range dstu7624.KWRounds {
		for end := len(queue); end > 0; end -= h {
			q := queue[end-h : end]
			b[0] ^= byte(step)
			copy(y, q)
			copy(y[h:], b)
			c.Decrypt(y, y)
			copy(b, y[:h])
			copy(q, y[h:])
			step--
		}
	}
}
