package strumok_test

import (
	"fmt"

	"github.com/zvirka/zvirka/reference/strumok"
)

// The first example of annex Д for 256-bit keys: the key 80 00 .. 00, most significant
// byte first, and the IV zero.
func Example() {
	key := make([]byte, 32)
	key[31] = 0x80
	fmt.Printf("%x\n", strumok.Keystream(key, make([]byte, 32), 64))
	// Output:
	// ca66dc4553d142e48a4066cc0e707df441e677544b28cbb4b024412e09c9afa2d9a7116ba25f8e7272f9688c28b9a7e64ca48bde0636eb70e73d3ebd5679edac
}
