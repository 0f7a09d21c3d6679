package kalyna

import (
	"encoding/binary"
	"sync/atomic"

	"github.com/zvirka/zvirka/impl/internal/submix"
	"github.com/zvirka/zvirka/internal/multiblock"
	"github.com/zvirka/zvirka/spec/kalyna"
)

// table128 is the fused-table kernel for blocks of two columns.
//
// For two columns a rotation by s and one by -s are the same, so the rounds of both
// directions are one function of the table and the keys.
type table128 struct {
	cipher Cipher
	enc    keys128
	dec    atomic.Pointer[keys128] // nil before the first decryption
}

type keys128 = keys[[2]uint64]

// newTable128 makes the cipher, its keys and all else in one allocation.
func newTable128(key []byte) *Cipher {
	var s *table128
	if len(key) == BlockSize128 {
		o := new(struct {
			table128
			rounds [10][2]uint64
		})
		s, o.enc.rounds = &o.table128, o.rounds[:]
	} else {
		o := new(struct {
			table128
			rounds [14][2]uint64
		})
		s, o.enc.rounds = &o.table128, o.rounds[:]
	}
	s.enc.t = &submix.Forward
	expand128(&s.enc, key)
	s.cipher = Cipher{multiblock.At(s), s, BlockSize128}
	return &s.cipher
}

// expand128 is expandKey for two columns, two even round keys at a time: they do not
// depend on each other.
func expand128(s *keys128, key []byte) {
	t := &submix.Forward
	// The even keys i and i+2, i divisible by 4, start with the words k0, k1 and k2, k3.
	// These are rot(k, i/2) and rot(k, i/2+1) of a key of two words, for every i, and the
	// halves of rot(k, i/4) of a key of four [7.2].
	k0, k1 := binary.LittleEndian.Uint64(key), binary.LittleEndian.Uint64(key[8:])
	k2, k3 := k1, k0
	w0, w1 := k0, k1
	if len(key) == 32 {
		k2, k3 = binary.LittleEndian.Uint64(key[16:]), binary.LittleEndian.Uint64(key[24:])
		w0, w1 = k2, k3
	}

	x0, x1 := uint64(2+len(key)/8+1)+k0, k1
	y0 := column(t, x0, x0, x0, x0, x1, x1, x1, x1) ^ w0
	y1 := column(t, x1, x1, x1, x1, x0, x0, x0, x0) ^ w1
	x0 = column(t, y0, y0, y0, y0, y1, y1, y1, y1) + k0
	x1 = column(t, y1, y1, y1, y1, y0, y0, y0, y0) + k1
	t0 := column(t, x0, x0, x0, x0, x1, x1, x1, x1) // KT
	t1 := column(t, x1, x1, x1, x1, x0, x0, x0, x0)

	even := &s.first
	v := uint64(kalyna.EvenKeyConstant)
	for r := s.rounds; ; r = r[4:] {
		p0, p1 := t0+v, t1+v
		q0, q1 := t0+v<<1, t1+v<<1
		v <<= 2
		a0, a1 := k0+p0, k1+p1
		b0, b1 := k2+q0, k3+q1
		c0 := column(t, a0, a0, a0, a0, a1, a1, a1, a1) ^ p0
		c1 := column(t, a1, a1, a1, a1, a0, a0, a0, a0) ^ p1
		d0 := column(t, b0, b0, b0, b0, b1, b1, b1, b1) ^ q0
		d1 := column(t, b1, b1, b1, b1, b0, b0, b0, b0) ^ q1
		a0 = column(t, c0, c0, c0, c0, c1, c1, c1, c1) + p0
		a1 = column(t, c1, c1, c1, c1, c0, c0, c0, c0) + p1
		b0 = column(t, d0, d0, d0, d0, d1, d1, d1, d1) + q0
		b1 = column(t, d1, d1, d1, d1, d0, d0, d0, d0) + q1

		even[0], even[1] = a0, a1
		r[0][0], r[0][1] = a0>>56|a1<<8, a1>>56|a0<<8 // seven bytes to the end [7.3]
		if len(r) < 4 {
			s.last[0], s.last[1] = b0, b1
			return
		}
		r[1][0], r[1][1] = b0, b1
		r[2][0], r[2][1] = b0>>56|b1<<8, b1>>56|b0<<8
		even = &r[3]
		if len(key) == 32 {
			k0, k1, k2, k3 = k1, k2, k3, k0
		}
	}
}

// inverse returns the keys of decryption, which the first one makes. Goroutines that race
// for that make equal keys.
func (s *table128) inverse() *keys128 {
	if d := s.dec.Load(); d != nil {
		return d
	}
	return s.invert()
}

func (s *table128) invert() *keys128 {
	middle := s.enc.rounds[:len(s.enc.rounds)-1]
	d := &keys128{t: &submix.Inverse, first: s.enc.last, rounds: make([][2]uint64, len(middle)), last: s.enc.first}
	for i := range middle {
		k, r := &middle[len(middle)-1-i], &d.rounds[i]
		for j := range r {
			w := k[-j&1]
			r[j] = unmixLow(w) ^ unmixHigh(w)
		}
	}
	s.dec.Store(d)
	return d
}

