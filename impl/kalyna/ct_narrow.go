package kalyna

import (
	"encoding/binary"
	"math/bits"
)

// A narrow is the state of up to 8/c blocks, in a single lane. In planes, bit i of byte r
// of word b is bit b of row r; i = j·(8/c) + n is column j of block n. In columns, word i
// is that column.
type narrow struct{ lane }

// A narrowKey is a round key in planes.
type narrowKey [8]uint64

func (k *constantTime) encryptNarrow(dst, src []byte) {
	var s narrow
	s.load(k.words, src)
	q := 8 / k.words
	for i := range s.x {
		s.x[i] = (s.x[i] + k.first[i/q]) ^ ctIn
	}
	transposeBits(&s.x)
	for i := range k.narrow {
		s.substitute()
		s.rotate(k.rowMask)
		s.mix(&k.narrow[i])
	}
	s.substitute()
	s.rotate(k.rowMask)
	s.mix(&narrowKey{})
	transposeBits(&s.x)
	out := mixColumn(ctOut)
	for i := range s.x {
		s.x[i] = (s.x[i] ^ out) + k.last[i/q]
	}
	s.store(k.words, dst)
}

func (k *constantTime) decryptNarrow(dst, src []byte) {
	var s narrow
	s.load(k.words, src)
	q := 8 / k.words
	out := mixColumn(ctOut)
	for i := range s.x {
		s.x[i] = (s.x[i] - k.last[i/q]) ^ out
	}
	transposeBits(&s.x)
	s.y = s.x
	for i := len(k.narrow) - 1; i >= 0; i-- {
		s.mix(&narrowKey{})
		s.unmix()
		s.unsubstitute()
		s.unrotate(k.rowMask)
		s.add(&k.narrow[i])
	}
	s.mix(&narrowKey{})
	s.unmix()
	s.unsubstitute()
	s.unrotate(k.rowMask)
	s.x = s.y
	transposeBits(&s.x)
	for i := range s.x {
		s.x[i] = (s.x[i] ^ ctIn) - k.first[i/q]
	}
	s.store(k.words, dst)
}

// load reads the blocks of src, of c words each.
func (s *narrow) load(c int, src []byte) {
	for n := 0; len(src) > 0; n++ {
		for j := range c {
			s.x[(j*(8/c)+n)&7] = binary.LittleEndian.Uint64(src)
			src = src[8:]
		}
	}
}

func (s *narrow) store(c int, dst []byte) {
	for n := 0; len(dst) > 0; n++ {
		for j := range c {
			binary.LittleEndian.PutUint64(dst, s.x[(j*(8/c)+n)&7])
			dst = dst[8:]
		}
	}
}

func (s *narrow) add(k *narrowKey) {
	for b := range s.y {
		s.y[b] ^= k[b]
	}
}

// substitute sets y to S(x), S without its constants. Each circuit runs over all rows.
func (s *narrow) substitute() {
	var z [8]uint64
	ctPi0(&s.lane, 0)
	s.collect(&z, 0)
	ctPi1(&s.lane, 0)
	s.collect(&z, 1)
	ctPi2(&s.lane, 0)
	s.collect(&z, 2)
	ctPi3(&s.lane, 0)
	s.collect(&z, 3)
	s.y = z
}

// unsubstitute sets y to S⁻¹(66·x), S⁻¹ without its constants.
func (s *narrow) unsubstitute() {
	var z [8]uint64
	ctInvPi0(&s.lane, 0)
	s.collect(&z, 0)
	ctInvPi1(&s.lane, 0)
	s.collect(&z, 1)
	ctInvPi2(&s.lane, 0)
	s.collect(&z, 2)
	ctInvPi3(&s.lane, 0)
	s.collect(&z, 3)
	s.y = z
}

