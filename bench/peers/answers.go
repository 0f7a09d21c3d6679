package main

import (
	"encoding/hex"
	"fmt"
	"strconv"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/vectors"
)

// checkAnswers has both sides compute the known answers: the standard's worked examples
// and, if accumulated, the digests over many runs.
func checkAnswers(p *peer, accumulated bool) error {
	files, err := vectors.Load()
	if err != nil {
		return err
	}
	for _, f := range files {
		row, ok := catalogue.BlockNamed(f.Row)
		if !ok || f.Operation == vectors.OpBlockAccumulated != accumulated {
			continue
		}
		for _, c := range f.Cases {
			if err := p.check(f, c); err != nil {
				return err
			}
			for _, path := range row.Paths {
				encrypt, decrypt := vectors.Cipher(path.New)
				if _, err := f.CheckBlock(c, row.Sizes.Block, row.Sizes.Key, encrypt, decrypt); err != nil {
					return failuref("%s: %v", path.Name, err)
				}
			}
			if accumulated {
				fmt.Printf("%s, %d runs: equal\n", f.Row, c.Count)
			}
		}
	}
	return nil
}

// check holds the peer against one case, in both directions.
func (p *peer) check(f vectors.File, c vectors.Case) error {
	for _, d := range []struct {
		name      string
		in, block []byte // of OpBlock
		digest    []byte // of OpBlockAccumulated
	}{
		{"encrypt", c.Plaintext, c.Ciphertext, c.Encrypt},
		{"decrypt", c.Ciphertext, c.Plaintext, c.Decrypt},
	} {
		var question []string
		var want []byte
		switch f.Operation {
		case vectors.OpBlock:
			question, want = []string{"block", f.Row, d.name, hex.EncodeToString(c.Key), hex.EncodeToString(d.in)}, d.block
		case vectors.OpBlockAccumulated:
			question, want = []string{"accumulate", f.Row, d.name, strconv.Itoa(c.Count)}, d.digest
		default:
			continue
		}
		got, err := p.ask(question...)
		if err != nil {
			return err
		}
		if got != hex.EncodeToString(want) {
			return failuref("%s, case %s, %s: Crypto++ got %s, want %x", f.Name, c.ID, d.name, got, want)
		}
	}
	return nil
}
