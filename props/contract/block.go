package contract

import (
	"bytes"
	"crypto/cipher"
	"fmt"
	"slices"
	"testing"
)

// A Block is an implementation of [cipher.Block] to be examined.
type Block struct {
	New       func(key []byte) (cipher.Block, error)
	BlockSize int               // bytes
	KeySizes  []int             // every accepted key length, in bytes
	Methods   []string          // exported methods allowed besides those of cipher.Block
	Except    map[string]string // laws known to be broken, with the reason
}

// TestBlock examines b for every law of block ciphers, each in a subtest.
func TestBlock(t *testing.T, b Block) { run(t, blockLaws, b, b.Except) }

// BlockLaws returns the names of the laws that TestBlock examines.
func BlockLaws() []string { return names(blockLaws) }

// CheckBlock examines b for all laws and reports to t, each failure after the name of
// its law. It is TestBlock for callers without a *testing.T.
func CheckBlock(t T, b Block) {
	t.Helper()
	check(t, blockLaws, b)
}

var blockLaws = []law[Block]{
	{"BlockSize", blockSize},
	{"KeySizes", keySizes},
	{"KeyNotRetained", keyNotRetained},
	{"EveryKeyBit", everyKeyBit},
	{"EveryBlockBit", everyBlockBit},
	{"RoundTrip", roundTrip},
	{"Stateless", stateless},
	{"SourceUnchanged", sourceUnchanged},
	{"OneBlockOnly", oneBlockOnly},
	{"ShortBuffers", shortBuffers},
	{"Overlap", overlap},
	{"Alignment", alignment},
	{"GuardPages", guardPages},
	{"Concurrent", concurrent},
	{"Methods", methods},
}

// direction is one of the two operations of a block cipher.
type direction struct {
	name string
	call func(c cipher.Block, dst, src []byte)
}

var directions = []direction{{"Encrypt", cipher.Block.Encrypt}, {"Decrypt", cipher.Block.Decrypt}}

func (d direction) of(c cipher.Block, src []byte) []byte {
	dst := make([]byte, c.BlockSize())
	d.call(c, dst, src)
	return dst
}

// each calls f with a cipher for every key size.
func (b Block) each(t T, r *source, f func(key []byte, c cipher.Block)) {
	t.Helper()
	for _, n := range b.KeySizes {
		key := r.bytes(n)
		f(key, b.must(t, key))
	}
}

func (b Block) must(t T, key []byte) cipher.Block {
	t.Helper()
	c, err := b.New(key)
	if err != nil {
		t.Fatalf("key of %d bytes refused: %v", len(key), err)
	}
	return c
}

func blockSize(t T, b Block) {
	b.each(t, random("BlockSize"), func(key []byte, c cipher.Block) {
		if got := c.BlockSize(); got != b.BlockSize {
			t.Errorf("BlockSize() = %d, want %d", got, b.BlockSize)
		}
	})
}

// key is the key of b, whose effect is seen in what d makes of block.
func (b Block) key(d direction, block []byte) parameter {
	return parameter{d.name + " key", b.KeySizes, func(key []byte) (any, func() []byte, error) {
		c, err := b.New(key)
		return c, func() []byte { return d.of(c, block) }, err
	}}
}

func keySizes(t T, b Block) {
	key := b.key(directions[0], nil)
	key.name = "key"
	key.lengths(t)
}

func keyNotRetained(t T, b Block) {
	r := random("KeyNotRetained")
	for _, d := range directions {
		b.key(d, r.bytes(b.BlockSize)).notRetained(t, r)
	}
}

func everyKeyBit(t T, b Block) {
	r := random("EveryKeyBit")
	for _, d := range directions {
		b.key(d, r.bytes(b.BlockSize)).everyBit(t, r)
	}
}

func everyBlockBit(t T, b Block) {
	r := random("EveryBlockBit")
	b.each(t, r, func(key []byte, c cipher.Block) {
		block := r.bytes(b.BlockSize)
		for _, d := range directions {
			out := d.of(c, block)
			for bit := range 8 * len(block) {
				if bytes.Equal(out, d.of(c, flipped(block, bit))) {
					t.Errorf("%s: bit %d of the block has no effect", d.name, bit)
				}
			}
		}
	})
}

