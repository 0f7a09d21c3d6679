package kalyna

import (
	"encoding/binary"
	"sync/atomic"

	"github.com/zvirka/zvirka/spec/kalyna"
)

type keys128 = keys[[2]uint64]

type table128 struct {
	enc   keys128
	dec   atomic.Pointer[keys128] // nil before the first decryption
	space [14][2]uint64           // of enc.rounds
}

func newTable128(p kalyna.Params, key []byte) *table128 {
	k := repeatKey(key)
	c, n := p.Words, p.KeyWords
	var a, w [2]uint64
	copy(a[:], k[:2])
	copy(w[:], k[n-c:])
	t := &encTable
	s := &table128{}
	s.enc.t = t
	s.enc.rounds = s.space[:p.Rounds]
	kt := [2]uint64{uint64(c + n + 1)}
	addWords(kt[:], a[:])
	round128(t, &kt)
	xorWords(kt[:], w[:])
	round128(t, &kt)
	addWords(kt[:], a[:])
	round128(t, &kt)
	even := &s.enc.first
	for i := 0; ; i += 2 {
		v := uint64(kalyna.EvenKeyConstant) << (i / 2)
		m := firstKeyWord(p, i)
		var x, q [2]uint64
		for j := range x {
			q[j] = kt[j] + v
			x[j] = k[(m+j)&7] + q[j]
		}
		round128(t, &x)
		xorWords(x[:], q[:])
		round128(t, &x)
		addWords(x[:], q[:])
		*even = x
		if i == p.Rounds {
			return s
		}
		rotateWords(s.enc.rounds[i][:], x[:], p.OddRotation)
		if i+2 < p.Rounds {
			even = &s.enc.rounds[i+1]
		} else {
			even = &s.enc.last
		}
	}
}

// inverse returns the keys of decryption, which are made for the first one: goroutines
// that race for it make equal ones.
func (s *table128) inverse() *keys128 {
	if d := s.dec.Load(); d != nil {
		return d
	}
	return s.invert()
}

func (s *table128) invert() *keys128 {
	n := len(s.enc.rounds) - 1
	d := &keys128{&decTable, s.enc.last, make([][2]uint64, n), s.enc.first}
	for i, k := range s.enc.rounds[:n] {
		d.rounds[n-1-i] = [2]uint64{unmix(k[0]), unmix(k[1])}
	}
	s.dec.Store(d)
	return d
}

func round128(t *table, x *[2]uint64) {
	x0, x1 := x[0], x[1]
	*x = [2]uint64{
		column(t, x0, x0, x0, x0, x1, x1, x1, x1),
		column(t, x1, x1, x1, x1, x0, x0, x0, x0),
	}
}

func (s *table128) encrypt(dst, src []byte) {
	k := &s.enc
	_, _ = src[15], dst[15]
	x0 := binary.LittleEndian.Uint64(src[0:]) + k.first[0]
	x1 := binary.LittleEndian.Uint64(src[8:]) + k.first[1]
	x0, x1 = rounds128(k, x0, x1)
	binary.LittleEndian.PutUint64(dst[0:], x0+k.last[0])
	binary.LittleEndian.PutUint64(dst[8:], x1+k.last[1])
}

func (s *table128) decrypt(dst, src []byte) {
	k := s.inverse()
	_, _ = src[15], dst[15]
	x0 := binary.LittleEndian.Uint64(src[0:]) - k.first[0]
	x1 := binary.LittleEndian.Uint64(src[8:]) - k.first[1]
	x0 = unmixLow(x0) ^ unmixHigh(x0)
	x1 = unmixLow(x1) ^ unmixHigh(x1)
	x0, x1 = rounds128(k, x0, x1)
	binary.LittleEndian.PutUint64(dst[0:], (unsub(x0, x0, x0, x0)|unsub(x1>>32, x1>>32, x1>>32, x1>>32)<<32)-k.last[0])
	binary.LittleEndian.PutUint64(dst[8:], (unsub(x1, x1, x1, x1)|unsub(x0>>32, x0>>32, x0>>32, x0>>32)<<32)-k.last[1])
}

