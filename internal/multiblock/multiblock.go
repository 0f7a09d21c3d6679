// Package multiblock is the way from a mode of operation to a block cipher's kernels for
// several blocks at a time, without that entry becoming public API. A cipher embeds a
// Seam; a mode asks Of, which serves every cipher.Block.
package multiblock

import "crypto/cipher"

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
