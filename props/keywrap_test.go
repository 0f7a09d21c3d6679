package props_test

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/internal/evidence"
	"github.com/zvirka/zvirka/props"
	"github.com/zvirka/zvirka/props/contract"
)

func forKeyWraps(t *testing.T, f func(t *testing.T, row catalogue.KeyWrap)) {
	forRows(t, catalogue.KeyWraps(), func(r catalogue.KeyWrap) string { return r.Name }, f)
}

func TestKeyWrapEquivalence(t *testing.T) {
	forKeyWraps(t, func(t *testing.T, row catalogue.KeyWrap) {
		rapid.Check(t, func(t *rapid.T) { props.KeyWrapEquivalence(t, row) })
	})
}

// keyWraps is the budget of the comparison with the reference, in payloads a row: each is
// a dozen blocks' work for each of its blocks.
const keyWraps = 60

// Every length in bytes up to two blocks and a sample up to the longest, among them those whose length field ends a
// block, and lengths in bits; payloads that end with zeros among them.
func TestKeyWrapEqualsReference(t *testing.T) {
	n := budget(keyWraps)
	forKeyWraps(t, func(t *testing.T, row catalogue.KeyWrap) {
		random := props.Random(sweepSeed)
		block := row.Sizes.Block
		longest := row.MaxBlocks*block - block/2
		for i := range n {
			size := 1 + i*5%(2*block+2)
			if i%16 == 15 { // a sample of the longer ones
				size = 1 + i*37%longest
			}
			payload := random(size)
			if i%3 == 0 {
				clear(payload[size/2:])
			}
			props.KeyWrapEqualsReference(t, row, random(row.Sizes.Key), payload, 8*size)
			props.KeyWrapEqualsReference(t, row, random(row.Sizes.Key), payload, 8*size-i%8)
		}
		props.KeyWrapEqualsReference(t, row, random(row.Sizes.Key), random(row.MaxBlocks*block), 8*row.MaxBlocks*block)
		record(t, evidence.Reference, row.Name, row.Paths, 2*n+1)
	})
}

// keyWrapLaws examines what a row takes, and that it unwraps nothing that is not whole.
func keyWrapLaws(t contract.T, row catalogue.KeyWrap) {
	random := props.Random(sweepSeed)
	n := row.Sizes.Block
	for _, key := range []int{0, 15, 16, 17, 32, 33, 64, 65} {
		props.KeyWrapSizes(t, row, key, n)
	}
	for size := range 2*n + 2 {
		props.KeyWrapSizes(t, row, row.Sizes.Key, size)
	}
	for blocks := row.MaxBlocks - 1; blocks <= row.MaxBlocks+2; blocks++ {
		for _, more := range []int{-n / 2, -1, 0, 1} {
			props.KeyWrapSizes(t, row, row.Sizes.Key, blocks*n+more)
		}
	}
	key := random(row.Sizes.Key)
	for _, size := range []int{n, 2 * n, n + 3, n / 2} {
		wrapped := row.Reference.Wrap(key, random(size), 8*size)
		for bit := 0; bit < 8*len(wrapped); bit += 7 { // every byte, and every bit of some
			props.KeyWrapRefuses(t, row, key, flipped(wrapped, bit))
		}
		for short := 0; short < len(wrapped); short += n / 2 {
			props.KeyWrapRefuses(t, row, key, wrapped[:short])
		}
		props.KeyWrapRefuses(t, row, key, append(bytes.Clone(wrapped), 0))
		props.KeyWrapRefuses(t, row, key, append(bytes.Clone(wrapped), make([]byte, n)...))
	}
	props.KeyWrapRefuses(t, row, key, make([]byte, (row.MaxBlocks+2)*n))
}

func TestKeyWrapContract(t *testing.T) {
	forKeyWraps(t, func(t *testing.T, row catalogue.KeyWrap) {
		row.Paths = examined(row.Paths)
		keyWrapLaws(t, row)
		record(t, evidence.Contract, row.Name, row.Paths, 2)
		record(t, evidence.Paths, row.Name, row.Paths, 2) // each refused the same texts
	})
}

func TestKeyWrapMutants(t *testing.T) {
	forKeyWraps(t, func(t *testing.T, row catalogue.KeyWrap) {
		random := props.Random(sweepSeed)
		key, payload := random(row.Sizes.Key), random(2*row.Sizes.Block)
		catch(t, row.Name, catalogue.KeyWrapMutants(row), map[catalogue.Suite]func(contract.T, catalogue.KeyWrap){
			catalogue.Equivalence: func(t contract.T, m catalogue.KeyWrap) {
				props.KeyWrapEqualsReference(t, m, key, payload, 8*len(payload))
			},
			catalogue.Contract: keyWrapLaws,
		})
	})
}
