package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/vectors"
)

type newHash = func() catalogue.BitHash

func testedHash(row catalogue.Hash) testedRow {
	return testedRow{
		name: row.Name,
		paths: testedPaths(row.Paths, func(newHash newHash, f vectors.File, c vectors.Case) (judged int, err error) {
			return f.CheckDigest(c, func(message []byte, bits int) ([]byte, error) {
				return sumBits(newHash(), [][]byte{message[:bits/8]}, message[bits/8:], bits%8)
			})
		}),
		compare: func(random *rand.Rand) (cases int, err error) {
			// Half of the messages end with a byte.
			whole, rest := randomMessage(random, row.Sizes.Block), max(0, random.IntN(15)-7)
			last := randomBytes(random, (rest+7)/8)
			pieces := randomPieces(random, whole)
			message, bits := append(whole, last...), 8*len(whole)+rest
			want := row.Reference(message, bits)
			return 1, onEachPath(row.Paths, func(newHash newHash) error {
				got, err := sumBits(newHash(), pieces, last, rest)
				if err == nil && !bytes.Equal(got, want) {
					err = fmt.Errorf("the %d bits of %x in %d pieces give %x, the reference gives %x", bits, message, len(pieces), got, want)
				}
				return err
			})
		},
	}
}

// sumBits returns the digest of the pieces and then of rest bits of the only byte of last.
func sumBits(h catalogue.BitHash, pieces [][]byte, last []byte, rest int) ([]byte, error) {
	for _, piece := range pieces {
		h.Write(piece)
	}
	if rest == 0 {
		return h.Sum(nil), nil
	}
	return h.SumBits(nil, last[0], rest)
}
