package strumok_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/zvirka/zvirka/impl/strumok"
)

// The third worked example of the standard, whose plaintext is zero. A random IV does not
// repeat in practice; a counter does not repeat at all.
func ExampleNew() {
	key, _ := hex.DecodeString("0000000000000000000000000000000000000000000000000000000000000080")
	iv, _ := hex.DecodeString("0100000000000000020000000000000003000000000000000400000000000000")

	stream, err := strumok.New(key, iv)
	if err != nil {
		panic(err)
	}
	message := make([]byte, 64)
	stream.XORKeyStream(message[:10], message[:10])
	stream.XORKeyStream(message[10:], message[10:]) // goes on where the first call stopped
	fmt.Printf("%x\n%x\n", message[:32], message[32:])
	// Output:
	// cd2a5a8b50a244fe42271dd24e5b35af719e7aa5d6fdd7dcebb59f73d27b265d
	// 722083b296ee2eb247a8a9da4c6adec7f280268193dad572e02cda937ecb0a4a
}

// A worked example with a key of 512 bits. Decryption is the same operation.
func ExampleNewConstantTime() {
	key := bytes.Repeat([]byte{0xaa}, strumok.KeySize512)
	iv, _ := hex.DecodeString("0100000000000000020000000000000003000000000000000400000000000000")
	ciphertext, _ := hex.DecodeString("d517c775e7485696f32de976732a3ca667a27cd4bbb00e0b39bde59a973d59ea")

	stream, err := strumok.NewConstantTime(key, iv)
	if err != nil {
		panic(err)
	}
	plaintext := make([]byte, len(ciphertext))
	stream.XORKeyStream(plaintext, ciphertext)
	fmt.Printf("%x\n", plaintext)
	// Output:
	// 0000000000000000000000000000000000000000000000000000000000000000
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
