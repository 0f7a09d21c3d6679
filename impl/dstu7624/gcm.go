package dstu7624

import (
	"crypto/cipher"

	"github.com/zvirka/zvirka/impl/hazmat/gf2m"
	"github.com/zvirka/zvirka/impl/internal/alias"
	"github.com/zvirka/zvirka/impl/internal/verdict"
	"github.com/zvirka/zvirka/impl/kalyna"
)

// A GCM is encryption with authentication, clause 12. Its tag does not depend on the nonce:
// who changes only the nonce on its way changes the plaintext, and Open does not notice. A
// nonce that travels with the message belongs into the associated data as well. (A nonce
// that both sides count for themselves does not come from the attacker.)
//
// The pair of key and nonce must never repeat: two messages under one pair reveal the sum of
// their plaintexts. The nonce need not be secret. The tag of equal associated data and equal
// ciphertext is equal, and there is none where both are empty: it would be the key of the
// authentication.
//
// A GCM is a [cipher.AEAD] and may be used by several goroutines at once.
type GCM struct {
	c       *kalyna.Cipher
	field   *gf2m.Evaluator // multiplies by H
	tagSize int
}

var _ cipher.AEAD = (*GCM)(nil)

// NewGCM returns the GCM under the key of c with tags of tagSize bytes, 8 up to a block; any
// other is a [TagSizeError]. (The standard's own lower bound is not confirmed.) A shorter
// tag is the beginning of the longest.
func NewGCM(c *kalyna.Cipher, tagSize int) (*GCM, error) {
	if err := checkTag(c, tagSize); err != nil {
		return nil, err
	}
	field, err := newField(c)
	if err != nil {
		return nil, err
	}
	return &GCM{c, field, tagSize}, nil
}

// NonceSize returns the size of a nonce in bytes, which is that of a block.
func (g *GCM) NonceSize() int { return g.c.BlockSize() }

// Overhead returns the size of the tag in bytes.
func (g *GCM) Overhead() int { return g.tagSize }

// Seal panics if plaintext and additionalData are both empty, for the standard has no value
// for that: TrySeal returns an error instead. It also panics as the AEADs of crypto/cipher
// do: if the nonce is not a block, or if what is written overlaps additionalData, or
// plaintext without starting at the same byte. Otherwise it appends the ciphertext and the
// tag to dst and returns the result. The tag does not depend on the nonce.
//
//ct:secret plaintext
func (g *GCM) Seal(dst, nonce, plaintext, additionalData []byte) []byte {
	return mustSeal(g.TrySeal(dst, nonce, plaintext, additionalData))
}

// TrySeal is Seal with errors instead of panics: [ErrEmpty], [IVSizeError], [ErrOverlap],
// and [LengthError] for 2⁶¹ bytes or more where blocks have 16. With an error nothing has
// been written.
//
//ct:secret plaintext
func (g *GCM) TrySeal(dst, nonce, plaintext, additionalData []byte) ([]byte, error) {
	n := g.c.BlockSize()
	if len(plaintext) == 0 && len(additionalData) == 0 {
		return nil, ErrEmpty
	}
	if !lengthFits(n, uint64(len(plaintext)), 0) {
		return nil, tooLong(n, "plaintext", uint64(len(plaintext)))
	}
	if !lengthFits(n, uint64(len(additionalData)), 0) {
		return nil, tooLong(n, "associated data", uint64(len(additionalData)))
	}
	all, out, err := sealInto(g.c, g.tagSize, dst, nonce, plaintext, additionalData)
	if err != nil {
		return nil, err
	}
	s := getScratch()
	defer s.release(len(plaintext))
	s.keystream.start(g.c, nonce, firstWord)
	g.update(s, additionalData)
	text := out[:len(plaintext)]
	for at := 0; at < len(text); at += scratchSize { // each part is in the cache for both
		part := text[at:min(at+scratchSize, len(text))]
		s.keystream.xor(part, plaintext[at:at+len(part)], s.blocks[:])
		g.update(s, part)
	}
	copy(out[len(text):], g.tag(s, len(additionalData), len(text)))
	return all, nil
}

