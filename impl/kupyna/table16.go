package kupyna

import (
	"encoding/binary"

	"github.com/zvirka/zvirka/impl/internal/submix"
)

func compress16(t *submix.Table, h *[16]uint64, p []byte) {
	var x, y, u, v [16][8]byte
	for ; len(p) >= 128; p = p[128:] {
		for j := range h {
			m := binary.LittleEndian.Uint64(p[8*j:])
			binary.LittleEndian.PutUint64(x[j][:], h[j]^m^pConstant(0, j))
			binary.LittleEndian.PutUint64(u[j][:], m+qConstant(0, 15-j))
		}
		for i := 0; i < rounds16; i += 2 {
			roundP16(t, &y, &x, i+1)
			roundQ16(t, &v, &u, i+1)
			roundP16(t, &x, &y, i+2)
			roundQ16(t, &u, &v, i+2)
		}
		for j := range h {
			h[j] ^= binary.LittleEndian.Uint64(x[j][:]) ^ pConstant(rounds16, j) ^
				(binary.LittleEndian.Uint64(u[j][:]) - qConstant(rounds16, 15-j))
		}
	}
}

func finish16(t *submix.Table, h *[16]uint64) {
	var x, y [16][8]byte
	for j := range h {
		binary.LittleEndian.PutUint64(x[j][:], h[j]^pConstant(0, j))
	}
	for i := 0; i < rounds16; i += 2 {
		roundP16(t, &y, &x, i+1)
		roundP16(t, &x, &y, i+2)
	}
	for j := range h {
		h[j] ^= binary.LittleEndian.Uint64(x[j][:]) ^ pConstant(rounds16, j)
	}
}

// roundP16 is a round of P without its constants, and then those of round i.
func roundP16(t *submix.Table, y, x *[16][8]byte, i int) {
	k := uint64(i)
	binary.LittleEndian.PutUint64(y[0][:], column(t, &x[0], &x[15], &x[14], &x[13], &x[12], &x[11], &x[10], &x[5])^(k+0x0))
	binary.LittleEndian.PutUint64(y[1][:], column(t, &x[1], &x[0], &x[15], &x[14], &x[13], &x[12], &x[11], &x[6])^(k+0x10))
	binary.LittleEndian.PutUint64(y[2][:], column(t, &x[2], &x[1], &x[0], &x[15], &x[14], &x[13], &x[12], &x[7])^(k+0x20))
	binary.LittleEndian.PutUint64(y[3][:], column(t, &x[3], &x[2], &x[1], &x[0], &x[15], &x[14], &x[13], &x[8])^(k+0x30))
	binary.LittleEndian.PutUint64(y[4][:], column(t, &x[4], &x[3], &x[2], &x[1], &x[0], &x[15], &x[14], &x[9])^(k+0x40))
	binary.LittleEndian.PutUint64(y[5][:], column(t, &x[5], &x[4], &x[3], &x[2], &x[1], &x[0], &x[15], &x[10])^(k+0x50))
	binary.LittleEndian.PutUint64(y[6][:], column(t, &x[6], &x[5], &x[4], &x[3], &x[2], &x[1], &x[0], &x[11])^(k+0x60))
	binary.LittleEndian.PutUint64(y[7][:], column(t, &x[7], &x[6], &x[5], &x[4], &x[3], &x[2], &x[1], &x[12])^(k+0x70))
	binary.LittleEndian.PutUint64(y[8][:], column(t, &x[8], &x[7], &x[6], &x[5], &x[4], &x[3], &x[2], &x[13])^(k+0x80))
	binary.LittleEndian.PutUint64(y[9][:], column(t, &x[9], &x[8], &x[7], &x[6], &x[5], &x[4], &x[3], &x[14])^(k+0x90))
	binary.LittleEndian.PutUint64(y[10][:], column(t, &x[10], &x[9], &x[8], &x[7], &x[6], &x[5], &x[4], &x[15])^(k+0xa0))
	binary.LittleEndian.PutUint64(y[11][:], column(t, &x[11], &x[10], &x[9], &x[8], &x[7], &x[6], &x[5], &x[0])^(k+0xb0))
	binary.LittleEndian.PutUint64(y[12][:], column(t, &x[12], &x[11], &x[10], &x[9], &x[8], &x[7], &x[6], &x[1])^(k+0xc0))
	binary.LittleEndian.PutUint64(y[13][:], column(t, &x[13], &x[12], &x[11], &x[10], &x[9], &x[8], &x[7], &x[2])^(k+0xd0))
	binary.LittleEndian.PutUint64(y[14][:], column(t, &x[14], &x[13], &x[12], &x[11], &x[10], &x[9], &x[8], &x[3])^(k+0xe0))
	binary.LittleEndian.PutUint64(y[15][:], column(t, &x[15], &x[14], &x[13], &x[12], &x[11], &x[10], &x[9], &x[4])^(k+0xf0))
}

