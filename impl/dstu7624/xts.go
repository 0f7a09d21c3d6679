package dstu7624

import (
	"crypto/subtle"
	"encoding/binary"
	"fmt"

	"github.com/zvirka/zvirka/impl/internal/alias"
	"github.com/zvirka/zvirka/impl/kalyna"
	"github.com/zvirka/zvirka/internal/multiblock"
	"github.com/zvirka/zvirka/spec/gf2m"
)

// An XTS is the encryption of storage, clause 14: sectors of one block or more, each with a
// tweak, a block that says where it lies and need not be secret. The ciphertext is as long
// as the plaintext; where that is not whole blocks the last one steals from the one before.
//
// There is no integrity. Equal plaintext in the same place of the same sector is equal
// ciphertext, and each block that is changed decrypts to something random.
//
// Unlike IEEE 1619 there is one key, and the first block's mask is already multiplied. An
// XTS may be used by several goroutines at once.
type XTS struct {
	c   *kalyna.Cipher
	low uint64 // the modulus of the field but for its highest term
}

// NewXTS returns the mode under the key of c.
func NewXTS(c *kalyna.Cipher) *XTS {
	f, _ := gf2m.Lookup(8 * c.BlockSize()) // all blocks have one
	x := &XTS{c, 1}
	for _, e := range f.Middle {
		x.low |= 1 << e
	}
	return x
}

// Encrypt sets dst[:len(src)] to the encryption of src, a sector with the given tweak. src
// is a block or longer, and dst no shorter, else it is a [LengthError]; the tweak is a block,
// else it is an [IVSizeError]. dst may be src; if they overlap otherwise it is [ErrOverlap].
// With an error nothing has been written.
//
//ct:secret src
func (x *XTS) Encrypt(dst, src, tweak []byte) error {
	if err := x.check(dst, src, tweak); err != nil {
		return err
	}
	n := x.c.BlockSize()
	whole := len(src) &^ (n - 1)
	s := getScratch()
	defer s.release(len(src))
	x.begin(s, tweak)
	x.crypt(s, multiblock.Of(x.c).EncryptBlocks, dst[:whole], src[:whole])
	if whole < len(src) {
		last := dst[whole-n : whole]
		j := len(src) - whole
		y := s.block[:n]
		copy(y, last)
		copy(y, src[whole:])
		copy(dst[whole:], last[:j])
		x.crypt(s, x.c.Encrypt, last, y)
	}
	return nil
}

// Decrypt undoes Encrypt, under the same conditions.
//
//ct:secret src
func (x *XTS) Decrypt(dst, src, tweak []byte) error {
	if err := x.check(dst, src, tweak); err != nil {
		return err
	}
	n := x.c.BlockSize()
	whole := len(src) &^ (n - 1)
	if whole < len(src) {
		whole -= n // without the block that was stolen from
	}
	s := getScratch()
	defer s.release(len(src))
	x.begin(s, tweak)
	decrypt := multiblock.Of(x.c).DecryptBlocks
	x.crypt(s, decrypt, dst[:whole], src[:whole])
	if whole == len(src) {
		return nil
	}
	// The two masks change places: the second one is for the block that comes first.
	dst, src = dst[whole:len(src)], src[whole:]
	y, z := s.block[:n], s.text[:n]
	before := s.mask
	x.fill(&s.mask, y)
	x.crypt(s, decrypt, y, src[:n])
	copy(z, y)
	copy(z, src[n:])
	copy(dst[n:], y)
	s.mask = before
	x.crypt(s, decrypt, dst[:n], z)
	return nil
}

func (x *XTS) check(dst, src, tweak []byte) error {
	n := x.c.BlockSize()
	if len(src) < n {
		return LengthError{"XTS input", uint64(len(src)), fmt.Sprintf("at least %d", n)}
	}
	if len(dst) < len(src) {
		return LengthError{"XTS output", uint64(len(dst)), fmt.Sprintf("at least %d", len(src))}
	}
	if alias.InexactOverlap(dst[:len(src)], src) {
		return ErrOverlap
	}
	return checkIV(x.c, tweak)
}

