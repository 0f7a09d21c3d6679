package props_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/internal/evidence"
	"github.com/zvirka/zvirka/props"
	"github.com/zvirka/zvirka/props/contract"
)

// The budgets of the long comparisons, in messages and bytes a row; see evidence.Budget.
const (
	referenceMessages = 1000
	pathBytes         = 8 << 20
)

func forHashes(t *testing.T, f func(t *testing.T, row catalogue.Hash)) {
	forRows(t, catalogue.Hashes(), func(r catalogue.Hash) string { return r.Name }, f)
}

// record adds the evidence that so many cases of every path of a row were compared.
func record[C any](t *testing.T, suite, row string, paths []catalogue.Path[C], cases int) {
	if !t.Failed() {
		for _, p := range paths {
			evidence.Add(suite, row, p.Name, cases)
		}
	}
}

func TestHashEquivalence(t *testing.T) {
	forHashes(t, func(t *testing.T, row catalogue.Hash) {
		rapid.Check(t, func(t *rapid.T) { props.HashEquivalence(t, row) })
	})
}

func TestHashOperations(t *testing.T) {
	forHashes(t, func(t *testing.T, row catalogue.Hash) {
		rapid.Check(t, func(t *rapid.T) { props.HashOperations(t, row) })
	})
}

// lengths calls f with messages of every length up to three blocks and 16 bytes, once
// around or more often, until there have been so many.
func lengths(block, messages int, f func(message []byte, cut props.Cut)) {
	random := props.Random(sweepSeed)
	for i := range messages {
		f(random(i%(3*block+17)), random(i%7))
	}
}

func TestHashEqualsReference(t *testing.T) {
	n := budget(referenceMessages)
	forHashes(t, func(t *testing.T, row catalogue.Hash) {
		lengths(row.Sizes.Block, n, func(message []byte, cut props.Cut) {
			props.HashEqualsReference(t, row, message, max(0, 8*len(message)-len(cut)), cut)
		})
		record(t, evidence.Reference, row.Name, row.Paths, n)
	})
}

func TestHashPathsAgree(t *testing.T) {
	n := budget(pathBytes)
	forHashes(t, func(t *testing.T, row catalogue.Hash) {
		random := props.Random(sweepSeed)
		total := 0
		for size := 1; size < n; size *= 4 {
			props.HashPathsAgree(t, row, random(size), random(5))
			total += size
		}
		record(t, evidence.Paths, row.Name, row.Paths, total)
	})
}

func TestHashContract(t *testing.T) {
	forHashes(t, func(t *testing.T, row catalogue.Hash) {
		for _, p := range row.Paths {
			t.Run(p.Name, func(t *testing.T) { contract.TestHash(t, props.HashContract(row, p)) })
		}
		record(t, evidence.Contract, row.Name, row.Paths, len(contract.HashLaws()))
	})
}

func TestHashMutants(t *testing.T) {
	forHashes(t, func(t *testing.T, row catalogue.Hash) {
		catch(t, row.Name, catalogue.HashMutants(row), map[catalogue.Suite]func(contract.T, catalogue.Hash){
			catalogue.Equivalence: func(t contract.T, m catalogue.Hash) {
				lengths(m.Sizes.Block, 3*m.Sizes.Block+17, func(message []byte, cut props.Cut) {
					props.HashEqualsReference(t, m, message, max(0, 8*len(message)-len(cut)), nil)
				})
			},
			catalogue.Agreement: func(t contract.T, m catalogue.Hash) {
				props.HashPathsAgree(t, m, make([]byte, 4*m.Sizes.Block), nil)
			},
			catalogue.Contract: func(t contract.T, m catalogue.Hash) {
				contract.CheckHash(t, props.HashContract(m, m.Paths[0]))
			},
		})
	})
}
