package dstu7624

import (
	"crypto/subtle"
	"encoding/binary"
	"math/bits"

	"github.com/zvirka/zvirka/impl/kalyna"
	"github.com/zvirka/zvirka/internal/multiblock"
)

// A keystream is that of CTR, GCM and CCM: gamma_i = T(T(S) + i) for i = 1, 2, ...
type keystream struct {
	entry   multiblock.Entry
	n       int            // block size
	counter [8]uint64      // the last one used, in little-endian words
	carry   uint64         // all ones if the counter is the whole block, zero if its first word
	gamma   [maxBlock]byte // the last block,
	unused  int            // of which so many bytes at the end are still to be added
}

// What a counter counts over. In GCM it is the low 64 bits: so do UAPKI and uacrypt, while
// Bouncy Castle carries on. A quotation of the text has the low half of the block in CCM,
// where everybody carries on. All unconfirmed, and different only after a wrap of 64 bits,
// which a random T(S) is not near to.
const (
	wholeBlock = ^uint64(0)
	firstWord  = uint64(0)
)

func (k *keystream) start(c *kalyna.Cipher, iv []byte, carry uint64) {
	k.entry, k.n, k.carry, k.unused = multiblock.Of(c), c.BlockSize(), carry, 0
	s := k.gamma[:k.n]
	copy(s, iv)
	k.entry.EncryptBlocks(s, s)
	for i := range k.n / 8 {
		k.counter[i] = binary.LittleEndian.Uint64(s[8*i:])
	}
}

// fill makes b, which is whole blocks, the next counters. They are secret, so a carry is
// added whether there is one or not.
func (k *keystream) fill(b []byte) {
	switch k.n {
	case kalyna.BlockSize128:
		k.fill16(b)
	case kalyna.BlockSize256:
		k.fill32(b)
	default:
		k.fill64(b)
	}
}

func (k *keystream) fill16(b []byte) {
	c0, c1 := k.counter[0], k.counter[1]
	for i := 0; i <= len(b)-16; i += 16 {
		p := b[i : i+16]
		var carry uint64
		c0, carry = bits.Add64(c0, 1, 0)
		c1 += carry & k.carry
		binary.LittleEndian.PutUint64(p, c0)
		binary.LittleEndian.PutUint64(p[8:], c1)
	}
	k.counter[0], k.counter[1] = c0, c1
}

func (k *keystream) fill32(b []byte) {
	c0, c1, c2, c3 := k.counter[0], k.counter[1], k.counter[2], k.counter[3]
	for i := 0; i <= len(b)-32; i += 32 {
		p := b[i : i+32]
		var carry uint64
		c0, carry = bits.Add64(c0, 1, 0)
		c1, carry = bits.Add64(c1, 0, carry&k.carry)
		c2, carry = bits.Add64(c2, 0, carry)
		c3 += carry
		binary.LittleEndian.PutUint64(p, c0)
		binary.LittleEndian.PutUint64(p[8:], c1)
		binary.LittleEndian.PutUint64(p[16:], c2)
		binary.LittleEndian.PutUint64(p[24:], c3)
	}
	k.counter[0], k.counter[1], k.counter[2], k.counter[3] = c0, c1, c2, c3
}

func (k *keystream) fill64(b []byte) {
	c0, c1, c2, c3, c4, c5, c6, c7 := k.counter[0], k.counter[1], k.counter[2], k.counter[3], k.counter[4], k.counter[5], k.counter[6], k.counter[7]
	for i := 0; i <= len(b)-64; i += 64 {
		p := b[i : i+64]
		var carry uint64
		c0, carry = bits.Add64(c0, 1, 0)
		c1, carry = bits.Add64(c1, 0, carry&k.carry)
		c2, carry = bits.Add64(c2, 0, carry)
		c3, carry = bits.Add64(c3, 0, carry)
		c4, carry = bits.Add64(c4, 0, carry)
		c5, carry = bits.Add64(c5, 0, carry)
		c6, carry = bits.Add64(c6, 0, carry)
		c7 += carry
		binary.LittleEndian.PutUint64(p, c0)
		binary.LittleEndian.PutUint64(p[8:], c1)
		binary.LittleEndian.PutUint64(p[16:], c2)
		binary.LittleEndian.PutUint64(p[24:], c3)
		binary.LittleEndian.PutUint64(p[32:], c4)
		binary.LittleEndian.PutUint64(p[40:], c5)
		binary.LittleEndian.PutUint64(p[48:], c6)
		binary.LittleEndian.PutUint64(p[56:], c7)
	}
	k.counter[0], k.counter[1], k.counter[2], k.counter[3], k.counter[4], k.counter[5], k.counter[6], k.counter[7] = c0, c1, c2, c3, c4, c5, c6, c7
}

// xor sets dst to src and the keystream that follows what was used before. It works in
// blocks, whole blocks of any content. dst and src are as long, and the same or apart.
func (k *keystream) xor(dst, src, blocks []byte) {
	if k.unused > 0 {
		m := subtle.XORBytes(dst, src, k.gamma[k.n-k.unused:k.n])
		k.unused -= m
		dst, src = dst[m:], src[m:]
	}
	for len(src) > 0 {
		b := blocks[:min((len(src)+k.n-1)&^(k.n-1), len(blocks))]
		k.fill(b)
		k.entry.EncryptBlocks(b, b)
		m := subtle.XORBytes(dst, src, b)
		if m < len(b) {
			copy(k.gamma[:], b[len(b)-k.n:])
			k.unused = len(b) - m
		}
		dst, src = dst[m:], src[m:]
	}
}
