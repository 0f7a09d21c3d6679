package timing_test

import (
	"context"
	"crypto/subtle"
	"fmt"
	"math/rand/v2"

	"github.com/zvirka/zvirka/ctcheck/timing"
)

func Example() {
	var guess, tag [16]byte
	result, err := timing.Measure(context.Background(), timing.Options{Samples: 1000},
		func(fixed bool, random *rand.Rand) {
			for i := range tag {
				tag[i] = byte(random.Uint32())
			}
			if fixed {
				tag = guess
			}
		},
		func() { subtle.ConstantTimeCompare(guess[:], tag[:]) })
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Samples, "calls measured")
	// Output: 1000 calls measured
}
