package kalyna

import (
	"encoding/binary"
	"sync/atomic"

	"github.com/zvirka/zvirka/impl/internal/submix"
	"github.com/zvirka/zvirka/internal/multiblock"
	"github.com/zvirka/zvirka/spec/kalyna"
)

// table256 is the fused-table kernel for blocks of four columns.
//
// To move row r left by s columns is to move it right by s columns of a state whose
// columns are numbered backwards, j for -j mod 4. So the rounds of both directions are
// one function; in decryption words and keys come in the order 0, 3, 2, 1.
type table256 struct {
	cipher Cipher
	enc    keys256
	dec    atomic.Pointer[keys256] // nil before the first decryption
}

type keys256 = keys[[4]uint64]

// newTable256 makes the cipher, its keys and all else in one allocation.
func newTable256(key []byte) *Cipher {
	var s *table256
	if len(key) == BlockSize256 {
		o := new(struct {
			table256
			rounds [14][4]uint64
		})
		s, o.enc.rounds = &o.table256, o.rounds[:]
	} else {
		o := new(struct {
			table256
			rounds [18][4]uint64
		})
		s, o.enc.rounds = &o.table256, o.rounds[:]
	}
	s.enc.t = &submix.Forward
	expand256(&s.enc, key)
	s.cipher = Cipher{multiblock.At(s), s, BlockSize256}
	return &s.cipher
}

// expand256 is expandKey for four columns, without its calls and slices.
func expand256(s *keys256, key []byte) {
	t := &submix.Forward
	k := repeatKey(key)
	n := len(key) / 8

	x0, x1, x2, x3 := uint64(4+n+1)+k[0], k[1], k[2], k[3]
	y0 := column(t, x0, x0, x3, x3, x2, x2, x1, x1) ^ k[(n-4)&7]
	y1 := column(t, x1, x1, x0, x0, x3, x3, x2, x2) ^ k[(n-3)&7]
	y2 := column(t, x2, x2, x1, x1, x0, x0, x3, x3) ^ k[(n-2)&7]
	y3 := column(t, x3, x3, x2, x2, x1, x1, x0, x0) ^ k[(n-1)&7]
	x0 = column(t, y0, y0, y3, y3, y2, y2, y1, y1) + k[0]
	x1 = column(t, y1, y1, y0, y0, y3, y3, y2, y2) + k[1]
	x2 = column(t, y2, y2, y1, y1, y0, y0, y3, y3) + k[2]
	x3 = column(t, y3, y3, y2, y2, y1, y1, y0, y0) + k[3]
	t0 := column(t, x0, x0, x3, x3, x2, x2, x1, x1) // KT
	t1 := column(t, x1, x1, x0, x0, x3, x3, x2, x2)
	t2 := column(t, x2, x2, x1, x1, x0, x0, x3, x3)
	t3 := column(t, x3, x3, x2, x2, x1, x1, x0, x0)

	even := &s.first
	v := uint64(kalyna.EvenKeyConstant)
	r := s.rounds
	for i := 0; ; i++ { // round key 2i
		p0, p1, p2, p3 := t0+v, t1+v, t2+v, t3+v
		v <<= 1
		m := i // the key word to start with [7.2]
		if n == 8 {
			m = i/2 + i%2*4
		}
		x0 := k[m&7] + p0
		x1 := k[(m+1)&7] + p1
		x2 := k[(m+2)&7] + p2
		x3 := k[(m+3)&7] + p3
		y0 := column(t, x0, x0, x3, x3, x2, x2, x1, x1) ^ p0
		y1 := column(t, x1, x1, x0, x0, x3, x3, x2, x2) ^ p1
		y2 := column(t, x2, x2, x1, x1, x0, x0, x3, x3) ^ p2
		y3 := column(t, x3, x3, x2, x2, x1, x1, x0, x0) ^ p3
		x0 = column(t, y0, y0, y3, y3, y2, y2, y1, y1) + p0
		x1 = column(t, y1, y1, y0, y0, y3, y3, y2, y2) + p1
		x2 = column(t, y2, y2, y1, y1, y0, y0, y3, y3) + p2
		x3 = column(t, y3, y3, y2, y2, y1, y1, y0, y0) + p3

		even[0], even[1], even[2], even[3] = x0, x1, x2, x3
		if len(r) == 0 {
			return
		}
		odd := &r[0] // eleven bytes to the end [7.3]
		odd[0], odd[1], odd[2], odd[3] = x1>>24|x2<<40, x2>>24|x3<<40, x3>>24|x0<<40, x0>>24|x1<<40
		even, r = &r[1], r[2:]
		if len(r) == 0 {
			even = &s.last
		}
	}
}

// inverse returns the keys of decryption, which the first one makes. Goroutines that race
// for that make equal keys.
func (s *table256) inverse() *keys256 {
	if d := s.dec.Load(); d != nil {
		return d
	}
	return s.invert()
}

func (s *table256) invert() *keys256 {
	middle := s.enc.rounds[:len(s.enc.rounds)-1]
	d := &keys256{t: &submix.Inverse, first: s.enc.last, rounds: make([][4]uint64, len(middle)), last: s.enc.first}
	for i := range middle {
		k, r := &middle[len(middle)-1-i], &d.rounds[i]
		for j := range r {
			w := k[-j&3]
			r[j] = unmixLow(w) ^ unmixHigh(w)
		}
	}
	s.dec.Store(d)
	return d
}

