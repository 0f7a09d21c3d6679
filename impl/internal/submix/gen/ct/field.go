package main

import "github.com/zvirka/zvirka/spec/kalyna"

// A linear map of GF(2)⁸: entry i is the image of bit i.
type linear [8]byte

func (m linear) apply(x byte) (y byte) {
	for i, c := range m {
		y ^= c & -(x >> i & 1)
	}
	return y
}

// compose returns the map x -> m(n(x)).
func (m linear) compose(n linear) (mn linear) {
	for i, c := range n {
		mn[i] = m.apply(c)
	}
	return mn
}

// inverse returns the map of which m is the inverse; m must be regular.
func (m linear) inverse() (inv linear) {
	for x := range 256 {
		for i := range inv {
			if m.apply(byte(x)) == 1<<i {
				inv[i] = byte(x)
			}
		}
	}
	return inv
}

// transpose returns the functionals that make up m: bit i of the image of x is the
// parity of x & transpose[i].
func (m linear) transpose() (t linear) {
	for i, c := range m {
		for j := range t {
			t[j] |= c >> j & 1 << i
		}
	}
	return t
}

// regular reports whether m has an inverse.
func (m linear) regular() bool {
	span := [256]bool{0: true}
	for _, c := range m {
		if span[c] {
			return false
		}
		for x := range span {
			if span[x] {
				span[byte(x)^c] = true
			}
		}
	}
	return true
}

func mul(a, b byte) (c byte) {
	for ; b != 0; b >>= 1 {
		c ^= a & -(b & 1)
		carry := a >> 7
		a = a<<1 ^ byte(kalyna.Poly&0xff)&-carry
	}
	return c
}

func pow(a byte, n int) byte {
	r := byte(1)
	for ; n > 0; n >>= 1 {
		if n&1 != 0 {
			r = mul(r, a)
		}
		a = mul(a, a)
	}
	return r
}

func inv(a byte) byte { return pow(a, 254) }

// linearOf returns f, which is linear, as a map.
func linearOf(f func(byte) byte) (m linear) {
	for i := range m {
		m[i] = f(1 << i)
	}
	return m
}

// A tower is GF(2⁸) over GF(2⁴) over GF(2²), every step with a normal basis {u^q, u} of
// trace u^q + u = 1: {d¹⁶, d}, {z⁴, z} of norm z⁵ = w², {w², w}.
type tower struct {
	basis linear // bits (7..0) = d¹⁶z⁴w², d¹⁶z⁴w, d¹⁶zw², d¹⁶zw, dz⁴w², dz⁴w, dzw², dzw
	norm  linear // γ -> γ²·d¹⁷ in GF(2⁴), on bits 3..0 of the basis {z⁴w², z⁴w, zw², zw}
}

func towers() (ts []tower) {
	for z := 2; z < 256; z++ {
		z := byte(z)
		if pow(z, 16) != z || pow(z, 4)^z != 1 {
			continue
		}
		w := pow(z, 10)
		for d := 2; d < 256; d++ {
			d := byte(d)
			if pow(d, 16)^d != 1 {
				continue
			}
			var t tower
			small := [4]byte{mul(z, w), mul(z, mul(w, w)), mul(pow(z, 4), w), mul(pow(z, 4), mul(w, w))}
			for i, s := range small {
				t.basis[i] = mul(s, d)
				t.basis[i+4] = mul(s, pow(d, 16))
			}
			for i, s := range small {
				n := mul(mul(s, s), pow(d, 17))
				for x := range 16 {
					var y byte
					for k := range 4 {
						y ^= small[k] & -(byte(x) >> k & 1)
					}
					if y == n {
						t.norm[i] = byte(x)
					}
				}
			}
			ts = append(ts, t)
		}
	}
	return ts
}
