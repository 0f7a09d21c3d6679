package props

import (
	"bytes"

	"pgregory.net/rapid"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/props/contract"
)

// FieldElement draws an element, weighted towards what breaks carries between words and
// the two folds of the reduction.
func FieldElement(row catalogue.Field) *rapid.Generator[[]byte] {
	return rapid.Map(Bytes(row.Sizes.Output), func(b []byte) []byte { return Element(row, b) })
}

// Element returns b without the bits that an element of the row does not have.
func Element(row catalogue.Field, b []byte) []byte {
	b = bytes.Clone(b[:row.Sizes.Output])
	if used := row.Degree % 8; used != 0 {
		b[len(b)-1] &= 1<<used - 1
	}
	return b
}

// FieldEquivalence: on drawn elements every path of a row is its reference.
func FieldEquivalence(t *rapid.T, row catalogue.Field) {
	FieldEqualsReference(t, row, FieldElement(row).Draw(t, "a"), FieldElement(row).Draw(t, "b"))
}

// FieldEqualsReference compares the operations of every path of a row with its reference,
// but for those of FieldConjugatesEqualReference.
func FieldEqualsReference(t contract.T, row catalogue.Field, a, b []byte) {
	t.Helper()
	fieldsAgree(t, row, a, b, row.Reference, "reference")
}

// FieldConjugatesEqualReference compares square root, trace and half-trace of every path of
// a row with its reference, which squares bit by bit as often as the degree says.
func FieldConjugatesEqualReference(t contract.T, row catalogue.Field, a []byte) {
	t.Helper()
	conjugatesAgree(t, row, a, row.Reference, "reference")
}

// FieldPathsAgree compares every path of a row with the last one.
func FieldPathsAgree(t contract.T, row catalogue.Field, a, b []byte) {
	t.Helper()
	last := row.Paths[len(row.Paths)-1]
	fieldsAgree(t, row, a, b, last.New(), last.Name)
	conjugatesAgree(t, row, a, last.New(), last.Name)
}

func fieldsAgree(t contract.T, row catalogue.Field, a, b []byte, right catalogue.FieldArithmetic, with string) {
	t.Helper()
	for _, p := range row.Paths {
		f := p.New()
		equal := func(op string, got, want []byte) { same(t, row, p, op, with, [][]byte{a, b}, got, want) }
		equal("a + b", f.Add(a, b), right.Add(a, b))
		equal("a · b", f.Multiply(a, b), right.Multiply(a, b))
		equal("a²", f.Square(a), right.Square(a))
		equal("1/a", f.Invert(a), right.Invert(a))
		equal("a · x", f.MultiplyX(a), right.MultiplyX(a))
	}
}

func conjugatesAgree(t contract.T, row catalogue.Field, a []byte, right catalogue.FieldArithmetic, with string) {
	t.Helper()
	for _, p := range row.Paths {
		f := p.New()
		equal := func(op string, got, want []byte) { same(t, row, p, op, with, [][]byte{a}, got, want) }
		equal("√a", f.Sqrt(a), right.Sqrt(a))
		equal("Tr a", []byte{byte(f.Trace(a))}, []byte{byte(right.Trace(a))})
		if right.HalfTrace != nil {
			equal("half-trace of a", f.HalfTrace(a), right.HalfTrace(a))
		}
	}
}

func same(t contract.T, row catalogue.Field, p catalogue.FieldPath, op, with string, of [][]byte, got, want []byte) {
	t.Helper()
	if !bytes.Equal(got, want) {
		t.Fatalf("%s, path %s: %s differs from %s\nof   %x\ngot  %x\nwant %x", row.Name, p.Name, op, with, of, got, want)
	}
}

// FieldAxioms: what holds in every field of characteristic two, on every path.
func FieldAxioms(t contract.T, row catalogue.Field, a, b, c []byte) {
	t.Helper()
	zero := make([]byte, row.Sizes.Output)
	one, x := bytes.Clone(zero), bytes.Clone(zero)
	one[0], x[0] = 1, 2
	for _, p := range row.Paths {
		f := p.New()
		equal := func(law string, left, right []byte) {
			if !bytes.Equal(left, right) {
				t.Fatalf("%s, path %s: not %s\na     %x\nb     %x\nc     %x\nleft  %x\nright %x", row.Name, p.Name, law, a, b, c, left, right)
			}
			if err := f.Check(left); err != nil {
				t.Fatalf("%s, path %s: %s is not reduced: %v", row.Name, p.Name, law, err)
			}
		}
		add, mul := f.Add, f.Multiply
		equal("a+b = b+a", add(a, b), add(b, a))
		equal("(a+b)+c = a+(b+c)", add(add(a, b), c), add(a, add(b, c)))
		equal("a+a = 0", add(a, a), zero)
		equal("a+0 = a", add(a, zero), a)
		equal("a·b = b·a", mul(a, b), mul(b, a))
		equal("(a·b)·c = a·(b·c)", mul(mul(a, b), c), mul(a, mul(b, c)))
		equal("a·(b+c) = a·b + a·c", mul(a, add(b, c)), add(mul(a, b), mul(a, c)))
		equal("a·1 = a", mul(a, one), a)
		equal("a·0 = 0", mul(a, zero), zero)
		equal("a·x = MultiplyX(a)", mul(a, x), f.MultiplyX(a))
		equal("a² = a·a", f.Square(a), mul(a, a))
		equal("(a+b)² = a² + b²", f.Square(add(a, b)), add(f.Square(a), f.Square(b)))
		equal("√(a²) = a", f.Sqrt(f.Square(a)), a)
		equal("(√a)² = a", f.Square(f.Sqrt(a)), a)
		if bytes.Equal(a, zero) {
			equal("1/0 = 0", f.Invert(a), zero)
		} else {
			equal("a · 1/a = 1", mul(a, f.Invert(a)), one)
		}
		if tr := f.Trace(add(a, b)); tr != f.Trace(a)^f.Trace(b) || f.Trace(f.Square(a)) != f.Trace(a) {
			t.Fatalf("%s, path %s: the trace is not linear or not that of the square\na %x\nb %x", row.Name, p.Name, a, b)
		}
		if f.HalfTrace != nil && f.Trace(a) == 0 {
			h := f.HalfTrace(a)
			equal("h² + h = a for h = half-trace of a of trace 0", add(f.Square(h), h), a)
		}
		frobenius := a
		for range row.Degree {
			frobenius = f.Square(frobenius)
		}
		equal("a to the power of 2ᵐ = a", frobenius, a)
	}
}

// FieldEvaluation: on every path the value of a polynomial, its coefficients given as
// blocks, is that of the reference.
func FieldEvaluation(t contract.T, row catalogue.Field, h, blocks []byte) {
	t.Helper()
	if row.Reference.Evaluate == nil {
		return
	}
	want := row.Reference.Evaluate(h, blocks)
	for _, p := range row.Paths {
		if got := p.New().Evaluate(h, blocks); !bytes.Equal(got, want) {
			t.Fatalf("%s, path %s: value of %d blocks differs from reference\nh    %x\ngot  %x\nwant %x", row.Name, p.Name, len(blocks)/len(h), h, got, want)
		}
	}
}

// FieldEncodings: every path takes what is an element and refuses all other bytes.
func FieldEncodings(t contract.T, row catalogue.Field, b []byte) {
	t.Helper()
	want := len(b) == row.Sizes.Output && bytes.Equal(Element(row, b), b)
	for _, p := range row.Paths {
		if err := p.New().Check(b); (err == nil) != want {
			t.Errorf("%s, path %s: %x: %v", row.Name, p.Name, b, err)
		}
	}
}
