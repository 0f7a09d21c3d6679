// Package kupyna implements the Kupyna hash function.
//
// Standard: DSTU 7564:2014
// Timing: TableLookup for New, New256, New384, New512, Sum256, Sum384 and Sum512; ConstantTime for NewConstantTime
// Maturity: official vectors
//
// A digest has any whole number of bytes from 1 to 64; 32, 48 and 64 are the recommended
// ones. Mind that a digest of up to 32 bytes is the end of that of 32, and a longer one
// the end of that of 64: there is no separation between digest sizes.
//
// Most messages that are hashed are public. For those that are not, on machines whose
// caches somebody hostile shares, there is NewConstantTime: New's table lookups are at
// addresses that depend on the message.
package kupyna

import (
	"encoding"
	"encoding/binary"
	"fmt"
	"hash"

	"github.com/zvirka/zvirka/impl/internal/padding"
	"github.com/zvirka/zvirka/impl/internal/submix"
	"github.com/zvirka/zvirka/internal/dispatch"
	"github.com/zvirka/zvirka/internal/profile"
)

// The sizes of the recommended digests, in bytes.
const (
	Size256 = 32
	Size384 = 48
	Size512 = 64
)

// The block sizes, in bytes: of digests of up to 256 bits, and of longer ones.
const (
	BlockSize256 = 64
	BlockSize512 = 128
)

// A SizeError reports a digest size, in bits, that the standard does not define.
type SizeError struct{ Bits int }

func (e SizeError) Error() string {
	return fmt.Sprintf("kupyna: invalid digest size %d bits", e.Bits)
}

// A BitsError reports a number of bits that no byte has beyond its message's whole bytes.
type BitsError struct{ Bits int }

func (e BitsError) Error() string {
	return fmt.Sprintf("kupyna: invalid number of final bits %d", e.Bits)
}

// A Digest is the hash of the bytes written so far. The zero Digest has no digest size:
// all its methods panic.
//
// A message of 2⁶⁴ bytes or more is within the standard, which stops at 2⁹⁶ bits, but
// Write panics rather than count it wrongly. Only a forged marshalled state comes near.
type Digest struct {
	state
	buf  [BlockSize512]byte // begins with what is left of len by whole blocks
	len  uint64             // bytes written
	size int                // of the digest, in bytes
}

var (
	_ hash.Cloner                = (*Digest)(nil)
	_ encoding.BinaryMarshaler   = (*Digest)(nil)
	_ encoding.BinaryAppender    = (*Digest)(nil)
	_ encoding.BinaryUnmarshaler = (*Digest)(nil)
)

// A state is the chaining value h, in columns, and what computes the next one. A narrow
// state has 8 columns, a wide one 16.
type state struct {
	h      [16]uint64
	wide   bool
	kernel kernel
}

// A kernel is one implementation of the compression and of the final transformation. An
// enumeration instead of an interface lets Sum256 keep its Digest on the stack.
type kernel uint8

const (
	table kernel = iota
	small
	constantTime
)

// The paths of New. What New prefers comes first.
const (
	pathTable = "table" // fused S-box and column-mixing tables
	pathSmall = "small" // S-boxes and computed GF(2⁸) arithmetic
)

var paths = dispatch.Register("kupyna",
	dispatch.Path{Name: pathTable, Available: !profile.SmallTables},
	dispatch.Path{Name: pathSmall, Available: true})

func live() kernel {
	if profile.SmallTables || paths.Live() == pathSmall {
		return small
	}
	return table
}

// compress takes the whole blocks p: h = P(h ⊕ m) ⊕ Q(m) ⊕ h for each of them.
func (s *state) compress(p []byte) {
	switch h := (*[8]uint64)(s.h[:8]); {
	case s.kernel == constantTime && s.wide:
		ctCompress(&ct16, s.h[:], p)
	case s.kernel == constantTime:
		ctCompress(&ct8, h[:], p)
	case (profile.SmallTables || s.kernel == small) && s.wide:
		smallCompress(&small16, s.h[:], p)
	case profile.SmallTables || s.kernel == small:
		smallCompress(&small8, h[:], p)
	case s.wide:
		compress16(&submix.Forward, &s.h, p)
	default:
		compress8(&submix.Forward, h, p)
	}
}

// finish is the final transformation h = P(h) ⊕ h.
func (s *state) finish() {
	switch h := (*[8]uint64)(s.h[:8]); {
	case s.kernel == constantTime && s.wide:
		ctFinish(&ct16, s.h[:])
	case s.kernel == constantTime:
		ctFinish(&ct8, h[:])
	case (profile.SmallTables || s.kernel == small) && s.wide:
		smallFinish(&small16, s.h[:])
	case profile.SmallTables || s.kernel == small:
		smallFinish(&small8, h[:])
	case s.wide:
		finish16(&submix.Forward, &s.h)
	default:
		finish8(&submix.Forward, h)
	}
}

// New returns the hash with digests of the given size in bits, a multiple of 8 from 8 to
// 512. Any other is a [SizeError].
func New(bits int) (*Digest, error) {
	return newDigest(bits, live())
}

