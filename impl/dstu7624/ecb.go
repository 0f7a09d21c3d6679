package dstu7624

import (
	"crypto/cipher"

	"github.com/zvirka/zvirka/impl/kalyna"
	"github.com/zvirka/zvirka/internal/multiblock"
)

// An ECB is the electronic codebook, clause 6, in one direction: the cipher on each block
// by itself. Equal blocks of plaintext are equal blocks of ciphertext, so hardly any program
// wants it. It may be used by several goroutines at once.
type ECB struct {
	crypt func(dst, src []byte)
	n     int
}

var _ cipher.BlockMode = (*ECB)(nil)

// NewECBEncrypter returns the mode's encryption.
func NewECBEncrypter(c *kalyna.Cipher) *ECB {
	return &ECB{multiblock.Of(c).EncryptBlocks, c.BlockSize()}
}

// NewECBDecrypter returns the mode's decryption.
func NewECBDecrypter(c *kalyna.Cipher) *ECB {
	return &ECB{multiblock.Of(c).DecryptBlocks, c.BlockSize()}
}

// BlockSize returns the block size in bytes.
func (x *ECB) BlockSize() int { return x.n }

// CryptBlocks encrypts or decrypts the blocks of src into dst. It panics if src is not whole
// blocks, if dst is shorter, or if the two overlap but do not start at the same byte.
//
//ct:secret src
func (x *ECB) CryptBlocks(dst, src []byte) {
	dst = checkBlocks(dst, src, x.n)
	x.crypt(dst, src)
}
