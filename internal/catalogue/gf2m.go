package catalogue

import (
	"slices"

	"github.com/zvirka/zvirka/impl/hazmat/gf2m"
	reference "github.com/zvirka/zvirka/reference/gf2m"
	"github.com/zvirka/zvirka/spec"
	constants "github.com/zvirka/zvirka/spec/gf2m"
)

func fieldRows() []Field {
	var rows []Field
	for _, f := range constants.Fields() {
		rows = append(rows, Field{
			Card:      f.Card(),
			Degree:    f.M,
			Reference: fieldReference(f),
			Paths: dispatched("clmul", spec.ConstantTime, func(live func(func())) func() FieldArithmetic {
				return func() FieldArithmetic { return arithmeticOf(f, live) }
			}),
		})
	}
	return rows
}

func fieldReference(f constants.Field) FieldArithmetic {
	m := f.M
	a := FieldArithmetic{
		Add:       func(a, b []byte) []byte { return reference.Add(m, a, b) },
		Multiply:  func(a, b []byte) []byte { return reference.Multiply(m, a, b) },
		Square:    func(a []byte) []byte { return reference.Square(m, a) },
		Invert:    func(a []byte) []byte { return reference.Invert(m, a) },
		MultiplyX: func(a []byte) []byte { return reference.MultiplyX(m, a) },
		Sqrt:      func(a []byte) []byte { return reference.Sqrt(m, a) },
		Trace:     func(a []byte) int { return reference.Trace(m, a) },
	}
	if m%2 == 1 {
		a.HalfTrace = func(a []byte) []byte { return reference.HalfTrace(m, a) }
	}
	if f.Modes {
		a.Evaluate = func(h, blocks []byte) []byte {
			sum := make([]byte, f.Size())
			for block := range slices.Chunk(blocks, f.Size()) {
				sum = reference.Multiply(m, reference.Add(m, sum, block), h)
			}
			return sum
		}
	}
	return a
}

func arithmeticOf(f constants.Field, live func(func())) FieldArithmetic {
	switch f.M {
	case 128:
		return withEvaluator(arithmetic[gf2m.E128](live), live)
	case 256:
		return withEvaluator(arithmetic[gf2m.E256](live), live)
	case 512:
		return withEvaluator(arithmetic[gf2m.E512](live), live)
	case 163:
		return withHalfTrace[gf2m.E163](arithmetic[gf2m.E163](live), live)
	case 167:
		return withHalfTrace[gf2m.E167](arithmetic[gf2m.E167](live), live)
	case 173:
		return withHalfTrace[gf2m.E173](arithmetic[gf2m.E173](live), live)
	case 179:
		return withHalfTrace[gf2m.E179](arithmetic[gf2m.E179](live), live)
	case 191:
		return withHalfTrace[gf2m.E191](arithmetic[gf2m.E191](live), live)
	case 233:
		return withHalfTrace[gf2m.E233](arithmetic[gf2m.E233](live), live)
	case 257:
		return withHalfTrace[gf2m.E257](arithmetic[gf2m.E257](live), live)
	case 307:
		return withHalfTrace[gf2m.E307](arithmetic[gf2m.E307](live), live)
	case 367:
		return withHalfTrace[gf2m.E367](arithmetic[gf2m.E367](live), live)
	case 431:
		return withHalfTrace[gf2m.E431](arithmetic[gf2m.E431](live), live)
	}
	panic("catalogue: no implementation of " + f.Card().Name)
}

// An element is a pointer to what all elements of impl/hazmat/gf2m have.
type element[E any] interface {
	*E
	Add(x, y *E) *E
	Multiply(x, y *E) *E
	Square(x *E) *E
	Invert(x *E) *E
	MultiplyX(x *E) *E
	Sqrt(x *E) *E
	Trace() int
	SetBytes(b []byte) (*E, error)
	Bytes() []byte
}

// elementOf decodes what a suite hands over: an element of the field.
func elementOf[E any, P element[E]](b []byte) P {
	x, err := P(new(E)).SetBytes(b)
	if err != nil {
		panic(err)
	}
	return x
}

func arithmetic[E any, P element[E]](live func(func())) FieldArithmetic {
	one := func(op func(z, x P)) func(a []byte) []byte {
		return func(a []byte) (out []byte) {
			live(func() {
				var z E
				op(&z, elementOf[E, P](a))
				out = P(&z).Bytes()
			})
			return out
		}
	}
	two := func(op func(z, x, y P)) func(a, b []byte) []byte {
		return func(a, b []byte) (out []byte) {
			live(func() {
				var z E
				op(&z, elementOf[E, P](a), elementOf[E, P](b))
				out = P(&z).Bytes()
			})
			return out
		}
	}
	// repeat does an operation n times, each on the result of the one before.
	repeat := func(op func(z P)) func(n int) {
		return func(n int) {
			live(func() {
				z := dense[E, P]()
				for range n {
					op(z)
				}
			})
		}
	}
	y := dense[E, P]()
	return FieldArithmetic{
		Add:       two(func(z, x, y P) { z.Add(x, y) }),
		Multiply:  two(func(z, x, y P) { z.Multiply(x, y) }),
		Square:    one(func(z, x P) { z.Square(x) }),
		Invert:    one(func(z, x P) { z.Invert(x) }),
		MultiplyX: one(func(z, x P) { z.MultiplyX(x) }),
		Sqrt:      one(func(z, x P) { z.Sqrt(x) }),
		Trace: func(a []byte) (bit int) {
			live(func() { bit = elementOf[E, P](a).Trace() })
			return bit
		},
		Check: func(a []byte) error {
			_, err := P(new(E)).SetBytes(a)
			return err
		},
		Measure: FieldMeasure{
			Multiply: repeat(func(z P) { z.Multiply(z, y) }),
			Square:   repeat(func(z P) { z.Square(z) }),
			Invert:   repeat(func(z P) { z.Invert(z) }),
		},
	}
}

// dense returns an element of which about half the bits are ones.
func dense[E any, P element[E]]() P {
	b := P(new(E)).Bytes()
	for i := range len(b) - 1 {
		b[i] = byte(0x5b*i + 0x37)
	}
	return elementOf[E, P](b)
}

// withHalfTrace adds what the fields of odd degree have.
func withHalfTrace[E any, P interface {
	element[E]
	HalfTrace(x *E) *E
}](a FieldArithmetic, live func(func())) FieldArithmetic {
	a.HalfTrace = func(b []byte) (out []byte) {
		live(func() {
			var z E
			out = P(P(&z).HalfTrace(elementOf[E, P](b))).Bytes()
		})
		return out
	}
	return a
}

// withEvaluator adds what the modes' fields have.
func withEvaluator(a FieldArithmetic, live func(func())) FieldArithmetic {
	evaluator := func(h []byte) (e *gf2m.Evaluator) {
		live(func() {
			var err error
			if e, err = gf2m.NewEvaluator(h); err != nil {
				panic(err) // a suite's h is an element
			}
		})
		return e
	}
	a.Evaluate = func(h, blocks []byte) []byte {
		sum := make([]byte, len(h))
		evaluator(h).Update(sum, blocks)
		return sum
	}
	a.Measure.Evaluator = func(h []byte) func(blocks []byte) {
		e, sum := evaluator(h), make([]byte, len(h))
		return func(blocks []byte) { e.Update(sum, blocks) }
	}
	return a
}
