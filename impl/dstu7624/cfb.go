package dstu7624

import (
	"crypto/subtle"

	"github.com/zvirka/zvirka/impl/internal/alias"
	"github.com/zvirka/zvirka/impl/kalyna"
	"github.com/zvirka/zvirka/internal/multiblock"
	"github.com/zvirka/zvirka/spec/dstu7624"
)

// A CFB is cipher feedback, clause 8, in one direction, from some byte of the message on.
// It must not be used by several goroutines at once.
//
// It is not a [crypto/cipher.Stream]. The message is cut into groups of as many bytes as
// the feedback is wide, and the last group, if it is shorter, meets the last bytes of the
// gamma and not the first. So no byte of a group is known before the group is complete or
// the message at its end: Update gives the groups that are complete, Finish the rest.
type CFB struct {
	c        *kalyna.Cipher
	decrypt  bool
	finished bool
	width    int
	gamma    [maxBlock]byte
	buf      [maxBlock]byte // what has arrived of the next group,
	buffered int            // its length, below width
}

// NewCFBEncrypter returns the mode's encryption with feedback of width bytes: 1, 8, 16, 32
// or 64, but no more than a block; any other is a [WidthError]. The IV is a block, any other
// size is an [IVSizeError]. It need not be secret, but the pair of key and IV must never
// repeat.
//
// Each group costs a block's encryption, so the width to choose is that of the block.
func NewCFBEncrypter(c *kalyna.Cipher, iv []byte, width int) (*CFB, error) {
	return newCFB(c, iv, width, false)
}

// NewCFBDecrypter returns the mode's decryption, with the IV and width of the encryption.
func NewCFBDecrypter(c *kalyna.Cipher, iv []byte, width int) (*CFB, error) {
	return newCFB(c, iv, width, true)
}

func newCFB(c *kalyna.Cipher, iv []byte, width int, decrypt bool) (*CFB, error) {
	if err := checkIV(c, iv); err != nil {
		return nil, err
	}
	n := c.BlockSize()
	if indexOf(dstu7624.CFBWidths, width, n) < 0 {
		return nil, WidthError{width, n}
	}
	x := &CFB{c: c, decrypt: decrypt, width: width}
	copy(x.gamma[:], iv)
	c.Encrypt(x.gamma[:n], x.gamma[:n])
	return x, nil
}

// Update appends to dst the output of all groups that src completes, and returns the
// result. However a message is cut into calls, empty ones included, the output is the same.
//
// What is appended may be the memory of src, from its first byte on, if all groups before
// were complete. Update panics if the two overlap otherwise, and after Finish.
//
//ct:secret src
func (x *CFB) Update(dst, src []byte) []byte {
	x.checkUse()
	whole := (x.buffered + len(src)) &^ (x.width - 1) // widths are powers of two
	all, out := extend(dst, whole)
	if alias.InexactOverlap(out, src) || x.buffered > 0 && alias.Overlap(out, src) {
		panic(ErrOverlap.Error())
	}
	if x.buffered > 0 && whole > 0 {
		m := copy(x.buf[x.buffered:x.width], src)
		x.crypt(out[:x.width], x.buf[:x.width])
		x.buffered = 0
		out, src = out[x.width:], src[m:]
	}
	x.crypt(out, src[:len(out)])
	x.buffered += copy(x.buf[x.buffered:], src[len(out):])
	return all
}

// Finish appends to dst the output of the last group if that is incomplete, and ends the
// message: the CFB is of no more use, and its methods panic. To begin again with the same
// IV would reveal two plaintexts.
func (x *CFB) Finish(dst []byte) []byte {
	x.checkUse()
	n := x.c.BlockSize()
	all, out := extend(dst, x.buffered)
	subtle.XORBytes(out, x.buf[:x.buffered], x.gamma[n-x.buffered:n])
	*x = CFB{finished: true}
	return all
}

func (x *CFB) checkUse() {
	if x.finished {
		panic("dstu7624: CFB used after Finish")
	}
}

// crypt takes whole groups. dst and src are as long, and the same or apart.
func (x *CFB) crypt(dst, src []byte) {
	switch whole := x.width == x.c.BlockSize(); {
	case whole && x.decrypt:
		x.decryptBlocks(dst, src)
	case whole:
		x.encryptBlocks(dst, src)
	case x.decrypt:
		x.decryptGroups(dst, src)
	default:
		x.encryptGroups(dst, src)
	}
}

func (x *CFB) encryptBlocks(dst, src []byte) {
	n := x.c.BlockSize()
	gamma := x.gamma[:n]
	for ; len(src) > 0; dst, src = dst[n:], src[n:] {
		xorBlock(dst[:n], src, gamma)
		x.c.Encrypt(gamma, dst)
	}
}

// decryptBlocks can run several blocks at a time: the gammas are the encrypted ciphertext.
func (x *CFB) decryptBlocks(dst, src []byte) {
	n := x.c.BlockSize()
	entry := multiblock.Of(x.c)
	s := getScratch()
	defer s.release(len(src))
	for len(src) > 0 {
		m := min(len(src), scratchSize)
		gammas := s.blocks[:m] // from the second on, and the first of the next round
		entry.EncryptBlocks(gammas, src[:m])
		subtle.XORBytes(dst, src[:n], x.gamma[:n])
		subtle.XORBytes(dst[n:], src[n:m], gammas)
		copy(x.gamma[:], gammas[m-n:])
		dst, src = dst[m:], src[m:]
	}
}

func (x *CFB) encryptGroups(dst, src []byte) {
	q := x.width
	gamma := x.gamma[:x.c.BlockSize()]
	tail := gamma[len(gamma)-q:]
	for ; len(src) > 0; dst, src = dst[q:], src[q:] {
		subtle.XORBytes(tail, tail, src[:q])
		copy(dst, tail)
		x.c.Encrypt(gamma, gamma)
	}
}

// decryptGroups cannot: part of each gamma is left in the next block to encrypt.
func (x *CFB) decryptGroups(dst, src []byte) {
	q := x.width
	gamma := x.gamma[:x.c.BlockSize()]
	tail := gamma[len(gamma)-q:]
	for ; len(src) > 0; dst, src = dst[q:], src[q:] {
		subtle.XORBytes(dst, src[:q], tail)
		subtle.XORBytes(tail, tail, dst[:q]) // the group of ciphertext, which dst may have been
		x.c.Encrypt(gamma, gamma)
	}
}
