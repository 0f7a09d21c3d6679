// Package compiled has code in which the compiler branches, and twins in which it does not.
package compiled

// choose is a conditional move: the branch of the source is gone.
//
//ct:secret bit
func choose(bit, a, b uint64) uint64 {
	r := a
	if bit == 1 {
		r = b
	}
	return r
}

// chooseMany is written so too, but moves too much for the compiler to do so.
//
//ct:secret bit
func chooseMany(bit uint64, a, b [2]string) (r [2]string) {
	r = a
	if bit == 1 { // want CT2003
		r = b
	}
	return r
}

// shiftSigned has no branch in its source: a shift by a negative number panics.
//
//ct:secret n
func shiftSigned(x uint64, n int) uint64 {
	return x << n // want CT2003
}

//ct:secret n
func shiftMasked(x uint64, n int) uint64 {
	return x << (n & 63)
}

//ct:secret x
func signMasked(x int64) int64 {
	return x>>63 | 1
}

//ct:secret a,b
func equalEarly(a, b []byte) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] { // want CT2003
			return false
		}
	}
	return true
}

//ct:secret a,b
func equalFull(a, b []byte) byte {
	if len(a) != len(b) {
		return 1
	}
	var v byte
	for i := range a {
		v |= a[i] ^ b[i]
	}
	return v
}

//ct:secret x
func remainder(x, m uint64) uint64 {
	return x % m // want CT2004
}

func remainderPublic(x, m uint64) uint64 {
	if m == 0 {
		return 0
	}
	return x % m
}

//ct:secret i
func lookup(table []uint32, i int) uint32 {
	return table[i] // want CT2003
}

//ct:secret x
func shift(x uint64, n uint64) uint64 {
	return x<<n | x>>(64-n)
}

type cipher struct {
	rounds int
	keys   [32]uint32 //ct:secret
	table  []uint32
}

func (c *cipher) encrypt(dst, src *[4]uint32) {
	var s [4]uint32
	copy(s[:], src[:])
	for i := range c.rounds {
		s[i&3] ^= c.keys[i&31]
		s = mix(s, c.table)
	}
	*dst = s
}

//go:noinline
func mix(s [4]uint32, table []uint32) [4]uint32 {
	for i := range s {
		s[i] += table[i] ^ s[(i+1)&3]
	}
	return s
}

func (c *cipher) weak() bool {
	for _, k := range c.keys {
		if k == 0 { // want CT2003
			return true
		}
	}
	return false
}

// deep needs the runtime's stack check.
//
//ct:secret key
func deep(key *[16]byte, n int) byte {
	var local [1024]byte
	copy(local[:], key[:])
	if n > 0 {
		return deep((*[16]byte)(local[16:32]), n-1) ^ local[3]
	}
	return local[0]
}

//ct:secret key
func allowed(key uint64) uint64 {
	//ct:allow the low bit is public
	if key&1 == 1 {
		return slowKey(key)
	}
	return 0
}

//go:noinline
func slowKey(x uint64) uint64 { return x*x + 7 }

//ct:secret a,b
func compare(a, b string) bool {
	return a == b // want CT2003
}

//
//ct:declassify the result is sent
//go:noinline
func tag(key uint64) uint64 { return key * 0x9E3779B97F4A7C15 }

//ct:secret key
func declassified(key uint64) uint64 {
	if tag(key) == 0 {
		return slowKey(1)
	}
	return slowKey(key)
}

// Keep keeps the functions.
func Keep() []any {
	return []any{choose, chooseMany, shiftSigned, shiftMasked, signMasked, equalEarly, equalFull, remainder, remainderPublic, lookup, shift,
		(*cipher).encrypt, (*cipher).weak, deep, allowed, compare, declassified}
}
