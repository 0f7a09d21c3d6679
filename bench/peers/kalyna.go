package main

import (
	"crypto/cipher"
	"fmt"

	impl "github.com/zvirka/zvirka/impl/kalyna"
	"github.com/zvirka/zvirka/internal/multiblock"
	"github.com/zvirka/zvirka/spec/kalyna"
)

// A cell is a row about Kalyna. Direction and shape are words of the peer's protocol, in
// which cryptopp.cpp says what an operation is.
type cell struct {
	p         kalyna.Params
	maker     maker
	shape     string // blocks, chain, key, object, first
	size      int
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

// kalynaRows compares Kalyna with the same of Crypto++.
func kalynaRows(cryptopp *peer) (rows []row) {
	bulk := map[string]float64{
		"kalyna-128-128": 1.5,
		"kalyna-128-256": 1.5,
		"kalyna-256-256": 1.1,
		"kalyna-256-512": 1.1,
		"kalyna-512-512": 1.2,
	}
	add := func(c cell) { rows = append(rows, c.row(cryptopp)) }
	directions := [2]string{"encrypt", "decrypt"}
	for _, p := range kalyna.Variants() {
		for _, d := range directions {
			add(cell{p, table, "blocks", 64 << 10, d, bulk[p.Name]})
			add(cell{p, table, "blocks", 1 << 10, d, 0})
			add(cell{p, table, "chain", p.BlockSize, d, 1})
		}
		add(cell{p, table, "object", 0, "encrypt", 1})
		add(cell{p, table, "key", 0, "encrypt", 0})
		add(cell{p, table, "first", 0, "encrypt", 0})
		add(cell{p, table, "first", 0, "decrypt", 0})
		for _, d := range directions {
			add(cell{p, constantTime, "blocks", 64 << 10, d, 0})
			add(cell{p, constantTime, "blocks", 1 << 10, d, 0})
			add(cell{p, constantTime, "chain", p.BlockSize, d, 0})
		}
		add(cell{p, constantTime, "object", 0, "encrypt", 0})
	}
	return rows
}

func (c cell) row(cryptopp *peer) row {
	shape, batch := c.shape, 256
	if c.shape == "blocks" {
		shape, batch = fmt.Sprintf("blocks-%d", c.size), bulkBatch(c.size)
	}
	return row{
		name:   c.p.Name + "/" + c.maker.name + "/" + shape + "/" + c.direction,
		size:   c.size,
		batch:  batch,
		ours:   c.operation,
		theirs: cryptopp.timing(fmt.Sprintf("time %s %s %s %d", c.p.Name, c.direction, c.shape, c.size)),
		floor:  c.floor,
	}
}

// operation returns our side of the cell, ready to be timed.
func (c cell) operation() (func(), error) {
	key := make([]byte, c.p.KeySize)
	b, err := c.maker.make(c.p.BlockSize, key)
	if err != nil {
		return nil, err
	}
	single, bulk := cipher.Block.Encrypt, multiblock.Entry.EncryptBlocks
	if c.direction == "decrypt" {
		single, bulk = cipher.Block.Decrypt, multiblock.Entry.DecryptBlocks
	}
	block := make([]byte, c.p.BlockSize)
	switch c.shape {
	case "blocks":
		e := multiblock.Of(b)
		src, dst := make([]byte, c.size), make([]byte, c.size)
		return func() { bulk(e, dst, src) }, nil
	case "chain":
		return func() { single(b, block, block) }, nil
	case "key", "object": // Go has no way to give a cipher another key
		return func() {
			key[0]++
			c.maker.make(c.p.BlockSize, key)
		}, nil
	case "first":
		return func() {
			key[0]++
			b, _ := c.maker.make(c.p.BlockSize, key)
			single(b, block, block)
		}, nil
	}
	return nil, fmt.Errorf("unknown shape %q", c.shape)
}
