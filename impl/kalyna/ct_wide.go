package kalyna

import (
	"encoding/binary"

	"github.com/zvirka/zvirka/impl/internal/submix"
)

// A wide is the state of 64/c blocks. In planes, bit i of word b of row r is bit b of
// that row's byte; i = j·(64/c) + n is column j of block n. In columns, word i%8 of
// lane i/8 is that column.
type wide [8]lane

// A lane is one row of a wide state: its planes x, what the S-box makes of them, y, and
// the sums f and g that the column mixing needs more than once.
type lane struct{ x, y, f, g [8]uint64 }

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
		s[i].y = s[i].x
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
		s[i].x = s[i].y
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
			s[i>>3&7].x[i&7] = (w + k) ^ constant
			i++
		}
	}
}

// store sets the words of dst to (x ^ constant) + key for the columns x.
func (s *wide) store(dst *[wideSize]byte, key []uint64, constant uint64) {
	i := 0
	for j, k := range key {
		for at := 8 * j; at < wideSize; at += 8 * len(key) {
			binary.LittleEndian.PutUint64(dst[at&(wideSize-8):], (s[i>>3&7].x[i&7]^constant)+k)
			i++
		}
	}
}

// transpose turns columns to planes and planes to columns.
func (s *wide) transpose() {
	for i := range s {
		transposeBits(&s[i].x)
	}
	for b := range 8 {
		x0, x1, x2, x3 := s[0].x[b], s[1].x[b], s[2].x[b], s[3].x[b]
		x4, x5, x6, x7 := s[4].x[b], s[5].x[b], s[6].x[b], s[7].x[b]
		x0, x1 = swap(x0, x1, 8, 0x00ff00ff00ff00ff)
		x2, x3 = swap(x2, x3, 8, 0x00ff00ff00ff00ff)
		x4, x5 = swap(x4, x5, 8, 0x00ff00ff00ff00ff)
		x6, x7 = swap(x6, x7, 8, 0x00ff00ff00ff00ff)
		x0, x2 = swap(x0, x2, 16, 0x0000ffff0000ffff)
		x1, x3 = swap(x1, x3, 16, 0x0000ffff0000ffff)
		x4, x6 = swap(x4, x6, 16, 0x0000ffff0000ffff)
		x5, x7 = swap(x5, x7, 16, 0x0000ffff0000ffff)
		s[0].x[b], s[4].x[b] = swap(x0, x4, 32, 0x00000000ffffffff)
		s[1].x[b], s[5].x[b] = swap(x1, x5, 32, 0x00000000ffffffff)
		s[2].x[b], s[6].x[b] = swap(x2, x6, 32, 0x00000000ffffffff)
		s[3].x[b], s[7].x[b] = swap(x3, x7, 32, 0x00000000ffffffff)
	}
}

// transposeBits makes of eight words, a byte of each being a row, eight whose bytes hold
// one bit of all of them, byte r still being row r; and back.
func transposeBits(x *[8]uint64) {
	x0, x1, x2, x3, x4, x5, x6, x7 := x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]
	x0, x1 = swap(x0, x1, 1, 0x5555555555555555)
	x2, x3 = swap(x2, x3, 1, 0x5555555555555555)
	x4, x5 = swap(x4, x5, 1, 0x5555555555555555)
	x6, x7 = swap(x6, x7, 1, 0x5555555555555555)
	x0, x2 = swap(x0, x2, 2, 0x3333333333333333)
	x1, x3 = swap(x1, x3, 2, 0x3333333333333333)
	x4, x6 = swap(x4, x6, 2, 0x3333333333333333)
	x5, x7 = swap(x5, x7, 2, 0x3333333333333333)
	x[0], x[4] = swap(x0, x4, 4, 0x0f0f0f0f0f0f0f0f)
	x[1], x[5] = swap(x1, x5, 4, 0x0f0f0f0f0f0f0f0f)
	x[2], x[6] = swap(x2, x6, 4, 0x0f0f0f0f0f0f0f0f)
	x[3], x[7] = swap(x3, x7, 4, 0x0f0f0f0f0f0f0f0f)
}

