package kupyna_test

import (
	"fmt"

	"github.com/zvirka/zvirka/reference/kupyna"
)

// Examples of the standard: the numbers 0 to 63 as 512 bits, and a single bit.
func Example() {
	var message []byte
	for i := range 64 {
		message = append(message, byte(i))
	}
	fmt.Printf("Kupyna-256 %x\n", kupyna.Sum(256, message))
	fmt.Printf("Kupyna-48  %x\n", kupyna.Sum(48, message))
	fmt.Printf("Kupyna-384 %x\n", kupyna.SumBits(384, []byte{0x80}, 1))
	// Output:
	// Kupyna-256 08f4ee6f1be6903b324c4e27990cb24ef69dd58dbe84813ee0a52f6631239875
	// Kupyna-48  2f6631239875
	// Kupyna-384 801ba7acefff771fc331690512d432ef031829edf1705b487d90b8a333c29868f586b377be9c92f08d63f79277c82221
}
