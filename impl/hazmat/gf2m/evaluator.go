package gf2m

import (
	"encoding/binary"

	"github.com/zvirka/zvirka/impl/hazmat/clmul"
)

// An Evaluator evaluates polynomials at one point H of GF(2¹²⁸), GF(2²⁵⁶) or GF(2⁵¹²), by the
// rule that GCM and GMAC have: for each block x, acc = (acc + x)·H. It multiplies several
// blocks, each by its own power of H, and reduces their sum.
//
// It does not change after it was made and may be used by several goroutines at once.
type Evaluator struct {
	powers *clmul.Powers
	size   int
}

// NewEvaluator returns the Evaluator for H, an element of 16, 32 or 64 bytes. Another size
// is a [SizeError].
//
//ct:secret h
func NewEvaluator(h []byte) (*Evaluator, error) {
	e := &Evaluator{size: len(h)}
	switch len(h) {
	case 16:
		e.powers = powers(h, func(x *E128) []uint64 { return x[:] })
	case 32:
		e.powers = powers(h, func(x *E256) []uint64 { return x[:] })
	case 64:
		e.powers = powers(h, func(x *E512) []uint64 { return x[:] })
	default:
		return nil, SizeError{Got: len(h)}
	}
	return e, nil
}

// powers returns the powers of h, whose size is right: the modes' fields have no other
// condition.
func powers[E any, P interface {
	*E
	Multiply(x, y *E) *E
	SetBytes(b []byte) (*E, error)
}](h []byte, words func(x *E) []uint64) *clmul.Powers {
	var all [clmul.Stride]E
	var list [clmul.Stride][]uint64
	P(&all[0]).SetBytes(h)
	for i := range all {
		if i > 0 {
			P(&all[i]).Multiply(&all[i-1], &all[0])
		}
		list[i] = words(&all[i])
	}
	return clmul.NewPowers(&list)
}

// Size returns the size of a block in bytes.
func (e *Evaluator) Size() int { return e.size }

// Update sets acc to (acc + x)·H for each block x of blocks, in order. It panics unless acc
// is one block and blocks are whole ones.
//
//ct:secret acc,blocks
func (e *Evaluator) Update(acc, blocks []byte) {
	if len(acc) != e.size || len(blocks)%e.size != 0 {
		panic("gf2m: not whole blocks")
	}
	for len(blocks) > 0 {
		n := min(len(blocks), clmul.Stride*e.size)
		switch e.size {
		case 16:
			acc := (*[16]byte)(acc)
			var c [4]uint64
			var z E128
			e.powers.Sum2(&c, acc, blocks[:n])
			store(acc[:], z.reduce(&c)[:])
		case 32:
			acc := (*[32]byte)(acc)
			var c [8]uint64
			var z E256
			e.powers.Sum4(&c, acc, blocks[:n])
			store(acc[:], z.reduce(&c)[:])
		default:
			acc := (*[64]byte)(acc)
			var c [16]uint64
			var z E512
			e.powers.Sum8(&c, acc, blocks[:n])
			store(acc[:], z.reduce(&c)[:])
		}
		blocks = blocks[n:]
	}
}

func store(b []byte, words []uint64) {
	for i, w := range words {
		binary.LittleEndian.PutUint64(b[8*i:], w)
	}
}
