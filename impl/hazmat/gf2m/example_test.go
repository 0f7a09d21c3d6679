package gf2m_test

import (
	"fmt"

	"github.com/zvirka/zvirka/impl/hazmat/gf2m"
)

// 1/x · x = 1 in the field of the curve over GF(2¹⁶³).
func Example() {
	b := make([]byte, 21)
	b[0] = 2 // x
	x, err := new(gf2m.E163).SetBytes(b)
	if err != nil {
		fmt.Println(err)
		return
	}
	var inverse, product gf2m.E163
	inverse.Invert(x)
	product.Multiply(&inverse, x)
	fmt.Printf("%x\n%x\n", inverse.Bytes(), product.Bytes())
	// Output:
	// 640000000000000000000000000000000000000004
	// 010000000000000000000000000000000000000000
}
