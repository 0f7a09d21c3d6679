package zvirka

import (
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

// Accumulate is GMAC's step over blocks: acc = (acc ⊕ x)·h for each block x.
func Accumulate(h, acc, blocks []byte) {
	e, err := gf2m.NewEvaluator(h)
	if err != nil {
		panic(err)
	}
	e.Update(acc, blocks)
}

// ReferenceAccumulate is the same with the reference's products.
func ReferenceAccumulate(h, acc, blocks []byte) {
	n := len(h)
	for ; len(blocks) >= n; blocks = blocks[n:] {
		x := make([]byte, n)
		for i := range x {
			x[i] = acc[i] ^ blocks[i]
		}
		copy(acc, reference.Multiply(8*n, x, h))
	}
}