// swap exchanges the bits m<<w of a for the bits m of b.
func swap(a, b uint64, w int, m uint64) (uint64, uint64) {
	t := (a>>w ^ b) & m
	return a ^ t<<w, b ^ t
}

// substitute sets y to T(S(x)), S without its constants.
func (s *wide) substitute(mask int) {
	submix.Pi0(&s[0].y, &s[0].x, 0)
	submix.Pi1(&s[1].y, &s[1].x, 8*(1&mask))
	submix.Pi2(&s[2].y, &s[2].x, 8*(2&mask))
	submix.Pi3(&s[3].y, &s[3].x, 8*(3&mask))
	submix.Pi0(&s[4].y, &s[4].x, 8*(4&mask))
	submix.Pi1(&s[5].y, &s[5].x, 8*(5&mask))
	submix.Pi2(&s[6].y, &s[6].x, 8*(6&mask))
	submix.Pi3(&s[7].y, &s[7].x, 8*(7&mask))
}

// unsubstitute sets y to T⁻¹(S⁻¹(66·f)) ^ k, S⁻¹ without its constants.
func (s *wide) unsubstitute(mask int, k *wideKey) {
	submix.InvPi0(&s[0].y, &s[0].f, &k[0], 0)
	submix.InvPi1(&s[1].y, &s[1].f, &k[1], -8*(1&mask))
	submix.InvPi2(&s[2].y, &s[2].f, &k[2], -8*(2&mask))
	submix.InvPi3(&s[3].y, &s[3].f, &k[3], -8*(3&mask))
	submix.InvPi0(&s[4].y, &s[4].f, &k[4], -8*(4&mask))
	submix.InvPi1(&s[5].y, &s[5].f, &k[5], -8*(5&mask))
	submix.InvPi2(&s[6].y, &s[6].f, &k[6], -8*(6&mask))
	submix.InvPi3(&s[7].y, &s[7].f, &k[7], -8*(7&mask))
}

// mix sets x to L(y) ^ k. Row i of L(y) is, as MDS = 1 1 5 1 8 6 7 4,
//
//	y[i] + f[i+4] + 2(g[i+5] + 2(f[i] + 2y[i+4]))
//
// with g[i] = y[i] + y[i+1] and f[i] = y[i+2] + g[i+5] + y[i+7]. The lane of row i keeps
// f[i] and g[i+5] for the second loop.
func (s *wide) mix(k *wideKey) {
	for b := range 8 {
		y0, y1, y2, y3 := s[0].y[b], s[1].y[b], s[2].y[b], s[3].y[b]
		y4, y5, y6, y7 := s[4].y[b], s[5].y[b], s[6].y[b], s[7].y[b]
		g1, g5 := y1^y2, y5^y6
		s[0].g[b], s[4].g[b] = g5, g1
		s[0].f[b], s[4].f[b] = y2^y7^g5, y6^y3^g1
		g0, g4 := y0^y1, y4^y5
		s[3].g[b], s[7].g[b] = g0, g4
		s[3].f[b], s[7].f[b] = y5^y2^g0, y1^y6^g4
		g3, g7 := y3^y4, y7^y0
		s[2].g[b], s[6].g[b] = g7, g3
		s[2].f[b], s[6].f[b] = y4^y1^g7, y0^y5^g3
		g2, g6 := y2^y3, y6^y7
		s[1].g[b], s[5].g[b] = g6, g2
		s[1].f[b], s[5].f[b] = y3^y0^g6, y7^y4^g2
	}
	for i := range s {
		s[i].mix(&s[(i+4)&7], &k[i])
	}
}

