package catalogue

import (
	"crypto/cipher"

	"github.com/zvirka/zvirka/impl/kalyna"
	reference "github.com/zvirka/zvirka/reference/kalyna"
	"github.com/zvirka/zvirka/spec"
	constants "github.com/zvirka/zvirka/spec/kalyna"
)

func kalynaRows() []Block {
	keySizes := map[int][]int{} // by block size
	for _, p := range constants.Variants() {
		keySizes[p.BlockSize] = append(keySizes[p.BlockSize], p.KeySize)
	}
	var rows []Block
	for _, p := range constants.Variants() {
		rows = append(rows, Block{
			Card:     p.Card(),
			KeySizes: keySizes[p.BlockSize],
			Reference: BlockReference{
				Encrypt:   reference.Encrypt,
				Decrypt:   reference.Decrypt,
				RoundKeys: func(key []byte) [][]byte { return reference.RoundKeys(p.BlockSize, key) },
			},
			Paths: append(
				dispatched("kalyna", spec.TableLookup, func(live func(func())) func(key []byte) (cipher.Block, error) {
					return func(key []byte) (b cipher.Block, err error) {
						live(func() { b, err = as[cipher.Block](kalyna.New(p.BlockSize, key)) })
						return b, err
					}
				}),
				BlockPath{"ct", spec.ConstantTime, func(key []byte) (cipher.Block, error) {
					return as[cipher.Block](kalyna.NewConstantTime(p.BlockSize, key))
				}}),
		})
	}
	return rows
}
