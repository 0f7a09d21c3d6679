package props_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/internal/evidence"
	"github.com/zvirka/zvirka/props"
	"github.com/zvirka/zvirka/props/contract"
)

func forMACs(t *testing.T, f func(t *testing.T, row catalogue.MAC)) {
	forRows(t, catalogue.MACs(), func(r catalogue.MAC) string { return r.Name }, f)
}

func TestMACEquivalence(t *testing.T) {
	forMACs(t, func(t *testing.T, row catalogue.MAC) {
		rapid.Check(t, func(t *rapid.T) { props.MACEquivalence(t, row) })
	})
}

func TestMACEqualsReference(t *testing.T) {
	n := budget(referenceMessages)
	forMACs(t, func(t *testing.T, row catalogue.MAC) {
		random := props.Random(sweepSeed)
		lengths(row.Sizes.Block, n, func(message []byte, cut props.Cut) {
			props.MACEqualsReference(t, row, random(row.Sizes.Key), message, cut)
		})
		record(t, evidence.Reference, row.Name, row.Paths, n)
	})
}

func TestMACPathsAgree(t *testing.T) {
	n := budget(pathBytes)
	forMACs(t, func(t *testing.T, row catalogue.MAC) {
		random := props.Random(sweepSeed)
		total := 0
		for size := 1; size < n; size *= 4 {
			props.MACPathsAgree(t, row, random(row.Sizes.Key), random(size), random(5))
			total += size
		}
		record(t, evidence.Paths, row.Name, row.Paths, total)
	})
}

func TestMACContract(t *testing.T) {
	forMACs(t, func(t *testing.T, row catalogue.MAC) {
		for _, p := range row.Paths {
			t.Run(p.Name, func(t *testing.T) { contract.TestMAC(t, props.MACContract(row, p)) })
		}
		record(t, evidence.Contract, row.Name, row.Paths, len(contract.MACLaws()))
	})
}

func TestMACMutants(t *testing.T) {
	forMACs(t, func(t *testing.T, row catalogue.MAC) {
		random := props.Random(sweepSeed)
		catch(t, row.Name, catalogue.MACMutants(row), map[catalogue.Suite]func(contract.T, catalogue.MAC){
			catalogue.Equivalence: func(t contract.T, m catalogue.MAC) {
				props.MACEqualsReference(t, m, random(m.Sizes.Key), random(100), nil)
			},
			catalogue.Agreement: func(t contract.T, m catalogue.MAC) {
				props.MACPathsAgree(t, m, random(m.Sizes.Key), random(100), nil)
			},
			catalogue.Contract: func(t contract.T, m catalogue.MAC) {
				contract.CheckMAC(t, props.MACContract(m, m.Paths[0]))
			},
		})
	})
}

func forKDFs(t *testing.T, f func(t *testing.T, row catalogue.KDF)) {
	forRows(t, catalogue.KDFs(), func(r catalogue.KDF) string { return r.Name }, f)
}

func TestKDFEquivalence(t *testing.T) {
	forKDFs(t, func(t *testing.T, row catalogue.KDF) {
		rapid.Check(t, func(t *rapid.T) { props.KDFEquivalence(t, row) })
	})
}

func TestKDFEqualsReference(t *testing.T) {
	n := budget(referenceMessages)
	forKDFs(t, func(t *testing.T, row catalogue.KDF) {
		random := props.Random(sweepSeed)
		for i := range n {
			props.KDFEqualsReference(t, row, random(row.Sizes.Key), random(row.ContextSize), uint64(i)<<(i%57))
		}
		record(t, evidence.Reference, row.Name, row.Paths, n)
	})
}

// kdfSizes tries lengths around the right ones.
func kdfSizes(t contract.T, row catalogue.KDF) {
	for _, master := range []int{0, row.Sizes.Key - 1, row.Sizes.Key, row.Sizes.Key + 1, 2 * row.Sizes.Key} {
		for context := range row.ContextSize + 3 {
			props.KDFSizes(t, row, make([]byte, master), []byte("contextual")[:context])
		}
	}
	ones := make([]byte, row.Sizes.Key)
	for i := range ones {
		ones[i] = 1
	}
	props.KDFSizes(t, row, ones, make([]byte, row.ContextSize))
}

func TestKDFSizes(t *testing.T) {
	forKDFs(t, func(t *testing.T, row catalogue.KDF) {
		kdfSizes(t, row)
		record(t, evidence.Contract, row.Name, row.Paths, 1)
	})
}

func TestKDFMutants(t *testing.T) {
	forKDFs(t, func(t *testing.T, row catalogue.KDF) {
		random := props.Random(sweepSeed)
		catch(t, row.Name, catalogue.KDFMutants(row), map[catalogue.Suite]func(contract.T, catalogue.KDF){
			catalogue.Equivalence: func(t contract.T, m catalogue.KDF) {
				props.KDFEqualsReference(t, m, random(m.Sizes.Key), random(m.ContextSize), 1<<63)
			},
			catalogue.Contract: kdfSizes,
		})
	})
}
