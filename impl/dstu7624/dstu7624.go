// Package dstu7624 implements the ten modes of operation of the Kalyna block cipher.
//
// Standard: DSTU 7624:2014, clauses 6-15
// Timing: TableLookup over a cipher of kalyna.New; ConstantTime over one of kalyna.NewConstantTime
// Maturity: official vectors
//
// Several of these modes share their name, and not their values, with a mode of NIST or
// IEEE: CTR counts from the encrypted IV, CFB with short groups keeps what it replaces only
// in part, CMAC has another last key, XTS has one key and multiplies before the first block.
//
//	encryption and authentication   GCM, CCM       NewGCM, NewCCM
//	authentication                  CMAC, GMAC     NewCMAC, NewGMAC
//	encryption of keys              KW             Wrap, WrapPadded, WrapBits
//	encryption of storage           XTS            NewXTS
//	encryption, any length          CTR, OFB, CFB  NewCTR, NewOFB, NewCFBEncrypter
//	encryption, whole blocks        CBC, ECB       NewCBCEncrypter, NewECBEncrypter
//
// Who needs one mode and has no format to follow takes GCM and reads what it says about
// nonces first. Modes that only encrypt let anybody change the plaintext unnoticed.
//
// All sizes are in bytes but where a name says bits. An IV, a nonce and the tweak of XTS are
// always exactly a block. The standard's own text was read in quotations only, and some
// points of it are not confirmed; each is named where it is decided.
package dstu7624

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/zvirka/zvirka/impl/internal/alias"
	"github.com/zvirka/zvirka/impl/kalyna"
	"github.com/zvirka/zvirka/spec/dstu7624"
)

const maxBlock = kalyna.BlockSize512

var (
	// ErrAuthentication says that a tag, or what stands for one in KW, is not right. It does
	// not say what is wrong.
	ErrAuthentication = errors.New("dstu7624: message authentication failed")

	// ErrEmpty says that the standard has no value for a message of no bits.
	ErrEmpty = errors.New("dstu7624: empty message")

	// ErrOverlap says that output and input overlap in a way that is not allowed.
	ErrOverlap = errors.New("dstu7624: invalid buffer overlap")
)

// An IVSizeError reports the size of an IV, nonce or tweak that is not a block.
type IVSizeError struct{ Got, Want int }

func (e IVSizeError) Error() string {
	return fmt.Sprintf("dstu7624: invalid IV size %d for %d-byte block", e.Got, e.Want)
}

// A TagSizeError reports a tag size that a mode does not have with blocks of this size.
type TagSizeError struct{ Got, Block int }

func (e TagSizeError) Error() string {
	return fmt.Sprintf("dstu7624: invalid tag size %d for %d-byte block", e.Got, e.Block)
}

// A WidthError reports a feedback width that CFB does not have with blocks of this size.
type WidthError struct{ Got, Block int }

func (e WidthError) Error() string {
	return fmt.Sprintf("dstu7624: invalid CFB width %d for %d-byte block", e.Got, e.Block)
}

// A LengthSizeError reports a size of CCM's length fields that CCM does not have.
type LengthSizeError struct{ Got int }

func (e LengthSizeError) Error() string {
	return fmt.Sprintf("dstu7624: invalid length field size %d", e.Got)
}

// A BitsError reports a number of bits that no byte has beyond its message's whole bytes.
type BitsError struct{ Bits int }

func (e BitsError) Error() string {
	return fmt.Sprintf("dstu7624: invalid number of final bits %d", e.Bits)
}

// A LengthError reports a length, in bytes where What does not say bits, for which a mode
// has no value.
type LengthError struct {
	What string // "XTS input"
	Got  uint64
	Want string // "at least 16"
}

func (e LengthError) Error() string {
	return fmt.Sprintf("dstu7624: invalid length %d of %s, want %s", e.Got, e.What, e.Want)
}

func checkIV(c *kalyna.Cipher, iv []byte) error {
	if len(iv) != c.BlockSize() {
		return IVSizeError{len(iv), c.BlockSize()}
	}
	return nil
}

func checkTag(c *kalyna.Cipher, size int) error {
	if size < dstu7624.MinTagSize || size > c.BlockSize() {
		return TagSizeError{size, c.BlockSize()}
	}
	return nil
}

// indexOf returns where size stands in a list of the standard, or -1 if it does not or is
// longer than a block.
func indexOf(list string, size, block int) int {
	if size < 1 || size > block {
		return -1
	}
	return strings.IndexByte(list, byte(size))
}

// checkBlocks cuts dst to the length of src, with the panics of crypto/cipher.
func checkBlocks(dst, src []byte, blockSize int) []byte {
	if len(src)%blockSize != 0 {
		panic("dstu7624: input not full blocks")
	}
	return checkStream(dst, src)
}

func checkStream(dst, src []byte) []byte {
	if len(dst) < len(src) {
		panic("dstu7624: output smaller than input")
	}
	if alias.InexactOverlap(dst[:len(src)], src) {
		panic(ErrOverlap.Error())
	}
	return dst[:len(src)]
}

// extend returns dst with n bytes more, and these.
func extend(dst []byte, n int) (all, added []byte) {
	all = slices.Grow(dst, n)[:len(dst)+n]
	return all, all[len(dst):]
}

// xorBlock sets dst, a block, to x ⊕ y. A chain of single blocks waits for it, which is
// why it is not subtle.XORBytes: that checks first, and then loads more at a time than a
// kernel has stored, for which processors wait.
func xorBlock(dst, x, y []byte) {
	for i := 0; i <= len(dst)-16; i += 16 {
		d, a, b := dst[i:i+16], x[i:i+16], y[i:i+16]
		w0 := binary.LittleEndian.Uint64(a) ^ binary.LittleEndian.Uint64(b)
		w1 := binary.LittleEndian.Uint64(a[8:]) ^ binary.LittleEndian.Uint64(b[8:])
		binary.LittleEndian.PutUint64(d, w0)
		binary.LittleEndian.PutUint64(d[8:], w1)
	}
}
