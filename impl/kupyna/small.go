package kupyna

import (
	"encoding/binary"

	"github.com/zvirka/zvirka/impl/internal/submix"
)

// A smallWidth is what the kernel without derived tables knows of a state's width.
type smallWidth struct {
	rounds int
	shift  [8]int // columns by which row r moves right
}

var (
	small8  = smallWidth{rounds8, [8]int{0, 1, 2, 3, 4, 5, 6, 7}}
	small16 = smallWidth{rounds16, [8]int{0, 1, 2, 3, 4, 5, 6, 11}}
)

func smallCompress(w *smallWidth, h []uint64, p []byte) {
	var x, y [16]uint64
	p8, q8 := x[:len(h)], y[:len(h)]
	for ; len(p) > 0; p = p[8*len(h):] {
		for j := range h {
			q8[j] = binary.LittleEndian.Uint64(p[8*j:])
			p8[j] = h[j] ^ q8[j]
		}
		w.p(p8)
		w.q(q8)
		for j := range h {
			h[j] ^= p8[j] ^ q8[j]
		}
	}
}

func smallFinish(w *smallWidth, h []uint64) {
	var x [16]uint64
	p := x[:len(h)]
	copy(p, h)
	w.p(p)
	for j := range h {
		h[j] ^= p[j]
	}
}

// p is the permutation P.
func (w *smallWidth) p(x []uint64) {
	for i := range w.rounds {
		for j := range x {
			x[j] ^= pConstant(i, j)
		}
		submix.Round(&w.shift, x)
	}
}

// q is the permutation Q.
func (w *smallWidth) q(x []uint64) {
	for i := range w.rounds {
		for j := range x {
			x[j] += qConstant(i, len(x)-1-j)
		}
		submix.Round(&w.shift, x)
	}
}
