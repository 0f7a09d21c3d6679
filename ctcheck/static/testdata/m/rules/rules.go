// Package rules leaks once or more under each rule.
package rules

import (
	"bytes"
	"errors"
	"fmt"
	"log"
	"math/big"
	"math/bits"
	"slices"

	"example.org/t/lib"
)

var table [256]byte

//ct:secret k
func Index(k []byte, s string, a [16]byte) byte {
	x := table[k[0]]   // want CT1001
	x ^= s[k[1]&7]     // want CT1001
	x ^= a[k[2]&15]    // want CT1001
	for i := range k { // the length is public
		x ^= table[i]
	}
	table[k[3]] = x // want CT1001
	return x
}

//ct:secret k,b
func Branch(k int, b bool, p []int) int {
	if k > 3 { // want CT1002
		return 1
	}
	if b && p[0] > 2 { // want CT1002
		return 2
	}
	if p[k] == 0 { // want CT1001 CT1002
		return 3
	}
	if len(p) > 7 {
		return 4
	}
	return 5
}

//ct:secret n
func Loop(n int, x uint64) uint64 {
	for i := 0; i < n; i++ { // want CT1003
		x += x
	}
	for range n { // want CT1003
		x += x
	}
	for i := 0; i < 8; i++ {
		x += uint64(n >> i)
	}
	return x
}

//ct:secret c,v
func Switch(c byte, v any) int {
	switch c { // want CT1004
	case 1:
		return 5
	case 2:
		return 6
	}
	switch v.(type) { // the type is public
	case int:
		return 7
	}
	switch x := c + 1; { // want CT1004
	case x > 3:
		return 8
	}
	return 0
}

//ct:secret x
func Divide(x, y uint32, s int) uint32 {
	a := x / 3329 // want CT1005
	a ^= y % x    // want CT1005
	a ^= x / 8
	a ^= y / 3
	hi, _ := bits.Div32(0, x, 7) // want CT1005
	a /= x                       // want CT1005
	return a ^ hi
}

//ct:secret f,n
func Instructions(f float64, n int, x uint64) uint64 {
	g := f * 2 // want CT1006
	x <<= n    // want CT1006
	x <<= uint(n)
	x = min(x, uint64(n)) // want CT1006
	_ = g
	return x
}

//ct:secret k
func Calls(k []byte, f func([]byte) int, w interface{ Take([]byte) }) bool {
	x := new(big.Int).SetBytes(k) // want CT1007
	ok := slices.Contains(k, 7)   // want CT1007
	InvertVarTime(k)              // want CT1007
	w.Take(k)                     // want CT1007
	f(k)                          // want CT1007
	_, _ = x, ok
	return bytes.Equal(k, k[:1]) // want CT1007
}

func InvertVarTime(x []byte) { table[x[0]]++ }

type pair struct{ a, b uint64 }

//ct:secret s,a,p,e
func Compare(s string, a [4]byte, p pair, e any) (n int) {
	if s == "secret" { // want CT1008 CT1002
		n++
	}
	b := a == [4]byte{1} // want CT1008
	c := p != pair{}     // want CT1008
	d := e == any(3)     // want CT1008
	if e == nil || s == "" {
		n++
	}
	_, _, _ = b, c, d
	return n
}

//ct:secret k
func Maps(k string, m map[string]int) int {
	m[k] = 1     // want CT1009
	delete(m, k) // want CT1009
	return m[k]  // want CT1009
}

//ct:secret n
func Allocate(n int) ([]byte, map[int]int, chan int) {
	return make([]byte, 8, n), // want CT1010
		make(map[int]int, n), // want CT1010
		make(chan int, n) // want CT1010
}

//ct:secret n
func Slices(b []byte, s string, n int) ([]byte, string) {
	return b[:n], // want CT1011
		s[n:] // want CT1011
}

//ct:secret k
func Disclose(k []byte, x int) error {
	log.Printf("key %x", k) // want CT1012
	log.Printf("%d", len(k))
	if x == 1 {
		panic(string(k)) // want CT1012
	}
	err := errors.New(string(k)) // want CT1012
	println(k[0])                // want CT1012
	return fmt.Errorf("%w %d", err, x)
}

// Misspelt has a directive that names nothing.
//
//ct:secret kye
func Misspelt(key []byte) {} // want above CT0001

var lonely = 1 //ct:secret
// want above CT0001

func Unused(x int) int {
	return x //ct:allow nothing // want CT0002
}

func Unreasoned() {
	//ct:allow
	// want above CT0001
}

//ct:secret k
func Elsewhere(k byte) byte { return lib.Look(k) + lib.Look(3) }
