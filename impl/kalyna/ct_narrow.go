package kalyna

import (
	"encoding/binary"
	"math/bits"
)

// A narrow is the state of up to 8/c blocks. In planes, bit i of byte r of word b is
// bit b of row r; i = j·(8/c) + n is column j of block n. In columns, word i is that column.
type narrow [8]uint64

func (k *constantTime) encryptNarrow(dst, src []byte) {
	var s narrow
	s.load(k.words, src)
	q := 8 / k.words
	for i := range s {
		s[i] = (s[i] + k.first[i/q]) ^ ctIn
	}
	s.transpose()
	for i := range k.narrow {
		s.substitute()
		s.rotate(k.rowMask)
		s.mix()
		s.add(&k.narrow[i])
	}
	s.substitute()
	s.rotate(k.rowMask)
	s.mix()
	s.transpose()
	out := mixColumn(ctOut)
	for i := range s {
		s[i] = (s[i] ^ out) + k.last[i/q]
	}
	s.store(k.words, dst)
}

func (k *constantTime) decryptNarrow(dst, src []byte) {
	var s narrow
	s.load(k.words, src)
	q := 8 / k.words
	out := mixColumn(ctOut)
	for i := range s {
		s[i] = (s[i] - k.last[i/q]) ^ out
	}
	s.transpose()
	for i := len(k.narrow) - 1; i >= 0; i-- {
		s.unmix()
		s.unrotate(k.rowMask)
		s.unsubstitute()
		s.add(&k.narrow[i])
	}
	s.unmix()
	s.unrotate(k.rowMask)
	s.unsubstitute()
	s.transpose()
	for i := range s {
		s[i] = (s[i] ^ ctIn) - k.first[i/q]
	}
	s.store(k.words, dst)
}

// load reads the blocks of src, of c words each.
func (s *narrow) load(c int, src []byte) {
	for n := 0; len(src) > 0; n++ {
		for j := range c {
			s[(j*(8/c)+n)&7] = binary.LittleEndian.Uint64(src)
			src = src[8:]
		}
	}
}

func (s *narrow) store(c int, dst []byte) {
	for n := 0; len(dst) > 0; n++ {
		for j := range c {
			binary.LittleEndian.PutUint64(dst, s[(j*(8/c)+n)&7])
			dst = dst[8:]
		}
	}
}

// transpose turns columns to planes and planes to columns.
func (s *narrow) transpose() { transposeBits((*[8]uint64)(s)) }

func (s *narrow) add(k *narrow) {
	for b := range s {
		s[b] ^= k[b]
	}
}

// The bytes of rows 0 and 4; shifted by 8s bits, those of rows s and s+4.
const rows04 = 0x000000ff000000ff

// substitute is S without its constants. Each circuit runs over all rows.
func (s *narrow) substitute() {
	var t [4][8]uint64
	ctPi0(&t[0], (*[8]uint64)(s), 0)
	ctPi1(&t[1], (*[8]uint64)(s), 0)
	ctPi2(&t[2], (*[8]uint64)(s), 0)
	ctPi3(&t[3], (*[8]uint64)(s), 0)
	s.choose(&t)
}

// unsubstitute is S⁻¹ after multiplication by 66, without its constants.
func (s *narrow) unsubstitute() {
	var t [4][8]uint64
	ctInvPi0(&t[0], (*[8]uint64)(s), 0)
	ctInvPi1(&t[1], (*[8]uint64)(s), 0)
	ctInvPi2(&t[2], (*[8]uint64)(s), 0)
	ctInvPi3(&t[3], (*[8]uint64)(s), 0)
	s.choose(&t)
}

func (s *narrow) choose(t *[4][8]uint64) {
	for b := range s {
		s[b] = t[0][b]&rows04 | t[1][b]&(rows04<<8) | t[2][b]&(rows04<<16) | t[3][b]&(rows04<<24)
	}
}

// rotate is T: byte r moves by r & mask bits towards its most significant.
func (s *narrow) rotate(mask int) {
	for b, x := range s {
		x = x&0x00000000ffffffff | x<<4&0xf0f0f0f000000000 | x>>4&0x0f0f0f0f00000000
		if mask&2 != 0 {
			x = x&0x0000ffff0000ffff | x<<2&0xfcfc0000fcfc0000 | x>>6&0x0303000003030000
		}
		if mask&1 != 0 {
			x = x&0x00ff00ff00ff00ff | x<<1&0xfe00fe00fe00fe00 | x>>7&0x0100010001000100
		}
		s[b] = x
	}
}

// unrotate is T⁻¹.
func (s *narrow) unrotate(mask int) {
	for b, x := range s {
		x = x&0x00000000ffffffff | x<<4&0xf0f0f0f000000000 | x>>4&0x0f0f0f0f00000000
		if mask&2 != 0 {
			x = x&0x0000ffff0000ffff | x>>2&0x3f3f00003f3f0000 | x<<6&0xc0c00000c0c00000
		}
		if mask&1 != 0 {
			x = x&0x00ff00ff00ff00ff | x>>1&0x7f007f007f007f00 | x<<7&0x8000800080008000
		}
		s[b] = x
	}
}

// row returns the word whose byte r is row r+d of x.
func row(x uint64, d int) uint64 { return bits.RotateLeft64(x, -8*d) }

// mix is L, as in wide.mix.
func (s *narrow) mix() {
	var sum, four, h [8]uint64
	for b, x := range s {
		sum[b] = row(x^row(x, 1), 5)
		four[b] = row(x, 2) ^ sum[b] ^ row(x, 7)
		h[b] = row(x, 4)
	}
	double(&h, &h, &four)
	double(&h, &h, &sum)
	for b := range s {
		s[b] ^= row(four[b], 4)
	}
	double((*[8]uint64)(s), &h, (*[8]uint64)(s))
}

// unmix is L⁻¹ without the factor 66, as in wide.unmix.
func (s *narrow) unmix() {
	s.mix()
	var two, f, h [8]uint64
	for b, x := range s {
		two[b] = row(x, 2)
		f[b] = two[b] ^ row(x, 6)
		h[b] = x ^ f[b]
	}
	double(&h, &two, &h)
	double(&h, &h, &[8]uint64{})
	double(&h, &h, &f)
	for b, x := range s {
		s[b] = row(x, 4) ^ f[b]
	}
	double((*[8]uint64)(s), &h, (*[8]uint64)(s))
}

// double sets z to 2x + y in GF(2⁸), plane by plane.
func double(z, x, y *[8]uint64) {
	h := x[7]
	z7 := x[6] ^ y[7]
	z6 := x[5] ^ y[6]
	z5 := x[4] ^ y[5]
	z4 := x[3] ^ y[4] ^ h
	z3 := x[2] ^ y[3] ^ h
	z2 := x[1] ^ y[2] ^ h
	z1 := x[0] ^ y[1]
	z[0], z[1], z[2], z[3], z[4], z[5], z[6], z[7] = h^y[0], z1, z2, z3, z4, z5, z6, z7
}

// spread sets w to the state in whose every column-group of blocks is what s has in its.
func (s *narrow) spread(w *wide) {
	for b, x := range s {
		for r := range w {
			// Byte i gets bit i of row r in place i, then all bits of the byte that bit.
			t := x >> (8 * r) & 0xff * 0x0101010101010101 & 0x8040201008040201
			t = (t + 0x7f7f7f7f7f7f7f7f) & 0x8080808080808080
			w[r][b] = t >> 7 * 0xff
		}
	}
}
