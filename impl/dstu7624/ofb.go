package dstu7624

import (
	"crypto/cipher"
	"crypto/subtle"

	"github.com/zvirka/zvirka/impl/kalyna"
)

// An OFB is output feedback, clause 11, from some byte of its keystream on. It must not be
// used by several goroutines at once.
type OFB struct {
	c      *kalyna.Cipher
	gamma  [maxBlock]byte // the last block of keystream,
	unused int            // of which so many bytes at the end are still to be added
}

var _ cipher.Stream = (*OFB)(nil)

// NewOFB returns the keystream of c and iv, a block; any other size is an [IVSizeError]. It
// encrypts and decrypts alike. The IV need not be secret, but the pair of key and IV must
// never repeat: two messages under one pair reveal the sum of their plaintexts.
func NewOFB(c *kalyna.Cipher, iv []byte) (*OFB, error) {
	if err := checkIV(c, iv); err != nil {
		return nil, err
	}
	x := &OFB{c: c}
	copy(x.gamma[:], iv)
	return x, nil
}

// XORKeyStream sets dst[:len(src)] to src plus the next len(src) bytes of the keystream.
// It panics if dst is shorter than src, or if the two overlap but do not start at the same
// byte. However a message is cut into calls, empty ones included, the result is the same.
//
//ct:secret src
func (x *OFB) XORKeyStream(dst, src []byte) {
	dst = checkStream(dst, src)
	n := x.c.BlockSize()
	gamma := x.gamma[:n]
	if x.unused > 0 {
		m := subtle.XORBytes(dst, src, gamma[n-x.unused:])
		x.unused -= m
		dst, src = dst[m:], src[m:]
	}
	for ; len(src) >= n; dst, src = dst[n:], src[n:] {
		x.c.Encrypt(gamma, gamma)
		xorBlock(dst[:n], src, gamma)
	}
	if len(src) > 0 {
		x.c.Encrypt(gamma, gamma)
		x.unused = n - subtle.XORBytes(dst, src, gamma)
	}
}