// NewConstantTime is New without secret-dependent memory access: nothing is looked up at
// an address, and no branch taken, that depends on the message. It takes some three and a
// half times as long for digests of more than 256 bits and seven times for others.
func NewConstantTime(bits int) (*Digest, error) {
	return newDigest(bits, constantTime)
}

// New256 returns the hash with digests of 256 bits.
func New256() *Digest {
	d := new(Digest)
	d.init(Size256, live())
	return d
}

// New384 returns the hash with digests of 384 bits.
func New384() *Digest {
	d := new(Digest)
	d.init(Size384, live())
	return d
}

// New512 returns the hash with digests of 512 bits.
func New512() *Digest {
	d := new(Digest)
	d.init(Size512, live())
	return d
}

func newDigest(bits int, k kernel) (*Digest, error) {
	if bits < 8 || bits > 8*Size512 || bits%8 != 0 {
		return nil, SizeError{bits}
	}
	d := new(Digest)
	d.init(bits/8, k)
	return d, nil
}

func (d *Digest) init(size int, k kernel) {
	d.size, d.kernel, d.wide = size, k, size > Size256
	d.Reset()
}

// Sum256 returns the 256-bit digest of data.
//
//ct:secret data
func Sum256(data []byte) (digest [Size256]byte) {
	sumOnce(digest[:0], Size256, data)
	return digest
}

// Sum384 returns the 384-bit digest of data.
//
//ct:secret data
func Sum384(data []byte) (digest [Size384]byte) {
	sumOnce(digest[:0], Size384, data)
	return digest
}

// Sum512 returns the 512-bit digest of data.
//
//ct:secret data
func Sum512(data []byte) (digest [Size512]byte) {
	sumOnce(digest[:0], Size512, data)
	return digest
}

func sumOnce(b []byte, size int, data []byte) {
	var d Digest
	d.init(size, live())
	d.Write(data)
	d.sum(b, 0, 0)
}

func (d *Digest) check() {
	if d.size == 0 {
		panic("kupyna: Digest that no constructor made")
	}
}

// Size returns the size of the digest in bytes.
func (d *Digest) Size() int {
	d.check()
	return d.size
}

// BlockSize returns the block size in bytes: 64 for digests of up to 32 bytes, else 128.
func (d *Digest) BlockSize() int {
	d.check()
	return d.block()
}

func (d *Digest) block() int {
	if d.wide {
		return BlockSize512
	}
	return BlockSize256
}

// buffered returns the bytes of the message that are in no whole block.
func (d *Digest) buffered() []byte {
	return d.buf[:d.len&uint64(d.block()-1)] // 64 or 128
}

// Reset forgets all that was written.
func (d *Digest) Reset() {
	d.check()
	d.h = [16]uint64{uint64(d.block())} // the IV [4]
	d.len = 0
}

// Write adds p to the message. It returns len(p) and no error, and panics if the message
// would reach 2⁶⁴ bytes.
//
//ct:secret p
func (d *Digest) Write(p []byte) (int, error) {
	d.check()
	n, block := len(p), d.block()
	if d.len+uint64(n) < d.len {
		panic("kupyna: message of 2⁶⁴ bytes or more")
	}
	if at := len(d.buffered()); at > 0 {
		m := copy(d.buf[at:block], p)
		if p = p[m:]; at+m == block {
			d.compress(d.buf[:block])
		}
	}
	if whole := len(p) &^ (block - 1); whole > 0 {
		d.compress(p[:whole])
		p = p[whole:]
	}
	if len(p) > 0 {
		copy(d.buf[:], p)
	}
	d.len += uint64(n)
	return n, nil
}

// Sum appends the digest of what has been written to b. More may be written afterwards,
// as if Sum had not been called.
//
//ct:declassify whether a digest is secret its caller knows
func (d *Digest) Sum(b []byte) []byte {
	d.check()
	return d.sum(b, 0, 0)
}

// SumBits appends to b the digest of a message that does not end with a byte: of what has
// been written and then the first n bits of last, n being 0 to 7 (else it is a
// [BitsError]) and the first bit the most significant. The other bits of last do not
// count. As with Sum, more bytes may be written afterwards.
//
//ct:secret last
//ct:declassify whether a digest is secret its caller knows
func (d *Digest) SumBits(b []byte, last byte, n int) ([]byte, error) {
	d.check()
	if n < 0 || n > 7 {
		return nil, BitsError{n}
	}
	return d.sum(b, last, n), nil
}

func (d *Digest) sum(b []byte, last byte, n int) []byte {
	s := d.state
	var buf [2 * BlockSize512]byte
	tail := append(buf[:0], d.buffered()...)
	s.compress(padding.Append(tail, d.block(), d.len, last, n))
	s.finish()

	var out [BlockSize512]byte
	for j, w := range s.h {
		binary.LittleEndian.PutUint64(out[8*j:], w)
	}
	return append(b, out[d.block()-d.size:d.block()]...)
}

// Clone returns a Digest that continues on its own from the same state. The error is
// always nil.
func (d *Digest) Clone() (hash.Cloner, error) {
	d.check()
	c := *d
	return &c, nil
}
