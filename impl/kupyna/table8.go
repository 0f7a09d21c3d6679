package kupyna

import (
	"encoding/binary"

	"github.com/zvirka/zvirka/impl/internal/submix"
)

func compress8(t *submix.Table, h *[8]uint64, p []byte) {
	var x, y, u, v [8][8]byte
	for ; len(p) >= 64; p = p[64:] {
		for j := range h {
			m := binary.LittleEndian.Uint64(p[8*j:])
			binary.LittleEndian.PutUint64(x[j][:], h[j]^m^pConstant(0, j))
			binary.LittleEndian.PutUint64(u[j][:], m+qConstant(0, 7-j))
		}
		for i := 0; i < rounds8; i += 2 {
			roundP8(t, &y, &x, i+1)
			roundQ8(t, &v, &u, i+1)
			roundP8(t, &x, &y, i+2)
			roundQ8(t, &u, &v, i+2)
		}
		for j := range h {
			h[j] ^= binary.LittleEndian.Uint64(x[j][:]) ^ pConstant(rounds8, j) ^
				(binary.LittleEndian.Uint64(u[j][:]) - qConstant(rounds8, 7-j))
		}
	}
}

func finish8(t *submix.Table, h *[8]uint64) {
	var x, y [8][8]byte
	for j := range h {
		binary.LittleEndian.PutUint64(x[j][:], h[j]^pConstant(0, j))
	}
	for i := 0; i < rounds8; i += 2 {
		roundP8(t, &y, &x, i+1)
		roundP8(t, &x, &y, i+2)
	}
	for j := range h {
		h[j] ^= binary.LittleEndian.Uint64(x[j][:]) ^ pConstant(rounds8, j)
	}
}

// roundP8 is a round of P without its constants, and then those of round i.
func roundP8(t *submix.Table, y, x *[8][8]byte, i int) {
	k := uint64(i)
	binary.LittleEndian.PutUint64(y[0][:], column(t, &x[0], &x[7], &x[6], &x[5], &x[4], &x[3], &x[2], &x[1])^(k+0x0))
	binary.LittleEndian.PutUint64(y[1][:], column(t, &x[1], &x[0], &x[7], &x[6], &x[5], &x[4], &x[3], &x[2])^(k+0x10))
	binary.LittleEndian.PutUint64(y[2][:], column(t, &x[2], &x[1], &x[0], &x[7], &x[6], &x[5], &x[4], &x[3])^(k+0x20))
	binary.LittleEndian.PutUint64(y[3][:], column(t, &x[3], &x[2], &x[1], &x[0], &x[7], &x[6], &x[5], &x[4])^(k+0x30))
	binary.LittleEndian.PutUint64(y[4][:], column(t, &x[4], &x[3], &x[2], &x[1], &x[0], &x[7], &x[6], &x[5])^(k+0x40))
	binary.LittleEndian.PutUint64(y[5][:], column(t, &x[5], &x[4], &x[3], &x[2], &x[1], &x[0], &x[7], &x[6])^(k+0x50))
	binary.LittleEndian.PutUint64(y[6][:], column(t, &x[6], &x[5], &x[4], &x[3], &x[2], &x[1], &x[0], &x[7])^(k+0x60))
	binary.LittleEndian.PutUint64(y[7][:], column(t, &x[7], &x[6], &x[5], &x[4], &x[3], &x[2], &x[1], &x[0])^(k+0x70))
}

// roundQ8 is a round of Q without its constants, and then those of round i.
func roundQ8(t *submix.Table, y, x *[8][8]byte, i int) {
	k := qConstant(i, 0)
	binary.LittleEndian.PutUint64(y[0][:], column(t, &x[0], &x[7], &x[6], &x[5], &x[4], &x[3], &x[2], &x[1])+(k+0x7<<60))
	binary.LittleEndian.PutUint64(y[1][:], column(t, &x[1], &x[0], &x[7], &x[6], &x[5], &x[4], &x[3], &x[2])+(k+0x6<<60))
	binary.LittleEndian.PutUint64(y[2][:], column(t, &x[2], &x[1], &x[0], &x[7], &x[6], &x[5], &x[4], &x[3])+(k+0x5<<60))
	binary.LittleEndian.PutUint64(y[3][:], column(t, &x[3], &x[2], &x[1], &x[0], &x[7], &x[6], &x[5], &x[4])+(k+0x4<<60))
	binary.LittleEndian.PutUint64(y[4][:], column(t, &x[4], &x[3], &x[2], &x[1], &x[0], &x[7], &x[6], &x[5])+(k+0x3<<60))
	binary.LittleEndian.PutUint64(y[5][:], column(t, &x[5], &x[4], &x[3], &x[2], &x[1], &x[0], &x[7], &x[6])+(k+0x2<<60))
	binary.LittleEndian.PutUint64(y[6][:], column(t, &x[6], &x[5], &x[4], &x[3], &x[2], &x[1], &x[0], &x[7])+(k+0x1<<60))
	binary.LittleEndian.PutUint64(y[7][:], column(t, &x[7], &x[6], &x[5], &x[4], &x[3], &x[2], &x[1], &x[0])+(k+0x0<<60))
}
