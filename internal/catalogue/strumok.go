package catalogue

import (
	"crypto/cipher"

	"github.com/zvirka/zvirka/impl/strumok"
	reference "github.com/zvirka/zvirka/reference/strumok"
	"github.com/zvirka/zvirka/spec"
	constants "github.com/zvirka/zvirka/spec/strumok"
)

func strumokRows() []Stream {
	var keySizes []int
	for _, p := range constants.Variants() {
		keySizes = append(keySizes, p.Card().Sizes.Key)
	}
	var rows []Stream
	for _, p := range constants.Variants() {
		rows = append(rows, Stream{
			Card:      p.Card(),
			KeySizes:  keySizes,
			Reference: reference.XOR,
			Paths: append(
				dispatched("strumok", spec.TableLookup, func(live func(func())) func(key, iv []byte) (cipher.Stream, error) {
					return func(key, iv []byte) (s cipher.Stream, err error) {
						live(func() { s, err = as[cipher.Stream](strumok.New(key, iv)) })
						return s, err
					}
				}),
				StreamPath{"ct", spec.ConstantTime, func(key, iv []byte) (cipher.Stream, error) {
					return as[cipher.Stream](strumok.NewConstantTime(key, iv))
				}}),
		})
	}
	return rows
}
