package props_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/internal/evidence"
	"github.com/zvirka/zvirka/props"
	"github.com/zvirka/zvirka/props/contract"
	"github.com/zvirka/zvirka/spec"
)

func forStreams(t *testing.T, f func(t *testing.T, row catalogue.Stream)) {
	forRows(t, catalogue.Streams(), func(r catalogue.Stream) string { return r.Name }, f)
}

func TestStreamEquivalence(t *testing.T) {
	forStreams(t, func(t *testing.T, row catalogue.Stream) {
		rapid.Check(t, func(t *rapid.T) { props.StreamEquivalence(t, row) })
	})
}

func TestStreamEqualsReference(t *testing.T) {
	forStreams(t, func(t *testing.T, row catalogue.Stream) {
		n := budget(referenceMessages)
		if row.Kind == spec.BlockMode {
			n = budget(modeMessages) // the reference is that much slower
		}
		random := props.Random(sweepSeed)
		lengths(1<<10, n, func(data []byte, cut props.Cut) {
			props.StreamEqualsReference(t, row, random(row.Sizes.Key), random(row.Sizes.IV), data, cut)
		})
		record(t, evidence.Reference, row.Name, row.Paths, n)
	})
}

func TestStreamPathsAgree(t *testing.T) {
	n := budget(pathBytes)
	forStreams(t, func(t *testing.T, row catalogue.Stream) {
		random := props.Random(sweepSeed)
		total := 0
		for size := 1; size < n; size *= 4 {
			props.StreamPathsAgree(t, row, random(row.Sizes.Key), random(row.Sizes.IV), random(size), random(5))
			total += size
		}
		record(t, evidence.Paths, row.Name, row.Paths, total)
	})
}

func TestStreamContract(t *testing.T) {
	forStreams(t, func(t *testing.T, row catalogue.Stream) {
		if row.Kind == spec.BlockMode {
			row.Paths = examined(row.Paths)
		}
		for _, p := range row.Paths {
			t.Run(p.Name, func(t *testing.T) { contract.TestStream(t, props.StreamContract(row, p)) })
		}
		record(t, evidence.Contract, row.Name, row.Paths, len(contract.StreamLaws()))
	})
}

func TestStreamMutants(t *testing.T) {
	forStreams(t, func(t *testing.T, row catalogue.Stream) {
		random := props.Random(sweepSeed)
		catch(t, row.Name, catalogue.StreamMutants(row), map[catalogue.Suite]func(contract.T, catalogue.Stream){
			catalogue.Equivalence: func(t contract.T, m catalogue.Stream) {
				props.StreamEqualsReference(t, m, random(m.Sizes.Key), random(m.Sizes.IV), random(2000), props.Cut{13, 100})
			},
			catalogue.Agreement: func(t contract.T, m catalogue.Stream) {
				props.StreamPathsAgree(t, m, random(m.Sizes.Key), random(m.Sizes.IV), random(2000), nil)
			},
			catalogue.Contract: func(t contract.T, m catalogue.Stream) {
				contract.CheckStream(t, props.StreamContract(m, m.Paths[0]))
			},
		})
	})
}
