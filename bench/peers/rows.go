package main

import (
	"crypto/cipher"
	"fmt"

	impl "github.com/zvirka/zvirka/impl/kalyna"
	"github.com/zvirka/zvirka/internal/multiblock"
	"github.com/zvirka/zvirka/spec/kalyna"
)

// A row is one cell of the comparison. Direction and shape are words of the peer's
// protocol, in which cryptopp.cpp says what an operation is.
type row struct {
	p         kalyna.Params
	maker     maker
	shape     string // blocks, chain, key, object, first
	size      int    // bytes of an operation; 0 if it sets up a key
	direction string // encrypt, decrypt
	floor     float64
}

// A maker is a constructor of the cipher.
type maker struct {
	name string
	make func(blockSize int, key []byte) (*impl.Cipher, error)
}

var (
	table        = maker{"New", impl.New}
	constantTime = maker{"NewConstantTime", impl.NewConstantTime}
)

// rows lists the comparison with the floors of -require.
func rows() (rows []row) {
	bulk := map[string]float64{
		"kalyna-128-128": 1.5,
		"kalyna-128-256": 1.5,
		"kalyna-256-256": 1.1,
		"kalyna-256-512": 1.1,
		"kalyna-512-512": 1.2,
	}
	directions := [2]string{"encrypt", "decrypt"}
	for _, p := range kalyna.Variants() {
		for _, d := range directions {
			rows = append(rows,
				row{p, table, "blocks", 64 << 10, d, bulk[p.Name]},
				row{p, table, "blocks", 1 << 10, d, 0},
				row{p, table, "chain", p.BlockSize, d, 1})
		}
		rows = append(rows,
			row{p, table, "object", 0, "encrypt", 1},
			row{p, table, "key", 0, "encrypt", 0},
			row{p, table, "first", 0, "encrypt", 0},
			row{p, table, "first", 0, "decrypt", 0})
		for _, d := range directions {
			rows = append(rows,
				row{p, constantTime, "blocks", 64 << 10, d, 0},
				row{p, constantTime, "blocks", 1 << 10, d, 0},
				row{p, constantTime, "chain", p.BlockSize, d, 0})
		}
		rows = append(rows, row{p, constantTime, "object", 0, "encrypt", 0})
	}
	return rows
}

func (r row) name() string {
	shape := r.shape
	if shape == "blocks" {
		shape = fmt.Sprintf("blocks-%d", r.size)
	}
	return r.p.Name + "/" + r.maker.name + "/" + shape + "/" + r.direction
}

// speed formats the time of one operation as a rate.
func (r row) speed(ns float64) string {
	if r.size == 0 {
		return fmt.Sprintf("%.0f op/s", 1e9/ns)
	}
	return fmt.Sprintf("%.1f MB/s", float64(r.size)/ns*1e3)
}

// batch is the number of operations between two looks at the clock, as in cryptopp.cpp.
func (r row) batch() int {
	if r.shape == "blocks" {
		return 1 + (64<<10)/(r.size+1)
	}
	return 256
}

// operation returns our side of the row, ready to be timed.
func (r row) operation() (func(), error) {
	key := make([]byte, r.p.KeySize)
	c, err := r.maker.make(r.p.BlockSize, key)
	if err != nil {
		return nil, err
	}
	single, bulk := cipher.Block.Encrypt, multiblock.Entry.EncryptBlocks
	if r.direction == "decrypt" {
		single, bulk = cipher.Block.Decrypt, multiblock.Entry.DecryptBlocks
	}
	block := make([]byte, r.p.BlockSize)
	switch r.shape {
	case "blocks":
		e := multiblock.Of(c)
		src, dst := make([]byte, r.size), make([]byte, r.size)
		return func() { bulk(e, dst, src) }, nil
	case "chain":
		return func() { single(c, block, block) }, nil
	case "key", "object": // Go has no way to give a cipher another key
		return func() {
			key[0]++
			r.maker.make(r.p.BlockSize, key)
		}, nil
	case "first":
		return func() {
			key[0]++
			c, _ := r.maker.make(r.p.BlockSize, key)
			single(c, block, block)
		}, nil
	}
	return nil, fmt.Errorf("unknown shape %q", r.shape)
}
