package props_test

import (
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/internal/evidence"
	"github.com/zvirka/zvirka/internal/profile"
	"github.com/zvirka/zvirka/props"
	"github.com/zvirka/zvirka/props/contract"
)

// The budgets of the long comparisons, in blocks a row; see evidence.Budget.
const (
	referenceBlocks = 10_000
	pathBlocks      = 1_000_000
)

// budget is evidence.Budget, cut for go test -short where no budget is given.
func budget(full int) int {
	if testing.Short() && os.Getenv(evidence.BudgetVariable) == "" {
		full /= 20
	}
	return evidence.Budget(full)
}

// A run that is meant for a profile says so, and must have got it.
func TestProfile(t *testing.T) {
	if want := os.Getenv("ZVIRKA_PROFILE"); want != "" && want != profile.Name() {
		t.Fatalf("this run is of profile %s, %s was asked for", profile.Name(), want)
	}
	for _, row := range catalogue.Blocks() {
		table := slices.ContainsFunc(row.Paths, func(p catalogue.BlockPath) bool { return p.Name == "table" })
		if table == profile.SmallTables {
			t.Errorf("%s: table path: %t, in profile %s", row.Name, table, profile.Name())
		}
	}
	t.Logf("profile %s", profile.Name())
}

// forRows runs f over the rows of a kind, each in a subtest, several at a time.
func forRows[R any](t *testing.T, rows []R, name func(R) string, f func(t *testing.T, row R)) {
	for _, row := range rows {
		t.Run(name(row), func(t *testing.T) {
			t.Parallel()
			f(t, row)
		})
	}
}

func forBlocks(t *testing.T, f func(t *testing.T, row catalogue.Block)) {
	forRows(t, catalogue.Blocks(), func(r catalogue.Block) string { return r.Name }, f)
}

func TestBlockEquivalence(t *testing.T) {
	forBlocks(t, func(t *testing.T, row catalogue.Block) {
		rapid.Check(t, func(t *rapid.T) { props.BlockEquivalence(t, row) })
	})
}

// sweepSeed is where the long comparisons start; the rows' names make them differ.
const sweepSeed = 7624

// sweep calls f with keys and runs of blocks until so many blocks have been compared.
func sweep(row catalogue.Block, blocks, run int, f func(key, data []byte)) {
	random := props.Random(sweepSeed)
	for done := 0; done < blocks; done += run {
		f(random(row.Sizes.Key), random(run*row.Sizes.Block))
	}
}

func TestBlockEqualsReference(t *testing.T) {
	n := budget(referenceBlocks)
	forBlocks(t, func(t *testing.T, row catalogue.Block) {
		sweep(row, n, 20, func(key, data []byte) { props.BlockEqualsReference(t, row, key, data) })
		if !t.Failed() {
			for _, p := range row.Paths {
				evidence.Add(evidence.Reference, row.Name, p.Name, n)
			}
		}
	})
}

func TestBlockPathsAgree(t *testing.T) {
	n := budget(pathBlocks)
	forBlocks(t, func(t *testing.T, row catalogue.Block) {
		sweep(row, n, 2000, func(key, data []byte) { props.BlockPathsAgree(t, row, key, data) })
		if !t.Failed() {
			for _, p := range row.Paths {
				evidence.Add(evidence.Paths, row.Name, p.Name, n)
			}
		}
	})
}

func TestBlockContract(t *testing.T) {
	forBlocks(t, func(t *testing.T, row catalogue.Block) {
		for _, p := range row.Paths {
			t.Run(p.Name, func(t *testing.T) {
				contract.TestBlock(t, props.Contract(row, p))
				if !t.Failed() {
					evidence.Add(evidence.Contract, row.Name, p.Name, len(contract.BlockLaws()))
				}
			})
		}
	})
}

// Each mutant must be caught by the suites it names.
func TestBlockMutants(t *testing.T) {
	forBlocks(t, func(t *testing.T, row catalogue.Block) {
		catch(t, row.Name, catalogue.BlockMutants(row), map[catalogue.Suite]func(contract.T, catalogue.Block){
			catalogue.Equivalence: func(t contract.T, m catalogue.Block) {
				sweep(m, 1, 79, func(key, data []byte) { props.BlockEqualsReference(t, m, key, data) })
			},
			catalogue.Agreement: func(t contract.T, m catalogue.Block) {
				sweep(m, 1, 2001, func(key, data []byte) { props.BlockPathsAgree(t, m, key, data) })
			},
			catalogue.Contract: func(t contract.T, m catalogue.Block) {
				contract.CheckBlock(t, props.Contract(m, m.Paths[0]))
			},
		})
	})
}

// catch puts the mutants of a row before the suites that they name. A short run does not:
// what a suite is worth does not depend on the profile or the platform.
func catch[R any](t *testing.T, row string, mutants []catalogue.Mutant[R], suites map[catalogue.Suite]func(contract.T, R)) {
	t.Helper()
	if testing.Short() {
		t.Skip("mutants")
	}
	caught := map[catalogue.Suite]int{}
	for _, m := range mutants {
		for suite, run := range suites {
			if !m.Of(suite) {
				continue
			}
			failure := contract.FirstFailure(func(t contract.T) { run(t, m.Row) })
			if failure == "" {
				t.Errorf("%s did not catch: %s", suite, m.Fault)
				continue
			}
			caught[suite]++
			if testing.Verbose() {
				t.Logf("%s caught: %s: %.100s", suite, m.Fault, failure)
			}
		}
	}
	for suite, n := range caught {
		evidence.Add(evidence.Mutants, row, string(suite), n)
	}
}

// Every law of the contract catches a mutant: none is there for show.
func TestEveryLawCatchesAMutant(t *testing.T) {
	row := catalogue.Blocks()[0]
	caught := map[string]bool{}
	for _, m := range catalogue.BlockMutants(row) {
		for _, failure := range contract.Failures(func(t contract.T) { contract.CheckBlock(t, props.Contract(m.Row, m.Row.Paths[0])) }) {
			law, _, _ := strings.Cut(failure, ":")
			caught[law] = true
		}
	}
	for _, law := range contract.BlockLaws() {
		if !caught[law] && (law != "GuardPages" || runtime.GOOS == "linux") {
			t.Errorf("law %s catches no mutant", law)
		}
	}
}