// roundTrip: each direction is the inverse of the other, on random and on extreme blocks.
func roundTrip(t T, b Block) {
	r := random("RoundTrip")
	b.each(t, r, func(key []byte, c cipher.Block) {
		blocks := [][]byte{make([]byte, b.BlockSize), bytes.Repeat([]byte{0xff}, b.BlockSize)}
		for range 256 {
			blocks = append(blocks, r.bytes(b.BlockSize))
		}
		for _, block := range blocks {
			for i, d := range directions {
				if back := directions[1-i].of(c, d.of(c, block)); !bytes.Equal(back, block) {
					t.Errorf("key %x: %s of %x does not invert: %x", key, d.name, block, back)
				}
			}
		}
	})
}

// stateless: the result depends on nothing that came before, nor on another cipher.
func stateless(t T, b Block) {
	r := random("Stateless")
	b.each(t, r, func(key []byte, c cipher.Block) {
		block := r.bytes(b.BlockSize)
		neighbour := b.must(t, r.bytes(len(key)))
		want := [2][]byte{directions[0].of(c, block), directions[1].of(c, block)}
		for i := range 100 {
			directions[i/3%2].of(neighbour, block)
			directions[i/7%2].of(c, r.bytes(b.BlockSize))
			for k, d := range directions {
				if !bytes.Equal(d.of(c, block), want[k]) {
					t.Fatalf("%s differs at call %d", d.name, i)
				}
			}
		}
	})
}

func sourceUnchanged(t T, b Block) {
	r := random("SourceUnchanged")
	b.each(t, r, func(key []byte, c cipher.Block) {
		src := r.bytes(3 * b.BlockSize)
		before := bytes.Clone(src)
		for _, d := range directions {
			d.of(c, src[b.BlockSize:])
			if !bytes.Equal(src, before) {
				t.Errorf("%s changed its source or what lies around it", d.name)
			}
		}
	})
}

// oneBlockOnly: with longer buffers the first block alone is read and written.
func oneBlockOnly(t T, b Block) {
	r := random("OneBlockOnly")
	n := b.BlockSize
	b.each(t, r, func(key []byte, c cipher.Block) {
		src := r.bytes(n)
		for _, d := range directions {
			want := d.of(c, src)
			for extra := range 2*n + 2 {
				arena := r.bytes(8 + n + extra + 8) // canaries before and after, and beyond cap
				before := bytes.Clone(arena)
				dst := arena[8 : 8+n+extra : 8+n+extra]
				d.call(c, dst, append(bytes.Clone(src), r.bytes(extra)...))
				if !bytes.Equal(dst[:n], want) {
					t.Errorf("%s: %d bytes beyond the block change the result", d.name, extra)
				}
				copy(before[8:], want)
				if !bytes.Equal(arena, before) {
					t.Errorf("%s wrote outside its block (%d bytes to spare)", d.name, extra)
				}
			}
		}
	})
}

// shortBuffers: less than a block of source or destination panics and writes nothing.
func shortBuffers(t T, b Block) {
	r := random("ShortBuffers")
	n := b.BlockSize
	b.each(t, r, func(key []byte, c cipher.Block) {
		for _, d := range directions {
			for short := range n {
				arena := r.bytes(2 * n)
				before := bytes.Clone(arena)
				if !panicked(func() { d.call(c, arena[:short], r.bytes(n)) }) {
					t.Errorf("%s into %d bytes did not panic", d.name, short)
				}
				if !panicked(func() { d.call(c, arena, r.bytes(n)[:short]) }) {
					t.Errorf("%s of %d bytes did not panic", d.name, short)
				}
				if !bytes.Equal(arena, before) {
					t.Errorf("%s wrote something before it panicked (%d bytes)", d.name, short)
				}
			}
			if !panicked(func() { d.call(c, nil, nil) }) {
				t.Errorf("%s of nil did not panic", d.name)
			}
		}
	})
}

