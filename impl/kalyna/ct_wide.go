package kalyna

import "encoding/binary"

// A wide is the state of 64/c blocks. In planes, bit i of word [r][b] is bit b of row r;
// i = j·(64/c) + n is column j of block n. In columns, word [i/8][i%8] is that column.
type wide [8][8]uint64

func (k *constantTime) encryptWide(dst, src *[wideSize]byte) {
	var s, t wide
	c := k.words
	for j, key := range k.first {
		for n := range 64 / c {
			i := j*(64/c) + n
			s[i/8][i%8] = (binary.LittleEndian.Uint64(src[8*(n*c+j):]) + key) ^ ctIn
		}
	}
	s.transpose()
	for i := range k.wide {
		t.substitute(&s, k.rowMask)
		s.mix(&t)
		s.add(&k.wide[i])
	}
	t.substitute(&s, k.rowMask)
	s.mix(&t)
	s.transpose()
	out := mixColumn(ctOut)
	for j, key := range k.last {
		for n := range 64 / c {
			i := j*(64/c) + n
			binary.LittleEndian.PutUint64(dst[8*(n*c+j):], (s[i/8][i%8]^out)+key)
		}
	}
}

func (k *constantTime) decryptWide(dst, src *[wideSize]byte) {
	var s, t wide
	c := k.words
	out := mixColumn(ctOut)
	for j, key := range k.last {
		for n := range 64 / c {
			i := j*(64/c) + n
			s[i/8][i%8] = (binary.LittleEndian.Uint64(src[8*(n*c+j):]) - key) ^ out
		}
	}
	s.transpose()
	for i := len(k.wide) - 1; i >= 0; i-- {
		t.mix(&s)
		s.unmix(&t)
		t.unsubstitute(&s, k.rowMask)
		s = t
		s.add(&k.wide[i])
	}
	t.mix(&s)
	s.unmix(&t)
	t.unsubstitute(&s, k.rowMask)
	s = t
	s.transpose()
	for j, key := range k.first {
		for n := range 64 / c {
			i := j*(64/c) + n
			binary.LittleEndian.PutUint64(dst[8*(n*c+j):], (s[i/8][i%8]^ctIn)-key)
		}
	}
}

// transpose turns columns to planes and planes to columns.
func (s *wide) transpose() {
	for i := range s {
		transposeBits(&s[i])
	}
	for b := range 8 {
		t := [8]uint64{s[0][b], s[1][b], s[2][b], s[3][b], s[4][b], s[5][b], s[6][b], s[7][b]}
		transposeBytes(&t)
		s[0][b], s[1][b], s[2][b], s[3][b] = t[0], t[1], t[2], t[3]
		s[4][b], s[5][b], s[6][b], s[7][b] = t[4], t[5], t[6], t[7]
	}
}

func (s *wide) add(k *wide) {
	for r := range s {
		for b := range s[r] {
			s[r][b] ^= k[r][b]
		}
	}
}

// substitute sets s to T(S(x)) without the constants of S.
func (s *wide) substitute(x *wide, mask int) {
	ctPi0(&s[0], &x[0], 0)
	ctPi1(&s[1], &x[1], 8*(1&mask))
	ctPi2(&s[2], &x[2], 8*(2&mask))
	ctPi3(&s[3], &x[3], 8*(3&mask))
	ctPi0(&s[4], &x[4], 8*(4&mask))
	ctPi1(&s[5], &x[5], 8*(5&mask))
	ctPi2(&s[6], &x[6], 8*(6&mask))
	ctPi3(&s[7], &x[7], 8*(7&mask))
}

// unsubstitute sets s to S⁻¹(T⁻¹(66·x)) without the constants of S⁻¹.
func (s *wide) unsubstitute(x *wide, mask int) {
	ctInvPi0(&s[0], &x[0], 0)
	ctInvPi1(&s[1], &x[1], -8*(1&mask))
	ctInvPi2(&s[2], &x[2], -8*(2&mask))
	ctInvPi3(&s[3], &x[3], -8*(3&mask))
	ctInvPi0(&s[4], &x[4], -8*(4&mask))
	ctInvPi1(&s[5], &x[5], -8*(5&mask))
	ctInvPi2(&s[6], &x[6], -8*(6&mask))
	ctInvPi3(&s[7], &x[7], -8*(7&mask))
}

// mix sets s to L(x). Row i of the result is, with MDS = 1 1 5 1 8 6 7 4,
//
//	x[i] + f[i+4] + 2(g[i+5] + 2(f[i] + 2x[i+4])), g[i] = x[i] + x[i+1],
//	                                               f[i] = x[i+2] + g[i+5] + x[i+7].
func (s *wide) mix(x *wide) {
	var f, g wide
	for b := range 8 {
		x0, x1, x2, x3 := x[0][b], x[1][b], x[2][b], x[3][b]
		x4, x5, x6, x7 := x[4][b], x[5][b], x[6][b], x[7][b]
		g0, g1, g2, g3 := x0^x1, x1^x2, x2^x3, x3^x4
		g4, g5, g6, g7 := x4^x5, x5^x6, x6^x7, x7^x0
		g[0][b], g[1][b], g[2][b], g[3][b] = g0, g1, g2, g3
		g[4][b], g[5][b], g[6][b], g[7][b] = g4, g5, g6, g7
		f[0][b] = x2 ^ g5 ^ x7
		f[1][b] = x3 ^ g6 ^ x0
		f[2][b] = x4 ^ g7 ^ x1
		f[3][b] = x5 ^ g0 ^ x2
		f[4][b] = x6 ^ g1 ^ x3
		f[5][b] = x7 ^ g2 ^ x4
		f[6][b] = x0 ^ g3 ^ x5
		f[7][b] = x1 ^ g4 ^ x6
	}
	for i := range 8 {
		h, g, f, f4, x, z := &x[(i+4)&7], &g[(i+5)&7], &f[i], &f[(i+4)&7], &x[i], &s[i]
		var t [8]uint64
		double(&t, h, f)
		double(&t, &t, g)
		double(z, &t, x)
		for b := range z {
			z[b] ^= f4[b]
		}
	}
}

// unmix sets s to L⁻¹(x) without the factor 66 and what L itself does:
//
//	x[i+4] + f[i] + 2(f[i] + 4(x[i] + f[i] + 2x[i+2])), f[i] = x[i+2] + x[i+6].
func (s *wide) unmix(x *wide) {
	for i := range 8 {
		x0, x2, x4, x6, z := &x[i], &x[(i+2)&7], &x[(i+4)&7], &x[(i+6)&7], &s[i]
		var f, t [8]uint64
		for b := range f {
			f[b] = x2[b] ^ x6[b]
			t[b] = x0[b] ^ f[b]
		}
		double(&t, x2, &t)
		double(&t, &t, &[8]uint64{})
		double(&t, &t, &f)
		for b := range f {
			f[b] ^= x4[b]
		}
		double(z, &t, &f)
	}
}
