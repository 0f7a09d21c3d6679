package catalogue

import (
	"crypto/cipher"

	"github.com/zvirka/zvirka/impl/kalyna"
	reference "github.com/zvirka/zvirka/reference/kalyna"
	"github.com/zvirka/zvirka/spec"
	constants "github.com/zvirka/zvirka/spec/kalyna"
)

func kalynaRows() []Block {
	var rows []Block
	for _, p := range constants.Variants() {
		rows = append(rows, Block{
			Card:     p.Card(),
			KeySizes: keySizes(p.BlockSize),
			Reference: BlockReference{
				Encrypt:   reference.Encrypt,
				Decrypt:   reference.Decrypt,
				RoundKeys: func(key []byte) [][]byte { return reference.RoundKeys(p.BlockSize, key) },
			},
			Paths: over(kalynaPaths(p), func(newCipher newKalyna) func(key []byte) (cipher.Block, error) {
				return func(key []byte) (cipher.Block, error) { return as[cipher.Block](newCipher(key)) }
			}),
		})
	}
	return rows
}

// newKalyna makes the cipher on one of its paths.
type newKalyna = func(key []byte) (*kalyna.Cipher, error)

// kalynaPaths returns the paths of a variant, the constant-time one last.
func kalynaPaths(p constants.Params) []Path[newKalyna] {
	return append(
		dispatched("kalyna", spec.TableLookup, func(live func(func())) newKalyna {
			return func(key []byte) (c *kalyna.Cipher, err error) {
				live(func() { c, err = kalyna.New(p.BlockSize, key) })
				return c, err
			}
		}),
		Path[newKalyna]{"ct", spec.ConstantTime, func(key []byte) (*kalyna.Cipher, error) {
			return kalyna.NewConstantTime(p.BlockSize, key)
		}})
}

// keySizes returns the key lengths in bytes that go with a block size.
func keySizes(blockSize int) []int {
	var sizes []int
	for _, p := range constants.Variants() {
		if p.BlockSize == blockSize {
			sizes = append(sizes, p.KeySize)
		}
	}
	return sizes
}
