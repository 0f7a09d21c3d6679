// Package catalogue is the list of what this module has: one row an algorithm and
// parameter set, which marries the text of the standard (reference/) to what programs
// import (impl/). The suites know nothing but these rows, so a new algorithm is a row
// here and no change there.
package catalogue

import (
	"crypto/cipher"
	"hash"
	"slices"
	"sync"

	"github.com/zvirka/zvirka/internal/dispatch"
	"github.com/zvirka/zvirka/spec"
)

// A Path is one implementation that a program can get. C is its constructor.
type Path[C any] struct {
	Name   string
	Timing spec.Timing
	New    C
}

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

// A BlockPath is an implementation of a block cipher.
type BlockPath = Path[func(key []byte) (cipher.Block, error)]

// A Hash is the row of a hash function.
type Hash struct {
	spec.Card
	Reference func(message []byte, bits int) []byte // of the first bits of the message
	Paths     []HashPath                            // the default first
}

// A HashPath is an implementation of a hash function.
type HashPath = Path[func() BitHash]

// A BitHash is a hash that takes messages of any number of bits.
type BitHash interface {
	hash.Hash
	// SumBits appends the digest of what was written and n bits of last, n below 8.
	SumBits(b []byte, last byte, n int) ([]byte, error)
}

// A MAC is the row of a message authentication code.
type MAC struct {
	spec.Card
	Reference func(key, message []byte) []byte
	Paths     []MACPath // the default first
}

// A MACPath is an implementation of a message authentication code.
type MACPath = Path[func(key []byte) (Authenticator, error)]

// An Authenticator is a hash under a key that can tell a right tag from a wrong one.
type Authenticator interface {
	hash.Hash
	Verify(tag []byte) bool
}

// A KDF is the row of a key derivation.
type KDF struct {
	spec.Card
	ContextSize int // bytes
	Reference   func(master, context []byte, id uint64) []byte
	Paths       []KDFPath
}

// A KDFPath is an implementation of a key derivation.
type KDFPath = Path[func(master, context []byte, id uint64) ([]byte, error)]

// A Stream is the row of a stream cipher.
type Stream struct {
	spec.Card
	KeySizes  []int // every key length in bytes that the constructor takes
	Reference func(key, iv, data []byte) []byte
	Paths     []StreamPath // the default first
}

// A StreamPath is an implementation of a stream cipher.
type StreamPath = Path[func(key, iv []byte) (cipher.Stream, error)]

// Blocks returns the rows of the block ciphers.
func Blocks() []Block { return kalynaRows() }

// Hashes returns the rows of the hash functions.
func Hashes() []Hash { return kupynaRows() }

// MACs returns the rows of the message authentication codes.
func MACs() []MAC { return kmacRows() }

// KDFs returns the rows of the key derivations.
func KDFs() []KDF { return kdfRows() }

// Streams returns the rows of the stream ciphers.
func Streams() []Stream { return strumokRows() }

// BlockNamed returns the named row.
func BlockNamed(name string) (Block, bool) {
	return named(Blocks(), name, func(b Block) string { return b.Name })
}

// HashNamed returns the named row.
func HashNamed(name string) (Hash, bool) {
	return named(Hashes(), name, func(h Hash) string { return h.Name })
}

// MACNamed returns the named row.
func MACNamed(name string) (MAC, bool) {
	return named(MACs(), name, func(m MAC) string { return m.Name })
}

// KDFNamed returns the named row.
func KDFNamed(name string) (KDF, bool) {
	return named(KDFs(), name, func(k KDF) string { return k.Name })
}

// StreamNamed returns the named row.
func StreamNamed(name string) (Stream, bool) {
	return named(Streams(), name, func(s Stream) string { return s.Name })
}

func named[R any](rows []R, name string, nameOf func(R) string) (row R, ok bool) {
	i := slices.IndexFunc(rows, func(r R) bool { return nameOf(r) == name })
	if i < 0 {
		return row, false
	}
	return rows[i], true
}

// A Summary is what every row has, whatever its kind.
type Summary struct {
	spec.Card
	Paths   []string      // the default first
	Timings []spec.Timing // of the paths
}

// Summaries returns the summary of every row.
func Summaries() []Summary {
	var all []Summary
	for _, r := range Blocks() {
		all = append(all, summary(r.Card, r.Paths))
	}
	for _, r := range Hashes() {
		all = append(all, summary(r.Card, r.Paths))
	}
	for _, r := range MACs() {
		all = append(all, summary(r.Card, r.Paths))
	}
	for _, r := range KDFs() {
		all = append(all, summary(r.Card, r.Paths))
	}
	for _, r := range Streams() {
		all = append(all, summary(r.Card, r.Paths))
	}
	return all
}

func summary[C any](card spec.Card, paths []Path[C]) Summary {
	s := Summary{Card: card}
	for _, p := range paths {
		s.Paths = append(s.Paths, p.Name)
		s.Timings = append(s.Timings, p.Timing)
	}
	return s
}

// Cards returns the identity cards of all rows.
func Cards() []spec.Card {
	var cards []spec.Card
	for _, s := range Summaries() {
		cards = append(cards, s.Card)
	}
	return cards
}

// constructing keeps two switches of one algorithm from overlapping.
var constructing sync.Mutex

// dispatched returns a path for each implementation that this machine can run, under the
// names by which the algorithm registered them with dispatch. construct returns a
// constructor that calls the algorithm's within live: there the path is the live one.
func dispatched[C any](algorithm string, timing spec.Timing, construct func(live func(func())) C) []Path[C] {
	sw := dispatch.Of(algorithm)
	var paths []Path[C]
	for _, name := range sw.Available() {
		paths = append(paths, Path[C]{name, timing, construct(func(f func()) {
			constructing.Lock()
			defer constructing.Unlock()
			if err := sw.With(name, f); err != nil {
				panic(err) // the path is available: dispatch said so
			}
		})})
	}
	return paths
}

// as makes a constructor's result an interface, nil where there is an error.
func as[I any, C any](c C, err error) (i I, _ error) {
	if err != nil {
		return i, err
	}
	return any(c).(I), nil
}
