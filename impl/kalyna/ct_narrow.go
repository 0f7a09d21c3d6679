package kalyna

import (
	"encoding/binary"
	"math/bits"

	"github.com/zvirka/zvirka/impl/internal/submix"
)

// A narrow is the state of up to 8/c blocks, in a single lane. In planes, bit i of byte r
// of word b is bit b of row r; i = j·(8/c) + n is column j of block n. In columns, word i
// is that column.
type narrow struct {
	submix.Lane
	pi [4][8]uint64 // the results of the four S-boxes
}

// A narrowKey is a round key in planes.
type narrowKey = [8]uint64

func (k *constantTime) encryptNarrow(dst, src []byte) {
	var s narrow
	s.load(src, k.first, submix.In)
	submix.TransposeBits(&s.X)
	keys := k.narrow
	for i := range keys {
		s.substitute(k.rowMask)
		s.mix(&keys[i])
	}
	s.substitute(k.rowMask)
	s.mix(&zeroKey[0])
	submix.TransposeBits(&s.X)
	s.store(dst, k.last, ctMixedOut)
}

func (k *constantTime) decryptNarrow(dst, src []byte) {
	var s narrow
	s.load(src, k.minus[1], ctMixedOut)
	submix.TransposeBits(&s.X)
	s.Y = s.X
	keys := k.narrow
	for i := len(keys) - 1; i >= 0; i-- {
		s.mix(&zeroKey[0])
		s.unmix()
		s.unsubstitute(k.rowMask, &keys[i])
	}
	s.mix(&zeroKey[0])
	s.unmix()
	s.unsubstitute(k.rowMask, &zeroKey[0])
	s.X = s.Y
	submix.TransposeBits(&s.X)
	s.store(dst, k.minus[0], submix.In)
}

// load sets columns to (w + key) ^ constant for the words w of src.
func (s *narrow) load(src []byte, key []uint64, constant uint64) {
	for n := 0; len(src) > 0; n++ {
		for j, k := range key {
			w := binary.LittleEndian.Uint64(src)
			s.X[(j*(8/len(key))+n)&7] = (w + k) ^ constant
			src = src[8:]
		}
	}
}

// store sets the words of dst to (x ^ constant) + key for the columns x.
func (s *narrow) store(dst []byte, key []uint64, constant uint64) {
	for n := 0; len(dst) > 0; n++ {
		for j, k := range key {
			x := s.X[(j*(8/len(key))+n)&7]
			binary.LittleEndian.PutUint64(dst, (x^constant)+k)
			dst = dst[8:]
		}
	}
}

// substitute sets Y to T(S(X)), S without its constants. Each circuit runs over all rows.
func (s *narrow) substitute(mask int) {
	submix.Pi0(&s.pi[0], &s.X, 0)
	submix.Pi1(&s.pi[1], &s.X, 0)
	submix.Pi2(&s.pi[2], &s.X, 0)
	submix.Pi3(&s.pi[3], &s.X, 0)
	for b := range s.Y {
		// Byte r moves by r & mask bits towards its most significant.
		x := s.choose(b)
		x = x&0x00000000ffffffff | x<<4&0xf0f0f0f000000000 | x>>4&0x0f0f0f0f00000000
		if mask&2 != 0 {
			x = x&0x0000ffff0000ffff | x<<2&0xfcfc0000fcfc0000 | x>>6&0x0303000003030000
		}
		if mask&1 != 0 {
			x = x&0x00ff00ff00ff00ff | x<<1&0xfe00fe00fe00fe00 | x>>7&0x0100010001000100
		}
		s.Y[b] = x
	}
}

// unsubstitute sets Y to T⁻¹(S⁻¹(66·F)) ^ k, S⁻¹ without its constants.
func (s *narrow) unsubstitute(mask int, k *narrowKey) {
	submix.InvPi0(&s.pi[0], &s.F, &zeroKey[0], 0)
	submix.InvPi1(&s.pi[1], &s.F, &zeroKey[1], 0)
	submix.InvPi2(&s.pi[2], &s.F, &zeroKey[2], 0)
	submix.InvPi3(&s.pi[3], &s.F, &zeroKey[3], 0)
	for b := range s.Y {
		x := s.choose(b)
		x = x&0x00000000ffffffff | x<<4&0xf0f0f0f000000000 | x>>4&0x0f0f0f0f00000000
		if mask&2 != 0 {
			x = x&0x0000ffff0000ffff | x>>2&0x3f3f00003f3f0000 | x<<6&0xc0c00000c0c00000
		}
		if mask&1 != 0 {
			x = x&0x00ff00ff00ff00ff | x>>1&0x7f007f007f007f00 | x<<7&0x8000800080008000
		}
		s.Y[b] = x ^ k[b]
	}
}

// choose returns plane b of the results, rows r and r+4 from pi[r].
func (s *narrow) choose(b int) uint64 {
	const m = 0x000000ff000000ff
	return s.pi[0][b]&m | s.pi[1][b]&(m<<8) | s.pi[2][b]&(m<<16) | s.pi[3][b]&(m<<24)
}

// row returns the word whose byte r is row r+d of x.
func row(x uint64, d int) uint64 { return bits.RotateLeft64(x, -8*d) }

// mix sets X to L(Y) ^ k, as wide.mix does, with all rows in one lane.
func (s *narrow) mix(k *narrowKey) {
	var m submix.Lane // what is to lane as rows i+4 are to rows i
	for b := range 8 {
		y := s.Y[b]
		g := row(y^row(y, 1), 5)
		f := row(y, 2) ^ g ^ row(y, 7)
		s.G[b], s.F[b] = g, f
		m.Y[b], m.F[b] = row(y, 4), row(f, 4)
	}
	s.Mix(&m, k)
}

// unmix sets F to L⁻¹(X) without two factors, as wide.unmix does.
func (s *narrow) unmix() {
	var n, m submix.Lane
	for b := range 8 {
		x := s.X[b]
		f := row(x, 2) ^ row(x, 6)
		s.F[b], s.G[b] = f, x^f
		n.X[b], m.G[b] = row(x, 2), row(x^f, 4)
	}
	unmixLane(&s.Lane, &n, &m)
}

// spread sets w to the wide key whose blocks have the columns that those of k have: bit i
// of row r becomes byte i of that row's word, in all its bits.
func spread(w *wideKey, k *narrowKey) {
	for b, x := range k {
		for r := range w {
			t := x >> (8 * r) & 0xff
			t |= t << 8
			t |= t << 16
			t |= t << 32
			t &= 0x8040201008040201                           // byte i is 2ⁱ or 0
			t = (t + 0x7f7f7f7f7f7f7f7f) & 0x8080808080808080 // 80 or 0
			w[r][b] = t<<1 - t>>7                             // ff or 0
		}
	}
}
