// Package catalogue is the list of what this module has: one row an algorithm and
// parameter set, which marries the text of the standard (reference/) to what programs
// import (impl/). The suites know nothing but these rows, so a new algorithm is a row
// here and no change there.
package catalogue

import (
	"crypto/cipher"
	"slices"
	"sync"

	"github.com/zvirka/zvirka/internal/dispatch"
	"github.com/zvirka/zvirka/spec"
)

// A Block is the row of a block cipher.
type Block struct {
	spec.Card
	KeySizes  []int // every key length in bytes that the constructor takes with this block size
	Reference BlockReference
	Paths     []BlockPath // the default first
}

// A BlockReference is the standard's text, executed.
type BlockReference struct {
	Encrypt, Decrypt func(key, block []byte) []byte
	RoundKeys        func(key []byte) [][]byte // nil where no round keys are published
}

// A BlockPath is one implementation that a program can get.
type BlockPath struct {
	Name   string
	Timing spec.Timing
	New    func(key []byte) (cipher.Block, error)
}

// Blocks returns the rows of the block ciphers.
func Blocks() []Block {
	return kalynaRows()
}

// BlockNamed returns the named row.
func BlockNamed(name string) (Block, bool) {
	rows := Blocks()
	i := slices.IndexFunc(rows, func(b Block) bool { return b.Name == name })
	if i < 0 {
		return Block{}, false
	}
	return rows[i], true
}

// Cards returns the identity cards of all rows.
func Cards() []spec.Card {
	var cards []spec.Card
	for _, b := range Blocks() {
		cards = append(cards, b.Card)
	}
	return cards
}

// constructing keeps two switches of one algorithm from overlapping.
var constructing sync.Mutex

// blockPaths returns a path for each implementation behind construct that this machine
// can run, under the names by which the algorithm registered them with dispatch.
func blockPaths(algorithm string, timing spec.Timing, construct func(key []byte) (cipher.Block, error)) []BlockPath {
	sw := dispatch.Of(algorithm)
	var paths []BlockPath
	for _, name := range sw.Available() {
		paths = append(paths, BlockPath{name, timing, func(key []byte) (b cipher.Block, err error) {
			constructing.Lock()
			defer constructing.Unlock()
			if e := sw.With(name, func() { b, err = construct(key) }); e != nil {
				return nil, e
			}
			return b, err
		}})
	}
	return paths
}

// block makes a constructor's result an interface, nil where there is an error.
func block[C cipher.Block](c C, err error) (cipher.Block, error) {
	if err != nil {
		return nil, err
	}
	return c, nil
}
