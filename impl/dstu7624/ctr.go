package dstu7624

import (
	"crypto/cipher"

	"github.com/zvirka/zvirka/impl/kalyna"
)

// A CTR is the counter mode, clause 7, from some byte of its keystream on. It must not be
// used by several goroutines at once.
type CTR struct{ keystream keystream }

var _ cipher.Stream = (*CTR)(nil)

// NewCTR returns the keystream of c and iv, a block; any other size is an [IVSizeError]. It
// encrypts and decrypts alike. The IV need not be secret, but the pair of key and IV must
// never repeat: two messages under one pair reveal the sum of their plaintexts.
//
// The keystream is T(T(iv) + 1), T(T(iv) + 2) ..., T being the encryption of a block and
// T(iv) a little-endian number of the block's width.
func NewCTR(c *kalyna.Cipher, iv []byte) (*CTR, error) {
	if err := checkIV(c, iv); err != nil {
		return nil, err
	}
	x := new(CTR)
	x.keystream.start(c, iv, wholeBlock)
	return x, nil
}

// XORKeyStream sets dst[:len(src)] to src plus the next len(src) bytes of the keystream.
// It panics if dst is shorter than src, or if the two overlap but do not start at the same
// byte. However a message is cut into calls, empty ones included, the result is the same.
//
//ct:secret src
func (x *CTR) XORKeyStream(dst, src []byte) {
	dst = checkStream(dst, src)
	s := getScratch()
	x.keystream.xor(dst, src, s.blocks[:])
	s.release(len(src))
}
