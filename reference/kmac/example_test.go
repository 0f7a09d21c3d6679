package kmac_test

import (
	"encoding/hex"
	"fmt"

	"github.com/zvirka/zvirka/reference/kmac"
)

// The example of annex В for tags of 256 bits.
func Example() {
	key, _ := hex.DecodeString("1f1e1d1c1b1a191817161514131211100f0e0d0c0b0a09080706050403020100")
	message, _ := hex.DecodeString("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e")
	fmt.Printf("%x\n", kmac.Sum(256, key, message))
	// Output:
	// b60594d56fa79ba210314c72c2495087ccd0a99fc04acfe2a39ef669925d98ee
}
