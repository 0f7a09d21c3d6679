package padding

import (
	"bytes"
	"math/big"
	"testing"
)

// TestAppend reads the padding back as the text defines it: a 1 bit, d zero bits, which
// are the fewest that end a block, and the length.
func TestAppend(t *testing.T) {
	for _, block := range []int{64, 128} {
		for n := range uint64(3*block + 1) {
			for _, more := range []uint64{0, 1 << 32, 1 << 61, 1<<64 - 1<<10} { // all whole blocks
				n := n + more
				for bits := range 8 {
					checkPadding(t, block, n, bits)
				}
			}
		}
	}
}

func checkPadding(t *testing.T, block int, n uint64, bits int) {
	t.Helper()
	for _, last := range []byte{0x00, 0x5a, 0xff} {
		got := Append([]byte{1, 2}, block, n, last, bits)
		if !bytes.HasPrefix(got, []byte{1, 2}) {
			t.Fatal("not appended")
		}
		got = got[2:]
		length := new(big.Int).SetUint64(n)
		length.Add(length.Lsh(length, 3), big.NewInt(int64(bits)))
		zeros := new(big.Int).Neg(length)
		zeros.Mod(zeros.Sub(zeros, big.NewInt(97)), big.NewInt(int64(8*block)))

		if want := bits + 1 + int(zeros.Int64()) + 96; 8*len(got) != want {
			t.Fatalf("block %d, %d bytes and %d bits: %d bits, want %d", block, n, bits, 8*len(got), want)
		}
		at := len(got) - 12
		want := append([]byte{last>>(8-bits)<<(8-bits) | 1<<(7-bits)}, make([]byte, at-1)...)
		if !bytes.Equal(got[:at], want) {
			t.Fatalf("block %d, %d bytes and %d bits of %#02x: %x, want %x", block, n, bits, last, got[:at], want)
		}
		for i, b := range length.FillBytes(make([]byte, 12)) {
			if got[len(got)-1-i] != b {
				t.Fatalf("%d bytes and %d bits: length %x, want the bytes of %x", n, bits, got[at:], length)
			}
		}
	}
}
