package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/internal/multiblock"
)

// modeSize is the size at which a mode is measured against the cipher, in bytes.
const modeSize = 64 << 10

// against returns the other side of a row where it is ours as well.
func against(batch int, side func() (func(), error)) func(window time.Duration) (float64, error) {
	var op func()
	return func(window time.Duration) (ns float64, err error) {
		if op == nil {
			if op, err = side(); err != nil {
				return 0, err
			}
		}
		return mean(window, batch, op), nil
	}
}

// A side is one of the two that a row compares.
type side = func() (func(), error)

// under returns what a mode over the default path of a cipher is measured against:
// independent blocks in either direction, and blocks of which each waits for the one before.
func under(b catalogue.Block) (encrypt, decrypt, chain side) {
	bulk := func(f func(e multiblock.Entry, dst, src []byte)) side {
		return func() (func(), error) {
			c, err := b.Paths[0].New(make([]byte, b.Sizes.Key))
			if err != nil {
				return nil, err
			}
			e, src, dst := multiblock.Of(c), make([]byte, modeSize), make([]byte, modeSize)
			return func() { f(e, dst, src) }, nil
		}
	}
	chain = func() (func(), error) {
		c, err := b.Paths[0].New(make([]byte, b.Sizes.Key))
		block := make([]byte, b.Sizes.Block)
		return func() {
			for range modeSize / len(block) {
				c.Encrypt(block, block)
			}
		}, err
	}
	return bulk(multiblock.Entry.EncryptBlocks), bulk(multiblock.Entry.DecryptBlocks), chain
}

// modeRows compares the modes, on the default path, with the cipher under them, and GCM
// with CTR.
func modeRows() (rows []row) {
	batch := bulkBatch(modeSize)
	add := func(name string, ours, theirs side, floor float64) {
		rows = append(rows, row{name: name, size: modeSize, batch: batch, ours: ours, theirs: against(batch, theirs), floor: floor})
	}
	for _, b := range catalogue.Blocks() {
		encrypt, decrypt, chain := under(b)
		ctr := stream(b.Name + "-ctr")
		add(b.Name+"-ctr against blocks", ctr, encrypt, 0.95)
		add(b.Name+"-ofb against a chain", stream(b.Name+"-ofb"), chain, 0)
		for _, m := range []struct {
			mode           string
			encrypt        side
			floors         [2]float64
			decryptAgainst side
		}{
			{"-ecb", encrypt, [2]float64{}, decrypt},
			{"-xts", encrypt, [2]float64{0.95, 0.95}, decrypt},
			{"-cbc", chain, [2]float64{}, decrypt},
			{"-cfb", chain, [2]float64{}, encrypt},
		} {
			add(b.Name+m.mode+"/encrypt against "+shapeOf(m.mode), mode(b.Name+m.mode, false), m.encrypt, m.floors[0])
			add(b.Name+m.mode+"/decrypt against blocks", mode(b.Name+m.mode, true), m.decryptAgainst, m.floors[1])
		}
		add(b.Name+"-gcm/seal against CTR", aead(b.Name+"-gcm", false), ctr, 0.85)
		add(b.Name+"-gcm/open against CTR", aead(b.Name+"-gcm", true), ctr, 0.85)
		add(b.Name+"-ccm/seal against CTR", aead(b.Name+"-ccm", false), ctr, 0)
		add(b.Name+"-cmac against a chain", tag(b.Name+"-cmac"), chain, 0.97)
		add(b.Name+"-gmac against blocks", tag(b.Name+"-gmac"), encrypt, 0)
	}
	return rows
}

func shapeOf(mode string) string {
	if mode == "-cbc" || mode == "-cfb" {
		return "a chain"
	}
	return "blocks"
}

func stream(name string) side {
	return func() (func(), error) {
		row, _ := catalogue.StreamNamed(name)
		s, err := row.Paths[0].New(make([]byte, row.Sizes.Key), make([]byte, row.Sizes.IV))
		src, dst := make([]byte, modeSize), make([]byte, modeSize)
		return func() { s.XORKeyStream(dst, src) }, err
	}
}

func mode(name string, decrypt bool) side {
	return func() (func(), error) {
		row, _ := catalogue.ModeNamed(name)
		m, err := row.Paths[0].New(make([]byte, row.Sizes.Key), row.Widths[len(row.Widths)-1])
		if err != nil {
			return nil, err
		}
		f, d, err := m.Bulk(make([]byte, row.Sizes.IV))
		if decrypt {
			f = d
		}
		src, dst := make([]byte, modeSize), make([]byte, modeSize)
		return func() { f(dst, src) }, err
	}
}

func aead(name string, open bool) side {
	return func() (func(), error) {
		row, _ := catalogue.AEADNamed(name)
		a, err := row.Paths[0].New(make([]byte, row.Sizes.Key), row.Parameters[0])
		if err != nil {
			return nil, err
		}
		nonce, text := make([]byte, row.Sizes.IV), make([]byte, modeSize)
		sealed := a.Seal(nil, nonce, text, nil)
		out := make([]byte, 0, len(sealed))
		if open {
			return func() { a.Open(out, nonce, sealed, nil) }, nil
		}
		return func() { a.Seal(out, nonce, text, nil) }, nil
	}
}

func tag(name string) side {
	return func() (func(), error) {
		row, _ := catalogue.TagNamed(name)
		m, err := row.Paths[0].New(make([]byte, row.Sizes.Key), row.TagSizes[0])
		if err != nil {
			return nil, err
		}
		message, wrong := make([]byte, modeSize), make([]byte, row.TagSizes[0])
		return func() { m.Reset(); m.Write(message); m.Verify(wrong) }, nil
	}
}

// multiplications is how many one operation of a row about fields does.
const multiplications = 1000

// fieldRows compares the default path's multiplication with the portable one and with the
// reference, which works bit by bit.
func fieldRows() (rows []row) {
	for _, f := range catalogue.Fields() {
		last := len(f.Paths) - 1
		multiply := func(p catalogue.FieldPath) side {
			return func() (func(), error) {
				run := p.New().Measure.Multiply
				return func() { run(multiplications) }, nil
			}
		}
		serial := func() (func(), error) {
			a := []byte(strings.Repeat("\x55", f.Sizes.Output))
			a[len(a)-1] = 0
			return func() { a = f.Reference.Multiply(a, a) }, nil
		}
		floor := func(least float64) float64 {
			if f.Degree < 163 {
				return 0
			}
			return least
		}
		for i, p := range f.Paths {
			if i < last {
				rows = append(rows, row{name: fmt.Sprintf("%s/%s against %s", f.Name, p.Name, f.Paths[last].Name), batch: 1, count: multiplications,
					ours: multiply(p), theirs: against(1, multiply(f.Paths[last])), floor: floor(4)})
			}
			least := floor(20)
			if i == last {
				least = 0
			}
			rows = append(rows, row{name: fmt.Sprintf("%s/%s against bit by bit", f.Name, p.Name), batch: 1, count: multiplications,
				ours: multiply(p), theirs: times(multiplications, against(1, serial)), floor: least})
		}
	}
	return rows
}

// times returns the time of n operations where f has that of one.
func times(n int, f func(window time.Duration) (float64, error)) func(window time.Duration) (float64, error) {
	return func(window time.Duration) (float64, error) {
		ns, err := f(window)
		return float64(n) * ns, err
	}
}