// begin sets the mask to T(tweak), before the first multiplication.
func (x *XTS) begin(s *scratch, tweak []byte) {
	g := s.block[:x.c.BlockSize()]
	copy(g, tweak)
	x.c.Encrypt(g, g)
	for i := range len(g) / 8 {
		s.mask[i] = binary.LittleEndian.Uint64(g[8*i:])
	}
}

// crypt is f between two additions of the mask, which is multiplied by x before each block.
func (x *XTS) crypt(s *scratch, f func(dst, src []byte), dst, src []byte) {
	for len(src) > 0 {
		masks := s.blocks[:min(len(src), scratchSize)]
		x.fill(&s.mask, masks)
		part := dst[:len(masks)]
		subtle.XORBytes(part, src, masks)
		f(part, part)
		subtle.XORBytes(part, part, masks)
		dst, src = dst[len(masks):], src[len(masks):]
	}
}

// fill makes b, which is whole blocks, the next masks.
func (x *XTS) fill(g *[8]uint64, b []byte) {
	switch x.c.BlockSize() {
	case kalyna.BlockSize128:
		masks16(g, x.low, b)
	case kalyna.BlockSize256:
		masks32(g, x.low, b)
	default:
		masks64(g, x.low, b)
	}
}

func masks16(g *[8]uint64, low uint64, b []byte) {
	g0, g1 := g[0], g[1]
	for i := 0; i <= len(b)-16; i += 16 {
		p := b[i : i+16]
		g1, g0 = g1<<1|g0>>63, g0<<1^low&uint64(int64(g1)>>63)
		binary.LittleEndian.PutUint64(p, g0)
		binary.LittleEndian.PutUint64(p[8:], g1)
	}
	g[0], g[1] = g0, g1
}

func masks32(g *[8]uint64, low uint64, b []byte) {
	g0, g1, g2, g3 := g[0], g[1], g[2], g[3]
	for i := 0; i <= len(b)-32; i += 32 {
		p := b[i : i+32]
		g3, g2, g1, g0 = g3<<1|g2>>63, g2<<1|g1>>63, g1<<1|g0>>63, g0<<1^low&uint64(int64(g3)>>63)
		binary.LittleEndian.PutUint64(p, g0)
		binary.LittleEndian.PutUint64(p[8:], g1)
		binary.LittleEndian.PutUint64(p[16:], g2)
		binary.LittleEndian.PutUint64(p[24:], g3)
	}
	g[0], g[1], g[2], g[3] = g0, g1, g2, g3
}

func masks64(g *[8]uint64, low uint64, b []byte) {
	g0, g1, g2, g3, g4, g5, g6, g7 := g[0], g[1], g[2], g[3], g[4], g[5], g[6], g[7]
	for i := 0; i <= len(b)-64; i += 64 {
		p := b[i : i+64]
		g7, g6, g5, g4, g3, g2, g1, g0 = g7<<1|g6>>63, g6<<1|g5>>63, g5<<1|g4>>63, g4<<1|g3>>63, g3<<1|g2>>63, g2<<1|g1>>63, g1<<1|g0>>63, g0<<1^low&uint64(int64(g7)>>63)
		binary.LittleEndian.PutUint64(p, g0)
		binary.LittleEndian.PutUint64(p[8:], g1)
		binary.LittleEndian.PutUint64(p[16:], g2)
		binary.LittleEndian.PutUint64(p[24:], g3)
		binary.LittleEndian.PutUint64(p[32:], g4)
		binary.LittleEndian.PutUint64(p[40:], g5)
		binary.LittleEndian.PutUint64(p[48:], g6)
		binary.LittleEndian.PutUint64(p[56:], g7)
	}
	g[0], g[1], g[2], g[3], g[4], g[5], g[6], g[7] = g0, g1, g2, g3, g4, g5, g6, g7
}
