// Package semantics has functions over most of what the executor knows of Go, to be run both ways.
package semantics

import (
	"encoding/binary"
	"math/bits"
)

// Signed goes through the operators of signed numbers.
func Signed(a, b int64, c int32, d int16, e int8) (r []int64) {
	r = append(r, a+b, a-b, a*b, a&b, a|b, a^b, a&^b, -a, ^b)
	r = append(r, a>>3, a<<5, int64(c)>>31, int64(c<<7), int64(d*d), int64(e)<<60, int64(int8(d)), int64(uint8(e)), int64(uint16(c)))
	if b != 0 {
		r = append(r, a/b, a%b)
	}
	if a < b || c > 5 && d <= 3 || e >= 0 {
		r = append(r, 1)
	} else {
		r = append(r, 2)
	}
	return r
}

// Unsigned goes through the operators of numbers without sign.
func Unsigned(a, b uint64, c uint32, d uint16, e uint8) (r []uint64) {
	r = append(r, a+b, a-b, a*b, a>>7, a<<63, uint64(c)<<31, uint64(c*c), uint64(d<<9), uint64(e+200), uint64(^e), uint64(int8(e)), uint64(int32(c)))
	r = append(r, a/8, a%16, a>>(e&63), a<<(e&127), uint64(d>>(e&15)))
	hi, lo := bits.Mul64(a, b)
	sum, carry := bits.Add64(a, b, uint64(e&1))
	difference, borrow := bits.Sub64(a, b, uint64(e&1))
	r = append(r, hi, lo, sum, carry, difference, borrow)
	r = append(r, bits.RotateLeft64(a, 13), uint64(bits.RotateLeft32(c, -5)), bits.ReverseBytes64(a), bits.Reverse64(b), uint64(bits.OnesCount64(a)))
	if a > b {
		r = append(r, max(a, b), min(a, b, 77))
	}
	return r
}

type point struct {
	x, y  uint32
	inner [2]struct{ z []byte }
}

type shape interface{ area(k uint32) uint32 }

func (p point) area(k uint32) uint32 { return p.x*p.y + k }

type square uint32

func (s *square) area(k uint32) uint32 { *s++; return uint32(*s) * k }

// Memory goes through structs, arrays, slices, pointers, closures, interfaces and generics.
func Memory(a []byte, x, y uint32) (r []uint32) {
	p := point{x: x, y: y}
	q := p
	q.x++
	p.inner[1].z = a[1:3]
	p.inner[1].z[0] ^= 0xff
	s := square(x)
	for _, f := range []shape{p, q, &s, &s} {
		r = append(r, f.area(y))
	}
	b := append(a[:2:2], a...)
	b[0] = 7
	n := copy(b[1:], "copied")
	clear(b[3:4])
	add := func(v uint32) { r = append(r, v, x); x += v }
	add(uint32(n))
	add(uint32(len(b)) + uint32(cap(a[:1])))
	var grid [3][4]uint32
	for i := range grid {
		for j := range 4 {
			grid[i][j] = uint32(i)<<8 | uint32(j)
		}
	}
	row := &grid[1]
	row[2] = sum(grid[2][:])
	r = append(r, grid[1][2], sum([]uint32{x, y}))
	copyOf := grid
	copyOf[0][0] = 9
	r = append(r, grid[0][0], binary.LittleEndian.Uint32(b), uint32(binary.BigEndian.Uint16(a)))
	switch v := any(p).(type) {
	case point:
		r = append(r, v.y)
	default:
		r = append(r, 0)
	}
	for i, c := range "aé" {
		r = append(r, uint32(i), uint32(c))
	}
	defer func() { r = append(r, 99) }()
	for _, c := range b {
		r = append(r, uint32(c))
	}
	return r
}

func sum[T uint32 | uint64](all []T) (total T) {
	for _, v := range all {
		total += v
	}
	return total
}

// Branches decides by its arguments in many ways.
func Branches(a, b uint8) (r uint32) {
	table := [4]uint32{5, 9, 2, 7}
	state := make([]uint32, 2)
	if a > 100 {
		state[0] = uint32(b)
		if b&1 == 1 {
			state[1] = table[a&3]
		}
	} else if a == 3 {
		state[0] = 17
	}
	table[b&3] = uint32(a)
	x := uint32(1)
	for i := range uint8(8) {
		if a>>i&1 == 1 {
			x = x*3 ^ uint32(i)
		}
	}
	if a < b && b > 7 {
		return x
	}
	return x + state[0]<<8 + state[1]<<16 + table[1] + table[a>>6]
}
