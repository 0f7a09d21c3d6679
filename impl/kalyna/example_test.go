package kalyna_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/zvirka/zvirka/impl/kalyna"
)

// The first worked example of the standard.
func ExampleNew() {
	key, _ := hex.DecodeString("000102030405060708090a0b0c0d0e0f")
	plaintext, _ := hex.DecodeString("101112131415161718191a1b1c1d1e1f")

	block, err := kalyna.New(kalyna.BlockSize128, key)
	if err != nil {
		panic(err)
	}
	ciphertext := make([]byte, block.BlockSize())
	block.Encrypt(ciphertext, plaintext)
	fmt.Printf("%x\n", ciphertext)

	block.Decrypt(ciphertext, ciphertext) // in place
	fmt.Println(bytes.Equal(ciphertext, plaintext))
	// Output:
	// 81bf1c7d779bac20e1c9ea39b4d2ad06
	// true
}

func ExampleSizeError() {
	_, err := kalyna.New(kalyna.BlockSize512, make([]byte, 32))
	var size kalyna.SizeError
	fmt.Println(errors.As(err, &size), size.Block, size.Key)
	fmt.Println(err)
	// Output:
	// true 64 32
	// kalyna: invalid key size 32 for 64-byte block
}
