package contract_test

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"fmt"
	"testing"

	"github.com/zvirka/zvirka/props/contract"
)

func ExampleTestHash() {
	_ = func(t *testing.T) { // TestContract
		contract.TestHash(t, contract.Hash{New: sha256.New, Size: 32, BlockSize: 64})
	}
}

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