// overlap: over one array, the same place is allowed and right, a shifted one panics,
// one that only touches is allowed.
func overlap(t T, b Block) {
	r := random("Overlap")
	b.each(t, r, func(key []byte, c cipher.Block) {
		for shift := -b.BlockSize - 1; shift <= b.BlockSize+1; shift++ {
			src := b.BlockSize + 1
			CheckBlockOverlap(t, c, r.bytes(3*b.BlockSize+2), src+shift, src)
		}
	})
}

// CheckBlockOverlap examines both directions with the destination at arena[dst:] and
// the source at arena[src:], each one block long. The arena is left as it was found.
func CheckBlockOverlap(t T, c cipher.Block, arena []byte, dst, src int) {
	t.Helper()
	n := c.BlockSize()
	for _, d := range directions {
		inOneArena(t, arenaCall{
			what:   fmt.Sprintf("%s with the destination %d bytes from its source", d.name, dst-src),
			arena:  arena,
			panics: partly(dst, n, src, n),
			at:     dst,
			want:   func() []byte { return d.of(c, arena[src:src+n]) },
			call:   func() { d.call(c, arena[dst:dst+n], arena[src:src+n]) },
		})
	}
}

// alignment: buffers may lie at any address.
func alignment(t T, b Block) {
	r := random("Alignment")
	b.each(t, r, func(key []byte, c cipher.Block) {
		block := r.bytes(b.BlockSize)
		for _, d := range directions {
			want := d.of(c, block)
			for offset := range 64 {
				src := append(make([]byte, offset, offset+b.BlockSize), block...)
				dst := make([]byte, 63-offset+b.BlockSize)
				d.call(c, dst[63-offset:], src[offset:])
				if !bytes.Equal(dst[63-offset:], want) {
					t.Errorf("%s: wrong at offsets %d, %d", d.name, 63-offset, offset)
				}
			}
		}
	})
}

// concurrent: one cipher serves several goroutines at once. Run it under -race as well.
func concurrent(t T, b Block) {
	const goroutines, calls = 8, 64
	r := random("Concurrent")
	b.each(t, r, func(key []byte, c cipher.Block) {
		fresh := b.must(t, key) // c itself is used first by the goroutines, all at once
		var src, want [goroutines][]byte
		var wrong [goroutines]int
		for g := range goroutines {
			src[g] = r.bytes(b.BlockSize)
			want[g] = directions[g%2].of(fresh, src[g])
		}
		inParallel(t, goroutines, func(g int) {
			dst := make([]byte, b.BlockSize)
			for range calls {
				directions[g%2].call(c, dst, src[g])
				if !bytes.Equal(dst, want[g]) {
					wrong[g]++
				}
			}
		})
		if total := slices.Max(wrong[:]); total > 0 {
			t.Errorf("%d of %d calls wrong in one of %d goroutines", total, calls, goroutines)
		}
	})
}

// guardPages: a block that ends at the last byte before, or begins at the first byte
// after, a page without access is read and written without touching that page.
func guardPages(t T, b Block) {
	betweenGuards(t, func(src, dst []byte) {
		r := random("GuardPages")
		n := b.BlockSize
		b.each(t, r, func(key []byte, c cipher.Block) {
			for _, at := range []int{0, len(src) - n} {
				copy(src[at:at+n], r.bytes(n))
				for _, d := range directions {
					if panicked(func() { d.call(c, dst[at:at+n:at+n], src[at:at+n:at+n]) }) {
						t.Errorf("%s at a page border touched the page beyond", d.name)
					} else if !bytes.Equal(dst[at:at+n], d.of(c, src[at:at+n])) {
						t.Errorf("%s at a page border: wrong result", d.name)
					}
				}
			}
		})
	})
}

// methods: crypto/cipher looks for methods such as NewCTR or NewGCM on a block cipher and
// calls them in place of its own modes, so an extra method can change what a program
// computes. Every exported method must be known.
func methods(t T, b Block) {
	b.each(t, random("Methods"), func(key []byte, c cipher.Block) {
		exported(t, c, append([]string{"BlockSize", "Encrypt", "Decrypt"}, b.Methods...))
	})
}
