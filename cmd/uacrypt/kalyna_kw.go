package main

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/zvirka/zvirka/impl/dstu7624"
	"github.com/zvirka/zvirka/impl/kalyna"
	modes "github.com/zvirka/zvirka/spec/dstu7624"
)

func kalynaKWCommand() *cobra.Command {
	group := &cobra.Command{
		Use:   "kalyna-kw",
		Short: "Wrap or unwrap a key with Kalyna in KW mode (DSTU 7624:2014)",
		Long: `Wrap or unwrap a key of 1 to 20 whole blocks with Kalyna in KW mode (DSTU 7624:2014),
under a raw key. What is wrapped is one block longer, and equal keys have equal wraps.

Only what was wrapped under the same key is unwrapped; else nothing is written.`,
	}
	group.AddCommand(
		kalynaKWOperation("wrap", "Wrap a key", "the key to wrap", 0, dstu7624.Wrap),
		kalynaKWOperation("unwrap", "Unwrap a key", "the wrapped key", 1, dstu7624.Unwrap),
	)
	return group
}

// kalynaKWOperation returns the command of an operation whose input is so many blocks longer
// than the key that is wrapped.
func kalynaKWOperation(name, short, in string, longer int, operation func(*kalyna.Cipher, []byte) ([]byte, error)) *cobra.Command {
	r := &kalynaRun{}
	return r.command(name, short, func(stderr io.Writer) error {
		c, err := r.cipher()
		if err != nil {
			return err
		}
		size := sizeRange{1 + longer, modes.KWMaxBlocks + longer, c.BlockSize()}
		return r.transform(stderr, in+" by "+r.algorithm("kw"), size, func(_, src []byte) ([]byte, error) {
			result, err := operation(c, src)
			if errors.Is(err, dstu7624.ErrAuthentication) {
				err = errors.New("is not a key that was wrapped under this one")
			}
			return result, err
		})
	}, r.keyFlag(), r.inFlag(in), r.outFlag())
}
