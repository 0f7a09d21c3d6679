package contract_test

import (
	"crypto/aes"
	"crypto/cipher"
	"fmt"

	"github.com/zvirka/zvirka/props/contract"
)

// A wrapper that fills a short key with zeros has a fault that no ordinary use shows.
func ExampleCheckBlock() {
	lenient := func(key []byte) (cipher.Block, error) {
		filled := make([]byte, 16)
		copy(filled, key)
		return aes.NewCipher(filled)
	}
	failures := contract.Failures(func(t contract.T) {
		contract.CheckBlock(t, contract.Block{New: lenient, BlockSize: 16, KeySizes: []int{16}})
	})
	fmt.Println(failures[0])
	// Output: KeySizes: key of 0 bytes accepted
}
