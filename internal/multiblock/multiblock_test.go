package multiblock_test

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/subtle"
	"testing"

	"github.com/zvirka/zvirka/internal/multiblock"
)

// A cipher without an entry of its own is run block by block.
func TestLoop(t *testing.T) {
	c, err := aes.NewCipher(make([]byte, 16))
	if err != nil {
		t.Fatal(err)
	}
	src := []byte("sixteen bytes, twice over, is 32")
	want := make([]byte, 32)
	c.Encrypt(want, src)
	c.Encrypt(want[16:], src[16:])
	for _, c := range []cipher.Block{c, noEntry{Block: c}} {
		e := multiblock.Of(c)
		got := bytes.Clone(src)
		if e.EncryptBlocks(got, got); !bytes.Equal(got, want) {
			t.Errorf("%T: encrypted %x, want %x", c, got, want)
		}
		if e.DecryptBlocks(got, got); !bytes.Equal(got, src) {
			t.Errorf("%T: decrypted %x, want %x", c, got, src)
		}
	}
}

// noEntry has a seam that leads nowhere.
type noEntry struct {
	multiblock.Seam
	cipher.Block
}

type ownEntry struct{ multiblock.Seam }

func (ownEntry) BlockSize() int          { return 1 }
func (ownEntry) Encrypt(dst, src []byte) {}
func (ownEntry) Decrypt(dst, src []byte) {}

type marker struct{ multiblock.Entry }

// A cipher with an entry is run through it.
func TestSeam(t *testing.T) {
	want := &marker{}
	if got := multiblock.Of(ownEntry{multiblock.At(want)}); got != multiblock.Entry(want) {
		t.Errorf("Of = %v, want %v", got, want)
	}
}

// A chain over the cipher block by block, and over an entry that has its own.
func TestChain(t *testing.T) {
	c, err := aes.NewCipher(make([]byte, 16))
	if err != nil {
		t.Fatal(err)
	}
	blocks := []byte("sixteen bytes, twice over, is 32, and a bit that is no block")
	want := bytes.Repeat([]byte{7}, 16)
	for i := 0; i+16 <= len(blocks); i += 16 {
		subtle.XORBytes(want, want, blocks[i:i+16])
		c.Encrypt(want, want)
	}
	got := bytes.Repeat([]byte{7}, 16)
	if multiblock.Chain(c, got, blocks); !bytes.Equal(got, want) {
		t.Errorf("got %x, want %x", got, want)
	}
	own := &chain{}
	multiblock.Chain(ownEntry{multiblock.At(own)}, got, blocks)
	if own.blocks != len(blocks) {
		t.Errorf("the entry's own chain was given %d bytes, want %d", own.blocks, len(blocks))
	}
}

type chain struct {
	multiblock.Entry
	blocks int
}

func (c *chain) ChainBlocks(acc, blocks []byte) { c.blocks = len(blocks) }