// collect adds rows r and r+4 of y to z.
func (s *narrow) collect(z *[8]uint64, r int) {
	m := uint64(0x000000ff000000ff) << (8 * r)
	y := &s.y
	z[0] |= y[0] & m
	z[1] |= y[1] & m
	z[2] |= y[2] & m
	z[3] |= y[3] & m
	z[4] |= y[4] & m
	z[5] |= y[5] & m
	z[6] |= y[6] & m
	z[7] |= y[7] & m
}

// rotate applies T to y: byte r moves by r & mask bits towards its most significant.
func (s *narrow) rotate(mask int) {
	for b, x := range s.y {
		x = x&0x00000000ffffffff | x<<4&0xf0f0f0f000000000 | x>>4&0x0f0f0f0f00000000
		if mask&2 != 0 {
			x = x&0x0000ffff0000ffff | x<<2&0xfcfc0000fcfc0000 | x>>6&0x0303000003030000
		}
		if mask&1 != 0 {
			x = x&0x00ff00ff00ff00ff | x<<1&0xfe00fe00fe00fe00 | x>>7&0x0100010001000100
		}
		s.y[b] = x
	}
}

// unrotate applies T⁻¹ to y.
func (s *narrow) unrotate(mask int) {
	for b, x := range s.y {
		x = x&0x00000000ffffffff | x<<4&0xf0f0f0f000000000 | x>>4&0x0f0f0f0f00000000
		if mask&2 != 0 {
			x = x&0x0000ffff0000ffff | x>>2&0x3f3f00003f3f0000 | x<<6&0xc0c00000c0c00000
		}
		if mask&1 != 0 {
			x = x&0x00ff00ff00ff00ff | x>>1&0x7f007f007f007f00 | x<<7&0x8000800080008000
		}
		s.y[b] = x
	}
}

// row returns the word whose byte r is row r+d of x.
func row(x uint64, d int) uint64 { return bits.RotateLeft64(x, -8*d) }

// mix sets x to L(y) ^ k, as wide.mix does.
func (s *narrow) mix(k *narrowKey) {
	var t, u [8]uint64 // u is 2(g[i+5] + 2(f[i] + 2y[i+4])) on its way
	for b, y := range s.y {
		g := row(y^row(y, 1), 5)
		f := row(y, 2) ^ g ^ row(y, 7)
		t[b] = g
		u[b] = f
		s.x[b] = y ^ row(f, 4) ^ k[b]
	}
	var h [8]uint64
	for b, y := range s.y {
		h[b] = row(y, 4)
	}
	double(&u, &h)
	double(&t, &u)
	double(&s.x, &t)
}

// unmix sets x to L⁻¹(x) without two factors, as wide.unmix does.
func (s *narrow) unmix() {
	var f, e, h [8]uint64
	for b, x := range s.x {
		h[b] = row(x, 2)
		f[b] = h[b] ^ row(x, 6)
		e[b] = x ^ f[b]
		s.x[b] = row(e[b], 4)
	}
	double(&e, &h)
	var t [8]uint64
	double(&t, &e)
	double(&f, &t)
	double(&s.x, &f)
}

// double adds 2x to z in GF(2⁸).
func double(z, x *[8]uint64) {
	h := x[7]
	z[0] ^= h
	z[1] ^= x[0]
	z[2] ^= x[1] ^ h
	z[3] ^= x[2] ^ h
	z[4] ^= x[3] ^ h
	z[5] ^= x[4]
	z[6] ^= x[5]
	z[7] ^= x[6]
}

// spread sets w to the wide key whose blocks have the columns that those of k have.
func (k *narrowKey) spread(w *wideKey) {
	for b, x := range k {
		for r := range w {
			// Byte i gets bit i of row r in its place i, then that bit in all places.
			t := x >> (8 * r) & 0xff * 0x0101010101010101 & 0x8040201008040201
			t = (t + 0x7f7f7f7f7f7f7f7f) & 0x8080808080808080
			w[r][b] = t >> 7 * 0xff
		}
	}
}
