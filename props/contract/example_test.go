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

// A wrapper that begins a block with every call is right as long as nobody cuts a message.
func ExampleCheckStream() {
	failures := contract.Failures(func(t contract.T) {
		contract.CheckStream(t, contract.Stream{
			New: func(key, iv []byte) (cipher.Stream, error) {
				s, err := newCTR128(key, iv)
				if err != nil {
					return nil, err
				}
				return wasteful{s}, nil
			},
			KeySizes: []int{16},
			IVSizes:  []int{16},
		})
	})
	fmt.Println(failures[0])
	// Output: Chunks: pieces of 1 and 783 bytes give another result
}

type wasteful struct{ cipher.Stream }

func (w wasteful) XORKeyStream(dst, src []byte) {
	w.Stream.XORKeyStream(dst, src)
	rest := make([]byte, -len(src)&15)
	w.Stream.XORKeyStream(rest, rest)
}
