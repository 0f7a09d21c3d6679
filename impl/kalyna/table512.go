package kalyna

import (
	"encoding/binary"
	"sync/atomic"

	"github.com/zvirka/zvirka/spec/kalyna"
)

type keys512 = keys[[8]uint64]

type table512 struct {
	enc   keys512
	dec   atomic.Pointer[keys512] // nil before the first decryption
	space [18][8]uint64           // of enc.rounds
}

func newTable512(p kalyna.Params, key []byte) *table512 {
	k := repeatKey(key)
	c, n := p.Words, p.KeyWords
	var a, w [8]uint64
	copy(a[:], k[:8])
	copy(w[:], k[n-c:])
	t := &encTable
	s := &table512{}
	s.enc.t = t
	s.enc.rounds = s.space[:p.Rounds]
	kt := [8]uint64{uint64(c + n + 1)}
	addWords(kt[:], a[:])
	round512(t, &kt)
	xorWords(kt[:], w[:])
	round512(t, &kt)
	addWords(kt[:], a[:])
	round512(t, &kt)
	even := &s.enc.first
	for i := 0; ; i += 2 {
		v := uint64(kalyna.EvenKeyConstant) << (i / 2)
		m := firstKeyWord(p, i)
		var x, q [8]uint64
		for j := range x {
			q[j] = kt[j] + v
			x[j] = k[(m+j)&7] + q[j]
		}
		round512(t, &x)
		xorWords(x[:], q[:])
		round512(t, &x)
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
func (s *table512) inverse() *keys512 {
	if d := s.dec.Load(); d != nil {
		return d
	}
	return s.invert()
}

func (s *table512) invert() *keys512 {
	n := len(s.enc.rounds) - 1
	d := &keys512{&decTable, s.enc.last, make([][8]uint64, n), s.enc.first}
	for i, k := range s.enc.rounds[:n] {
		d.rounds[n-1-i] = [8]uint64{unmix(k[0]), unmix(k[7]), unmix(k[6]), unmix(k[5]), unmix(k[4]), unmix(k[3]), unmix(k[2]), unmix(k[1])}
	}
	s.dec.Store(d)
	return d
}

func round512(t *table, x *[8]uint64) {
	x0, x1, x2, x3, x4, x5, x6, x7 := x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]
	*x = [8]uint64{
		column(t, x0, x7, x6, x5, x4, x3, x2, x1),
		column(t, x1, x0, x7, x6, x5, x4, x3, x2),
		column(t, x2, x1, x0, x7, x6, x5, x4, x3),
		column(t, x3, x2, x1, x0, x7, x6, x5, x4),
		column(t, x4, x3, x2, x1, x0, x7, x6, x5),
		column(t, x5, x4, x3, x2, x1, x0, x7, x6),
		column(t, x6, x5, x4, x3, x2, x1, x0, x7),
		column(t, x7, x6, x5, x4, x3, x2, x1, x0),
	}
}

func (s *table512) encrypt(dst, src []byte) {
	s.EncryptBlocks(dst, src)
}

func (s *table512) decrypt(dst, src []byte) {
	s.DecryptBlocks(dst, src)
}

func rounds512(k *keys512, x0, x1, x2, x3, x4, x5, x6, x7 uint64) (_, _, _, _, _, _, _, _ uint64) {
	t := k.t
	var m [8][8]byte
	binary.LittleEndian.PutUint64(m[0][:], x0)
	binary.LittleEndian.PutUint64(m[1][:], x1)
	binary.LittleEndian.PutUint64(m[2][:], x2)
	binary.LittleEndian.PutUint64(m[3][:], x3)
	binary.LittleEndian.PutUint64(m[4][:], x4)
	binary.LittleEndian.PutUint64(m[5][:], x5)
	binary.LittleEndian.PutUint64(m[6][:], x6)
	binary.LittleEndian.PutUint64(m[7][:], x7)
	rounds := k.rounds
	for i := range rounds {
		k := &rounds[i]
		x0, x1, x2, x3, x4, x5, x6, x7 = columnBytes(t, x0, x7, x6, x5, x4, &m[3], &m[2], x1)^k[0],
			columnBytes(t, x1, x0, x7, x6, x5, &m[4], &m[3], x2)^k[1],
			columnBytes(t, x2, x1, x0, x7, x6, &m[5], &m[4], x3)^k[2],
			columnBytes(t, x3, x2, x1, x0, x7, &m[6], &m[5], x4)^k[3],
			columnBytes(t, x4, x3, x2, x1, x0, &m[7], &m[6], x5)^k[4],
			columnBytes(t, x5, x4, x3, x2, x1, &m[0], &m[7], x6)^k[5],
			columnBytes(t, x6, x5, x4, x3, x2, &m[1], &m[0], x7)^k[6],
			columnBytes(t, x7, x6, x5, x4, x3, &m[2], &m[1], x0)^k[7]
		binary.LittleEndian.PutUint64(m[0][:], x0)
		binary.LittleEndian.PutUint64(m[1][:], x1)
		binary.LittleEndian.PutUint64(m[2][:], x2)
		binary.LittleEndian.PutUint64(m[3][:], x3)
		binary.LittleEndian.PutUint64(m[4][:], x4)
		binary.LittleEndian.PutUint64(m[5][:], x5)
		binary.LittleEndian.PutUint64(m[6][:], x6)
		binary.LittleEndian.PutUint64(m[7][:], x7)
	}
	return x0, x1, x2, x3, x4, x5, x6, x7
}

func (s *table512) EncryptBlocks(dst, src []byte) {
	k := &s.enc
	for ; len(src) >= 64 && len(dst) >= 64; dst, src = dst[64:], src[64:] {
		x0 := binary.LittleEndian.Uint64(src[0:]) + k.first[0]
		x1 := binary.LittleEndian.Uint64(src[8:]) + k.first[1]
		x2 := binary.LittleEndian.Uint64(src[16:]) + k.first[2]
		x3 := binary.LittleEndian.Uint64(src[24:]) + k.first[3]
		x4 := binary.LittleEndian.Uint64(src[32:]) + k.first[4]
		x5 := binary.LittleEndian.Uint64(src[40:]) + k.first[5]
		x6 := binary.LittleEndian.Uint64(src[48:]) + k.first[6]
		x7 := binary.LittleEndian.Uint64(src[56:]) + k.first[7]
		x0, x1, x2, x3, x4, x5, x6, x7 = rounds512(k, x0, x1, x2, x3, x4, x5, x6, x7)
		binary.LittleEndian.PutUint64(dst[0:], x0+k.last[0])
		binary.LittleEndian.PutUint64(dst[8:], x1+k.last[1])
		binary.LittleEndian.PutUint64(dst[16:], x2+k.last[2])
		binary.LittleEndian.PutUint64(dst[24:], x3+k.last[3])
		binary.LittleEndian.PutUint64(dst[32:], x4+k.last[4])
		binary.LittleEndian.PutUint64(dst[40:], x5+k.last[5])
		binary.LittleEndian.PutUint64(dst[48:], x6+k.last[6])
		binary.LittleEndian.PutUint64(dst[56:], x7+k.last[7])
	}
}

func (s *table512) DecryptBlocks(dst, src []byte) {
	k := s.inverse()
	for ; len(src) >= 64 && len(dst) >= 64; dst, src = dst[64:], src[64:] {
		x0 := binary.LittleEndian.Uint64(src[0:]) - k.first[0]
		x1 := binary.LittleEndian.Uint64(src[8:]) - k.first[1]
		x2 := binary.LittleEndian.Uint64(src[16:]) - k.first[2]
		x3 := binary.LittleEndian.Uint64(src[24:]) - k.first[3]
		x4 := binary.LittleEndian.Uint64(src[32:]) - k.first[4]
		x5 := binary.LittleEndian.Uint64(src[40:]) - k.first[5]
		x6 := binary.LittleEndian.Uint64(src[48:]) - k.first[6]
		x7 := binary.LittleEndian.Uint64(src[56:]) - k.first[7]
		x0 = unmixLow(x0) ^ unmixHigh(x0)
		x1 = unmixLow(x1) ^ unmixHigh(x1)
		x2 = unmixLow(x2) ^ unmixHigh(x2)
		x3 = unmixLow(x3) ^ unmixHigh(x3)
		x4 = unmixLow(x4) ^ unmixHigh(x4)
		x5 = unmixLow(x5) ^ unmixHigh(x5)
		x6 = unmixLow(x6) ^ unmixHigh(x6)
		x7 = unmixLow(x7) ^ unmixHigh(x7)
		x0, x7, x6, x5, x4, x3, x2, x1 = rounds512(k, x0, x7, x6, x5, x4, x3, x2, x1)
		binary.LittleEndian.PutUint64(dst[0:], (unsub(x0, x1, x2, x3)|unsub(x4>>32, x5>>32, x6>>32, x7>>32)<<32)-k.last[0])
		binary.LittleEndian.PutUint64(dst[8:], (unsub(x1, x2, x3, x4)|unsub(x5>>32, x6>>32, x7>>32, x0>>32)<<32)-k.last[1])
		binary.LittleEndian.PutUint64(dst[16:], (unsub(x2, x3, x4, x5)|unsub(x6>>32, x7>>32, x0>>32, x1>>32)<<32)-k.last[2])
		binary.LittleEndian.PutUint64(dst[24:], (unsub(x3, x4, x5, x6)|unsub(x7>>32, x0>>32, x1>>32, x2>>32)<<32)-k.last[3])
		binary.LittleEndian.PutUint64(dst[32:], (unsub(x4, x5, x6, x7)|unsub(x0>>32, x1>>32, x2>>32, x3>>32)<<32)-k.last[4])
		binary.LittleEndian.PutUint64(dst[40:], (unsub(x5, x6, x7, x0)|unsub(x1>>32, x2>>32, x3>>32, x4>>32)<<32)-k.last[5])
		binary.LittleEndian.PutUint64(dst[48:], (unsub(x6, x7, x0, x1)|unsub(x2>>32, x3>>32, x4>>32, x5>>32)<<32)-k.last[6])
		binary.LittleEndian.PutUint64(dst[56:], (unsub(x7, x0, x1, x2)|unsub(x3>>32, x4>>32, x5>>32, x6>>32)<<32)-k.last[7])
	}
}
