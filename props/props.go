// Package props states the laws of the algorithms as functions over catalogue rows. The
// property tests run them with rapid, the fuzz targets with what the fuzzer finds, the
// controls with rows that are broken on purpose: one statement, three uses.
package props

import (
	"encoding/binary"

	"pgregory.net/rapid"
)

// Bytes draws n bytes, weighted towards what breaks carries, shifts and masks: all zero,
// all one, a single bit, words of all ones beside words of none.
func Bytes(n int) *rapid.Generator[[]byte] {
	if n == 0 {
		return rapid.Just([]byte{})
	}
	return rapid.OneOf(
		rapid.SliceOfN(rapid.Byte(), n, n),
		rapid.Map(rapid.SliceOfN(rapid.SampledFrom([]uint64{0, 1, ^uint64(0), 1 << 63, ^uint64(1), 0xfffeffff}), n/8+1, n/8+1), func(words []uint64) []byte {
			var b []byte
			for _, w := range words {
				b = binary.LittleEndian.AppendUint64(b, w)
			}
			return b[:n]
		}),
		rapid.Map(rapid.IntRange(0, 8*n-1), func(bit int) []byte {
			b := make([]byte, n)
			b[bit/8] = 1 << (bit % 8)
			return b
		}),
	)
}
