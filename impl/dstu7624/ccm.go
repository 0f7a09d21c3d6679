package dstu7624

import (
	"crypto/cipher"
	"encoding/binary"

	"github.com/zvirka/zvirka/impl/internal/verdict"
	"github.com/zvirka/zvirka/impl/kalyna"
	"github.com/zvirka/zvirka/internal/multiblock"
	"github.com/zvirka/zvirka/spec/dstu7624"
)

// A CCM is encryption with authentication, clause 13. It encrypts no empty message, and the
// message may not be longer than its length field of 4, 6 or 8 bytes can say.
//
// Of a nonce, which is a block, only the first part without the length field and one byte
// more is authenticated, and the standard asks that this part alone be different in each
// message under a key. It need not be secret.
//
// A CCM is a [cipher.AEAD] and may be used by several goroutines at once.
type CCM struct {
	c          *kalyna.Cipher
	lengthSize int
	tagSize    int
	flag       byte // but for the bit of the associated data
}

var _ cipher.AEAD = (*CCM)(nil)

// NewCCM returns the CCM under the key of c with length fields of lengthSize bytes, 4, 6 or
// 8, and tags of tagSize bytes, 8, 16, 32, 48 or 64 but no more than a block. Any other is a
// [LengthSizeError] or a [TagSizeError]. The two are encoded in the message's authentication.
//
// The standard's examples take 4 and 16 for keys of up to 256 bits and blocks of up to 32
// bytes, 6 and 32 for a key of 512 bits and blocks of 32, 8 and 64 for blocks of 64.
func NewCCM(c *kalyna.Cipher, lengthSize, tagSize int) (*CCM, error) {
	n := c.BlockSize()
	if indexOf(dstu7624.CCMLengths, lengthSize, n) < 0 {
		return nil, LengthSizeError{lengthSize}
	}
	code := indexOf(dstu7624.CCMTags, tagSize, n)
	if code < 0 {
		return nil, TagSizeError{tagSize, n}
	}
	flag := (dstu7624.CCMFirstCode+code)<<dstu7624.CCMCodeShift | (lengthSize - 1)
	return &CCM{c, lengthSize, tagSize, byte(flag)}, nil
}

// NonceSize returns the size of a nonce in bytes, which is that of a block.
func (x *CCM) NonceSize() int { return x.c.BlockSize() }

// Overhead returns the size of the tag in bytes.
func (x *CCM) Overhead() int { return x.tagSize }

// Seal panics if plaintext is empty, or longer than the length field can say, or if
// additionalData are, for the standard has no value for that: TrySeal returns an error
// instead. It also panics as the AEADs of crypto/cipher do: if the nonce is not a block, or
// if what is written overlaps additionalData, or plaintext without starting at the same
// byte. Otherwise it appends the ciphertext and the tag to dst and returns the result.
//
//ct:secret plaintext
func (x *CCM) Seal(dst, nonce, plaintext, additionalData []byte) []byte {
	return mustSeal(x.TrySeal(dst, nonce, plaintext, additionalData))
}

// TrySeal is Seal with errors instead of panics: [ErrEmpty], [LengthError], [IVSizeError]
// and [ErrOverlap]. With an error nothing has been written.
//
//ct:secret plaintext
func (x *CCM) TrySeal(dst, nonce, plaintext, additionalData []byte) ([]byte, error) {
	if len(plaintext) == 0 {
		return nil, ErrEmpty
	}
	if !fieldFits(x.lengthSize, uint64(len(plaintext))) {
		return nil, x.tooLong("plaintext", len(plaintext))
	}
	if !fieldFits(x.lengthSize, uint64(len(additionalData))) {
		return nil, x.tooLong("associated data", len(additionalData))
	}
	all, out, err := sealInto(x.c, x.tagSize, dst, nonce, plaintext, additionalData)
	if err != nil {
		return nil, err
	}
	s := getScratch()
	defer s.release(len(plaintext) + x.tagSize)
	x.begin(s, nonce, additionalData, len(plaintext))
	x.update(s, plaintext)
	s.keystream.start(x.c, nonce, wholeBlock)
	s.keystream.xor(out[:len(plaintext)], plaintext, s.blocks[:])
	s.keystream.xor(out[len(plaintext):], s.acc[:x.tagSize], s.blocks[:])
	return all, nil
}

