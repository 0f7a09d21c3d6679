package kalyna

import (
	"encoding/binary"
	"sync/atomic"

	"github.com/zvirka/zvirka/spec/kalyna"
)

type keys256 = keys[[4]uint64]

type table256 struct {
	enc   keys256
	dec   atomic.Pointer[keys256] // nil before the first decryption
	space [18][4]uint64           // of enc.rounds
}

func newTable256(p kalyna.Params, key []byte) *table256 {
	k := repeatKey(key)
	c, n := p.Words, p.KeyWords
	var a, w [4]uint64
	copy(a[:], k[:4])
	copy(w[:], k[n-c:])
	t := &encTable
	s := &table256{}
	s.enc.t = t
	s.enc.rounds = s.space[:p.Rounds]
	kt := [4]uint64{uint64(c + n + 1)}
	addWords(kt[:], a[:])
	round256(t, &kt)
	xorWords(kt[:], w[:])
	round256(t, &kt)
	addWords(kt[:], a[:])
	round256(t, &kt)
	even := &s.enc.first
	for i := 0; ; i += 2 {
		v := uint64(kalyna.EvenKeyConstant) << (i / 2)
		m := firstKeyWord(p, i)
		var x, q [4]uint64
		for j := range x {
			q[j] = kt[j] + v
			x[j] = k[(m+j)&7] + q[j]
		}
		round256(t, &x)
		xorWords(x[:], q[:])
		round256(t, &x)
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
func (s *table256) inverse() *keys256 {
	if d := s.dec.Load(); d != nil {
		return d
	}
	return s.invert()
}

func (s *table256) invert() *keys256 {
	n := len(s.enc.rounds) - 1
	d := &keys256{&decTable, s.enc.last, make([][4]uint64, n), s.enc.first}
	for i, k := range s.enc.rounds[:n] {
		d.rounds[n-1-i] = [4]uint64{unmix(k[0]), unmix(k[3]), unmix(k[2]), unmix(k[1])}
	}
	s.dec.Store(d)
	return d
}

func round256(t *table, x *[4]uint64) {
	x0, x1, x2, x3 := x[0], x[1], x[2], x[3]
	*x = [4]uint64{
		column(t, x0, x0, x3, x3, x2, x2, x1, x1),
		column(t, x1, x1, x0, x0, x3, x3, x2, x2),
		column(t, x2, x2, x1, x1, x0, x0, x3, x3),
		column(t, x3, x3, x2, x2, x1, x1, x0, x0),
	}
}

func (s *table256) encrypt(dst, src []byte) {
	k := &s.enc
	_, _ = src[31], dst[31]
	x0 := binary.LittleEndian.Uint64(src[0:]) + k.first[0]
	x1 := binary.LittleEndian.Uint64(src[8:]) + k.first[1]
	x2 := binary.LittleEndian.Uint64(src[16:]) + k.first[2]
	x3 := binary.LittleEndian.Uint64(src[24:]) + k.first[3]
	x0, x1, x2, x3 = rounds256(k, x0, x1, x2, x3)
	binary.LittleEndian.PutUint64(dst[0:], x0+k.last[0])
	binary.LittleEndian.PutUint64(dst[8:], x1+k.last[1])
	binary.LittleEndian.PutUint64(dst[16:], x2+k.last[2])
	binary.LittleEndian.PutUint64(dst[24:], x3+k.last[3])
}

func (s *table256) decrypt(dst, src []byte) {
	k := s.inverse()
	_, _ = src[31], dst[31]
	x0 := binary.LittleEndian.Uint64(src[0:]) - k.first[0]
	x1 := binary.LittleEndian.Uint64(src[8:]) - k.first[1]
	x2 := binary.LittleEndian.Uint64(src[16:]) - k.first[2]
	x3 := binary.LittleEndian.Uint64(src[24:]) - k.first[3]
	x0 = unmixLow(x0) ^ unmixHigh(x0)
	x1 = unmixLow(x1) ^ unmixHigh(x1)
	x2 = unmixLow(x2) ^ unmixHigh(x2)
	x3 = unmixLow(x3) ^ unmixHigh(x3)
	x0, x3, x2, x1 = rounds256(k, x0, x3, x2, x1)
	binary.LittleEndian.PutUint64(dst[0:], (unsub(x0, x0, x1, x1)|unsub(x2>>32, x2>>32, x3>>32, x3>>32)<<32)-k.last[0])
	binary.LittleEndian.PutUint64(dst[8:], (unsub(x1, x1, x2, x2)|unsub(x3>>32, x3>>32, x0>>32, x0>>32)<<32)-k.last[1])
	binary.LittleEndian.PutUint64(dst[16:], (unsub(x2, x2, x3, x3)|unsub(x0>>32, x0>>32, x1>>32, x1>>32)<<32)-k.last[2])
	binary.LittleEndian.PutUint64(dst[24:], (unsub(x3, x3, x0, x0)|unsub(x1>>32, x1>>32, x2>>32, x2>>32)<<32)-k.last[3])
}

func rounds256(k *keys256, x0, x1, x2, x3 uint64) (_, _, _, _ uint64) {
	t := k.t
	for r := k.rounds; len(r) > 0; r = r[2:] {
		y0, y1, y2, y3 := column(t, x0, x0, x3, x3, x2, x2, x1, x1)^r[0][0],
			column(t, x1, x1, x0, x0, x3, x3, x2, x2)^r[0][1],
			column(t, x2, x2, x1, x1, x0, x0, x3, x3)^r[0][2],
			column(t, x3, x3, x2, x2, x1, x1, x0, x0)^r[0][3]
		if len(r) == 1 {
			return y0, y1, y2, y3
		}
		x0, x1, x2, x3 = column(t, y0, y0, y3, y3, y2, y2, y1, y1)^r[1][0],
			column(t, y1, y1, y0, y0, y3, y3, y2, y2)^r[1][1],
			column(t, y2, y2, y1, y1, y0, y0, y3, y3)^r[1][2],
			column(t, y3, y3, y2, y2, y1, y1, y0, y0)^r[1][3]
	}
	return x0, x1, x2, x3
}

func rounds256x2(k *keys256, a0, a1, a2, a3, b0, b1, b2, b3 uint64) (_, _, _, _, _, _, _, _ uint64) {
	t := k.t
	var m [8][8]byte
	binary.LittleEndian.PutUint64(m[0][:], a0)
	binary.LittleEndian.PutUint64(m[1][:], a1)
	binary.LittleEndian.PutUint64(m[2][:], a2)
	binary.LittleEndian.PutUint64(m[3][:], a3)
	binary.LittleEndian.PutUint64(m[4][:], b0)
	binary.LittleEndian.PutUint64(m[5][:], b1)
	binary.LittleEndian.PutUint64(m[6][:], b2)
	binary.LittleEndian.PutUint64(m[7][:], b3)
	rounds := k.rounds
	for i := range rounds {
		k := &rounds[i]
		a0, a1, a2, a3, b0, b1, b2, b3 = columnBytes(t, a0, a0, a3, a3, a2, &m[2], &m[1], a1)^k[0],
			columnBytes(t, a1, a1, a0, a0, a3, &m[3], &m[2], a2)^k[1],
			columnBytes(t, a2, a2, a1, a1, a0, &m[0], &m[3], a3)^k[2],
			columnBytes(t, a3, a3, a2, a2, a1, &m[1], &m[0], a0)^k[3],
			columnBytes(t, b0, b0, b3, b3, b2, &m[6], &m[5], b1)^k[0],
			columnBytes(t, b1, b1, b0, b0, b3, &m[7], &m[6], b2)^k[1],
			columnBytes(t, b2, b2, b1, b1, b0, &m[4], &m[7], b3)^k[2],
			columnBytes(t, b3, b3, b2, b2, b1, &m[5], &m[4], b0)^k[3]
		binary.LittleEndian.PutUint64(m[0][:], a0)
		binary.LittleEndian.PutUint64(m[1][:], a1)
		binary.LittleEndian.PutUint64(m[2][:], a2)
		binary.LittleEndian.PutUint64(m[3][:], a3)
		binary.LittleEndian.PutUint64(m[4][:], b0)
		binary.LittleEndian.PutUint64(m[5][:], b1)
		binary.LittleEndian.PutUint64(m[6][:], b2)
		binary.LittleEndian.PutUint64(m[7][:], b3)
	}
	return a0, a1, a2, a3, b0, b1, b2, b3
}

func (s *table256) EncryptBlocks(dst, src []byte) {
	k := &s.enc
	for ; len(src) >= 64 && len(dst) >= 64; dst, src = dst[64:], src[64:] {
		a0 := binary.LittleEndian.Uint64(src[0:]) + k.first[0]
		a1 := binary.LittleEndian.Uint64(src[8:]) + k.first[1]
		a2 := binary.LittleEndian.Uint64(src[16:]) + k.first[2]
		a3 := binary.LittleEndian.Uint64(src[24:]) + k.first[3]
		b0 := binary.LittleEndian.Uint64(src[32:]) + k.first[0]
		b1 := binary.LittleEndian.Uint64(src[40:]) + k.first[1]
		b2 := binary.LittleEndian.Uint64(src[48:]) + k.first[2]
		b3 := binary.LittleEndian.Uint64(src[56:]) + k.first[3]
		a0, a1, a2, a3, b0, b1, b2, b3 = rounds256x2(k, a0, a1, a2, a3, b0, b1, b2, b3)
		binary.LittleEndian.PutUint64(dst[0:], a0+k.last[0])
		binary.LittleEndian.PutUint64(dst[8:], a1+k.last[1])
		binary.LittleEndian.PutUint64(dst[16:], a2+k.last[2])
		binary.LittleEndian.PutUint64(dst[24:], a3+k.last[3])
		binary.LittleEndian.PutUint64(dst[32:], b0+k.last[0])
		binary.LittleEndian.PutUint64(dst[40:], b1+k.last[1])
		binary.LittleEndian.PutUint64(dst[48:], b2+k.last[2])
		binary.LittleEndian.PutUint64(dst[56:], b3+k.last[3])
	}
	for ; len(src) >= 32 && len(dst) >= 32; dst, src = dst[32:], src[32:] {
		s.encrypt(dst, src)
	}
}

func (s *table256) DecryptBlocks(dst, src []byte) {
	k := s.inverse()
	for ; len(src) >= 64 && len(dst) >= 64; dst, src = dst[64:], src[64:] {
		a0 := binary.LittleEndian.Uint64(src[0:]) - k.first[0]
		a1 := binary.LittleEndian.Uint64(src[8:]) - k.first[1]
		a2 := binary.LittleEndian.Uint64(src[16:]) - k.first[2]
		a3 := binary.LittleEndian.Uint64(src[24:]) - k.first[3]
		b0 := binary.LittleEndian.Uint64(src[32:]) - k.first[0]
		b1 := binary.LittleEndian.Uint64(src[40:]) - k.first[1]
		b2 := binary.LittleEndian.Uint64(src[48:]) - k.first[2]
		b3 := binary.LittleEndian.Uint64(src[56:]) - k.first[3]
		a0 = unmixLow(a0) ^ unmixHigh(a0)
		a1 = unmixLow(a1) ^ unmixHigh(a1)
		a2 = unmixLow(a2) ^ unmixHigh(a2)
		a3 = unmixLow(a3) ^ unmixHigh(a3)
		b0 = unmixLow(b0) ^ unmixHigh(b0)
		b1 = unmixLow(b1) ^ unmixHigh(b1)
		b2 = unmixLow(b2) ^ unmixHigh(b2)
		b3 = unmixLow(b3) ^ unmixHigh(b3)
		a0, a3, a2, a1, b0, b3, b2, b1 = rounds256x2(k, a0, a3, a2, a1, b0, b3, b2, b1)
		binary.LittleEndian.PutUint64(dst[0:], (unsub(a0, a0, a1, a1)|unsub(a2>>32, a2>>32, a3>>32, a3>>32)<<32)-k.last[0])
		binary.LittleEndian.PutUint64(dst[8:], (unsub(a1, a1, a2, a2)|unsub(a3>>32, a3>>32, a0>>32, a0>>32)<<32)-k.last[1])
		binary.LittleEndian.PutUint64(dst[16:], (unsub(a2, a2, a3, a3)|unsub(a0>>32, a0>>32, a1>>32, a1>>32)<<32)-k.last[2])
		binary.LittleEndian.PutUint64(dst[24:], (unsub(a3, a3, a0, a0)|unsub(a1>>32, a1>>32, a2>>32, a2>>32)<<32)-k.last[3])
		binary.LittleEndian.PutUint64(dst[32:], (unsub(b0, b0, b1, b1)|unsub(b2>>32, b2>>32, b3>>32, b3>>32)<<32)-k.last[0])
		binary.LittleEndian.PutUint64(dst[40:], (unsub(b1, b1, b2, b2)|unsub(b3>>32, b3>>32, b0>>32, b0>>32)<<32)-k.last[1])
		binary.LittleEndian.PutUint64(dst[48:], (unsub(b2, b2, b3, b3)|unsub(b0>>32, b0>>32, b1>>32, b1>>32)<<32)-k.last[2])
		binary.LittleEndian.PutUint64(dst[56:], (unsub(b3, b3, b0, b0)|unsub(b1>>32, b1>>32, b2>>32, b2>>32)<<32)-k.last[3])
	}
	for ; len(src) >= 32 && len(dst) >= 32; dst, src = dst[32:], src[32:] {
		s.decrypt(dst, src)
	}
}
