package main

import (
	"bytes"
	"crypto/cipher"
	"fmt"
	"math/rand/v2"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/vectors"
)

type newStream = func(key, iv []byte) (cipher.Stream, error)

// longestStream is the length in bytes of the longest random text: some rounds of any
// register, and of any kernel.
const longestStream = 2048

func testedStream(row catalogue.Stream) testedRow {
	return testedRow{
		name: row.Name,
		paths: testedPaths(row.Paths, func(newStream newStream, f vectors.File, c vectors.Case) (judged int, err error) {
			return f.CheckStream(c, row.Sizes.Key, row.Sizes.IV, func(key, iv, data []byte) ([]byte, error) {
				return xorPieces(newStream, key, iv, [][]byte{data})
			})
		}),
		compare: func(random *rand.Rand) (cases int, err error) {
			key, iv := randomBytes(random, row.Sizes.Key), randomBytes(random, row.Sizes.IV)
			data := randomBytes(random, random.IntN(longestStream+1))
			pieces := randomPieces(random, data)
			want := row.Reference(key, iv, data)
			return 1, onEachPath(row.Paths, func(newStream newStream) error {
				got, err := xorPieces(newStream, key, iv, pieces)
				if err == nil && !bytes.Equal(got, want) {
					err = fmt.Errorf("key %x, IV %x: %x in %d pieces gives %x, the reference gives %x", key, iv, data, len(pieces), got, want)
				}
				return err
			})
		},
	}
}

func xorPieces(newStream newStream, key, iv []byte, pieces [][]byte) ([]byte, error) {
	s, err := newStream(key, iv)
	if err != nil {
		return nil, err
	}
	var result []byte
	for _, piece := range pieces {
		dst := make([]byte, len(piece))
		s.XORKeyStream(dst, piece)
		result = append(result, dst...)
	}
	return result, nil
}
