package props_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/internal/evidence"
	"github.com/zvirka/zvirka/props"
	"github.com/zvirka/zvirka/props/contract"
)

// The budgets of the long comparisons of modes, in messages and bytes a row; see
// evidence.Budget. The reference does some 10⁴ blocks a second.
const (
	modeMessages = 250
	modeBytes    = 1 << 20
)

// modeLengths calls f with every length from none to three blocks and 16 bytes, cut
// anyhow, then with some that fill the batches of the fast paths, until there have been
// so many.
func modeLengths(block, messages int, f func(size int, cut props.Cut)) {
	random := props.Random(sweepSeed)
	every := 3*block + 17
	for i := range messages {
		size := i
		if messages < every { // a short run: spread over the same
			size = i * every / messages
		}
		if i >= every {
			size = []int{17 * block, 64*block + 1, 65*block - 1, 33*block + 5, 129 * block}[i%5]
			if i%every > 10 { // then all around again
				size = i % every
			}
		}
		f(size, random(i%7))
	}
}

// examined returns the paths that a contract is examined on: all of them, or the default
// alone in a short run. What becomes of buffers is the mode's code and not the path's.
func examined[C any](paths []catalogue.Path[C]) []catalogue.Path[C] {
	if testing.Short() {
		return paths[:1]
	}
	return paths
}

func forModes(t *testing.T, f func(t *testing.T, row catalogue.Mode)) {
	forRows(t, catalogue.Modes(), func(r catalogue.Mode) string { return r.Name }, f)
}

func TestModeEquivalence(t *testing.T) {
	forModes(t, func(t *testing.T, row catalogue.Mode) {
		rapid.Check(t, func(t *rapid.T) { props.ModeEquivalence(t, row) })
	})
}

func TestModeEqualsReference(t *testing.T) {
	n := budget(modeMessages)
	forModes(t, func(t *testing.T, row catalogue.Mode) {
		random := props.Random(sweepSeed)
		compared := 0
		modeLengths(row.Sizes.Block, n, func(size int, cut props.Cut) {
			if size = size / row.Unit * row.Unit; size < row.Min {
				return
			}
			width := row.Widths[compared%len(row.Widths)]
			if width == 1 {
				size = min(size, 2*row.Sizes.Block) // a block's work for each byte
			}
			props.ModeEqualsReference(t, row, random(row.Sizes.Key), random(row.Sizes.IV), width, random(size), cut)
			compared++
		})
		record(t, evidence.Reference, row.Name, row.Paths, compared)
	})
}

func TestModePathsAgree(t *testing.T) {
	n := budget(modeBytes)
	forModes(t, func(t *testing.T, row catalogue.Mode) {
		random := props.Random(sweepSeed)
		total := 0
		for size := row.Sizes.Block; size < n; size *= 4 {
			for _, width := range row.Widths {
				if size > 1<<12*max(1, width) {
					continue // a narrow feedback is a block's work for each byte
				}
				props.ModePathsAgree(t, row, random(row.Sizes.Key), random(row.Sizes.IV), width, random(size), random(5))
				total += size
			}
		}
		record(t, evidence.Paths, row.Name, row.Paths, total)
	})
}

// modeLaws examines how a row treats sizes and buffers, and returns how many laws that are.
func modeLaws(t contract.T, row catalogue.Mode) int {
	random := props.Random(sweepSeed)
	n := row.Sizes.Block
	for _, key := range []int{0, 15, 16, 17, 32, 33, 64, 65} {
		props.ModeSizes(t, row, key, row.Sizes.IV, row.Widths[0], 2*n)
	}
	for iv := range 2*n + 1 {
		props.ModeSizes(t, row, row.Sizes.Key, iv, row.Widths[0], 2*n)
	}
	for size := range 2*n + 2 {
		props.ModeSizes(t, row, row.Sizes.Key, row.Sizes.IV, row.Widths[len(row.Widths)-1], size)
	}
	if len(row.Widths) > 1 {
		for width := -1; width <= n+1; width++ {
			props.ModeSizes(t, row, row.Sizes.Key, row.Sizes.IV, width, n)
		}
	}
	key, iv, arena := random(row.Sizes.Key), random(row.Sizes.IV), random(5*n)
	for offset := -17; offset <= 17; offset++ {
		props.ModeBuffers(t, row, key, iv, arena, 2*n, n+max(0, offset), n-min(0, offset))
	}
	for _, places := range [][2]int{{0, 2 * n}, {2 * n, 0}, {3*n - 1, n}, {0, 3 * n}} {
		props.ModeBuffers(t, row, key, iv, arena, 2*n, places[0], places[1])
	}
	return 2
}

func TestModeContract(t *testing.T) {
	forModes(t, func(t *testing.T, row catalogue.Mode) {
		row.Paths = examined(row.Paths)
		laws := modeLaws(t, row)
		for _, p := range row.Paths {
			if c, ok := props.BlockModeContract(row, p); ok {
				t.Run(p.Name, func(t *testing.T) { contract.TestBlockMode(t, c) })
				laws = 2 + len(contract.BlockModeLaws())
			}
		}
		record(t, evidence.Contract, row.Name, row.Paths, laws)
	})
}

func TestModeMutants(t *testing.T) {
	forModes(t, func(t *testing.T, row catalogue.Mode) {
		random := props.Random(sweepSeed)
		key, iv, message := random(row.Sizes.Key), random(row.Sizes.IV), random(4*row.Sizes.Block)
		catch(t, row.Name, catalogue.ModeMutants(row), map[catalogue.Suite]func(contract.T, catalogue.Mode){
			catalogue.Equivalence: func(t contract.T, m catalogue.Mode) {
				props.ModeEqualsReference(t, m, key, iv, m.Widths[len(m.Widths)-1], message, props.Cut{1})
			},
			catalogue.Agreement: func(t contract.T, m catalogue.Mode) {
				props.ModePathsAgree(t, m, key, iv, m.Widths[len(m.Widths)-1], message, props.Cut{1})
			},
			catalogue.Contract: func(t contract.T, m catalogue.Mode) { modeLaws(t, m) },
		})
	})
}

// blockUnder returns the row of the cipher under a mode's row.
func blockUnder(t testing.TB, mode string) catalogue.Block {
	i := strings.LastIndexByte(mode, '-')
	row, ok := catalogue.BlockNamed(mode[:i])
	if !ok {
		t.Fatalf("no cipher under %s", mode)
	}
	return row
}

// The counter of CTR, GCM and CCM passes every power of two at which a carry may be lost.
func TestCounterWraps(t *testing.T) {
	forStreams(t, func(t *testing.T, row catalogue.Stream) {
		if !strings.HasSuffix(row.Name, "-ctr") {
			t.Skip("no counter")
		}
		random := props.Random(sweepSeed)
		key := random(row.Sizes.Key)
		ivs := props.CounterIVs(blockUnder(t, row.Name), key)
		for _, iv := range ivs {
			props.StreamEqualsReference(t, row, key, iv, random(18*row.Sizes.Block), props.Cut{1, 100})
		}
		record(t, evidence.Reference, row.Name, row.Paths, len(ivs))
	})
	forAEADs(t, func(t *testing.T, row catalogue.AEAD) {
		random := props.Random(sweepSeed)
		key := random(row.Sizes.Key)
		ivs := props.CounterIVs(blockUnder(t, row.Name), key)
		for _, nonce := range ivs {
			props.AEADEqualsReference(t, row, key, row.Parameters[0], nonce, nil, random(5*row.Sizes.Block+3))
		}
		record(t, evidence.Reference, row.Name, row.Paths, len(ivs))
	})
}