// Open appends the plaintext to dst and returns the result, if the tag is right. If it is
// not, or the ciphertext cannot be Seal's, it returns [ErrAuthentication] and wipes what it
// would have appended to. No plaintext is written before it is authenticated, for which
// everything is decrypted twice.
//
// It panics as the AEADs of crypto/cipher do: if the nonce is not a block, or if what is
// written overlaps additionalData, or ciphertext without starting at the same byte.
//
//ct:secret ciphertext
func (x *CCM) Open(dst, nonce, ciphertext, additionalData []byte) ([]byte, error) {
	all, out, text, tag, err := openInto(x.c, x.tagSize, dst, nonce, ciphertext, additionalData)
	if err != nil {
		return nil, err
	}
	s := getScratch()
	defer s.release(len(text) + x.tagSize)
	s.keystream.start(x.c, nonce, wholeBlock)
	first := s.keystream.counter
	if !x.authentic(s, nonce, text, tag, additionalData) {
		clear(out)
		return nil, ErrAuthentication
	}
	s.keystream.counter, s.keystream.unused = first, 0
	s.keystream.xor(out, text, s.blocks[:])
	return all, nil
}

// authentic decrypts in private memory, piece by piece, and steps the keystream.
func (x *CCM) authentic(s *scratch, nonce, text, tag, additionalData []byte) bool {
	if len(text) == 0 || !fieldFits(x.lengthSize, uint64(len(text))) || !fieldFits(x.lengthSize, uint64(len(additionalData))) {
		return false
	}
	x.begin(s, nonce, additionalData, len(text))
	for at := 0; at < len(text); at += scratchSize {
		part := s.text[:min(scratchSize, len(text)-at)]
		s.keystream.xor(part, text[at:at+len(part)], s.blocks[:])
		x.update(s, part)
	}
	h := s.acc[:x.tagSize]
	s.keystream.xor(h, h, s.blocks[:])
	return verdict.Equal(h, tag)
}

// begin sets B to what it is after the blocks before the message:
//
//	S[:n-N_B-1] ‖ |M| ‖ flag   and, if there are associated data,   |O| ‖ zeros ‖ O
//
// so many zeros that O ends with a block.
func (x *CCM) begin(s *scratch, nonce, o []byte, text int) {
	n := x.c.BlockSize()
	acc := s.acc[:n]
	flag := x.flag
	if len(o) > 0 {
		flag |= dstu7624.CCMHasAssociated
	}
	first := s.block[:n]
	copy(first, nonce[:n-x.lengthSize-1])
	x.putLength(first[n-x.lengthSize-1:], text)
	first[n-1] = flag
	multiblock.Chain(x.c, acc, first)
	if len(o) == 0 {
		return
	}
	rest := len(o) % n // the first bytes of O complete the blocks with its length
	head := s.text[:paddedLen(x.lengthSize+rest, n)]
	clear(head)
	x.putLength(head, len(o))
	copy(head[len(head)-rest:], o)
	multiblock.Chain(x.c, acc, head)
	multiblock.Chain(x.c, acc, o[rest:])
}

// update is B = T(B ⊕ x) for each block x of the message, padded.
func (x *CCM) update(s *scratch, text []byte) {
	n := x.c.BlockSize()
	whole := len(text) &^ (n - 1)
	multiblock.Chain(x.c, s.acc[:n], text[:whole])
	if whole < len(text) {
		pad(s.block[copy(s.block[:n], text[whole:]):n])
		multiblock.Chain(x.c, s.acc[:n], s.block[:n])
	}
}

// putLength begins b with the length field of n.
func (x *CCM) putLength(b []byte, n int) {
	var field [8]byte
	binary.LittleEndian.PutUint64(field[:], uint64(n))
	copy(b, field[:x.lengthSize])
}

// fieldFits reports whether a field of so many bytes can hold n.
func fieldFits(size int, n uint64) bool { return size >= 8 || n>>(8*size) == 0 }

func (x *CCM) tooLong(what string, n int) error {
	want := map[int]string{4: "less than 2³²", 6: "less than 2⁴⁸"}[x.lengthSize]
	return LengthError{what, uint64(n), want}
}
