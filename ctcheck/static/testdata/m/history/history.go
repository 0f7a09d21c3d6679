// Package history has leaks that were found in deployed code, made small, and their repairs.
package history

import "crypto/subtle"

const q = 3329

// Compress is the division of KyberSlash: a secret coefficient divided by the modulus.
//
//ct:secret x
func Compress(x uint16) byte {
	t := uint32(x) << 1
	t += q / 2
	t /= q // want CT1005
	return byte(t & 1)
}

//ct:secret x
func CompressRepaired(x uint16) byte {
	t := uint32(x)<<1 + q/2
	return byte(uint64(t) * 80635 >> 28 & 1)
}

// Unpad strips padding whose length was decrypted, and then works on what is left, as in
// Lucky Thirteen.
//
//ct:secret plain
func Unpad(plain []byte, mac func([]byte) []byte) []byte {
	pad := int(plain[len(plain)-1])
	if pad+1 > len(plain) { // want CT1002
		return nil
	}
	return mac(plain[:len(plain)-pad-1]) // want CT1011 CT1007
}

// Check compares a tag byte by byte and leaves early.
//
//ct:secret tag
func Check(tag, got []byte) bool {
	for i := range tag {
		if tag[i] != got[i] { // want CT1002
			return false
		}
	}
	return true
}

//ct:secret tag
func CheckRepaired(tag, got []byte) int { return subtle.ConstantTimeCompare(tag, got) }

var te0, te1 [256]uint32

// Round is one column of a round of AES over tables.
//
//ct:secret s0,s1,rk
func Round(s0, s1, rk uint32) uint32 {
	return te0[s0>>24] ^ // want CT1001
		te1[s1>>16&0xff] ^ // want CT1001
		rk
}

// Multiply is the double-and-add that a scalar's bits lead.
//
//ct:secret k
func Multiply(k uint64, x uint64) (y uint64) {
	for k != 0 { // want CT1003
		if k&1 == 1 { // want CT1002
			y += x
		}
		x += x
		k >>= 1
	}
	return y
}

// Prefix hands on a slice whose length is secret.
//
//ct:secret n
func Prefix(b []byte, n int) int {
	c := b[:n] // want CT1011
	return len(c)
}
