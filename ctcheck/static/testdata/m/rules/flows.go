package rules

import (
	"crypto/subtle"
	"encoding/binary"
	"slices"

	"example.org/t/lib"
)

// A box has a secret by annotation and one that is inferred.
type box struct {
	key   [4]byte //ct:secret
	state [4]byte
	size  int
}

//ct:secret key
func newBox(key []byte) *box {
	b := &box{size: len(key)}
	copy(b.state[:], key)
	return b
}

func (b *box) look() byte {
	if b.size > 3 {
		return table[b.key[0]] // want CT1001
	}
	return table[b.state[1]] // want CT1001
}

// Through a closure, a variable that it captures, and a result.
//
//ct:secret k
func Closures(k byte) byte {
	x := byte(0)
	add := func(y byte) { x ^= y & k }
	add(3)
	f := func(i byte) byte { return table[i] } // want CT1001
	return table[x] + f(k)                     // want CT1001
}

type looker interface{ at(i byte) byte }

type plain struct{}

func (plain) at(i byte) byte { return table[i] } // want CT1001

type careful struct{}

func (careful) at(i byte) byte { return i }

//ct:secret k
func Interfaces(k byte, l looker) byte { return l.at(k) }

//ct:secret k
func Generics(k byte) byte {
	public := table[lib.Pass(byte(3))]
	return public + table[lib.Pass(k)] // want CT1001
}

//ct:secret k
func Words(k []byte) byte {
	w := binary.LittleEndian.Uint64(k)
	b := binary.BigEndian.AppendUint64(nil, w)
	c := slices.Clone(b)
	var d [8]byte
	subtle.XORBytes(d[:], c, b)
	n := subtle.XORBytes(d[:], d[:], c) // a length
	return table[n] + table[d[0]]       // want CT1001
}

//ct:secret k
func Channels(k byte) byte {
	c := make(chan byte, 1)
	c <- k
	return table[<-c] // want CT1001
}

//ct:secret a
func Verify(a, b []byte) bool {
	if subtle.ConstantTimeCompare(a, b) == 1 { // want CT1002
		return true
	}
	return verdict(a, b)
}

//ct:declassify the verdict is public
func verdict(a, b []byte) bool { return subtle.ConstantTimeCompare(a, b) == 1 }

//ct:secret a
func Verified(a, b []byte) int {
	if verdict(a, b) {
		return 1
	}
	return 0
}

var global [4]byte

//ct:secret k
func Store(k byte) { global[1] = k }

func Load() byte { return table[global[0]] } // want CT1001

// A border: what a caller of an annotated function gets depends on what it gave.
func Border() byte {
	b := newBox([]byte{1, 2, 3, 4})
	var out [4]byte
	b.mix(out[:], []byte{9})
	return table[out[0]]
}

//ct:secret src
func (b *box) mix(dst, src []byte) {
	for i := range src {
		dst[i] = src[i] ^ b.key[i]
	}
}

//ct:secret k
func Loops(k [3]byte) (n byte) {
	for _, x := range k {
		n += x
	}
	for i, x := range k[:] {
		n += x &^ byte(i)
	}
	for i := range 3 {
		n ^= k[i]
	}
	return table[n] // want CT1001
}