// roundQ16 is a round of Q without its constants, and then those of round i.
func roundQ16(t *submix.Table, y, x *[16][8]byte, i int) {
	k := qConstant(i, 0)
	binary.LittleEndian.PutUint64(y[0][:], column(t, &x[0], &x[15], &x[14], &x[13], &x[12], &x[11], &x[10], &x[5])+(k+0xf<<60))
	binary.LittleEndian.PutUint64(y[1][:], column(t, &x[1], &x[0], &x[15], &x[14], &x[13], &x[12], &x[11], &x[6])+(k+0xe<<60))
	binary.LittleEndian.PutUint64(y[2][:], column(t, &x[2], &x[1], &x[0], &x[15], &x[14], &x[13], &x[12], &x[7])+(k+0xd<<60))
	binary.LittleEndian.PutUint64(y[3][:], column(t, &x[3], &x[2], &x[1], &x[0], &x[15], &x[14], &x[13], &x[8])+(k+0xc<<60))
	binary.LittleEndian.PutUint64(y[4][:], column(t, &x[4], &x[3], &x[2], &x[1], &x[0], &x[15], &x[14], &x[9])+(k+0xb<<60))
	binary.LittleEndian.PutUint64(y[5][:], column(t, &x[5], &x[4], &x[3], &x[2], &x[1], &x[0], &x[15], &x[10])+(k+0xa<<60))
	binary.LittleEndian.PutUint64(y[6][:], column(t, &x[6], &x[5], &x[4], &x[3], &x[2], &x[1], &x[0], &x[11])+(k+0x9<<60))
	binary.LittleEndian.PutUint64(y[7][:], column(t, &x[7], &x[6], &x[5], &x[4], &x[3], &x[2], &x[1], &x[12])+(k+0x8<<60))
	binary.LittleEndian.PutUint64(y[8][:], column(t, &x[8], &x[7], &x[6], &x[5], &x[4], &x[3], &x[2], &x[13])+(k+0x7<<60))
	binary.LittleEndian.PutUint64(y[9][:], column(t, &x[9], &x[8], &x[7], &x[6], &x[5], &x[4], &x[3], &x[14])+(k+0x6<<60))
	binary.LittleEndian.PutUint64(y[10][:], column(t, &x[10], &x[9], &x[8], &x[7], &x[6], &x[5], &x[4], &x[15])+(k+0x5<<60))
	binary.LittleEndian.PutUint64(y[11][:], column(t, &x[11], &x[10], &x[9], &x[8], &x[7], &x[6], &x[5], &x[0])+(k+0x4<<60))
	binary.LittleEndian.PutUint64(y[12][:], column(t, &x[12], &x[11], &x[10], &x[9], &x[8], &x[7], &x[6], &x[1])+(k+0x3<<60))
	binary.LittleEndian.PutUint64(y[13][:], column(t, &x[13], &x[12], &x[11], &x[10], &x[9], &x[8], &x[7], &x[2])+(k+0x2<<60))
	binary.LittleEndian.PutUint64(y[14][:], column(t, &x[14], &x[13], &x[12], &x[11], &x[10], &x[9], &x[8], &x[3])+(k+0x1<<60))
	binary.LittleEndian.PutUint64(y[15][:], column(t, &x[15], &x[14], &x[13], &x[12], &x[11], &x[10], &x[9], &x[4])+(k+0x0<<60))
}
