package props

import (
	"bytes"

	"github.com/zvirka/zvirka/internal/catalogue"
)

// CounterIVs returns IVs of a counter mode over a cipher from which the counter, which
// starts at the encrypted IV, passes 2ᵏ within a few blocks, for every k at which an
// implementation's carry may end: that of bytes and words, and of the whole block. The
// bits above are all ones, all zeros, or mixed.
func CounterIVs(row catalogue.Block, key []byte) [][]byte {
	n := row.Sizes.Block
	var ivs [][]byte
	for _, size := range []int{1, 2, 4, 8, 12, 16, 24, 32, 48, 64} { // k = 8·size
		if size > n {
			continue
		}
		for _, above := range []byte{0x00, 0x5a, 0xff} {
			for _, low := range []byte{0xff, 0xfe, 0xfc} { // 1, 2 or 4 before 2ᵏ
				start := bytes.Repeat([]byte{above}, n)
				copy(start, bytes.Repeat([]byte{0xff}, size))
				start[0] = low
				ivs = append(ivs, row.Reference.Decrypt(key, start))
			}
		}
	}
	return ivs
}
