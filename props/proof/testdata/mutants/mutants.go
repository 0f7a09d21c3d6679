// Package mutants has functions beside copies with one mistake, and functions that the executor
// refuses.
package mutants

import "math/bits"

func Shift(w uint64) uint64       { return w<<3 ^ w>>5 }
func ShiftMutant(w uint64) uint64 { return w<<3 ^ w>>6 }

func Constant(w uint64) uint64       { return w & 0x00ff00ff00ff00ff }
func ConstantMutant(w uint64) uint64 { return w & 0x00ff00ff00ff01ff }

func Operator(w uint64) uint64       { return w ^ w>>1 }
func OperatorMutant(w uint64) uint64 { return w | w>>1 }

func Index(x [4]uint64) uint64       { return x[0] ^ x[1]&x[2] }
func IndexMutant(x [4]uint64) uint64 { return x[0] ^ x[1]&x[3] }

func Rotation(w uint64) uint64       { return bits.RotateLeft64(w, 13) }
func RotationMutant(w uint64) uint64 { return bits.RotateLeft64(w, 14) }

func Carry(w, v uint64) uint64       { return w + v }
func CarryMutant(w, v uint64) uint64 { return w + v&^1 }

var table = [256]byte{1: 3, 7: 9, 200: 80}
var tableMutant = [256]byte{1: 3, 7: 9, 200: 81}

func Entry(b byte) byte       { return table[b] }
func EntryMutant(b byte) byte { return tableMutant[b] }

func Branch(b byte) byte {
	if b > 77 {
		return b
	}
	return 0
}

func BranchMutant(b byte) byte {
	if b >= 77 {
		return b
	}
	return 0
}

func Memory(x *[4]uint64)       { x[0], x[3] = x[3], x[0] }
func MemoryMutant(x *[4]uint64) { x[0], x[3] = x[3], x[1] }

func Length(s []byte) []byte       { return s[:3] }
func LengthMutant(s []byte) []byte { return s[:2] }

func UsesMap(x uint64) int        { return map[uint64]int{1: 2}[x] }
func Divides(x uint64) uint64     { return 100 / x }
func UsesFloat(x uint64) uint64   { return uint64(float64(x) * 2) }
func IndexesBeyond(x uint64) byte { return table[x] }
func UsesChannel(x uint64) uint64 { c := make(chan uint64, 1); c <- x; return <-c }

func LoopsOn(x uint64) (n uint64) {
	for x != 0 {
		x &= x - 1
		n++
	}
	return n
}

func PanicsIf(x uint64) uint64 {
	if x == 5 {
		panic("five")
	}
	return x
}

// ReverseBytes reverses bytes one by one.
func ReverseBytes(x uint64) (r uint64) {
	for range 8 {
		r = r<<8 | x&0xff
		x >>= 8
	}
	return r
}

// Branches is semantics.Branches in another order.
func Branches(a, b uint8) (r uint32) {
	table := [4]uint32{5, 9, 2, 7}
	var s0, s1 uint32
	switch {
	case a > 100:
		s0 = uint32(b)
		s1 = table[a&3] * uint32(b&1)
	case a == 3:
		s0 = 17
	}
	x := uint32(1)
	for i := range uint8(8) {
		if a>>i&1 == 0 {
			continue
		}
		x *= 3
		x ^= uint32(i)
	}
	for i := range table {
		if int(b&3) == i {
			table[i] = uint32(a)
		}
	}
	rest := x + s0<<8 + s1<<16 + table[1] + table[a>>6]
	if b > 7 && a < b {
		rest = x
	}
	return rest
}