// unmix sets f to L⁻¹(x) without the factor 66 and the factor that mix applies. Row i is
//
//	g[i+4] + 2(f[i] + 4(g[i] + 2x[i+2]))
//
// with f[i] = x[i+2] + x[i+6] = f[i+4] and g[i] = x[i] + f[i].
func (s *wide) unmix() {
	for b := range 8 {
		x0, x2, x4, x6 := s[0].x[b], s[2].x[b], s[4].x[b], s[6].x[b]
		f0, f2 := x2^x6, x0^x4
		s[0].f[b], s[4].f[b], s[2].f[b], s[6].f[b] = f0, f0, f2, f2
		s[0].g[b], s[2].g[b], s[4].g[b], s[6].g[b] = x0^f0, x2^f2, x4^f0, x6^f2
		x1, x3, x5, x7 := s[1].x[b], s[3].x[b], s[5].x[b], s[7].x[b]
		f1, f3 := x3^x7, x1^x5
		s[1].f[b], s[5].f[b], s[3].f[b], s[7].f[b] = f1, f1, f3, f3
		s[1].g[b], s[3].g[b], s[5].g[b], s[7].g[b] = x1^f1, x3^f3, x5^f1, x7^f3
	}
	for i := range s {
		s[i].unmix(&s[(i+2)&7], &s[(i+4)&7])
	}
}

// mix is the second half of L for the row i of l, m being the lane of row i+4.
func (l *lane) mix(m *lane, k *[8]uint64) {
	// t = f[i] + 2y[i+4]
	h := m.y[7]
	t0 := l.f[0] ^ h
	t1 := l.f[1] ^ m.y[0]
	t2 := l.f[2] ^ m.y[1] ^ h
	t3 := l.f[3] ^ m.y[2] ^ h
	t4 := l.f[4] ^ m.y[3] ^ h
	t5 := l.f[5] ^ m.y[4]
	t6 := l.f[6] ^ m.y[5]
	t7 := l.f[7] ^ m.y[6]
	// u = g[i+5] + 2t
	u7 := l.g[7] ^ t6
	u6 := l.g[6] ^ t5
	u5 := l.g[5] ^ t4
	u4 := l.g[4] ^ t3 ^ t7
	u3 := l.g[3] ^ t2 ^ t7
	u2 := l.g[2] ^ t1 ^ t7
	u1 := l.g[1] ^ t0
	u0 := l.g[0] ^ t7
	l.x[7] = l.y[7] ^ m.f[7] ^ k[7] ^ u6
	l.x[6] = l.y[6] ^ m.f[6] ^ k[6] ^ u5
	l.x[5] = l.y[5] ^ m.f[5] ^ k[5] ^ u4
	l.x[4] = l.y[4] ^ m.f[4] ^ k[4] ^ u3 ^ u7
	l.x[3] = l.y[3] ^ m.f[3] ^ k[3] ^ u2 ^ u7
	l.x[2] = l.y[2] ^ m.f[2] ^ k[2] ^ u1 ^ u7
	l.x[1] = l.y[1] ^ m.f[1] ^ k[1] ^ u0
	l.x[0] = l.y[0] ^ m.f[0] ^ k[0] ^ u7
}

// unmix is the second half of wide.unmix for the row i of l, n and m being the lanes of
// rows i+2 and i+4.
func (l *lane) unmix(n, m *lane) {
	// t = g[i] + 2x[i+2]
	h := n.x[7]
	t7 := l.g[7] ^ n.x[6]
	t6 := l.g[6] ^ n.x[5]
	t5 := l.g[5] ^ n.x[4]
	t4 := l.g[4] ^ n.x[3] ^ h
	t3 := l.g[3] ^ n.x[2] ^ h
	t2 := l.g[2] ^ n.x[1] ^ h
	t1 := l.g[1] ^ n.x[0]
	t0 := l.g[0] ^ h
	// u = f[i] + 4t
	u7 := l.f[7] ^ t5
	u6 := l.f[6] ^ t4
	u5 := l.f[5] ^ t3 ^ t7
	u2 := l.f[2] ^ t0 ^ t6
	u1 := l.f[1] ^ t7
	u0 := l.f[0] ^ t6
	t6 ^= t7
	u4 := l.f[4] ^ t2 ^ t6
	u3 := l.f[3] ^ t1 ^ t6
	l.f[7] = m.g[7] ^ u6
	l.f[6] = m.g[6] ^ u5
	l.f[5] = m.g[5] ^ u4
	l.f[4] = m.g[4] ^ u3 ^ u7
	l.f[3] = m.g[3] ^ u2 ^ u7
	l.f[2] = m.g[2] ^ u1 ^ u7
	l.f[1] = m.g[1] ^ u0
	l.f[0] = m.g[0] ^ u7
}
