package zvirka

import (
	"github.com/zvirka/zvirka/impl/hazmat/clmul"
	"github.com/zvirka/zvirka/impl/hazmat/gf2m"
	reference "github.com/zvirka/zvirka/reference/gf2m"
)

// An element is what all fields have.
type element[E any] interface {
	*E
	SetBytes([]byte) (*E, error)
	Bytes() []byte
	Multiply(x, y *E) *E
	Square(x *E) *E
	MultiplyX(x *E) *E
}

func set[E any, P element[E]](b []byte) *E {
	x, err := P(new(E)).SetBytes(b)
	if err != nil {
		panic(err)
	}
	return x
}

// An operation is one of the three that are compared.
type operation int

const (
	multiply operation = iota
	square
	multiplyX
)

func operate[E any, P element[E]](o operation, x, y []byte) []byte {
	a := set[E, P](x)
	z := P(new(E))
	switch o {
	case multiply:
		z.Multiply(a, set[E, P](y))
	case square:
		z.Square(a)
	case multiplyX:
		z.MultiplyX(a)
	}
	return z.Bytes()
}

func inField(o operation, m int, x, y []byte) []byte {
	switch m {
	case 128:
		return operate[gf2m.E128](o, x, y)
	case 163:
		return operate[gf2m.E163](o, x, y)
	case 167:
		return operate[gf2m.E167](o, x, y)
	case 173:
		return operate[gf2m.E173](o, x, y)
	case 179:
		return operate[gf2m.E179](o, x, y)
	case 191:
		return operate[gf2m.E191](o, x, y)
	case 233:
		return operate[gf2m.E233](o, x, y)
	case 256:
		return operate[gf2m.E256](o, x, y)
	case 257:
		return operate[gf2m.E257](o, x, y)
	case 307:
		return operate[gf2m.E307](o, x, y)
	case 367:
		return operate[gf2m.E367](o, x, y)
	case 431:
		return operate[gf2m.E431](o, x, y)
	case 512:
		return operate[gf2m.E512](o, x, y)
	}
	panic("no such field")
}

// Multiply, Square and MultiplyX are impl/hazmat/gf2m's.
func Multiply(m int, x, y []byte) []byte { return inField(multiply, m, x, y) }

// Square is x².
func Square(m int, x []byte) []byte { return inField(square, m, x, nil) }

// MultiplyX is x·z, z being the root of the polynomial.
func MultiplyX(m int, x []byte) []byte { return inField(multiplyX, m, x, nil) }

// Double is the shift of the modes.
func Double(m int, x []byte) []byte {
	b := append([]byte(nil), x...)
	gf2m.Double(b)
	return b
}

// ReferenceMultiply, ReferenceSquare and ReferenceMultiplyX are reference/gf2m's.
func ReferenceMultiply(m int, x, y []byte) []byte { return reference.Multiply(m, x, y) }

// ReferenceSquare is x².
func ReferenceSquare(m int, x []byte) []byte { return reference.Square(m, x) }

// ReferenceMultiplyX is x·z.
func ReferenceMultiplyX(m int, x []byte) []byte { return reference.MultiplyX(m, x) }

// Sum is impl/hazmat/clmul's sum of products, of factors of 2, 4 or 8 words: the first block, with
// acc, by the highest power, and so on. There are 16 powers, the first one first.
func Sum(words int, powers []uint64, acc, blocks []byte) []uint64 {
	var list [clmul.Stride][]uint64
	for i := range list {
		list[i] = powers[i*words : (i+1)*words]
	}
	p := clmul.NewPowers(&list)
	switch words {
	case 2:
		var z [4]uint64
		p.Sum2(&z, (*[16]byte)(acc), blocks)
		return z[:]
	case 4:
		var z [8]uint64
		p.Sum4(&z, (*[32]byte)(acc), blocks)
		return z[:]
	default:
		var z [16]uint64
		p.Sum8(&z, (*[64]byte)(acc), blocks)
		return z[:]
	}
}

// ReferenceSum is the same, bit by bit.
func ReferenceSum(words int, powers []uint64, acc, blocks []byte) []uint64 {
	z := make([]uint64, 2*words)
	n := len(blocks) / (8 * words)
	for i := range n {
		for k := range 64 * words { // bit k of the block
			bit := blocks[8*words*i+k/8] >> (k % 8) & 1
			if i == 0 {
				bit ^= acc[k/8] >> (k % 8) & 1
			}
			power := powers[(n-1-i)*words : (n-i)*words]
			for j, w := range power {
				w &= -uint64(bit)
				z[j+k/64] ^= w << (k % 64)
				if k%64 > 0 {
					z[j+k/64+1] ^= w >> (64 - k%64)
				}
			}
		}
	}
	return z
}
