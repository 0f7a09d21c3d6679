// Package m leaks in three ways, and has a clean twin of each.
package m

import "crypto/subtle"

var table [256]byte

//go:noinline
func Look(x byte) byte { return table[x] } // leak

//go:noinline
func Scan(x byte) (y byte) {
	for i := range table {
		y |= table[i] & -byte(subtle.ConstantTimeByteEq(byte(i), x))
	}
	return y
}

var last byte

//go:noinline
func Branch(x byte) {
	if x > 7 { // leak
		last = 1
	}
}

//go:noinline
func Mask(x byte) { last = x >> 7 }

//go:noinline
func Compare(a, b []byte) int {
	for i := range a {
		if a[i] != b[i] { // leak
			return 0
		}
	}
	return 1
}

//go:noinline
func ConstantTimeCompare(a, b []byte) int { return subtle.ConstantTimeCompare(a, b) }
