package dstu7624

import (
	"github.com/zvirka/zvirka/impl/kalyna"
	"github.com/zvirka/zvirka/internal/multiblock"
	"github.com/zvirka/zvirka/spec/dstu7624"
)

// NewCMAC returns the CMAC under the key of c, clause 9, with tags of tagSize bytes, 8 up to
// a block; any other is a [TagSizeError]. (The standard's own lower bound is not confirmed.)
//
// A shorter tag is the beginning of the longest: tags of two sizes under one key are not
// independent.
func NewCMAC(c *kalyna.Cipher, tagSize int) (*MAC, error) {
	m, err := newMAC(c, tagSize)
	if err != nil {
		return nil, err
	}
	// K_d = T(d ‖ 0 .. 0), d being whether there is padding.
	n := c.BlockSize()
	var d [2 * maxBlock]byte
	d[n] = dstu7624.CMACPadded
	multiblock.Of(c).EncryptBlocks(d[:2*n], d[:2*n])
	copy(m.lastKeys[0][:], d[:n])
	copy(m.lastKeys[1][:], d[n:2*n])
	return m, nil
}
