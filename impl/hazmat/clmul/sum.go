package clmul

import "encoding/binary"

// Stride is the most products that are added before they are joined and reduced.
const Stride = 16

// A factor of 2, 4 or 8 words is taken apart, by Karatsuba's method, into 1, 3 or 9 digits:
// pairs of words, and sums of pairs. Digit by digit the products of any number of factors
// are added, each digit's in three parts of 128 bits, and only the sums are joined to one
// product. A Row holds one digit of the powers of a fixed factor, from the highest power
// down to the first.
type Row struct {
	Pair  [Stride][2]uint64
	Mixed [Stride][2]uint64 // the sum of the pair's words, and zero
}

// The pairs of words whose sum is a digit.
var (
	digits2 = [][]int{{0}}
	digits4 = [][]int{{0}, {1}, {0, 1}}
	digits8 = [][]int{{0}, {1}, {0, 1}, {2}, {3}, {2, 3}, {0, 2}, {1, 3}, {0, 1, 2, 3}}
)

func digitsOf(words int) [][]int {
	switch words {
	case 2:
		return digits2
	case 4:
		return digits4
	case 8:
		return digits8
	}
	panic("clmul: factors have 2, 4 or 8 words")
}

// A Powers holds the powers of one factor and the path that was live when it was made. It
// does not change and may be used by several goroutines at once.
type Powers struct {
	rows []Row
	size int // bytes of the factor
	path int
}

// NewPowers returns the Powers of which powers[i] is the power i+1, of 2, 4 or 8 words.
//
//ct:secret powers
func NewPowers(powers *[Stride][]uint64) *Powers {
	p := &Powers{size: 8 * len(powers[0]), path: paths.Index()}
	for _, digit := range digitsOf(len(powers[0])) {
		var row Row
		for i := range Stride {
			d := sumOfPairs(powers[Stride-1-i], digit)
			row.Pair[i] = d
			row.Mixed[i][0] = d[0] ^ d[1]
		}
		p.rows = append(p.rows, row)
	}
	return p
}

func sumOfPairs(x []uint64, digit []int) (d [2]uint64) {
	for _, i := range digit {
		d[0] ^= x[2*i]
		d[1] ^= x[2*i+1]
	}
	return d
}

// A sums has, for each digit, the sums of the products of lower words, of upper words, and
// of mixed ones.
type sums [9][6]uint64

// Sum2 sets z to (acc + x₁)·hⁿ + x₂·hⁿ⁻¹ + .. + xₙ·h, not reduced, for the n blocks x of
// two words, 16 little-endian bytes each, from one to Stride of them. Of acc, also 16 bytes,
// the same holds.
//
//ct:secret acc,blocks
func (p *Powers) Sum2(z *[4]uint64, acc *[16]byte, blocks []byte) {
	var s sums
	p.add(&s, acc[:], blocks, 16)
	join2(z, &s[0])
}

// Sum4 is Sum2 for blocks of four words.
//
//ct:secret acc,blocks
func (p *Powers) Sum4(z *[8]uint64, acc *[32]byte, blocks []byte) {
	var s sums
	p.add(&s, acc[:], blocks, 32)
	join4(z, (*[3][6]uint64)(s[:3]))
}

// Sum8 is Sum2 for blocks of eight words.
//
//ct:secret acc,blocks
func (p *Powers) Sum8(z *[16]uint64, acc *[64]byte, blocks []byte) {
	var s sums
	p.add(&s, acc[:], blocks, 64)
	var low, high, mixed [8]uint64
	join4(&low, (*[3][6]uint64)(s[:3]))
	join4(&high, (*[3][6]uint64)(s[3:6]))
	join4(&mixed, (*[3][6]uint64)(s[6:]))
	join8(z, &low, &high, &mixed)
}

func join2(z *[4]uint64, s *[6]uint64) {
	z[0] = s[0]
	z[1] = s[1] ^ s[4] ^ s[0] ^ s[2]
	z[2] = s[2] ^ s[5] ^ s[1] ^ s[3]
	z[3] = s[3]
}

func join4(z *[8]uint64, s *[3][6]uint64) {
	var low, high, mixed [4]uint64
	join2(&low, &s[0])
	join2(&high, &s[1])
	join2(&mixed, &s[2])
	for i := range 2 {
		z[i] = low[i]
		z[i+2] = low[i+2] ^ mixed[i] ^ low[i] ^ high[i]
		z[i+4] = high[i] ^ mixed[i+2] ^ low[i+2] ^ high[i+2]
		z[i+6] = high[i+2]
	}
}

func join8(z *[16]uint64, low, high, mixed *[8]uint64) {
	for i := range 4 {
		z[i] = low[i]
		z[i+4] = low[i+4] ^ mixed[i] ^ low[i] ^ high[i]
		z[i+8] = high[i] ^ mixed[i+4] ^ low[i+4] ^ high[i+4]
		z[i+12] = high[i+4]
	}
}

// add adds the products of one to Stride blocks of size bytes.
func (p *Powers) add(s *sums, acc, blocks []byte, size int) {
	n := len(blocks) / size
	if size != p.size {
		panic("clmul: blocks of another size than the factor's")
	}
	if n < 1 || n > Stride {
		panic("clmul: no number of blocks for a sum")
	}
	if p.path < len(asmNames) {
		addBlocks(p.path, s, &acc[0], &blocks[0], &p.rows[0], len(p.rows), n)
		return
	}
	p.addGeneric(s, acc, blocks, size)
}

func (p *Powers) addGeneric(s *sums, acc, blocks []byte, size int) {
	var buf [8]uint64
	x := buf[:size/8]
	for i := range x {
		x[i] = binary.LittleEndian.Uint64(acc[8*i:])
	}
	digits := digitsOf(len(x))
	n := len(blocks) / size
	for i := Stride - n; i < Stride; i++ {
		for j := range x {
			x[j] ^= binary.LittleEndian.Uint64(blocks[8*j:])
		}
		for k := range digits {
			d, row := sumOfPairs(x, digits[k]), &p.rows[k]
			t := &s[k]
			h0, l0 := mul64(d[0], row.Pair[i][0])
			h1, l1 := mul64(d[1], row.Pair[i][1])
			hm, lm := mul64(d[0]^d[1], row.Mixed[i][0])
			t[0], t[1] = t[0]^l0, t[1]^h0
			t[2], t[3] = t[2]^l1, t[3]^h1
			t[4], t[5] = t[4]^lm, t[5]^hm
		}
		clear(x)
		blocks = blocks[size:]
	}
}
