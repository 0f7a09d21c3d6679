package kdf_test

import (
	"fmt"

	"github.com/zvirka/zvirka/impl/kdf"
)

// Two keys of one master key, which says nothing of itself through them.
func ExampleKey() {
	master := make([]byte, 32) // in earnest, from crypto/rand
	file, err := kdf.Key(256, master, []byte("files   "), 1)
	if err != nil {
		panic(err)
	}
	index, err := kdf.Key(256, master, []byte("index   "), 1)
	if err != nil {
		panic(err)
	}
	fmt.Println(len(file), len(index), string(file) == string(index))
	// Output:
	// 32 32 false
}
