package contract

import (
	"bytes"
	"crypto/cipher"
	"slices"
	"testing"
)

// A BlockMode is an implementation of [cipher.BlockMode] to be examined, in both directions.
type BlockMode struct {
	NewEncrypter func(key, iv []byte) (cipher.BlockMode, error)
	NewDecrypter func(key, iv []byte) (cipher.BlockMode, error)
	BlockSize    int               // bytes
	KeySizes     []int             // every accepted key length, in bytes
	IVSizes      []int             // every accepted iv length, in bytes; nil: a mode without
	Methods      []string          // exported methods allowed besides BlockSize and CryptBlocks
	Except       map[string]string // laws known to be broken, with the reason
}

// TestBlockMode examines m for every law of block modes, each in a subtest.
func TestBlockMode(t *testing.T, m BlockMode) { run(t, blockModeLaws, m, m.Except) }

// BlockModeLaws returns the names of the laws that TestBlockMode examines.
func BlockModeLaws() []string { return names(blockModeLaws) }

// CheckBlockMode examines m for all laws and reports to t, each failure after the name of
// its law. It is TestBlockMode for callers without a *testing.T.
func CheckBlockMode(t T, m BlockMode) {
	t.Helper()
	check(t, blockModeLaws, m)
}

var blockModeLaws = slices.Concat([]law[BlockMode]{
	{"BlockSize", modeBlockSize},
}, over(keyAndIVLaws, BlockMode.parameters), []law[BlockMode]{
	{"RoundTrip", modeRoundTrip},
	{"PartialBlock", modePartialBlock},
}, over(transformLaws, BlockMode.transforms), []law[BlockMode]{
	{"Methods", modeMethods},
})

// A modeDirection is one of the two operations of a block mode.
type modeDirection struct {
	name  string
	build func(key, iv []byte) (cipher.BlockMode, error)
}

func (m BlockMode) directions() [2]modeDirection {
	return [2]modeDirection{{"Encrypter", m.NewEncrypter}, {"Decrypter", m.NewDecrypter}}
}

func (d modeDirection) must(t T, key, iv []byte) cipher.BlockMode {
	t.Helper()
	c, err := d.build(key, iv)
	if err != nil {
		t.Fatalf("key of %d bytes with an iv of %d bytes refused: %v", len(key), len(iv), err)
	}
	return c
}

// start returns a constructor of equal block modes.
func (d modeDirection) start(t T, key, iv []byte) func() cipher.BlockMode {
	t.Helper()
	d.must(t, bytes.Clone(key), bytes.Clone(iv)) // or it is never called
	return func() cipher.BlockMode { return d.must(t, bytes.Clone(key), bytes.Clone(iv)) }
}

// each calls f with a key and an iv of every size.
func (m BlockMode) each(r *source, f func(key, iv []byte)) {
	for _, k := range m.KeySizes {
		for _, n := range m.IVSizes {
			f(r.bytes(k), r.bytes(n))
		}
		if m.IVSizes == nil {
			f(r.bytes(k), nil)
		}
	}
}

// parameters are those of both constructors, whose effect is seen in two blocks.
func (m BlockMode) parameters(t T, law string, check func(T, keyAndIV)) {
	src := random(law + " blocks").bytes(2 * m.BlockSize)
	for _, d := range m.directions() {
		check(named{t, d.name}, keyAndIV{m.KeySizes, m.IVSizes, func(key, iv []byte) (any, func() []byte, error) {
			c, err := d.build(key, iv)
			return c, func() []byte { return transform(c.CryptBlocks).of(src) }, err
		}})
	}
}

// transforms are block modes of one direction with one key and iv, for every size of both.
func (m BlockMode) transforms(t T, law string, check func(T, transforms)) {
	r := random(law)
	for _, d := range m.directions() {
		t := named{t, d.name}
		m.each(r, func(key, iv []byte) {
			start := d.start(t, key, iv)
			check(t, transforms{
				start:   func() transform { return start().CryptBlocks },
				other:   func() transform { return d.must(t, r.bytes(len(key)), r.bytes(len(iv))).CryptBlocks },
				r:       r,
				unit:    m.BlockSize,
				lengths: m.blocks(0, 1, 2, 3, 4, 5, 8, 9, 17),
				few:     m.blocks(0, 1, 2),
			})
		})
	}
}

// blocks returns lengths in bytes of so many blocks.
func (m BlockMode) blocks(numbers ...int) []int {
	for i := range numbers {
		numbers[i] *= m.BlockSize
	}
	return numbers
}

func modeBlockSize(t T, m BlockMode) {
	r := random("BlockSize")
	for _, d := range m.directions() {
		m.each(r, func(key, iv []byte) {
			if got := d.must(t, key, iv).BlockSize(); got != m.BlockSize {
				t.Errorf("%s: BlockSize() = %d, want %d", d.name, got, m.BlockSize)
			}
		})
	}
}

// modeRoundTrip: each direction is the inverse of the other, and neither leaves a message as
// it is.
func modeRoundTrip(t T, m BlockMode) {
	r := random("RoundTrip")
	directions := m.directions()
	m.each(r, func(key, iv []byte) {
		for i, d := range directions {
			forth, back := d.start(t, key, iv), directions[1-i].start(t, key, iv)
			for n := 0; n <= 17*m.BlockSize; n += m.BlockSize {
				message := r.bytes(n)
				there := transform(forth().CryptBlocks).of(message)
				if !bytes.Equal(transform(back().CryptBlocks).of(there), message) {
					t.Errorf("%s: %d bytes do not come back", d.name, n)
				}
				if n > 0 && bytes.Equal(there, message) {
					t.Errorf("%s: %d bytes are left as they are", d.name, n)
				}
			}
		}
	})
}

// modePartialBlock: a source that is no whole number of blocks panics, and nothing is
// written.
func modePartialBlock(t T, m BlockMode) {
	r := random("PartialBlock")
	for _, d := range m.directions() {
		m.each(r, func(key, iv []byte) {
			start := d.start(t, key, iv)
			for n := range 3 * m.BlockSize {
				if n%m.BlockSize != 0 {
					refusesToWrite(named{t, d.name}, start().CryptBlocks, r.bytes(4*m.BlockSize), r.bytes(n))
				}
			}
		})
	}
}

// CheckBlockModeOverlap examines a block mode with the destination at arena[dst:] and the
// source at arena[src:], each n bytes long. It is CheckStreamOverlap for block modes: n is
// a multiple of the block.
func CheckBlockModeOverlap(t T, m func() cipher.BlockMode, arena []byte, dst, src, n int) {
	t.Helper()
	checkTransformOverlap(t, func() transform { return m().CryptBlocks }, arena, dst, src, n)
}

func modeMethods(t T, m BlockMode) {
	r := random("Methods")
	for _, d := range m.directions() {
		m.each(r, func(key, iv []byte) {
			exported(named{t, d.name}, d.must(t, key, iv), append([]string{"BlockSize", "CryptBlocks"}, m.Methods...))
		})
	}
}
