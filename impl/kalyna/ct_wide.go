package kalyna

import (
	"encoding/binary"

	"github.com/zvirka/zvirka/impl/internal/submix"
)

// A wide is the state of 64/c blocks. In planes, bit i of word b of row r is bit b of
// that row's byte; i = j·(64/c) + n is column j of block n. In columns, word i%8 of
// X in lane i/8 is that column.
type wide [8]submix.Lane

// A wideKey is a round key in planes, by rows.
type wideKey [8][8]uint64

// zeroKey is for where no key is to be added.
var zeroKey wideKey

func (k *constantTime) encryptWide(dst, src *[wideSize]byte) {
	var s wide
	s.load(src, k.first, submix.In)
	s.transpose()
	keys := k.wide
	for i := range keys {
		s.substitute(k.rowMask)
		s.mix(&keys[i])
	}
	s.substitute(k.rowMask)
	s.mix(&zeroKey)
	s.transpose()
	s.store(dst, k.last, ctMixedOut)
}

func (k *constantTime) decryptWide(dst, src *[wideSize]byte) {
	var s wide
	s.load(src, k.minus[1], ctMixedOut)
	s.transpose()
	for i := range s {
		s[i].Y = s[i].X
	}
	keys := k.wide
	for i := len(keys) - 1; i >= 0; i-- {
		s.mix(&zeroKey)
		s.unmix()
		s.unsubstitute(k.rowMask, &keys[i])
	}
	s.mix(&zeroKey)
	s.unmix()
	s.unsubstitute(k.rowMask, &zeroKey)
	for i := range s {
		s[i].X = s[i].Y
	}
	s.transpose()
	s.store(dst, k.minus[0], submix.In)
}

// load sets the columns to (w + key) ^ constant for the words w of src.
func (s *wide) load(src *[wideSize]byte, key []uint64, constant uint64) {
	i := 0
	for j, k := range key {
		for at := 8 * j; at < wideSize; at += 8 * len(key) {
			w := binary.LittleEndian.Uint64(src[at&(wideSize-8):])
			s[i>>3&7].X[i&7] = (w + k) ^ constant
			i++
		}
	}
}

// store sets the words of dst to (x ^ constant) + key for the columns x.
func (s *wide) store(dst *[wideSize]byte, key []uint64, constant uint64) {
	i := 0
	for j, k := range key {
		for at := 8 * j; at < wideSize; at += 8 * len(key) {
			binary.LittleEndian.PutUint64(dst[at&(wideSize-8):], (s[i>>3&7].X[i&7]^constant)+k)
			i++
		}
	}
}

// transpose turns columns to planes and planes to columns.
func (s *wide) transpose() {
	for i := range s {
		submix.TransposeBits(&s[i].X)
	}
	for b := range 8 {
		x0, x1, x2, x3 := s[0].X[b], s[1].X[b], s[2].X[b], s[3].X[b]
		x4, x5, x6, x7 := s[4].X[b], s[5].X[b], s[6].X[b], s[7].X[b]
		x0, x1 = submix.Swap(x0, x1, 8, 0x00ff00ff00ff00ff)
		x2, x3 = submix.Swap(x2, x3, 8, 0x00ff00ff00ff00ff)
		x4, x5 = submix.Swap(x4, x5, 8, 0x00ff00ff00ff00ff)
		x6, x7 = submix.Swap(x6, x7, 8, 0x00ff00ff00ff00ff)
		x0, x2 = submix.Swap(x0, x2, 16, 0x0000ffff0000ffff)
		x1, x3 = submix.Swap(x1, x3, 16, 0x0000ffff0000ffff)
		x4, x6 = submix.Swap(x4, x6, 16, 0x0000ffff0000ffff)
		x5, x7 = submix.Swap(x5, x7, 16, 0x0000ffff0000ffff)
		s[0].X[b], s[4].X[b] = submix.Swap(x0, x4, 32, 0x00000000ffffffff)
		s[1].X[b], s[5].X[b] = submix.Swap(x1, x5, 32, 0x00000000ffffffff)
		s[2].X[b], s[6].X[b] = submix.Swap(x2, x6, 32, 0x00000000ffffffff)
		s[3].X[b], s[7].X[b] = submix.Swap(x3, x7, 32, 0x00000000ffffffff)
	}
}

// substitute sets Y to T(S(X)), S without its constants.
func (s *wide) substitute(mask int) {
	submix.Pi0(&s[0].Y, &s[0].X, 0)
	submix.Pi1(&s[1].Y, &s[1].X, 8*(1&mask))
	submix.Pi2(&s[2].Y, &s[2].X, 8*(2&mask))
	submix.Pi3(&s[3].Y, &s[3].X, 8*(3&mask))
	submix.Pi0(&s[4].Y, &s[4].X, 8*(4&mask))
	submix.Pi1(&s[5].Y, &s[5].X, 8*(5&mask))
	submix.Pi2(&s[6].Y, &s[6].X, 8*(6&mask))
	submix.Pi3(&s[7].Y, &s[7].X, 8*(7&mask))
}

