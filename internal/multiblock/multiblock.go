// Package multiblock is the way from a mode of operation to a block cipher's kernels for
// several blocks at a time, without that entry becoming public API. A cipher embeds a
// Seam; a mode asks Of, which serves every cipher.Block.
package multiblock

import (
	"crypto/cipher"
	"crypto/subtle"
)

// An Entry runs a cipher over independent blocks.
//
// src is a whole number of blocks and dst has exactly its length; the two are the same
// memory or do not overlap. The caller has checked this.
type Entry interface {
	EncryptBlocks(dst, src []byte)
	DecryptBlocks(dst, src []byte)
}

// A Seam, embedded in a cipher under an unexported name, makes the cipher's Entry
// known to Of and to nobody else.
type Seam struct{ entry Entry }

// At returns the Seam that leads to e. The zero Seam leads nowhere.
func At(e Entry) Seam { return Seam{e} }

func (s Seam) multiblock() Entry { return s.entry }

// Of returns the multi-block entry of c, or a loop over c where it has none.
func Of(c cipher.Block) Entry {
	if s, ok := c.(interface{ multiblock() Entry }); ok && s.multiblock() != nil {
		return s.multiblock()
	}
	return loop{c}
}

// A chainer is an Entry that can also do what Chain does.
type chainer interface{ ChainBlocks(acc, blocks []byte) }

// Chain sets acc, which is one block, to the encryption of acc ⊕ x for each whole block x of
// blocks in turn. The next block waits for the last, so what counts is that acc stays in
// registers. The caller has checked that acc lies outside blocks.
func Chain(c cipher.Block, acc, blocks []byte) {
	if e, ok := Of(c).(chainer); ok {
		e.ChainBlocks(acc, blocks)
		return
	}
	for n := len(acc); len(blocks) >= n; blocks = blocks[n:] {
		subtle.XORBytes(acc, acc, blocks[:n])
		c.Encrypt(acc, acc)
	}
}

type loop struct{ c cipher.Block }

func (l loop) EncryptBlocks(dst, src []byte) {
	for n := l.c.BlockSize(); len(src) >= n && len(dst) >= n; dst, src = dst[n:], src[n:] {
		l.c.Encrypt(dst[:n], src[:n])
	}
}

func (l loop) DecryptBlocks(dst, src []byte) {
	for n := l.c.BlockSize(); len(src) >= n && len(dst) >= n; dst, src = dst[n:], src[n:] {
		l.c.Decrypt(dst[:n], src[:n])
	}
}
