package clmul

import (
	"math/big"
	"math/rand/v2"
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
			for range 200 {
				k := 1 + rand.N(9)
				testSum(t, path, 2, k)
				testSum(t, path, 4, k)
				testSum(t, path, 8, k)
			}
		})
	}
}

func testSum(t *testing.T, path string, n, k int) {
	want := make([]uint64, 2*n)
	z := make([]uint64, 2*n)
	var x2, y2 [][Lanes2]uint64
	var x4, y4 [][Lanes4]uint64
	var x8, y8 [][Lanes8]uint64
	for range k {
		x, y := words(n), words(n)
		for i, w := range serial(x, y) {
			want[i] ^= w
		}
		switch n {
		case 2:
			var a, b [Lanes2]uint64
			Spread2(&a, (*[2]uint64)(x))
			Spread2(&b, (*[2]uint64)(y))
			x2, y2 = append(x2, a), append(y2, b)
		case 4:
			var a, b [Lanes4]uint64
			Spread4(&a, (*[4]uint64)(x))
			Spread4(&b, (*[4]uint64)(y))
			x4, y4 = append(x4, a), append(y4, b)
		case 8:
			var a, b [Lanes8]uint64
			Spread8(&a, (*[8]uint64)(x))
			Spread8(&b, (*[8]uint64)(y))
			x8, y8 = append(x8, a), append(y8, b)
		}
	}
	d := NewDot()
	switch n {
	case 2:
		d.Sum2((*[4]uint64)(z), x2, y2)
	case 4:
		d.Sum4((*[8]uint64)(z), x4, y4)
	case 8:
		d.Sum8((*[16]uint64)(z), x8, y8)
	}
	for i := range want {
		if z[i] != want[i] {
			t.Fatalf("%s: sum of %d products of %d words", path, k, n)
		}
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
			b.Run(path+"/sum8x8", func(b *testing.B) {
				var x, y [8][Lanes8]uint64
				var z [16]uint64
				d := NewDot()
				for b.Loop() {
					d.Sum8(&z, x[:], y[:])
				}
			})
			b.Run(path+"/sum4x8", func(b *testing.B) {
				var x, y [8][Lanes4]uint64
				var z [8]uint64
				d := NewDot()
				for b.Loop() {
					d.Sum4(&z, x[:], y[:])
				}
			})
			b.Run(path+"/sum2x8", func(b *testing.B) {
				var x, y [8][Lanes2]uint64
				var z [4]uint64
				d := NewDot()
				for b.Loop() {
					d.Sum2(&z, x[:], y[:])
				}
			})
		})
	}
}
