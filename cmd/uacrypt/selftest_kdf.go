package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/vectors"
)

type deriveKey = func(master, context []byte, id uint64) ([]byte, error)

func testedKDF(row catalogue.KDF) testedRow {
	return testedRow{
		name: row.Name,
		paths: testedPaths(row.Paths, func(derive deriveKey, f vectors.File, c vectors.Case) (judged int, err error) {
			return f.CheckKDF(c, derive)
		}),
		compare: func(random *rand.Rand) (cases int, err error) {
			master, context := randomBytes(random, row.Sizes.Key), randomBytes(random, row.ContextSize)
			id := random.Uint64() >> random.IntN(64) // of every length
			want := row.Reference(master, context, id)
			return 1, onEachPath(row.Paths, func(derive deriveKey) error {
				got, err := derive(master, context, id)
				if err == nil && !bytes.Equal(got, want) {
					err = fmt.Errorf("master key %x, context %x: key %d is %x, the reference gives %x", master, context, id, got, want)
				}
				return err
			})
		},
	}
}