func (s *table128) encrypt(dst, src []byte) {
	k := &s.enc
	_, _ = dst[15], src[15]
	x0 := binary.LittleEndian.Uint64(src[0:]) + k.first[0]
	x1 := binary.LittleEndian.Uint64(src[8:]) + k.first[1]
	x0, x1 = rounds128(k, x0, x1)
	binary.LittleEndian.PutUint64(dst[0:], x0+k.last[0])
	binary.LittleEndian.PutUint64(dst[8:], x1+k.last[1])
}

func (s *table128) decrypt(dst, src []byte) {
	k := s.inverse()
	_, _ = dst[15], src[15]
	x0 := binary.LittleEndian.Uint64(src[0:]) - k.first[0]
	x1 := binary.LittleEndian.Uint64(src[8:]) - k.first[1]
	x0 = unmixLow(x0) ^ unmixHigh(x0)
	x1 = unmixLow(x1) ^ unmixHigh(x1)
	x0, x1 = rounds128(k, x0, x1)
	binary.LittleEndian.PutUint64(dst[0:], (unsub(x0, x0, x0, x0)|unsub(x1>>32, x1>>32, x1>>32, x1>>32)<<32)-k.last[0])
	binary.LittleEndian.PutUint64(dst[8:], (unsub(x1, x1, x1, x1)|unsub(x0>>32, x0>>32, x0>>32, x0>>32)<<32)-k.last[1])
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

// ChainBlocks is what multiblock.Chain asks for, of the whole blocks of blocks.
func (s *table128) ChainBlocks(acc, blocks []byte) {
	k := &s.enc
	_ = acc[15]
	x0 := binary.LittleEndian.Uint64(acc[0:])
	x1 := binary.LittleEndian.Uint64(acc[8:])
	for ; len(blocks) >= 16; blocks = blocks[16:] {
		x0 = (x0 ^ binary.LittleEndian.Uint64(blocks[0:])) + k.first[0]
		x1 = (x1 ^ binary.LittleEndian.Uint64(blocks[8:])) + k.first[1]
		x0, x1 = rounds128(k, x0, x1)
		x0 += k.last[0]
		x1 += k.last[1]
	}
	binary.LittleEndian.PutUint64(acc[0:], x0)
	binary.LittleEndian.PutUint64(acc[8:], x1)
}

func (s *table128) DecryptBlocks(dst, src []byte) {
	k := s.inverse()
	var m [8][8]byte
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
		binary.LittleEndian.PutUint64(m[0][:], a0)
		binary.LittleEndian.PutUint64(m[1][:], a1)
		binary.LittleEndian.PutUint64(m[2][:], b0)
		binary.LittleEndian.PutUint64(m[3][:], b1)
		binary.LittleEndian.PutUint64(m[4][:], c0)
		binary.LittleEndian.PutUint64(m[5][:], c1)
		binary.LittleEndian.PutUint64(m[6][:], d0)
		binary.LittleEndian.PutUint64(m[7][:], d1)
		binary.LittleEndian.PutUint64(dst[0:], unsubBytes(&m[0], &m[0], &m[0], &m[0], &m[1], &m[1], &m[1], &m[1])-k.last[0])
		binary.LittleEndian.PutUint64(dst[8:], unsubBytes(&m[1], &m[1], &m[1], &m[1], &m[0], &m[0], &m[0], &m[0])-k.last[1])
		binary.LittleEndian.PutUint64(dst[16:], unsubBytes(&m[2], &m[2], &m[2], &m[2], &m[3], &m[3], &m[3], &m[3])-k.last[0])
		binary.LittleEndian.PutUint64(dst[24:], unsubBytes(&m[3], &m[3], &m[3], &m[3], &m[2], &m[2], &m[2], &m[2])-k.last[1])
		binary.LittleEndian.PutUint64(dst[32:], unsubBytes(&m[4], &m[4], &m[4], &m[4], &m[5], &m[5], &m[5], &m[5])-k.last[0])
		binary.LittleEndian.PutUint64(dst[40:], unsubBytes(&m[5], &m[5], &m[5], &m[5], &m[4], &m[4], &m[4], &m[4])-k.last[1])
		binary.LittleEndian.PutUint64(dst[48:], unsubBytes(&m[6], &m[6], &m[6], &m[6], &m[7], &m[7], &m[7], &m[7])-k.last[0])
		binary.LittleEndian.PutUint64(dst[56:], unsubBytes(&m[7], &m[7], &m[7], &m[7], &m[6], &m[6], &m[6], &m[6])-k.last[1])
	}
	for ; len(src) >= 16 && len(dst) >= 16; dst, src = dst[16:], src[16:] {
		s.decrypt(dst, src)
	}
}

// rounds128 is the rounds of one block, of which there may be an odd number.
func rounds128(k *keys128, x0, x1 uint64) (_, _ uint64) {
	t := k.t
	for r := k.rounds; len(r) > 0; r = r[2:] {
		y0 := columnKey(t, r[0][0], x0, x0, x0, x0, x1, x1, x1, x1)
		y1 := columnKey(t, r[0][1], x1, x1, x1, x1, x0, x0, x0, x0)
		if len(r) == 1 {
			return y0, y1
		}
		x0 = columnKey(t, r[1][0], y0, y0, y0, y0, y1, y1, y1, y1)
		x1 = columnKey(t, r[1][1], y1, y1, y1, y1, y0, y0, y0, y0)
	}
	return x0, x1
}

// rounds128x4 is the rounds of four blocks, of which m is a copy. The lookups of one block
// fill the time in which those of another wait for the round before.
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
