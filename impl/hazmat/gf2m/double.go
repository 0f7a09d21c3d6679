package gf2m

import (
	"encoding/binary"
	"fmt"
)

// Double multiplies a block of 16, 32 or 64 bytes by x, in the field of its size: a shift,
// and a fold of the bit that leaves. Another size panics.
//
//ct:secret block
func Double(block []byte) {
	switch len(block) {
	case 16:
		double2((*[16]byte)(block))
	case 32:
		double4((*[32]byte)(block))
	case 64:
		double8((*[64]byte)(block))
	default:
		panic(fmt.Sprintf("gf2m: no field for a block of %d bytes", len(block)))
	}
}

func double2(b *[16]byte) {
	w0, w1 := binary.LittleEndian.Uint64(b[:]), binary.LittleEndian.Uint64(b[8:])
	binary.LittleEndian.PutUint64(b[:], w0<<1^-(w1>>63)&0x87)
	binary.LittleEndian.PutUint64(b[8:], w1<<1|w0>>63)
}

func double4(b *[32]byte) {
	w0, w1 := binary.LittleEndian.Uint64(b[:]), binary.LittleEndian.Uint64(b[8:])
	w2, w3 := binary.LittleEndian.Uint64(b[16:]), binary.LittleEndian.Uint64(b[24:])
	binary.LittleEndian.PutUint64(b[:], w0<<1^-(w3>>63)&0x425)
	binary.LittleEndian.PutUint64(b[8:], w1<<1|w0>>63)
	binary.LittleEndian.PutUint64(b[16:], w2<<1|w1>>63)
	binary.LittleEndian.PutUint64(b[24:], w3<<1|w2>>63)
}

func double8(b *[64]byte) {
	carry := -(binary.LittleEndian.Uint64(b[56:]) >> 63) & 0x125
	for i := 0; i < 64; i += 8 {
		w := binary.LittleEndian.Uint64(b[i : i+8])
		binary.LittleEndian.PutUint64(b[i:i+8], w<<1^carry)
		carry = w >> 63
	}
}
