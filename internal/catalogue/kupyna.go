package catalogue

import (
	"github.com/zvirka/zvirka/impl/kdf"
	"github.com/zvirka/zvirka/impl/kmac"
	"github.com/zvirka/zvirka/impl/kupyna"
	referencekdf "github.com/zvirka/zvirka/reference/kdf"
	referencekmac "github.com/zvirka/zvirka/reference/kmac"
	reference "github.com/zvirka/zvirka/reference/kupyna"
	"github.com/zvirka/zvirka/spec"
	constantskdf "github.com/zvirka/zvirka/spec/kdf"
	constantskmac "github.com/zvirka/zvirka/spec/kmac"
	constants "github.com/zvirka/zvirka/spec/kupyna"
)

func kupynaRows() []Hash {
	var rows []Hash
	for _, p := range constants.Variants() {
		bits := 8 * p.DigestSize
		rows = append(rows, Hash{
			Card: p.Card(),
			Reference: func(message []byte, messageBits int) []byte {
				return reference.SumBits(bits, message, messageBits)
			},
			Paths: append(
				dispatched("kupyna", spec.TableLookup, func(live func(func())) func() BitHash {
					return func() (h BitHash) {
						live(func() { h = must(kupyna.New(bits)) })
						return h
					}
				}),
				HashPath{"ct", spec.ConstantTime, func() BitHash { return must(kupyna.NewConstantTime(bits)) }}),
		})
	}
	return rows
}

// must is for sizes that the row's own parameters give.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func kmacRows() []MAC {
	var rows []MAC
	for _, p := range constantskmac.Variants() {
		bits := 8 * p.Card().Sizes.Output
		rows = append(rows, MAC{
			Card:      p.Card(),
			Reference: func(key, message []byte) []byte { return referencekmac.Sum(bits, key, message) },
			Paths: append(
				dispatched("kupyna", spec.TableLookup, func(live func(func())) func(key []byte) (Authenticator, error) {
					return func(key []byte) (m Authenticator, err error) {
						live(func() { m, err = as[Authenticator](kmac.New(bits, key)) })
						return m, err
					}
				}),
				MACPath{"ct", spec.ConstantTime, func(key []byte) (Authenticator, error) {
					return as[Authenticator](kmac.NewConstantTime(bits, key))
				}}),
		})
	}
	return rows
}

func kdfRows() []KDF {
	var rows []KDF
	for _, p := range constantskdf.Variants() {
		bits := 8 * p.Card().Sizes.Output
		rows = append(rows, KDF{
			Card:        p.Card(),
			ContextSize: kdf.ContextSize,
			Reference: func(master, context []byte, id uint64) []byte {
				return referencekdf.Key(bits, master, context, id)
			},
			Paths: []KDFPath{{"ct", spec.ConstantTime, func(master, context []byte, id uint64) ([]byte, error) {
				return kdf.Key(bits, master, context, id)
			}}},
		})
	}
	return rows
}
