package kalyna

import (
	"encoding/binary"
	"sync/atomic"

	"github.com/zvirka/zvirka/impl/internal/submix"
	"github.com/zvirka/zvirka/internal/multiblock"
	"github.com/zvirka/zvirka/spec/kalyna"
)

// table512 is the fused-table kernel for blocks of eight columns.
//
// To move row r left by r columns is to move it right by r columns of a state whose
// columns are numbered backwards, j for -j mod 8. So the rounds of both directions are
// one function; in decryption words and keys come in the order 0, 7, 6, ... 1.
type table512 struct {
	cipher Cipher
	enc    keys512
	dec    atomic.Pointer[keys512] // nil before the first decryption
	rounds [18][8]uint64           // of enc
}

type keys512 = keys[[8]uint64]

// newTable512 makes the cipher, its keys and all else in one allocation.
func newTable512(key []byte) *Cipher {
	s := new(table512)
	s.enc.rounds = s.rounds[:]
	s.enc.t = &submix.Forward
	expand512(&s.enc, key)
	s.cipher = Cipher{multiblock.At(s), s, BlockSize512}
	return &s.cipher
}

// expand512 is expandKey for eight columns, without its calls and slices.
func expand512(s *keys512, key []byte) {
	t := &submix.Forward
	k := repeatKey(key)

	x0, x1, x2, x3, x4, x5, x6, x7 := uint64(8+8+1)+k[0], k[1], k[2], k[3], k[4], k[5], k[6], k[7]
	y0 := column(t, x0, x7, x6, x5, x4, x3, x2, x1) ^ k[0]
	y1 := column(t, x1, x0, x7, x6, x5, x4, x3, x2) ^ k[1]
	y2 := column(t, x2, x1, x0, x7, x6, x5, x4, x3) ^ k[2]
	y3 := column(t, x3, x2, x1, x0, x7, x6, x5, x4) ^ k[3]
	y4 := column(t, x4, x3, x2, x1, x0, x7, x6, x5) ^ k[4]
	y5 := column(t, x5, x4, x3, x2, x1, x0, x7, x6) ^ k[5]
	y6 := column(t, x6, x5, x4, x3, x2, x1, x0, x7) ^ k[6]
	y7 := column(t, x7, x6, x5, x4, x3, x2, x1, x0) ^ k[7]
	x0 = column(t, y0, y7, y6, y5, y4, y3, y2, y1) + k[0]
	x1 = column(t, y1, y0, y7, y6, y5, y4, y3, y2) + k[1]
	x2 = column(t, y2, y1, y0, y7, y6, y5, y4, y3) + k[2]
	x3 = column(t, y3, y2, y1, y0, y7, y6, y5, y4) + k[3]
	x4 = column(t, y4, y3, y2, y1, y0, y7, y6, y5) + k[4]
	x5 = column(t, y5, y4, y3, y2, y1, y0, y7, y6) + k[5]
	x6 = column(t, y6, y5, y4, y3, y2, y1, y0, y7) + k[6]
	x7 = column(t, y7, y6, y5, y4, y3, y2, y1, y0) + k[7]
	t0 := column(t, x0, x7, x6, x5, x4, x3, x2, x1) // KT
	t1 := column(t, x1, x0, x7, x6, x5, x4, x3, x2)
	t2 := column(t, x2, x1, x0, x7, x6, x5, x4, x3)
	t3 := column(t, x3, x2, x1, x0, x7, x6, x5, x4)
	t4 := column(t, x4, x3, x2, x1, x0, x7, x6, x5)
	t5 := column(t, x5, x4, x3, x2, x1, x0, x7, x6)
	t6 := column(t, x6, x5, x4, x3, x2, x1, x0, x7)
	t7 := column(t, x7, x6, x5, x4, x3, x2, x1, x0)

	even := &s.first
	v := uint64(kalyna.EvenKeyConstant)
	r := s.rounds
	for i := 0; ; i++ { // round key 2i
		p0, p1, p2, p3, p4, p5, p6, p7 := t0+v, t1+v, t2+v, t3+v, t4+v, t5+v, t6+v, t7+v
		v <<= 1
		x0 := k[i&7] + p0
		x1 := k[(i+1)&7] + p1
		x2 := k[(i+2)&7] + p2
		x3 := k[(i+3)&7] + p3
		x4 := k[(i+4)&7] + p4
		x5 := k[(i+5)&7] + p5
		x6 := k[(i+6)&7] + p6
		x7 := k[(i+7)&7] + p7
		y0 := column(t, x0, x7, x6, x5, x4, x3, x2, x1) ^ p0
		y1 := column(t, x1, x0, x7, x6, x5, x4, x3, x2) ^ p1
		y2 := column(t, x2, x1, x0, x7, x6, x5, x4, x3) ^ p2
		y3 := column(t, x3, x2, x1, x0, x7, x6, x5, x4) ^ p3
		y4 := column(t, x4, x3, x2, x1, x0, x7, x6, x5) ^ p4
		y5 := column(t, x5, x4, x3, x2, x1, x0, x7, x6) ^ p5
		y6 := column(t, x6, x5, x4, x3, x2, x1, x0, x7) ^ p6
		y7 := column(t, x7, x6, x5, x4, x3, x2, x1, x0) ^ p7
		x0 = column(t, y0, y7, y6, y5, y4, y3, y2, y1) + p0
		x1 = column(t, y1, y0, y7, y6, y5, y4, y3, y2) + p1
		x2 = column(t, y2, y1, y0, y7, y6, y5, y4, y3) + p2
		x3 = column(t, y3, y2, y1, y0, y7, y6, y5, y4) + p3
		x4 = column(t, y4, y3, y2, y1, y0, y7, y6, y5) + p4
		x5 = column(t, y5, y4, y3, y2, y1, y0, y7, y6) + p5
		x6 = column(t, y6, y5, y4, y3, y2, y1, y0, y7) + p6
		x7 = column(t, y7, y6, y5, y4, y3, y2, y1, y0) + p7

		even[0], even[1], even[2], even[3], even[4], even[5], even[6], even[7] = x0, x1, x2, x3, x4, x5, x6, x7
		if len(r) == 0 {
			return
		}
		odd := &r[0] // nineteen bytes to the end [7.3]
		odd[0], odd[1], odd[2], odd[3] = x2>>24|x3<<40, x3>>24|x4<<40, x4>>24|x5<<40, x5>>24|x6<<40
		odd[4], odd[5], odd[6], odd[7] = x6>>24|x7<<40, x7>>24|x0<<40, x0>>24|x1<<40, x1>>24|x2<<40
		even, r = &r[1], r[2:]
		if len(r) == 0 {
			even = &s.last
		}
	}
}

