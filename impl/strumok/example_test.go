package strumok_test

import (
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/zvirka/zvirka/impl/strumok"
)

// The first worked example of the standard, whose plaintext is zero. Random IVs do not
// repeat in practice, a counter does not repeat at all.
func ExampleNew() {
	key, _ := hex.DecodeString("0000000000000000000000000000000000000000000000000000000000000080")
	iv := make([]byte, strumok.IVSize)

	stream, err := strumok.New(key, iv)
	if err != nil {
		panic(err)
	}
	message := make([]byte, 64)
	stream.XORKeyStream(message[:10], message[:10])
	stream.XORKeyStream(message[10:], message[10:]) // goes on where the first call stopped
	fmt.Printf("%x\n%x\n", message[:32], message[32:])
	// Output:
	// ca66dc4553d142e48a4066cc0e707df441e677544b28cbb4b024412e09c9afa2
	// d9a7116ba25f8e7272f9688c28b9a7e64ca48bde0636eb70e73d3ebd5679edac
}

func ExampleSizeError() {
	_, err := strumok.New(make([]byte, 48), make([]byte, 16))
	var size strumok.SizeError
	fmt.Println(errors.As(err, &size), size.Key, size.IV)
	fmt.Println(err)
	// Output:
	// true 48 16
	// strumok: invalid key size 48 (IV size 16)
}