func rounds128(k *keys128, x0, x1 uint64) (_, _ uint64) {
	t := k.t
	for r := k.rounds; len(r) > 0; r = r[2:] {
		y0, y1 := column(t, x0, x0, x0, x0, x1, x1, x1, x1)^r[0][0],
			column(t, x1, x1, x1, x1, x0, x0, x0, x0)^r[0][1]
		if len(r) == 1 {
			return y0, y1
		}
		x0, x1 = column(t, y0, y0, y0, y0, y1, y1, y1, y1)^r[1][0],
			column(t, y1, y1, y1, y1, y0, y0, y0, y0)^r[1][1]
	}
	return x0, x1
}

func rounds128x4(k *keys128, a0, a1, b0, b1, c0, c1, d0, d1 uint64) (_, _, _, _, _, _, _, _ uint64) {
	t := k.t
	var m [8][8]byte
	binary.LittleEndian.PutUint64(m[0][:], a0)
	binary.LittleEndian.PutUint64(m[1][:], a1)
	binary.LittleEndian.PutUint64(m[2][:], b0)
	binary.LittleEndian.PutUint64(m[3][:], b1)
	binary.LittleEndian.PutUint64(m[4][:], c0)
	binary.LittleEndian.PutUint64(m[5][:], c1)
	binary.LittleEndian.PutUint64(m[6][:], d0)
	binary.LittleEndian.PutUint64(m[7][:], d1)
	rounds := k.rounds
	for i := range rounds {
		k := &rounds[i]
		a0, a1, b0, b1, c0, c1, d0, d1 = columnBytes(t, a0, a0, a0, a0, a1, &m[1], &m[1], a1)^k[0],
			columnBytes(t, a1, a1, a1, a1, a0, &m[0], &m[0], a0)^k[1],
			columnBytes(t, b0, b0, b0, b0, b1, &m[3], &m[3], b1)^k[0],
			columnBytes(t, b1, b1, b1, b1, b0, &m[2], &m[2], b0)^k[1],
			columnBytes(t, c0, c0, c0, c0, c1, &m[5], &m[5], c1)^k[0],
			columnBytes(t, c1, c1, c1, c1, c0, &m[4], &m[4], c0)^k[1],
			columnBytes(t, d0, d0, d0, d0, d1, &m[7], &m[7], d1)^k[0],
			columnBytes(t, d1, d1, d1, d1, d0, &m[6], &m[6], d0)^k[1]
		binary.LittleEndian.PutUint64(m[0][:], a0)
		binary.LittleEndian.PutUint64(m[1][:], a1)
		binary.LittleEndian.PutUint64(m[2][:], b0)
		binary.LittleEndian.PutUint64(m[3][:], b1)
		binary.LittleEndian.PutUint64(m[4][:], c0)
		binary.LittleEndian.PutUint64(m[5][:], c1)
		binary.LittleEndian.PutUint64(m[6][:], d0)
		binary.LittleEndian.PutUint64(m[7][:], d1)
	}
	return a0, a1, b0, b1, c0, c1, d0, d1
}

func (s *table128) EncryptBlocks(dst, src []byte) {
	k := &s.enc
	for ; len(src) >= 64 && len(dst) >= 64; dst, src = dst[64:], src[64:] {
		a0 := binary.LittleEndian.Uint64(src[0:]) + k.first[0]
		a1 := binary.LittleEndian.Uint64(src[8:]) + k.first[1]
		b0 := binary.LittleEndian.Uint64(src[16:]) + k.first[0]
		b1 := binary.LittleEndian.Uint64(src[24:]) + k.first[1]
		c0 := binary.LittleEndian.Uint64(src[32:]) + k.first[0]
		c1 := binary.LittleEndian.Uint64(src[40:]) + k.first[1]
		d0 := binary.LittleEndian.Uint64(src[48:]) + k.first[0]
		d1 := binary.LittleEndian.Uint64(src[56:]) + k.first[1]
		a0, a1, b0, b1, c0, c1, d0, d1 = rounds128x4(k, a0, a1, b0, b1, c0, c1, d0, d1)
		binary.LittleEndian.PutUint64(dst[0:], a0+k.last[0])
		binary.LittleEndian.PutUint64(dst[8:], a1+k.last[1])
		binary.LittleEndian.PutUint64(dst[16:], b0+k.last[0])
		binary.LittleEndian.PutUint64(dst[24:], b1+k.last[1])
		binary.LittleEndian.PutUint64(dst[32:], c0+k.last[0])
		binary.LittleEndian.PutUint64(dst[40:], c1+k.last[1])
		binary.LittleEndian.PutUint64(dst[48:], d0+k.last[0])
		binary.LittleEndian.PutUint64(dst[56:], d1+k.last[1])
	}
	for ; len(src) >= 16 && len(dst) >= 16; dst, src = dst[16:], src[16:] {
		s.encrypt(dst, src)
	}
}

