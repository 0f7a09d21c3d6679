package clmul

import (
	"encoding/binary"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/zvirka/zvirka/internal/dispatch"
)

// serial is the product bit by bit.
func serial(x, y []uint64) []uint64 {
	a, b := toBig(x), toBig(y)
	p := new(big.Int)
	for i := range b.BitLen() {
		if b.Bit(i) == 1 {
			p.Xor(p, new(big.Int).Lsh(a, uint(i)))
		}
	}
	z := make([]uint64, len(x)+len(y))
	mask := new(big.Int).SetUint64(1<<64 - 1)
	for i := range z {
		z[i] = new(big.Int).And(p, mask).Uint64()
		p.Rsh(p, 64)
	}
	return z
}

func toBig(x []uint64) *big.Int {
	b := new(big.Int)
	for i := len(x) - 1; i >= 0; i-- {
		b.Lsh(b, 64)
		b.Or(b, new(big.Int).SetUint64(x[i]))
	}
	return b
}

func words(n int) []uint64 {
	x := make([]uint64, n)
	for i := range x {
		switch rand.N(6) {
		case 0:
			x[i] = 0
		case 1:
			x[i] = 1<<64 - 1
		case 2:
			x[i] = 1 << rand.N(64)
		default:
			x[i] = rand.Uint64()
		}
	}
	return x
}

func mul(n int, x, y []uint64) []uint64 {
	z := make([]uint64, 2*n)
	switch n {
	case 2:
		Mul2((*[4]uint64)(z), (*[2]uint64)(x), (*[2]uint64)(y))
	case 3:
		Mul3((*[6]uint64)(z), (*[3]uint64)(x), (*[3]uint64)(y))
	case 4:
		Mul4((*[8]uint64)(z), (*[4]uint64)(x), (*[4]uint64)(y))
	case 5:
		Mul5((*[10]uint64)(z), (*[5]uint64)(x), (*[5]uint64)(y))
	case 6:
		Mul6((*[12]uint64)(z), (*[6]uint64)(x), (*[6]uint64)(y))
	case 7:
		Mul7((*[14]uint64)(z), (*[7]uint64)(x), (*[7]uint64)(y))
	case 8:
		Mul8((*[16]uint64)(z), (*[8]uint64)(x), (*[8]uint64)(y))
	}
	return z
}

func TestMul(t *testing.T) {
	sw := dispatch.Of("clmul")
	for _, path := range sw.Available() {
		sw.With(path, func() {
			for n := 2; n <= 8; n++ {
				for range 500 {
					x, y := words(n), words(n)
					got, want := mul(n, x, y), serial(x, y)
					for i := range want {
						if got[i] != want[i] {
							t.Fatalf("%s: %d words, word %d", path, n, i)
						}
					}
				}
			}
			for _, n := range []int{2, 4, 8} {
				for k := 1; k <= Stride; k++ {
					testSum(t, path, n, k)
				}
			}
		})
	}
}

// testSum compares a sum of k products of n words.
func testSum(t *testing.T, path string, n, k int) {
	var powers [Stride][]uint64
	for i := range powers {
		powers[i] = words(n) // any values will do
	}
	acc := words(n)
	var text []byte
	want := make([]uint64, 2*n)
	for i := range k {
		x := words(n)
		for _, w := range x {
			text = binary.LittleEndian.AppendUint64(text, w)
		}
		if i == 0 {
			for j := range x {
				x[j] ^= acc[j]
			}
		}
		for j, w := range serial(x, powers[k-1-i]) {
			want[j] ^= w
		}
	}
	var b [64]byte
	for i, w := range acc {
		binary.LittleEndian.PutUint64(b[8*i:], w)
	}
	p, z := NewPowers(&powers), make([]uint64, 2*n)
	switch n {
	case 2:
		p.Sum2((*[4]uint64)(z), (*[16]byte)(b[:]), text)
	case 4:
		p.Sum4((*[8]uint64)(z), (*[32]byte)(b[:]), text)
	case 8:
		p.Sum8((*[16]uint64)(z), &b, text)
	}
	if !slices.Equal(z, want) {
		t.Fatalf("%s: sum of %d products of %d words: %x, want %x", path, k, n, z, want)
	}
}

func BenchmarkMul(b *testing.B) {
	sw := dispatch.Of("clmul")
	for _, path := range sw.Available() {
		sw.With(path, func() {
			for n := 2; n <= 8; n++ {
				b.Run(path+"/"+string(rune('0'+n)), func(b *testing.B) {
					x, y := words(n), words(n)
					for b.Loop() {
						mul(n, x, y)
					}
				})
			}
		})
	}
}
