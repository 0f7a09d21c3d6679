package kmac_test

import (
	"errors"
	"fmt"

	"github.com/zvirka/zvirka/impl/kmac"
)

func ExampleNew() {
	key := make([]byte, 32) // in earnest, from crypto/rand
	m, err := kmac.New(256, key)
	if err != nil {
		panic(err)
	}
	m.Write([]byte("message"))
	tag := m.Sum(nil)

	m.Reset()
	m.Write([]byte("message"))
	fmt.Println(m.Verify(tag))
	m.Write([]byte("!"))
	fmt.Println(m.Verify(tag))
	// Output:
	// true
	// false
}

func ExampleSizeError() {
	_, err := kmac.New(256, make([]byte, 31))
	var size kmac.SizeError
	fmt.Println(errors.As(err, &size), size.Bits, size.Key)
	fmt.Println(err)
	// Output:
	// true 256 31
	// kmac: invalid key size 31 for 256-bit tags
}
