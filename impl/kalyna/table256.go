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
	x0 := unmix(binary.LittleEndian.Uint64(src[0:]) - k.first[0])
	x1 := unmix(binary.LittleEndian.Uint64(src[8:]) - k.first[1])
	x2 := unmix(binary.LittleEndian.Uint64(src[16:]) - k.first[2])
	x3 := unmix(binary.LittleEndian.Uint64(src[24:]) - k.first[3])
	x0, x3, x2, x1 = rounds256(k, x0, x3, x2, x1)
	binary.LittleEndian.PutUint64(dst[0:], unsub(x0, x0, x1, x1, x2, x2, x3, x3)-k.last[0])
	binary.LittleEndian.PutUint64(dst[8:], unsub(x1, x1, x2, x2, x3, x3, x0, x0)-k.last[1])
	binary.LittleEndian.PutUint64(dst[16:], unsub(x2, x2, x3, x3, x0, x0, x1, x1)-k.last[2])
	binary.LittleEndian.PutUint64(dst[24:], unsub(x3, x3, x0, x0, x1, x1, x2, x2)-k.last[3])
}

// rounds256 is the rounds of one block.
func rounds256(k *keys256, x0, x1, x2, x3 uint64) (_, _, _, _ uint64) {
	t := k.t
	for i := range k.rounds {
		k := &k.rounds[i]
		x0, x1, x2, x3 = column(t, x0, x0, x3, x3, x2, x2, x1, x1)^k[0],
			column(t, x1, x1, x0, x0, x3, x3, x2, x2)^k[1],
			column(t, x2, x2, x1, x1, x0, x0, x3, x3)^k[2],
			column(t, x3, x3, x2, x2, x1, x1, x0, x0)^k[3]
	}
	return x0, x1, x2, x3
}

// rounds256x2 is the rounds of 2 blocks.
func rounds256x2(k *keys256, a0, a1, a2, a3, b0, b1, b2, b3 uint64) (_, _, _, _, _, _, _, _ uint64) {
	t := k.t
	for i := range k.rounds {
		k := &k.rounds[i]
		a0, a1, a2, a3, b0, b1, b2, b3 = column(t, a0, a0, a3, a3, a2, a2, a1, a1)^k[0],
			column(t, a1, a1, a0, a0, a3, a3, a2, a2)^k[1],
			column(t, a2, a2, a1, a1, a0, a0, a3, a3)^k[2],
			column(t, a3, a3, a2, a2, a1, a1, a0, a0)^k[3],
			column(t, b0, b0, b3, b3, b2, b2, b1, b1)^k[0],
			column(t, b1, b1, b0, b0, b3, b3, b2, b2)^k[1],
			column(t, b2, b2, b1, b1, b0, b0, b3, b3)^k[2],
			column(t, b3, b3, b2, b2, b1, b1, b0, b0)^k[3]
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
		a0 := unmix(binary.LittleEndian.Uint64(src[0:]) - k.first[0])
		a1 := unmix(binary.LittleEndian.Uint64(src[8:]) - k.first[1])
		a2 := unmix(binary.LittleEndian.Uint64(src[16:]) - k.first[2])
		a3 := unmix(binary.LittleEndian.Uint64(src[24:]) - k.first[3])
		b0 := unmix(binary.LittleEndian.Uint64(src[32:]) - k.first[0])
		b1 := unmix(binary.LittleEndian.Uint64(src[40:]) - k.first[1])
		b2 := unmix(binary.LittleEndian.Uint64(src[48:]) - k.first[2])
		b3 := unmix(binary.LittleEndian.Uint64(src[56:]) - k.first[3])
		a0, a3, a2, a1, b0, b3, b2, b1 = rounds256x2(k, a0, a3, a2, a1, b0, b3, b2, b1)
		binary.LittleEndian.PutUint64(dst[0:], unsub(a0, a0, a1, a1, a2, a2, a3, a3)-k.last[0])
		binary.LittleEndian.PutUint64(dst[8:], unsub(a1, a1, a2, a2, a3, a3, a0, a0)-k.last[1])
		binary.LittleEndian.PutUint64(dst[16:], unsub(a2, a2, a3, a3, a0, a0, a1, a1)-k.last[2])
		binary.LittleEndian.PutUint64(dst[24:], unsub(a3, a3, a0, a0, a1, a1, a2, a2)-k.last[3])
		binary.LittleEndian.PutUint64(dst[32:], unsub(b0, b0, b1, b1, b2, b2, b3, b3)-k.last[0])
		binary.LittleEndian.PutUint64(dst[40:], unsub(b1, b1, b2, b2, b3, b3, b0, b0)-k.last[1])
		binary.LittleEndian.PutUint64(dst[48:], unsub(b2, b2, b3, b3, b0, b0, b1, b1)-k.last[2])
		binary.LittleEndian.PutUint64(dst[56:], unsub(b3, b3, b0, b0, b1, b1, b2, b2)-k.last[3])
	}
	for ; len(src) >= 32 && len(dst) >= 32; dst, src = dst[32:], src[32:] {
		s.decrypt(dst, src)
	}
}
