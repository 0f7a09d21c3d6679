// Package kalyna implements the Kalyna block cipher.
//
// Standard: DSTU 7624:2014, clauses 5-7
// Timing: TableLookup for New; ConstantTime for NewConstantTime
// Maturity: official vectors
//
// A block is 16, 32 or 64 bytes; the key has the block's length or, for the two shorter
// blocks, twice that. A Cipher is a [cipher.Block] and nothing else: it encrypts single
// blocks. Programs want a mode of operation around it.
//
// New is for machines whose caches nobody hostile shares: its table lookups are at
// addresses that depend on the key and the data. NewConstantTime has no such lookup, at
// a price in speed that is small in bulk and large for single blocks.
package kalyna

import (
	"crypto/cipher"
	"fmt"

	"github.com/zvirka/zvirka/impl/internal/alias"
	"github.com/zvirka/zvirka/internal/dispatch"
	"github.com/zvirka/zvirka/internal/multiblock"
	"github.com/zvirka/zvirka/internal/profile"
	"github.com/zvirka/zvirka/spec/kalyna"
)

// The block sizes in bytes.
const (
	BlockSize128 = 16 // with keys of 16 or 32 bytes
	BlockSize256 = 32 // with keys of 32 or 64 bytes
	BlockSize512 = 64 // with keys of 64 bytes
)

// A SizeError reports a pair of sizes, in bytes, that is no variant of the standard.
type SizeError struct{ Block, Key int }

func (e SizeError) Error() string {
	switch e.Block {
	case BlockSize128, BlockSize256, BlockSize512:
		return fmt.Sprintf("kalyna: invalid key size %d for %d-byte block", e.Key, e.Block)
	}
	return fmt.Sprintf("kalyna: invalid block size %d (key size %d)", e.Block, e.Key)
}

// A Cipher is Kalyna under one key. It may be used by several goroutines at once.
type Cipher struct {
	seam
	kernel    kernel
	blockSize int
}

var _ cipher.Block = (*Cipher)(nil)

type seam = multiblock.Seam

// A kernel is one implementation of the cipher with its expanded key. Its callers have
// checked lengths and overlap: encrypt and decrypt get one block; what multiblock.Entry
// asks for holds for the rest.
type kernel interface {
	encrypt(dst, src []byte)
	decrypt(dst, src []byte)
	multiblock.Entry
}

// The paths of New. What New prefers comes first.
const (
	pathTable = "table" // fused S-box and column-mixing tables
	pathSmall = "small" // S-boxes and computed GF(2⁸) arithmetic
)

var paths = dispatch.Register("kalyna",
	dispatch.Path{Name: pathTable, Available: !profile.SmallTables},
	dispatch.Path{Name: pathSmall, Available: true})

// New returns the cipher for blocks of blockSize bytes (16, 32 or 64) under key, whose
// length is blockSize or, for the two shorter blocks, 2*blockSize bytes. Any other pair
// is a [SizeError]. The key is not retained.
//
//ct:secret key
func New(blockSize int, key []byte) (*Cipher, error) {
	p, ok := kalyna.Lookup(blockSize, len(key))
	if !ok {
		return nil, SizeError{blockSize, len(key)}
	}
	if profile.SmallTables || paths.Live() == pathSmall {
		return newCipher(p, newSmall(p, key)), nil
	}
	return newTable(blockSize, key), nil
}

// NewConstantTime is New without secret-dependent memory access: neither the key
// schedule nor the rounds look anything up at an address, or take a branch, that depends
// on the key or the data.
//
//ct:secret key
func NewConstantTime(blockSize int, key []byte) (*Cipher, error) {
	p, ok := kalyna.Lookup(blockSize, len(key))
	if !ok {
		return nil, SizeError{blockSize, len(key)}
	}
	return newCipher(p, newConstantTime(p, key)), nil
}

func newCipher(p kalyna.Params, k kernel) *Cipher {
	return &Cipher{multiblock.At(k), k, p.BlockSize}
}

// BlockSize returns the block size in bytes.
func (c *Cipher) BlockSize() int { return c.blockSize }

// Encrypt encrypts the first block of src into dst, which may be the same memory. It
// panics if either is shorter than a block or the two overlap otherwise.
//
//ct:secret src
func (c *Cipher) Encrypt(dst, src []byte) {
	dst, src = c.block(dst, src)
	c.kernel.encrypt(dst, src)
}

// Decrypt decrypts the first block of src into dst, which may be the same memory. It
// panics if either is shorter than a block or the two overlap otherwise.
//
//ct:secret src
func (c *Cipher) Decrypt(dst, src []byte) {
	dst, src = c.block(dst, src)
	c.kernel.decrypt(dst, src)
}

// block cuts both buffers to one block, with the panics of crypto/aes.
func (c *Cipher) block(dst, src []byte) ([]byte, []byte) {
	if len(src) < c.blockSize {
		panic("kalyna: input not full block")
	}
	if len(dst) < c.blockSize {
		panic("kalyna: output not full block")
	}
	dst, src = dst[:c.blockSize], src[:c.blockSize]
	if alias.InexactOverlap(dst, src) {
		panic("kalyna: invalid buffer overlap")
	}
	return dst, src
}