// inverse returns the keys of decryption, which the first one makes. Goroutines that race
// for that make equal keys.
func (s *table512) inverse() *keys512 {
	if d := s.dec.Load(); d != nil {
		return d
	}
	return s.invert()
}

func (s *table512) invert() *keys512 {
	middle := s.enc.rounds[:len(s.enc.rounds)-1]
	d := &keys512{t: &submix.Inverse, first: s.enc.last, rounds: make([][8]uint64, len(middle)), last: s.enc.first}
	for i := range middle {
		k, r := &middle[len(middle)-1-i], &d.rounds[i]
		for j := range r {
			w := k[-j&7]
			r[j] = unmixLow(w) ^ unmixHigh(w)
		}
	}
	s.dec.Store(d)
	return d
}

func (s *table512) encrypt(dst, src []byte) { s.EncryptBlocks(dst, src) }

func (s *table512) decrypt(dst, src []byte) { s.DecryptBlocks(dst, src) }

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

// ChainBlocks is what multiblock.Chain asks for, of the whole blocks of blocks.
func (s *table512) ChainBlocks(acc, blocks []byte) {
	k := &s.enc
	_ = acc[63]
	x0 := binary.LittleEndian.Uint64(acc[0:])
	x1 := binary.LittleEndian.Uint64(acc[8:])
	x2 := binary.LittleEndian.Uint64(acc[16:])
	x3 := binary.LittleEndian.Uint64(acc[24:])
	x4 := binary.LittleEndian.Uint64(acc[32:])
	x5 := binary.LittleEndian.Uint64(acc[40:])
	x6 := binary.LittleEndian.Uint64(acc[48:])
	x7 := binary.LittleEndian.Uint64(acc[56:])
	for ; len(blocks) >= 64; blocks = blocks[64:] {
		x0 = (x0 ^ binary.LittleEndian.Uint64(blocks[0:])) + k.first[0]
		x1 = (x1 ^ binary.LittleEndian.Uint64(blocks[8:])) + k.first[1]
		x2 = (x2 ^ binary.LittleEndian.Uint64(blocks[16:])) + k.first[2]
		x3 = (x3 ^ binary.LittleEndian.Uint64(blocks[24:])) + k.first[3]
		x4 = (x4 ^ binary.LittleEndian.Uint64(blocks[32:])) + k.first[4]
		x5 = (x5 ^ binary.LittleEndian.Uint64(blocks[40:])) + k.first[5]
		x6 = (x6 ^ binary.LittleEndian.Uint64(blocks[48:])) + k.first[6]
		x7 = (x7 ^ binary.LittleEndian.Uint64(blocks[56:])) + k.first[7]
		x0, x1, x2, x3, x4, x5, x6, x7 = rounds512(k, x0, x1, x2, x3, x4, x5, x6, x7)
		x0 += k.last[0]
		x1 += k.last[1]
		x2 += k.last[2]
		x3 += k.last[3]
		x4 += k.last[4]
		x5 += k.last[5]
		x6 += k.last[6]
		x7 += k.last[7]
	}
	binary.LittleEndian.PutUint64(acc[0:], x0)
	binary.LittleEndian.PutUint64(acc[8:], x1)
	binary.LittleEndian.PutUint64(acc[16:], x2)
	binary.LittleEndian.PutUint64(acc[24:], x3)
	binary.LittleEndian.PutUint64(acc[32:], x4)
	binary.LittleEndian.PutUint64(acc[40:], x5)
	binary.LittleEndian.PutUint64(acc[48:], x6)
	binary.LittleEndian.PutUint64(acc[56:], x7)
}

