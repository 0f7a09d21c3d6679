package dstu7624

import (
	"crypto/cipher"
	"crypto/subtle"

	"github.com/zvirka/zvirka/impl/kalyna"
	"github.com/zvirka/zvirka/internal/multiblock"
)

// A CBC is cipher block chaining, clause 10, in one direction, from some block of the
// message on. It must not be used by several goroutines at once.
type CBC struct {
	c       *kalyna.Cipher
	decrypt bool
	last    [maxBlock]byte // the block of ciphertext before the next
}

var _ cipher.BlockMode = (*CBC)(nil)

// NewCBCEncrypter returns the mode's encryption. The IV is a block, any other size is an
// [IVSizeError]; it must be one that nobody can foresee, and need not be secret.
//
// Messages are whole blocks. For others there is [Pad], which the receiver cannot undo
// without knowing the length.
func NewCBCEncrypter(c *kalyna.Cipher, iv []byte) (*CBC, error) { return newCBC(c, iv, false) }

// NewCBCDecrypter returns the mode's decryption, with the IV of the encryption.
func NewCBCDecrypter(c *kalyna.Cipher, iv []byte) (*CBC, error) { return newCBC(c, iv, true) }

func newCBC(c *kalyna.Cipher, iv []byte, decrypt bool) (*CBC, error) {
	if err := checkIV(c, iv); err != nil {
		return nil, err
	}
	x := &CBC{c: c, decrypt: decrypt}
	copy(x.last[:], iv)
	return x, nil
}

// BlockSize returns the block size in bytes.
func (x *CBC) BlockSize() int { return x.c.BlockSize() }

// CryptBlocks encrypts or decrypts the blocks of src into dst, and goes on where the last
// call stopped. It panics if src is not whole blocks, if dst is shorter, or if the two
// overlap but do not start at the same byte.
//
//ct:secret src
func (x *CBC) CryptBlocks(dst, src []byte) {
	dst = checkBlocks(dst, src, x.BlockSize())
	if x.decrypt {
		x.decryptBlocks(dst, src)
	} else {
		x.encryptBlocks(dst, src)
	}
}

func (x *CBC) encryptBlocks(dst, src []byte) {
	n := x.BlockSize()
	last := x.last[:n]
	for ; len(src) > 0; dst, src = dst[n:], src[n:] {
		block := dst[:n]
		xorBlock(block, src, last)
		x.c.Encrypt(block, block)
		last = block
	}
	copy(x.last[:], last)
}

// decryptBlocks does not write to dst before it has done with that part of src, as they may
// be the same.
func (x *CBC) decryptBlocks(dst, src []byte) {
	n := x.BlockSize()
	entry := multiblock.Of(x.c)
	s := getScratch()
	defer s.release(len(src))
	for len(src) > 0 {
		m := min(len(src), scratchSize)
		b := s.blocks[:m]
		entry.DecryptBlocks(b, src[:m])
		subtle.XORBytes(b, b, x.last[:n])
		subtle.XORBytes(b[n:], b[n:], src)
		copy(x.last[:], src[m-n:m])
		copy(dst, b)
		dst, src = dst[m:], src[m:]
	}
}