// Open verifies the tag and then appends the plaintext to dst and returns the result. If the
// tag is not right, or the ciphertext cannot be Seal's, it returns [ErrAuthentication] and
// wipes what it would have appended to. Associated data as for Seal, from which the nonce
// must be taken or to which it must be known to belong: the tag does not depend on it.
//
// It panics as the AEADs of crypto/cipher do: if the nonce is not a block, or if what is
// written overlaps additionalData, or ciphertext without starting at the same byte.
//
//ct:secret ciphertext
func (g *GCM) Open(dst, nonce, ciphertext, additionalData []byte) ([]byte, error) {
	all, out, text, tag, err := openInto(g.c, g.tagSize, dst, nonce, ciphertext, additionalData)
	if err != nil {
		return nil, err
	}
	s := getScratch()
	defer s.release(len(text))
	if !g.authentic(s, text, tag, additionalData) {
		clear(out)
		return nil, ErrAuthentication
	}
	s.keystream.start(g.c, nonce, firstWord)
	s.keystream.xor(out, text, s.blocks[:])
	return all, nil
}

func (g *GCM) authentic(s *scratch, text, tag, additionalData []byte) bool {
	n := g.c.BlockSize()
	if len(text) == 0 && len(additionalData) == 0 ||
		!lengthFits(n, uint64(len(text)), 0) || !lengthFits(n, uint64(len(additionalData)), 0) {
		return false
	}
	g.update(s, additionalData)
	g.update(s, text)
	return verdict.Equal(g.tag(s, len(additionalData), len(text)), tag)
}

// update is B = (B ⊕ x)·H for each block x of data, padded.
func (g *GCM) update(s *scratch, data []byte) {
	n := g.c.BlockSize()
	whole := len(data) &^ (n - 1)
	g.field.Update(s.acc[:n], data[:whole])
	if whole < len(data) {
		pad(s.block[copy(s.block[:n], data[whole:]):n])
		g.field.Update(s.acc[:n], s.block[:n])
	}
}

// tag is the first bytes of T(B ⊕ λ), λ being the two lengths before padding.
func (g *GCM) tag(s *scratch, additional, text int) []byte {
	n := g.c.BlockSize()
	xorLength(s.acc[:n/2], uint64(additional), 0)
	xorLength(s.acc[n/2:n], uint64(text), 0)
	g.c.Encrypt(s.acc[:n], s.acc[:n])
	return s.acc[:g.tagSize]
}

func mustSeal(out []byte, err error) []byte {
	if err != nil {
		panic(err.Error())
	}
	return out
}

// sealInto makes room behind dst for plaintext and tag, after the checks that all AEADs make.
func sealInto(c *kalyna.Cipher, tagSize int, dst, nonce, plaintext, additionalData []byte) (all, out []byte, err error) {
	if err := checkIV(c, nonce); err != nil {
		return nil, nil, err
	}
	all, out = extend(dst, len(plaintext)+tagSize)
	if alias.InexactOverlap(out, plaintext) || alias.Overlap(out, additionalData) {
		return nil, nil, ErrOverlap
	}
	return all, out, nil
}

// openInto makes room behind dst for the plaintext and cuts the ciphertext in two, after the
// checks that all AEADs make.
func openInto(c *kalyna.Cipher, tagSize int, dst, nonce, ciphertext, additionalData []byte) (all, out, text, tag []byte, err error) {
	if err := checkIV(c, nonce); err != nil {
		panic(err.Error())
	}
	n := len(ciphertext) - tagSize
	if n < 0 {
		return nil, nil, nil, nil, ErrAuthentication
	}
	all, out = extend(dst, n)
	if alias.InexactOverlap(out, ciphertext) || alias.Overlap(out, additionalData) {
		panic(ErrOverlap.Error())
	}
	return all, out, ciphertext[:n], ciphertext[n:], nil
}
