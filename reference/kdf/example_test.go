package kdf_test

import (
	"encoding/hex"
	"fmt"

	"github.com/zvirka/zvirka/reference/kdf"
)

// A subkey that user137/uacrypt and the MAC of UAPKI agree on.
func Example() {
	master, _ := hex.DecodeString("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")
	fmt.Printf("%x\n", kdf.Key(256, master, []byte("context0"), 1))
	// Output:
	// c97dab322b1f94d1630e3f71ffc2a0214f09aa954bdeed4195e9668e8132c20b
}
