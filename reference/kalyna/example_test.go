package kalyna_test

import (
	"encoding/hex"
	"fmt"

	"github.com/zvirka/zvirka/reference/kalyna"
)

// The first worked example of the standard, Kalyna-128/128.
func Example() {
	key, _ := hex.DecodeString("000102030405060708090a0b0c0d0e0f")
	plaintext, _ := hex.DecodeString("101112131415161718191a1b1c1d1e1f")

	ciphertext := kalyna.Encrypt(key, plaintext)
	fmt.Printf("K[0]       %x\n", kalyna.RoundKeys(16, key)[0])
	fmt.Printf("ciphertext %x\n", ciphertext)
	fmt.Printf("plaintext  %x\n", kalyna.Decrypt(key, ciphertext))
	// Output:
	// K[0]       16505e6b9b3ab1e6865b77dce082a0f4
	// ciphertext 81bf1c7d779bac20e1c9ea39b4d2ad06
	// plaintext  101112131415161718191a1b1c1d1e1f
}
