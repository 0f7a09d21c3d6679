package dstu7624

import (
	"crypto/subtle"

	"github.com/zvirka/zvirka/impl/hazmat/gf2m"
	"github.com/zvirka/zvirka/impl/internal/verdict"
	"github.com/zvirka/zvirka/impl/kalyna"
	"github.com/zvirka/zvirka/internal/multiblock"
)

// A MAC is the authentication code, CMAC or GMAC, of the bytes written so far. It must not
// be used by several goroutines at once.
//
// It is no [hash.Hash], because the empty message has no tag.
type MAC struct {
	c        *kalyna.Cipher
	field    *gf2m.Evaluator   // multiplies by H; nil in CMAC
	lastKeys [2][maxBlock]byte // of CMAC, without and with padding
	tagSize  int

	acc      [maxBlock]byte // after all blocks but those that
	buf      [maxBlock]byte // hold the end of the message, as the last one is another's input
	buffered int            // bytes of buf; zero only if nothing was written
	len      uint64         // bytes written; CMAC does not ask

	tag, block [maxBlock]byte // memory of finish
}

func newMAC(c *kalyna.Cipher, tagSize int) (*MAC, error) {
	if err := checkTag(c, tagSize); err != nil {
		return nil, err
	}
	return &MAC{c: c, tagSize: tagSize}, nil
}

// Size returns the size of the tag in bytes.
func (m *MAC) Size() int { return m.tagSize }

// BlockSize returns the block size of the cipher in bytes.
func (m *MAC) BlockSize() int { return m.c.BlockSize() }

// Reset forgets the message, not the key.
func (m *MAC) Reset() {
	clear(m.acc[:])
	clear(m.buf[:])
	m.buffered, m.len = 0, 0
}

// Write adds p to the message. It returns len(p) and no error; but GMAC whose message would
// be too long, of 2⁶¹ bytes with blocks of 16, takes nothing and returns a [LengthError].
//
//ct:secret p
func (m *MAC) Write(p []byte) (int, error) {
	n, size := m.c.BlockSize(), len(p)
	if m.field != nil && !lengthFits(n, m.len, uint64(size)) {
		return 0, tooLong(n, "message", m.len+uint64(size))
	}
	m.len += uint64(size)
	if m.buffered > 0 {
		k := copy(m.buf[m.buffered:n], p)
		m.buffered += k
		p = p[k:]
	}
	if len(p) == 0 {
		return size, nil
	}
	// There is more, so the buffer, if anything is in it, is full and not the last block.
	if m.buffered > 0 {
		m.absorb(m.acc[:n], m.buf[:n])
	}
	whole := (len(p) - 1) &^ (n - 1)
	m.absorb(m.acc[:n], p[:whole])
	m.buffered = copy(m.buf[:], p[whole:])
	return size, nil
}

// absorb takes whole blocks that are not the last.
func (m *MAC) absorb(acc, blocks []byte) {
	if m.field != nil {
		m.field.Update(acc, blocks)
	} else {
		multiblock.Chain(m.c, acc, blocks)
	}
}

// Tag returns the tag of what has been written, or [ErrEmpty] if that is nothing. More may
// be written afterwards, as if Tag had not been called. Tags are compared with Verify.
//
//ct:declassify a tag is public
func (m *MAC) Tag() ([]byte, error) { return m.AppendTag(nil) }

// AppendTag is Tag, appended to b.
//
//ct:declassify a tag is public
func (m *MAC) AppendTag(b []byte) ([]byte, error) { return m.appendTag(b, 0, 0) }

// TagBits is Tag for a message that does not end with a byte: what has been written and then
// the first n bits of last, n being 0 to 7 (else it is a [BitsError]) and the first bit the
// most significant. The other bits of last do not count. As with Tag, more bytes may be
// written afterwards.
//
//ct:secret last
//ct:declassify a tag is public
func (m *MAC) TagBits(last byte, n int) ([]byte, error) {
	if n < 0 || n > 7 {
		return nil, BitsError{n}
	}
	return m.appendTag(nil, last, n)
}

// Verify returns nil if tag is the whole tag of what has been written, and else, with
// nothing written too, [ErrAuthentication]. Its time does not depend on tag's content.
func (m *MAC) Verify(tag []byte) error {
	if m.buffered == 0 || !verdict.Equal(m.finish(0, 0), tag) {
		return ErrAuthentication
	}
	return nil
}

func (m *MAC) appendTag(b []byte, last byte, n int) ([]byte, error) {
	if m.buffered == 0 && n == 0 {
		return nil, ErrEmpty
	}
	return append(b, m.finish(last, n)...), nil
}

// finish returns the tag of the message and the first bits of last, in memory of m.
func (m *MAC) finish(last byte, bits int) []byte {
	n := m.c.BlockSize()
	acc, block := m.tag[:n], m.block[:n]
	copy(acc, m.acc[:])
	end := copy(block, m.buf[:m.buffered])
	if end == n && bits > 0 {
		m.absorb(acc, block)
		end = 0
	}
	padBits(block[end:], last, bits)
	if m.field != nil {
		m.field.Update(acc, block)
		xorLength(acc[:n/2], m.len, bits)
	} else {
		key := &m.lastKeys[0]
		if end < n {
			key = &m.lastKeys[1]
		}
		subtle.XORBytes(acc, acc, block)
		subtle.XORBytes(acc, acc, key[:])
	}
	m.c.Encrypt(acc, acc)
	return acc[:m.tagSize]
}
