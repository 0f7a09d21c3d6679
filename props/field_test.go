package props_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/internal/evidence"
	"github.com/zvirka/zvirka/props"
	"github.com/zvirka/zvirka/props/contract"
)

// The budgets of the long comparisons of fields, in pairs of elements a row.
const (
	fieldPairs      = 100
	fieldPathsPairs = 1000
	fieldBlocks     = 600
)

func forFields(t *testing.T, f func(t *testing.T, row catalogue.Field)) {
	forRows(t, catalogue.Fields(), func(r catalogue.Field) string { return r.Name }, f)
}

func TestFieldEquivalence(t *testing.T) {
	forFields(t, func(t *testing.T, row catalogue.Field) {
		rapid.Check(t, func(t *rapid.T) { props.FieldEquivalence(t, row) })
	})
}

func TestFieldAxioms(t *testing.T) {
	forFields(t, func(t *testing.T, row catalogue.Field) {
		rapid.Check(t, func(t *rapid.T) {
			e := props.FieldElement(row)
			props.FieldAxioms(t, row, e.Draw(t, "a"), e.Draw(t, "b"), e.Draw(t, "c"))
		})
	})
}

func TestFieldEqualsReference(t *testing.T) {
	n := budget(fieldPairs)
	forFields(t, func(t *testing.T, row catalogue.Field) {
		random := props.Random(sweepSeed)
		element := func() []byte { return props.Element(row, random(row.Sizes.Output)) }
		for i := range n {
			props.FieldEqualsReference(t, row, element(), element())
			if i%50 == 0 {
				props.FieldConjugatesEqualReference(t, row, element())
			}
		}
		record(t, evidence.Reference, row.Name, row.Paths, n)
	})
}

func TestFieldPathsAgree(t *testing.T) {
	n := budget(fieldPathsPairs)
	forFields(t, func(t *testing.T, row catalogue.Field) {
		random := props.Random(sweepSeed)
		element := func() []byte { return props.Element(row, random(row.Sizes.Output)) }
		for range n {
			props.FieldPathsAgree(t, row, element(), element())
		}
		record(t, evidence.Paths, row.Name, row.Paths, n)
	})
}

// Every number of blocks around the sizes at which the aggregation changes its course.
func TestFieldEvaluation(t *testing.T) {
	n := budget(fieldBlocks)
	forFields(t, func(t *testing.T, row catalogue.Field) {
		if row.Reference.Evaluate == nil {
			t.Skip("no polynomials over this field")
		}
		random := props.Random(sweepSeed)
		done := 0
		for blocks := 0; done < n; blocks++ {
			props.FieldEvaluation(t, row, random(row.Sizes.Output), random(blocks*row.Sizes.Output))
			done += blocks
		}
		record(t, evidence.Reference, row.Name, row.Paths, done)
	})
}

// fieldLaws examines the axioms on edges and which bytes are elements.
func fieldLaws(t contract.T, row catalogue.Field) {
	random := props.Random(sweepSeed)
	n := row.Sizes.Output
	edge := func(bits ...int) []byte {
		b := make([]byte, n)
		for _, bit := range bits {
			b[bit/8] |= 1 << (bit % 8)
		}
		return b
	}
	ones := make([]byte, n)
	for i := range ones {
		ones[i] = 0xff
	}
	edges := [][]byte{edge(), edge(0), edge(1), edge(63), edge(64), edge(row.Degree - 1), edge(row.Degree-1, 0), props.Element(row, ones)}
	for i, a := range edges {
		for j, b := range edges {
			c := edges[(i+3*j+1)%len(edges)]
			props.FieldAxioms(t, row, a, b, c)
		}
		props.FieldAxioms(t, row, a, props.Element(row, random(n)), props.Element(row, random(n)))
	}
	for size := range n + 2 {
		props.FieldEncodings(t, row, make([]byte, size))
	}
	for bit := range 8 * n {
		props.FieldEncodings(t, row, edge(bit))
	}
	props.FieldEncodings(t, row, ones)
}

func TestFieldContract(t *testing.T) {
	forFields(t, func(t *testing.T, row catalogue.Field) {
		fieldLaws(t, row)
		record(t, evidence.Contract, row.Name, row.Paths, 2)
	})
}

func TestFieldMutants(t *testing.T) {
	forFields(t, func(t *testing.T, row catalogue.Field) {
		ones := make([]byte, row.Sizes.Output)
		for i := range ones {
			ones[i] = 0xff
		}
		ones = props.Element(row, ones)
		random := props.Random(sweepSeed)
		pairs := func(f func(a, b []byte)) {
			f(ones, ones)
			for range 12 { // the trace of one in two is one
				f(props.Element(row, random(row.Sizes.Output)), ones)
			}
		}
		catch(t, row.Name, catalogue.FieldMutants(row), map[catalogue.Suite]func(contract.T, catalogue.Field){
			catalogue.Equivalence: func(t contract.T, m catalogue.Field) {
				pairs(func(a, b []byte) { props.FieldEqualsReference(t, m, a, b) })
				pairs(func(a, _ []byte) { props.FieldConjugatesEqualReference(t, m, a) })
			},
			catalogue.Agreement: func(t contract.T, m catalogue.Field) {
				pairs(func(a, b []byte) { props.FieldPathsAgree(t, m, a, b) })
			},
			catalogue.Contract: fieldLaws,
		})
	})
}