func (s *table128) DecryptBlocks(dst, src []byte) {
	k := s.inverse()
	for ; len(src) >= 64 && len(dst) >= 64; dst, src = dst[64:], src[64:] {
		a0 := binary.LittleEndian.Uint64(src[0:]) - k.first[0]
		a1 := binary.LittleEndian.Uint64(src[8:]) - k.first[1]
		b0 := binary.LittleEndian.Uint64(src[16:]) - k.first[0]
		b1 := binary.LittleEndian.Uint64(src[24:]) - k.first[1]
		c0 := binary.LittleEndian.Uint64(src[32:]) - k.first[0]
		c1 := binary.LittleEndian.Uint64(src[40:]) - k.first[1]
		d0 := binary.LittleEndian.Uint64(src[48:]) - k.first[0]
		d1 := binary.LittleEndian.Uint64(src[56:]) - k.first[1]
		a0 = unmixLow(a0) ^ unmixHigh(a0)
		a1 = unmixLow(a1) ^ unmixHigh(a1)
		b0 = unmixLow(b0) ^ unmixHigh(b0)
		b1 = unmixLow(b1) ^ unmixHigh(b1)
		c0 = unmixLow(c0) ^ unmixHigh(c0)
		c1 = unmixLow(c1) ^ unmixHigh(c1)
		d0 = unmixLow(d0) ^ unmixHigh(d0)
		d1 = unmixLow(d1) ^ unmixHigh(d1)
		a0, a1, b0, b1, c0, c1, d0, d1 = rounds128x4(k, a0, a1, b0, b1, c0, c1, d0, d1)
		binary.LittleEndian.PutUint64(dst[0:], (unsub(a0, a0, a0, a0)|unsub(a1>>32, a1>>32, a1>>32, a1>>32)<<32)-k.last[0])
		binary.LittleEndian.PutUint64(dst[8:], (unsub(a1, a1, a1, a1)|unsub(a0>>32, a0>>32, a0>>32, a0>>32)<<32)-k.last[1])
		binary.LittleEndian.PutUint64(dst[16:], (unsub(b0, b0, b0, b0)|unsub(b1>>32, b1>>32, b1>>32, b1>>32)<<32)-k.last[0])
		binary.LittleEndian.PutUint64(dst[24:], (unsub(b1, b1, b1, b1)|unsub(b0>>32, b0>>32, b0>>32, b0>>32)<<32)-k.last[1])
		binary.LittleEndian.PutUint64(dst[32:], (unsub(c0, c0, c0, c0)|unsub(c1>>32, c1>>32, c1>>32, c1>>32)<<32)-k.last[0])
		binary.LittleEndian.PutUint64(dst[40:], (unsub(c1, c1, c1, c1)|unsub(c0>>32, c0>>32, c0>>32, c0>>32)<<32)-k.last[1])
		binary.LittleEndian.PutUint64(dst[48:], (unsub(d0, d0, d0, d0)|unsub(d1>>32, d1>>32, d1>>32, d1>>32)<<32)-k.last[0])
		binary.LittleEndian.PutUint64(dst[56:], (unsub(d1, d1, d1, d1)|unsub(d0>>32, d0>>32, d0>>32, d0>>32)<<32)-k.last[1])
	}
	for ; len(src) >= 16 && len(dst) >= 16; dst, src = dst[16:], src[16:] {
		s.decrypt(dst, src)
	}
}
