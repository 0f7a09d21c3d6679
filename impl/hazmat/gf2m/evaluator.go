package gf2m

import (
	"encoding/binary"

	"github.com/zvirka/zvirka/impl/hazmat/clmul"
)

// stride is how many blocks are multiplied, each by its own power of H, before one
// reduction.
const stride = 8

// An Evaluator evaluates polynomials at one point H of GF(2¹²⁸), GF(2²⁵⁶) or GF(2⁵¹²), by the
// rule that GCM and GMAC have: for each block x, acc = (acc + x)·H.
//
// It does not change after it was made and may be used by several goroutines at once.
type Evaluator struct {
	dot  clmul.Dot
	size int
	// The powers of H, from the one to the stride down to H itself, spread for sums of
	// products; of the three one is there.
	powers2 [][clmul.Lanes2]uint64
	powers4 [][clmul.Lanes4]uint64
	powers8 [][clmul.Lanes8]uint64
}

// NewEvaluator returns the Evaluator for H, an element of 16, 32 or 64 bytes. Another size
// is a [SizeError].
func NewEvaluator(h []byte) (*Evaluator, error) {
	e := &Evaluator{dot: clmul.NewDot(), size: len(h)}
	switch len(h) {
	case 16:
		e.powers2 = powers[E128](h, func(lanes *[clmul.Lanes2]uint64, x *E128) { clmul.Spread2(lanes, (*[2]uint64)(x)) })
	case 32:
		e.powers4 = powers[E256](h, func(lanes *[clmul.Lanes4]uint64, x *E256) { clmul.Spread4(lanes, (*[4]uint64)(x)) })
	case 64:
		e.powers8 = powers[E512](h, func(lanes *[clmul.Lanes8]uint64, x *E512) { clmul.Spread8(lanes, (*[8]uint64)(x)) })
	default:
		return nil, SizeError{Got: len(h)}
	}
	return e, nil
}

// powers returns the powers of h from the highest down, spread.
func powers[E any, L any, P interface {
	*E
	Multiply(x, y *E) *E
	SetBytes(b []byte) (*E, error)
}](h []byte, spread func(lanes *L, x *E)) []L {
	var first, power E
	P(&first).SetBytes(h) // the size is right, and the modes' fields have no other condition
	power = first
	all := make([]L, stride)
	for i := stride - 1; i >= 0; i-- {
		spread(&all[i], &power)
		P(&power).Multiply(&power, &first)
	}
	return all
}

// Size returns the size of a block in bytes.
func (e *Evaluator) Size() int { return e.size }

// Update sets acc to (acc + x)·H for each block x of blocks, in order. It panics unless acc
// is one block and blocks are whole ones.
func (e *Evaluator) Update(acc, blocks []byte) {
	if len(acc) != e.size || len(blocks)%e.size != 0 {
		panic("gf2m: not whole blocks")
	}
	for len(blocks) > 0 {
		n := min(len(blocks), stride*e.size)
		switch e.size {
		case 16:
			e.update2((*[16]byte)(acc), blocks[:n])
		case 32:
			e.update4((*[32]byte)(acc), blocks[:n])
		default:
			e.update8((*[64]byte)(acc), blocks[:n])
		}
		blocks = blocks[n:]
	}
}

// update2 does up to a stride of blocks: acc is added to the first, the sum is that of the
// blocks times descending powers.
func (e *Evaluator) update2(acc *[16]byte, blocks []byte) {
	var lanes [stride][clmul.Lanes2]uint64
	var x [2]uint64
	load(x[:], acc[:])
	n := 0
	for ; len(blocks) >= 16; blocks = blocks[16:] {
		x[0] ^= binary.LittleEndian.Uint64(blocks[0:8])
		x[1] ^= binary.LittleEndian.Uint64(blocks[8:16])
		clmul.Spread2(&lanes[n%stride], &x)
		x = [2]uint64{}
		n++
	}
	var c [4]uint64
	e.dot.Sum2(&c, lanes[:n], e.powers2[stride-n:])
	var z E128
	store(acc[:], z.reduce(&c)[:])
}

func (e *Evaluator) update4(acc *[32]byte, blocks []byte) {
	var lanes [stride][clmul.Lanes4]uint64
	var x [4]uint64
	load(x[:], acc[:])
	n := 0
	for ; len(blocks) >= 32; blocks = blocks[32:] {
		x[0] ^= binary.LittleEndian.Uint64(blocks[0:8])
		x[1] ^= binary.LittleEndian.Uint64(blocks[8:16])
		x[2] ^= binary.LittleEndian.Uint64(blocks[16:24])
		x[3] ^= binary.LittleEndian.Uint64(blocks[24:32])
		clmul.Spread4(&lanes[n%stride], &x)
		x = [4]uint64{}
		n++
	}
	var c [8]uint64
	e.dot.Sum4(&c, lanes[:n], e.powers4[stride-n:])
	var z E256
	store(acc[:], z.reduce(&c)[:])
}

func (e *Evaluator) update8(acc *[64]byte, blocks []byte) {
	var lanes [stride][clmul.Lanes8]uint64
	var x [8]uint64
	load(x[:], acc[:])
	n := 0
	for ; len(blocks) >= 64; blocks = blocks[64:] {
		for i := range x {
			x[i] ^= binary.LittleEndian.Uint64(blocks[8*i : 8*i+8])
		}
		clmul.Spread8(&lanes[n%stride], &x)
		x = [8]uint64{}
		n++
	}
	var c [16]uint64
	e.dot.Sum8(&c, lanes[:n], e.powers8[stride-n:])
	var z E512
	store(acc[:], z.reduce(&c)[:])
}

func load(words []uint64, b []byte) {
	for i := range words {
		words[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
}

func store(b []byte, words []uint64) {
	for i, w := range words {
		binary.LittleEndian.PutUint64(b[8*i:], w)
	}
}
