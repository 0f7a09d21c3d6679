package props

import (
	"bytes"
	"crypto/cipher"
	"math/rand/v2"
	"slices"

	"pgregory.net/rapid"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/internal/multiblock"
	"github.com/zvirka/zvirka/props/contract"
)

// MaxBlocks is the most blocks that a property draws at a time: more than any kernel has
// in flight, so that whole batches, batches and a rest, and a rest alone all occur.
const MaxBlocks = 40

// BlockEquivalence: on drawn keys and blocks every path of a row is its reference.
func BlockEquivalence(t *rapid.T, row catalogue.Block) {
	key := Bytes(row.Sizes.Key).Draw(t, "key")
	count := rapid.OneOf(rapid.IntRange(1, 4), rapid.IntRange(1, MaxBlocks)).Draw(t, "blocks") // few, mostly: the reference is slow
	blocks := Bytes(row.Sizes.Block*count).Draw(t, "data")
	BlockEqualsReference(t, row, key, blocks)
}

// BlockEqualsReference compares every path of a row with its reference, for both
// directions, block by block and all blocks in one call.
func BlockEqualsReference(t contract.T, row catalogue.Block, key, blocks []byte) {
	t.Helper()
	want := [2][]byte{
		perBlock(row, blocks, func(b []byte) []byte { return row.Reference.Encrypt(key, b) }),
		perBlock(row, blocks, func(b []byte) []byte { return row.Reference.Decrypt(key, b) }),
	}
	for _, p := range row.Paths {
		compare(t, row, p, key, blocks, "reference", want)
	}
}

// BlockPathsAgree compares every path of a row with the last one, for both directions and
// in few calls: it is for many blocks. The last path is the row's constant-time one, which
// shares no table and no round with the others.
func BlockPathsAgree(t contract.T, row catalogue.Block, key, blocks []byte) {
	t.Helper()
	last := len(row.Paths) - 1
	want := inOneCall(newCipher(t, row, row.Paths[last], key), blocks)
	for _, p := range row.Paths[:last] {
		got := inOneCall(newCipher(t, row, p, key), blocks)
		for i, direction := range directions {
			check(t, row, p, direction+", in one call", row.Paths[last].Name, key, blocks, got[i], want[i])
		}
	}
}

var directions = [2]string{"encrypt", "decrypt"}

// inOneCall returns what the multi-block entry of c makes of the blocks.
func inOneCall(c cipher.Block, blocks []byte) (out [2][]byte) {
	out = [2][]byte{make([]byte, len(blocks)), make([]byte, len(blocks))}
	e := multiblock.Of(c)
	e.EncryptBlocks(out[0], blocks)
	e.DecryptBlocks(out[1], blocks)
	return out
}

// compare holds a path's outputs for blocks against want, encryption and decryption.
func compare(t contract.T, row catalogue.Block, p catalogue.BlockPath, key, blocks []byte, with string, want [2][]byte) {
	t.Helper()
	c := newCipher(t, row, p, key)
	e := multiblock.Of(c)
	oneCall := inOneCall(c, blocks)
	for i, d := range []struct{ one, many func(dst, src []byte) }{
		{c.Encrypt, e.EncryptBlocks},
		{c.Decrypt, e.DecryptBlocks},
	} {
		single := perBlock(row, blocks, func(b []byte) []byte { d.one(b, b); return b })
		check(t, row, p, directions[i]+", block by block", with, key, blocks, single, want[i])
		inPlace := bytes.Clone(blocks)
		d.many(inPlace, inPlace)
		check(t, row, p, directions[i]+", in one call and in place", with, key, blocks, inPlace, want[i])
		check(t, row, p, directions[i]+", in one call", with, key, blocks, oneCall[i], want[i])
	}
}

// check reports the first block that differs.
func check(t contract.T, row catalogue.Block, p catalogue.BlockPath, what, with string, key, in, got, want []byte) {
	t.Helper()
	n := row.Sizes.Block
	for i := 0; i < len(in); i += n {
		if !bytes.Equal(got[i:i+n], want[i:i+n]) {
			t.Fatalf("%s, path %s, %s: block %d of %d differs from %s\nkey  %x\nin   %x\ngot  %x\nwant %x",
				row.Name, p.Name, what, i/n, len(in)/n, with, key, in[i:i+n], got[i:i+n], want[i:i+n])
		}
	}
}

// perBlock returns f of each block, one after the other. f may use what it is given.
func perBlock(row catalogue.Block, blocks []byte, f func(b []byte) []byte) []byte {
	out := make([]byte, 0, len(blocks))
	for b := range slices.Chunk(bytes.Clone(blocks), row.Sizes.Block) {
		out = append(out, f(b)...)
	}
	return out
}

func newCipher(t contract.T, row catalogue.Block, p catalogue.BlockPath, key []byte) cipher.Block {
	t.Helper()
	c, err := p.New(key)
	if err != nil {
		t.Fatalf("%s, path %s: %v", row.Name, p.Name, err)
	}
	return c
}

// BlockKeySize: every path takes the row's key lengths and refuses all others.
func BlockKeySize(t contract.T, row catalogue.Block, key []byte) {
	t.Helper()
	want := slices.Contains(row.KeySizes, len(key))
	for _, p := range row.Paths {
		switch c, err := p.New(key); {
		case want && err != nil:
			t.Errorf("%s, path %s: key of %d bytes refused: %v", row.Name, p.Name, len(key), err)
		case !want && err == nil:
			t.Errorf("%s, path %s: key of %d bytes accepted", row.Name, p.Name, len(key))
		case want && c.BlockSize() != row.Sizes.Block:
			t.Errorf("%s, path %s: block size %d, want %d", row.Name, p.Name, c.BlockSize(), row.Sizes.Block)
		}
	}
}

// BlockOverlap examines every path for one placement of source and destination in one
// array of three blocks; dst and src are taken modulo the places there are.
func BlockOverlap(t contract.T, row catalogue.Block, key, arena []byte, dst, src int) {
	t.Helper()
	n := row.Sizes.Block
	for _, p := range row.Paths {
		contract.CheckBlockOverlap(t, newCipher(t, row, p, key), bytes.Clone(arena[:3*n]), dst%(2*n+1), src%(2*n+1))
	}
}

// Contract returns what props/contract needs to examine a path.
func Contract(row catalogue.Block, p catalogue.BlockPath) contract.Block {
	return contract.Block{New: p.New, BlockSize: row.Sizes.Block, KeySizes: row.KeySizes}
}

// Random returns a reproducible source of n bytes at a time for long comparisons.
func Random(seed uint64) func(n int) []byte {
	var s [32]byte
	for i := range 8 {
		s[i] = byte(seed >> (8 * i))
	}
	r := rand.NewChaCha8(s)
	return func(n int) []byte {
		b := make([]byte, n)
		r.Read(b)
		return b
	}
}
