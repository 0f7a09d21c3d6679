package gf2m_test

import (
	"fmt"

	"github.com/zvirka/zvirka/reference/gf2m"
)

// In GF(2¹²⁸), whose polynomial is x¹²⁸ + x⁷ + x² + x + 1, the product of x¹²⁷ and x is
// x⁷ + x² + x + 1.
func Example() {
	x127 := []byte{15: 0x80}
	x := []byte{0: 0x02, 15: 0}
	product := gf2m.Multiply(128, x127, x)
	fmt.Printf("%x\n", product)
	fmt.Printf("%x\n", gf2m.Multiply(128, product, gf2m.Invert(128, x)))
	// Output:
	// 87000000000000000000000000000000
	// 00000000000000000000000000000080
}
