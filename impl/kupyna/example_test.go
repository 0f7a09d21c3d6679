package kupyna_test

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/zvirka/zvirka/impl/kupyna"
)

// The empty message of the standard's examples.
func ExampleSum256() {
	fmt.Printf("%x\n", kupyna.Sum256(nil))
	// Output:
	// cd5101d1ccdf0d1d1f4ada56e888cd724ca1a0838a3521e7131d4fb78d0f5eb6
}

func ExampleNew512() {
	h := kupyna.New512()
	if _, err := io.Copy(h, strings.NewReader("a message from anywhere")); err != nil {
		panic(err)
	}
	fmt.Println(h.Size(), h.BlockSize(), len(h.Sum(nil)))
	// Output:
	// 64 128 64
}

// A message of 33 bits, from the standard's examples.
func ExampleDigest_SumBits() {
	h := kupyna.New384()
	h.Write([]byte{0x00, 0x00, 0xff, 0x00})
	digest, err := h.SumBits(nil, 0x00, 1)
	if err != nil {
		panic(err)
	}
	fmt.Printf("%x\n", digest)
	// Output:
	// b0331847cb0f28e0a7eccbdf72386f492b8a07bd6ae6b4af8c279f1c1e8d771cd033917fcdfd22eb20a0c4f663c3611d
}

// A state can be kept and taken up again, in another process too.
func ExampleDigest_MarshalBinary() {
	h := kupyna.New256()
	h.Write([]byte("first half, "))
	state, err := h.MarshalBinary()
	if err != nil {
		panic(err)
	}

	resumed := kupyna.New256()
	if err := resumed.UnmarshalBinary(state); err != nil {
		panic(err)
	}
	resumed.Write([]byte("second half"))
	fmt.Println([32]byte(resumed.Sum(nil)) == kupyna.Sum256([]byte("first half, second half")))
	// Output:
	// true
}

func ExampleSizeError() {
	_, err := kupyna.New(257)
	var size kupyna.SizeError
	fmt.Println(errors.As(err, &size), size.Bits)
	fmt.Println(err)
	// Output:
	// true 257
	// kupyna: invalid digest size 257 bits
}
