package submix

import (
	"testing"

	"github.com/zvirka/zvirka/spec/kalyna"
)

// gfMul multiplies in GF(2⁸), bit by bit.
func gfMul(a, b byte) (c byte) {
	for i := 7; i >= 0; i-- {
		carry := c >> 7
		c = c<<1 ^ carry*(kalyna.Poly&0xff) ^ a*(b>>i&1)
	}
	return c
}

// TestTables derives every entry from the constants of the standard.
func TestTables(t *testing.T) {
	for _, c := range []struct {
		name      string
		table     *Table
		circulant string
		sbox      func(row int) string
	}{
		{"Forward", &Forward, kalyna.MDS, kalyna.Pi},
		{"Inverse", &Inverse, kalyna.InvMDS, kalyna.InvPi},
	} {
		for r := range kalyna.Rows {
			for x := range 256 {
				for i := range kalyna.Rows {
					want := gfMul(c.circulant[(r-i+kalyna.Rows)%kalyna.Rows], c.sbox(r)[x])
					if got := byte(c.table[r][x] >> (8 * i)); got != want {
						t.Fatalf("%s[%d][%#02x], row %d: got %#02x, want %#02x", c.name, r, x, i, got, want)
					}
				}
			}
		}
	}
}

// circulant is the product of a column by the matrix of the given first row.
func circulant(first string, w uint64) (z uint64) {
	for i := range 8 {
		for j := range 8 {
			z ^= uint64(gfMul(first[(j-i)&7], byte(w>>(8*j)))) << (8 * i)
		}
	}
	return z
}

// The mixing is linear over GF(2), so its results for the 64 unit columns determine all
// others.
func TestMix(t *testing.T) {
	for i := range 64 {
		if got, want := Mix(1<<i), circulant(kalyna.MDS, 1<<i); got != want {
			t.Errorf("Mix of bit %d: %016x, want %016x", i, got, want)
		}
		if got, want := InvMix(1<<i), circulant(kalyna.InvMDS, 1<<i); got != want {
			t.Errorf("InvMix of bit %d: %016x, want %016x", i, got, want)
		}
	}
}

// Every circuit gives every one of its 256 results in every one of the 64 bits of a
// word, so there is no gate whose change could go unnoticed.
func TestCircuits(t *testing.T) {
	column := func(w uint64, row int) byte { return byte(w >> (8 * row)) }
	for i, c := range []struct {
		name    string
		circuit func(z, x *[8]uint64, n int)
		inverse bool
	}{
		{"Pi0", Pi0, false}, {"Pi1", Pi1, false}, {"Pi2", Pi2, false}, {"Pi3", Pi3, false},
		{"InvPi0", unkeyed(InvPi0), true}, {"InvPi1", unkeyed(InvPi1), true},
		{"InvPi2", unkeyed(InvPi2), true}, {"InvPi3", unkeyed(InvPi3), true},
	} {
		row := i % 4
		in, out := column(In, row), column(Out, row)
		want := func(x byte) byte {
			if c.inverse {
				return kalyna.InvPi(row)[gfMul(0x66, x)^out] ^ in
			}
			return kalyna.Pi(row)[x^in] ^ out
		}
		for first := range 256 {
			var x, z [8]uint64
			for p := range 64 {
				for b := range x {
					x[b] |= uint64(first+p) >> b & 1 << p
				}
			}
			n := first % 64
			c.circuit(&z, &x, n)
			for p := range 64 {
				var got byte
				for b := range z {
					got |= byte(z[b]>>((p+n)%64)&1) << b
				}
				if in := byte(first + p); got != want(in) {
					t.Fatalf("%s(%#02x) in bit %d = %#02x, want %#02x", c.name, in, p, got, want(in))
				}
			}
		}
	}
}

// unkeyed is an inverse circuit without the round key that it adds.
func unkeyed(f func(z, x, k *[8]uint64, n int)) func(z, x *[8]uint64, n int) {
	return func(z, x *[8]uint64, n int) {
		k := [8]uint64{0, 1, 2, 3, 1 << 60, 1 << 61, 1 << 62, 1 << 63}
		f(z, x, &k, n)
		for b := range z {
			z[b] ^= k[b]
		}
	}
}
