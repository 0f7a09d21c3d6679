package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/vectors"
)

type newMAC = func(key []byte) (catalogue.Authenticator, error)

func testedMAC(row catalogue.MAC) testedRow {
	return testedRow{
		name: row.Name,
		paths: testedPaths(row.Paths, func(newMAC newMAC, f vectors.File, c vectors.Case) (judged int, err error) {
			return f.CheckMAC(c, vectors.MAC(newMAC))
		}),
		compare: func(random *rand.Rand) (cases int, err error) {
			key, message := randomBytes(random, row.Sizes.Key), randomMessage(random, row.Sizes.Block)
			pieces := randomPieces(random, message)
			want := row.Reference(key, message)
			wrong := bytes.Clone(want)
			wrong[random.IntN(len(wrong))] ^= 1 << random.IntN(8)
			return 1, onEachPath(row.Paths, func(newMAC newMAC) error {
				m, err := newMAC(key)
				if err != nil {
					return err
				}
				for _, piece := range pieces {
					m.Write(piece)
				}
				if d := macDifference(m, want, wrong); d != nil {
					return fmt.Errorf("key %x, message %x in %d pieces: %w", key, message, len(pieces), d)
				}
				return nil
			})
		},
	}
}

// macDifference says where m differs from the reference, whose tag is want.
func macDifference(m catalogue.Authenticator, want, wrong []byte) error {
	switch got := m.Sum(nil); {
	case !bytes.Equal(got, want):
		return fmt.Errorf("tag %x, the reference gives %x", got, want)
	case !m.Verify(want):
		return errors.New("the right tag is refused")
	case m.Verify(wrong):
		return fmt.Errorf("the wrong tag %x is accepted", wrong)
	}
	return nil
}