func (s *table512) DecryptBlocks(dst, src []byte) {
	k := s.inverse()
	var m [8][8]byte
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
		binary.LittleEndian.PutUint64(m[0][:], x0)
		binary.LittleEndian.PutUint64(m[1][:], x1)
		binary.LittleEndian.PutUint64(m[2][:], x2)
		binary.LittleEndian.PutUint64(m[3][:], x3)
		binary.LittleEndian.PutUint64(m[4][:], x4)
		binary.LittleEndian.PutUint64(m[5][:], x5)
		binary.LittleEndian.PutUint64(m[6][:], x6)
		binary.LittleEndian.PutUint64(m[7][:], x7)
		binary.LittleEndian.PutUint64(dst[0:], unsubBytes(&m[0], &m[1], &m[2], &m[3], &m[4], &m[5], &m[6], &m[7])-k.last[0])
		binary.LittleEndian.PutUint64(dst[8:], unsubBytes(&m[1], &m[2], &m[3], &m[4], &m[5], &m[6], &m[7], &m[0])-k.last[1])
		binary.LittleEndian.PutUint64(dst[16:], unsubBytes(&m[2], &m[3], &m[4], &m[5], &m[6], &m[7], &m[0], &m[1])-k.last[2])
		binary.LittleEndian.PutUint64(dst[24:], unsubBytes(&m[3], &m[4], &m[5], &m[6], &m[7], &m[0], &m[1], &m[2])-k.last[3])
		binary.LittleEndian.PutUint64(dst[32:], unsubBytes(&m[4], &m[5], &m[6], &m[7], &m[0], &m[1], &m[2], &m[3])-k.last[4])
		binary.LittleEndian.PutUint64(dst[40:], unsubBytes(&m[5], &m[6], &m[7], &m[0], &m[1], &m[2], &m[3], &m[4])-k.last[5])
		binary.LittleEndian.PutUint64(dst[48:], unsubBytes(&m[6], &m[7], &m[0], &m[1], &m[2], &m[3], &m[4], &m[5])-k.last[6])
		binary.LittleEndian.PutUint64(dst[56:], unsubBytes(&m[7], &m[0], &m[1], &m[2], &m[3], &m[4], &m[5], &m[6])-k.last[7])
	}
}

// rounds512 is the rounds of one block, of which m is a copy.
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
