// Package catalogue is the list of what this module has: one row an algorithm and
// parameter set, which marries the text of the standard (reference/) to what programs
// import (impl/). The suites know nothing but these rows, so a new algorithm is a row
// here and no change there.
package catalogue

import (
	"crypto/cipher"
	"hash"
	"io"
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

// A Mode is the row of a mode of operation that gives confidentiality alone and is no
// stream cipher.
type Mode struct {
	spec.Card
	KeySizes  []int // every key length in bytes that the constructor takes
	Unit      int   // bytes: a message is a whole number of units
	Min       int   // bytes of the shortest message that is not refused
	Widths    []int // every width of the feedback in bytes; one zero where there is none
	Reference ModeReference
	Paths     []ModePath // the default first
}

// A ModeReference is the standard's text, executed.
type ModeReference struct {
	Encrypt, Decrypt func(key, iv []byte, width int, message []byte) []byte
}

// A ModePath is an implementation of a mode.
type ModePath = Path[func(key []byte, width int) (MessageCipher, error)]

// A MessageCipher is a mode under one key.
type MessageCipher interface {
	// Encrypt and Decrypt return what becomes of the message that pieces are, given one
	// after the other where the mode can take it so. Pieces are whole numbers of units.
	Encrypt(iv []byte, pieces ...[]byte) ([]byte, error)
	Decrypt(iv []byte, pieces ...[]byte) ([]byte, error)
	// Bulk returns the two directions without set-up, for what measures and for what
	// examines how buffers are treated. Each call goes on where the last one ended, if the
	// mode has a state.
	Bulk(iv []byte) (encrypt, decrypt func(dst, src []byte), err error)
}

// A BlockModer is a MessageCipher that is made of two of Go's block modes.
type BlockModer interface {
	BlockModes(iv []byte) (encrypter, decrypter cipher.BlockMode, err error)
}

// An AEAD is the row of an authenticated encryption with associated data.
type AEAD struct {
	spec.Card
	KeySizes     []int            // every key length in bytes that the constructor takes
	Parameters   []AEADParameters // every choice that the constructor takes, the default first
	MinPlaintext int              // bytes
	NeedsInput   bool             // plaintext and associated data must not both be empty
	NonceUnbound bool             // the tag does not depend on the nonce
	Reference    AEADReference
	Paths        []AEADPath // the default first
}

// AEADParameters are sizes in bytes.
type AEADParameters struct {
	LengthSize int // of the length fields; zero where the algorithm has no such choice
	TagSize    int
}

// An AEADReference is the standard's text, executed. What is sealed ends with the tag.
type AEADReference struct {
	Seal func(key []byte, p AEADParameters, nonce, associated, plaintext []byte) []byte
	Open func(key []byte, p AEADParameters, nonce, associated, sealed []byte) (plaintext []byte, ok bool)
}

// An AEADPath is an implementation of an AEAD.
type AEADPath = Path[func(key []byte, p AEADParameters) (cipher.AEAD, error)]

// A Tag is the row of a message authentication code that has no value for the empty
// message and is therefore no [hash.Hash].
type Tag struct {
	spec.Card
	KeySizes  []int // every key length in bytes that the constructor takes
	TagSizes  []int // every size in bytes, the default first
	Reference func(key, message []byte, bits, tagSize int) []byte
	Paths     []TagPath // the default first
}

// A TagPath is an implementation of such a code.
type TagPath = Path[func(key []byte, tagSize int) (Tagger, error)]

// A Tagger is such a code under one key.
type Tagger interface {
	io.Writer
	Tag() ([]byte, error)
	// TagBits returns the tag of what was written and n bits of last, n from 1 to 7.
	TagBits(last byte, n int) ([]byte, error)
	Verify(tag []byte) error
	Reset()
}

// A KeyWrap is the row of a key wrap.
type KeyWrap struct {
	spec.Card
	KeySizes  []int // every key length in bytes that the constructor takes
	MaxBlocks int   // of the payload with what is added to it
	Reference KeyWrapReference
	Paths     []KeyWrapPath // the default first
}

// A KeyWrapReference is the standard's text, executed. A payload that is no whole number
// of blocks is extended by its length and padding.
type KeyWrapReference struct {
	Wrap   func(key, payload []byte, bits int) []byte
	Unwrap func(key, wrapped []byte, bits int) (payload []byte, ok bool)
}

// A KeyWrapPath is an implementation of a key wrap.
type KeyWrapPath = Path[func(key []byte) (Wrapper, error)]

// A Wrapper wraps under one key.
type Wrapper interface {
	Wrap(payload []byte) ([]byte, error) // whole blocks
	Unwrap(wrapped []byte) ([]byte, error)
	WrapPadded(payload []byte) ([]byte, error) // whole bytes, no whole blocks
	UnwrapPadded(wrapped []byte) ([]byte, error)
	WrapBits(payload []byte, bits int) ([]byte, error)
	UnwrapBits(wrapped []byte, bits int) ([]byte, error)
}

// A Field is the row of a binary field.
type Field struct {
	spec.Card
	Degree    int // m: the field has 2ᵐ elements
	Reference FieldArithmetic
	Paths     []FieldPath // the default first
}

// A FieldPath is an implementation of a field.
type FieldPath = Path[func() FieldArithmetic]

// FieldArithmetic are the operations on elements, which are little-endian bytes.
type FieldArithmetic struct {
	Add, Multiply                   func(a, b []byte) []byte
	Square, Invert, MultiplyX, Sqrt func(a []byte) []byte
	Trace                           func(a []byte) int
	HalfTrace                       func(a []byte) []byte         // nil where the degree is even
	Evaluate                        func(h, blocks []byte) []byte // ((x₁·h ⊕ x₂)·h ⊕ ..)·h; nil outside the modes' fields
	Check                           func(a []byte) error          // whether a is an element
	Measure                         FieldMeasure                  // the zero value in a reference
}

// FieldMeasure are operations in the implementation's own representation, each of the n
// done on the result of the one before.
type FieldMeasure struct {
	Multiply, Square, Invert func(n int)
	Evaluator                func(h []byte) func(blocks []byte) // nil outside the modes' fields
}

// Blocks returns the rows of the block ciphers.
func Blocks() []Block { return kalynaRows() }

// Hashes returns the rows of the hash functions.
func Hashes() []Hash { return kupynaRows() }

// MACs returns the rows of the message authentication codes.
func MACs() []MAC { return kmacRows() }

// KDFs returns the rows of the key derivations.
func KDFs() []KDF { return kdfRows() }

// Streams returns the rows of the stream ciphers, and of the modes that are such.
func Streams() []Stream { return append(strumokRows(), streamModeRows()...) }

// Modes returns the rows of the other modes for confidentiality alone.
func Modes() []Mode { return modeRows() }

// AEADs returns the rows of the authenticated encryptions.
func AEADs() []AEAD { return aeadRows() }

// Tags returns the rows of the codes that have no value for the empty message.
func Tags() []Tag { return tagRows() }

// KeyWraps returns the rows of the key wraps.
func KeyWraps() []KeyWrap { return keyWrapRows() }

// Fields returns the rows of the fields.
func Fields() []Field { return fieldRows() }

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

// ModeNamed returns the named row.
func ModeNamed(name string) (Mode, bool) {
	return named(Modes(), name, func(r Mode) string { return r.Name })
}

// AEADNamed returns the named row.
func AEADNamed(name string) (AEAD, bool) {
	return named(AEADs(), name, func(r AEAD) string { return r.Name })
}

// TagNamed returns the named row.
func TagNamed(name string) (Tag, bool) {
	return named(Tags(), name, func(r Tag) string { return r.Name })
}

// KeyWrapNamed returns the named row.
func KeyWrapNamed(name string) (KeyWrap, bool) {
	return named(KeyWraps(), name, func(r KeyWrap) string { return r.Name })
}

// FieldNamed returns the named row.
func FieldNamed(name string) (Field, bool) {
	return named(Fields(), name, func(r Field) string { return r.Name })
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
	for _, r := range Modes() {
		all = append(all, summary(r.Card, r.Paths))
	}
	for _, r := range Tags() {
		all = append(all, summary(r.Card, r.Paths))
	}
	for _, r := range AEADs() {
		all = append(all, summary(r.Card, r.Paths))
	}
	for _, r := range KeyWraps() {
		all = append(all, summary(r.Card, r.Paths))
	}
	for _, r := range Fields() {
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

// over returns the paths of what is built over something that has paths.
func over[B, C any](paths []Path[B], construct func(B) C) []Path[C] {
	var all []Path[C]
	for _, p := range paths {
		all = append(all, Path[C]{p.Name, p.Timing, construct(p.New)})
	}
	return all
}

// as makes a constructor's result an interface, nil where there is an error.
func as[I any, C any](c C, err error) (i I, _ error) {
	if err != nil {
		return i, err
	}
	return any(c).(I), nil
}
