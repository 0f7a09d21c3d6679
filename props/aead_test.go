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

func forAEADs(t *testing.T, f func(t *testing.T, row catalogue.AEAD)) {
	forRows(t, catalogue.AEADs(), func(r catalogue.AEAD) string { return r.Name }, f)
}

func TestAEADEquivalence(t *testing.T) {
	forAEADs(t, func(t *testing.T, row catalogue.AEAD) {
		rapid.Check(t, func(t *rapid.T) { props.AEADEquivalence(t, row) })
	})
}

// Every length of the plaintext, with those of the associated data going round at another
// pace, and every choice of the parameters in turn.
func TestAEADEqualsReference(t *testing.T) {
	n := budget(modeMessages)
	forAEADs(t, func(t *testing.T, row catalogue.AEAD) {
		random := props.Random(sweepSeed)
		i := 0
		modeLengths(row.Sizes.Block, n, func(size int, _ props.Cut) {
			q := row.Parameters[i%len(row.Parameters)]
			props.AEADEqualsReference(t, row, random(row.Sizes.Key), q, random(row.Sizes.IV), random(i*7%(3*row.Sizes.Block+17)), random(size))
			i++
		})
		record(t, evidence.Reference, row.Name, row.Paths, n)
	})
}

func TestAEADPathsAgree(t *testing.T) {
	n := budget(modeBytes)
	forAEADs(t, func(t *testing.T, row catalogue.AEAD) {
		random := props.Random(sweepSeed)
		total := 0
		for size := 1; size < n; size *= 3 {
			props.AEADPathsAgree(t, row, random(row.Sizes.Key), row.Parameters[0], random(row.Sizes.IV), random(size/3), random(size))
			total += size
		}
		record(t, evidence.Paths, row.Name, row.Paths, total)
	})
}

// aeadLaws examines what a row takes, and that it opens nothing that is not whole: every
// bit of what is sealed, of the associated data and, where it is bound, of the nonce;
// every length; under every choice of the parameters.
func aeadLaws(t contract.T, row catalogue.AEAD) {
	random := props.Random(sweepSeed)
	for _, key := range []int{0, 15, 16, 17, 32, 33, 64, 65} {
		props.AEADSizes(t, row, key, row.Parameters[0])
	}
	for length := range 10 {
		for tag := range row.Sizes.Block + 2 {
			props.AEADSizes(t, row, row.Sizes.Key, catalogue.AEADParameters{LengthSize: length, TagSize: tag})
		}
	}
	key, nonce, associated, text := random(row.Sizes.Key), random(row.Sizes.IV), random(5), random(row.Sizes.Block+3)
	for i, q := range row.Parameters {
		if testing.Short() && i > 3 {
			break
		}
		sealed := row.Reference.Seal(key, q, nonce, associated, text)
		refuse := func(nonce, associated, sealed []byte) { props.AEADRefuses(t, row, key, q, nonce, associated, sealed) }
		step := 8 // one bit of each byte; of the default's, all
		if i == 0 {
			step = 1
		}
		for bit := 0; bit < 8*len(sealed); bit += step {
			refuse(nonce, associated, flipped(sealed, bit+bit/8%step))
		}
		for bit := range 8 * len(associated) {
			refuse(nonce, flipped(associated, bit), sealed)
		}
		for n := range sealed {
			refuse(nonce, associated, sealed[:n])
		}
		refuse(nonce, associated, append(bytes.Clone(sealed), 0))
		refuse(nonce, nil, sealed)
		refuse(nonce, associated, nil)
	}
}

func flipped(b []byte, bit int) []byte {
	c := bytes.Clone(b)
	c[bit/8] ^= 1 << (bit % 8)
	return c
}

func TestAEADContract(t *testing.T) {
	forAEADs(t, func(t *testing.T, row catalogue.AEAD) {
		row.Paths = examined(row.Paths)
		aeadLaws(t, row)
		for _, p := range row.Paths {
			t.Run(p.Name, func(t *testing.T) { contract.TestAEAD(t, props.AEADContract(row, p)) })
		}
		record(t, evidence.Contract, row.Name, row.Paths, 2+len(contract.AEADLaws()))
	})
}

func TestAEADMutants(t *testing.T) {
	forAEADs(t, func(t *testing.T, row catalogue.AEAD) {
		random := props.Random(sweepSeed)
		key, nonce, associated, text := random(row.Sizes.Key), random(row.Sizes.IV), random(40), random(3*row.Sizes.Block+1)
		catch(t, row.Name, catalogue.AEADMutants(row), map[catalogue.Suite]func(contract.T, catalogue.AEAD){
			catalogue.Equivalence: func(t contract.T, m catalogue.AEAD) {
				props.AEADEqualsReference(t, m, key, m.Parameters[0], nonce, associated, text)
			},
			catalogue.Agreement: func(t contract.T, m catalogue.AEAD) {
				props.AEADPathsAgree(t, m, key, m.Parameters[0], nonce, associated, text)
			},
			catalogue.Contract: func(t contract.T, m catalogue.AEAD) {
				contract.CheckAEAD(t, props.AEADContract(m, m.Paths[0]))
			},
		})
	})
}
