package props_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/internal/evidence"
	"github.com/zvirka/zvirka/props"
	"github.com/zvirka/zvirka/props/contract"
)

func forTags(t *testing.T, f func(t *testing.T, row catalogue.Tag)) {
	forRows(t, catalogue.Tags(), func(r catalogue.Tag) string { return r.Name }, f)
}

func TestTagEquivalence(t *testing.T) {
	forTags(t, func(t *testing.T, row catalogue.Tag) {
		rapid.Check(t, func(t *rapid.T) { props.TagEquivalence(t, row) })
	})
}

func TestTagEqualsReference(t *testing.T) {
	n := budget(modeMessages)
	forTags(t, func(t *testing.T, row catalogue.Tag) {
		random := props.Random(sweepSeed)
		i := 0
		modeLengths(row.Sizes.Block, n, func(size int, cut props.Cut) {
			bits := 8 * size
			if i%3 == 1 {
				bits = max(0, bits-i%8)
			}
			props.TagEqualsReference(t, row, random(row.Sizes.Key), random(size), bits, row.TagSizes[i%len(row.TagSizes)], cut)
			i++
		})
		record(t, evidence.Reference, row.Name, row.Paths, n)
	})
}

func TestTagPathsAgree(t *testing.T) {
	n := budget(modeBytes)
	forTags(t, func(t *testing.T, row catalogue.Tag) {
		random := props.Random(sweepSeed)
		total := 0
		for size := 1; size < n; size *= 3 {
			props.TagPathsAgree(t, row, random(row.Sizes.Key), random(size), row.TagSizes[0], random(5))
			total += size
		}
		record(t, evidence.Paths, row.Name, row.Paths, total)
	})
}

// tagSizes tries all sizes of keys and tags around the right ones.
func tagSizes(t contract.T, row catalogue.Tag) {
	for _, key := range []int{0, 15, 16, 17, 32, 33, 64, 65} {
		props.TagSizes(t, row, key, row.TagSizes[0])
	}
	for tag := -1; tag <= row.Sizes.Block+1; tag++ {
		props.TagSizes(t, row, row.Sizes.Key, tag)
	}
}

func TestTagContract(t *testing.T) {
	forTags(t, func(t *testing.T, row catalogue.Tag) {
		tagSizes(t, row)
		row.Paths = examined(row.Paths)
		for _, p := range row.Paths {
			t.Run(p.Name, func(t *testing.T) { contract.TestTagger(t, props.TagContract(row, p)) })
		}
		record(t, evidence.Contract, row.Name, row.Paths, 1+len(contract.TaggerLaws()))
	})
}

func TestTagMutants(t *testing.T) {
	forTags(t, func(t *testing.T, row catalogue.Tag) {
		random := props.Random(sweepSeed)
		key, message := random(row.Sizes.Key), random(4*row.Sizes.Block)
		catch(t, row.Name, catalogue.TagMutants(row), map[catalogue.Suite]func(contract.T, catalogue.Tag){
			catalogue.Equivalence: func(t contract.T, m catalogue.Tag) {
				props.TagEqualsReference(t, m, key, message, 8*len(message), m.TagSizes[0], nil)
				props.TagEqualsReference(t, m, key, nil, 0, m.TagSizes[0], nil)
			},
			catalogue.Agreement: func(t contract.T, m catalogue.Tag) {
				props.TagPathsAgree(t, m, key, message, m.TagSizes[0], nil)
			},
			catalogue.Contract: func(t contract.T, m catalogue.Tag) {
				contract.CheckTagger(t, props.TagContract(m, m.Paths[0]))
			},
		})
	})
}
