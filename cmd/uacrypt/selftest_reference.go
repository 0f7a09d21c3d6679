package main

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/zvirka/zvirka/internal/catalogue"
)

// reference compares every path of every row with the row's reference, for a part of
// the duration each.
func (t *selftest) reference(seed uint64, duration time.Duration) {
	fmt.Fprintf(t.out, "seed %d\n", seed)
	for _, row := range t.rows {
		n, err := row.compareFor(duration/time.Duration(len(t.rows)), seed)
		if err != nil {
			err = fmt.Errorf("%s, case %d, %w (--seed %d)", row.name, n, err, seed)
		}
		t.report(row.name, "reference", n, "random cases", err)
	}
}

// compareFor compares on random inputs for so long, but one at least. They follow from the
// seed alone, so the same seed finds the same difference, given the time. It returns the
// number of cases without one.
func (r testedRow) compareFor(duration time.Duration, seed uint64) (cases int, err error) {
	random := rand.New(rand.NewPCG(seed, 0))
	for deadline := time.Now().Add(duration); cases == 0 || time.Now().Before(deadline); {
		n, err := r.compare(random)
		if err != nil {
			return cases, err
		}
		cases += n
	}
	return cases, nil
}

// onEachPath calls compare with the constructor of each path, up to the first difference.
func onEachPath[C any](paths []catalogue.Path[C], compare func(construct C) error) error {
	for _, p := range paths {
		if err := compare(p.New); err != nil {
			return fmt.Errorf("path %s: %w", p.Name, err)
		}
	}
	return nil
}

func randomBytes(random *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(random.Uint32())
	}
	return b
}

// randomMessage returns up to some four blocks. Half of the messages end near the end of a
// block, where the padding does or does not fit.
func randomMessage(random *rand.Rand, blockSize int) []byte {
	if random.IntN(2) == 0 {
		return randomBytes(random, random.IntN(4*blockSize+1))
	}
	return randomBytes(random, blockSize*(1+random.IntN(4))-16+random.IntN(20))
}

// randomPieces cuts data into pieces, some of them empty, the later the shorter. Half of
// the time the only piece is all of it.
func randomPieces(random *rand.Rand, data []byte) [][]byte {
	if random.IntN(2) == 0 {
		return [][]byte{data}
	}
	var pieces [][]byte
	for len(data) > 0 {
		n := random.IntN(len(data) + 1)
		pieces, data = append(pieces, data[:n]), data[n:]
	}
	return pieces
}