func (s *table256) encrypt(dst, src []byte) {
	k := &s.enc
	_, _ = dst[31], src[31]
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
	_, _ = dst[31], src[31]
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

// ChainBlocks is what multiblock.Chain asks for, of the whole blocks of blocks.
func (s *table256) ChainBlocks(acc, blocks []byte) {
	k := &s.enc
	_ = acc[31]
	x0 := binary.LittleEndian.Uint64(acc[0:])
	x1 := binary.LittleEndian.Uint64(acc[8:])
	x2 := binary.LittleEndian.Uint64(acc[16:])
	x3 := binary.LittleEndian.Uint64(acc[24:])
	for ; len(blocks) >= 32; blocks = blocks[32:] {
		x0 = (x0 ^ binary.LittleEndian.Uint64(blocks[0:])) + k.first[0]
		x1 = (x1 ^ binary.LittleEndian.Uint64(blocks[8:])) + k.first[1]
		x2 = (x2 ^ binary.LittleEndian.Uint64(blocks[16:])) + k.first[2]
		x3 = (x3 ^ binary.LittleEndian.Uint64(blocks[24:])) + k.first[3]
		x0, x1, x2, x3 = rounds256(k, x0, x1, x2, x3)
		x0 += k.last[0]
		x1 += k.last[1]
		x2 += k.last[2]
		x3 += k.last[3]
	}
	binary.LittleEndian.PutUint64(acc[0:], x0)
	binary.LittleEndian.PutUint64(acc[8:], x1)
	binary.LittleEndian.PutUint64(acc[16:], x2)
	binary.LittleEndian.PutUint64(acc[24:], x3)
}

func (s *table256) DecryptBlocks(dst, src []byte) {
	k := s.inverse()
	var m [8][8]byte
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
		binary.LittleEndian.PutUint64(m[0][:], a0)
		binary.LittleEndian.PutUint64(m[1][:], a1)
		binary.LittleEndian.PutUint64(m[2][:], a2)
		binary.LittleEndian.PutUint64(m[3][:], a3)
		binary.LittleEndian.PutUint64(m[4][:], b0)
		binary.LittleEndian.PutUint64(m[5][:], b1)
		binary.LittleEndian.PutUint64(m[6][:], b2)
		binary.LittleEndian.PutUint64(m[7][:], b3)
		binary.LittleEndian.PutUint64(dst[0:], unsubBytes(&m[0], &m[0], &m[1], &m[1], &m[2], &m[2], &m[3], &m[3])-k.last[0])
		binary.LittleEndian.PutUint64(dst[8:], unsubBytes(&m[1], &m[1], &m[2], &m[2], &m[3], &m[3], &m[0], &m[0])-k.last[1])
		binary.LittleEndian.PutUint64(dst[16:], unsubBytes(&m[2], &m[2], &m[3], &m[3], &m[0], &m[0], &m[1], &m[1])-k.last[2])
		binary.LittleEndian.PutUint64(dst[24:], unsubBytes(&m[3], &m[3], &m[0], &m[0], &m[1], &m[1], &m[2], &m[2])-k.last[3])
		binary.LittleEndian.PutUint64(dst[32:], unsubBytes(&m[4], &m[4], &m[5], &m[5], &m[6], &m[6], &m[7], &m[7])-k.last[0])
		binary.LittleEndian.PutUint64(dst[40:], unsubBytes(&m[5], &m[5], &m[6], &m[6], &m[7], &m[7], &m[4], &m[4])-k.last[1])
		binary.LittleEndian.PutUint64(dst[48:], unsubBytes(&m[6], &m[6], &m[7], &m[7], &m[4], &m[4], &m[5], &m[5])-k.last[2])
		binary.LittleEndian.PutUint64(dst[56:], unsubBytes(&m[7], &m[7], &m[4], &m[4], &m[5], &m[5], &m[6], &m[6])-k.last[3])
	}
	for ; len(src) >= 32 && len(dst) >= 32; dst, src = dst[32:], src[32:] {
		s.decrypt(dst, src)
	}
}

// rounds256 is the rounds of one block, of which there may be an odd number.
func rounds256(k *keys256, x0, x1, x2, x3 uint64) (_, _, _, _ uint64) {
	t := k.t
	for r := k.rounds; len(r) > 0; r = r[2:] {
		y0 := column(t, x0, x0, x3, x3, x2, x2, x1, x1) ^ r[0][0]
		y1 := column(t, x1, x1, x0, x0, x3, x3, x2, x2) ^ r[0][1]
		y2 := column(t, x2, x2, x1, x1, x0, x0, x3, x3) ^ r[0][2]
		y3 := column(t, x3, x3, x2, x2, x1, x1, x0, x0) ^ r[0][3]
		if len(r) == 1 {
			return y0, y1, y2, y3
		}
		x0 = column(t, y0, y0, y3, y3, y2, y2, y1, y1) ^ r[1][0]
		x1 = column(t, y1, y1, y0, y0, y3, y3, y2, y2) ^ r[1][1]
		x2 = column(t, y2, y2, y1, y1, y0, y0, y3, y3) ^ r[1][2]
		x3 = column(t, y3, y3, y2, y2, y1, y1, y0, y0) ^ r[1][3]
	}
	return x0, x1, x2, x3
}

// rounds256x2 is the rounds of two blocks, of which m is a copy. The lookups of one block
// fill the time in which those of another wait for the round before.
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