// unsubstitute sets Y to T⁻¹(S⁻¹(66·F)) ^ k, S⁻¹ without its constants.
func (s *wide) unsubstitute(mask int, k *wideKey) {
	submix.InvPi0(&s[0].Y, &s[0].F, &k[0], 0)
	submix.InvPi1(&s[1].Y, &s[1].F, &k[1], -8*(1&mask))
	submix.InvPi2(&s[2].Y, &s[2].F, &k[2], -8*(2&mask))
	submix.InvPi3(&s[3].Y, &s[3].F, &k[3], -8*(3&mask))
	submix.InvPi0(&s[4].Y, &s[4].F, &k[4], -8*(4&mask))
	submix.InvPi1(&s[5].Y, &s[5].F, &k[5], -8*(5&mask))
	submix.InvPi2(&s[6].Y, &s[6].F, &k[6], -8*(6&mask))
	submix.InvPi3(&s[7].Y, &s[7].F, &k[7], -8*(7&mask))
}

// mix sets X to L(Y) ^ k.
func (s *wide) mix(k *wideKey) {
	for b := range 8 {
		y0, y1, y2, y3 := s[0].Y[b], s[1].Y[b], s[2].Y[b], s[3].Y[b]
		y4, y5, y6, y7 := s[4].Y[b], s[5].Y[b], s[6].Y[b], s[7].Y[b]
		g1, g5 := y1^y2, y5^y6
		s[0].G[b], s[4].G[b] = g5, g1
		s[0].F[b], s[4].F[b] = y2^y7^g5, y6^y3^g1
		g0, g4 := y0^y1, y4^y5
		s[3].G[b], s[7].G[b] = g0, g4
		s[3].F[b], s[7].F[b] = y5^y2^g0, y1^y6^g4
		g3, g7 := y3^y4, y7^y0
		s[2].G[b], s[6].G[b] = g7, g3
		s[2].F[b], s[6].F[b] = y4^y1^g7, y0^y5^g3
		g2, g6 := y2^y3, y6^y7
		s[1].G[b], s[5].G[b] = g6, g2
		s[1].F[b], s[5].F[b] = y3^y0^g6, y7^y4^g2
	}
	for i := range s {
		s[i].Mix(&s[(i+4)&7], &k[i])
	}
}

// unmix sets F to L⁻¹(X) without the factor 66 and the factor that mix applies. Row i is
//
//	G[i+4] + 2(F[i] + 4(G[i] + 2X[i+2]))
//
// with F[i] = X[i+2] + X[i+6] = F[i+4] and G[i] = X[i] + F[i].
func (s *wide) unmix() {
	for b := range 8 {
		x0, x2, x4, x6 := s[0].X[b], s[2].X[b], s[4].X[b], s[6].X[b]
		f0, f2 := x2^x6, x0^x4
		s[0].F[b], s[4].F[b], s[2].F[b], s[6].F[b] = f0, f0, f2, f2
		s[0].G[b], s[2].G[b], s[4].G[b], s[6].G[b] = x0^f0, x2^f2, x4^f0, x6^f2
		x1, x3, x5, x7 := s[1].X[b], s[3].X[b], s[5].X[b], s[7].X[b]
		f1, f3 := x3^x7, x1^x5
		s[1].F[b], s[5].F[b], s[3].F[b], s[7].F[b] = f1, f1, f3, f3
		s[1].G[b], s[3].G[b], s[5].G[b], s[7].G[b] = x1^f1, x3^f3, x5^f1, x7^f3
	}
	for i := range s {
		unmixLane(&s[i], &s[(i+2)&7], &s[(i+4)&7])
	}
}

// unmixLane is the second half of wide.unmix for the row i of l, n and m being the lanes of
// rows i+2 and i+4.
func unmixLane(l, n, m *submix.Lane) {
	// t = G[i] + 2X[i+2]
	h := n.X[7]
	t7 := l.G[7] ^ n.X[6]
	t6 := l.G[6] ^ n.X[5]
	t5 := l.G[5] ^ n.X[4]
	t4 := l.G[4] ^ n.X[3] ^ h
	t3 := l.G[3] ^ n.X[2] ^ h
	t2 := l.G[2] ^ n.X[1] ^ h
	t1 := l.G[1] ^ n.X[0]
	t0 := l.G[0] ^ h
	// u = F[i] + 4t
	u7 := l.F[7] ^ t5
	u6 := l.F[6] ^ t4
	u5 := l.F[5] ^ t3 ^ t7
	u2 := l.F[2] ^ t0 ^ t6
	u1 := l.F[1] ^ t7
	u0 := l.F[0] ^ t6
	t6 ^= t7
	u4 := l.F[4] ^ t2 ^ t6
	u3 := l.F[3] ^ t1 ^ t6
	l.F[7] = m.G[7] ^ u6
	l.F[6] = m.G[6] ^ u5
	l.F[5] = m.G[5] ^ u4
	l.F[4] = m.G[4] ^ u3 ^ u7
	l.F[3] = m.G[3] ^ u2 ^ u7
	l.F[2] = m.G[2] ^ u1 ^ u7
	l.F[1] = m.G[1] ^ u0
	l.F[0] = m.G[0] ^ u7
}
