package contract_test

import (
	"crypto/aes"
	"crypto/cipher"
	"testing"

	"golang.org/x/crypto/twofish"

	"github.com/zvirka/zvirka/props/contract"
)

// The suite knows no algorithm: here it examines two that are not this module's.

func TestAES(t *testing.T) {
	contract.TestBlock(t, contract.Block{New: aes.NewCipher, BlockSize: aes.BlockSize, KeySizes: []int{16, 24, 32}})
}

func TestTwofish(t *testing.T) {
	contract.TestBlock(t, contract.Block{
		New: func(key []byte) (cipher.Block, error) {
			c, err := twofish.NewCipher(key)
			if err != nil {
				return nil, err
			}
			return c, nil
		},
		BlockSize: twofish.BlockSize,
		KeySizes:  []int{16, 24, 32},
		Except: map[string]string{
			"ShortBuffers": "slices its buffers up to a block: with capacity to spare it reads and writes beyond their length",
			"Overlap":      "does not look for overlap",
		},
	})
}
