package strumok

import (
	"encoding/binary"

	"github.com/zvirka/zvirka/impl/internal/submix"
)

//go:generate go run ./gen

// alphaTables hold what a product with α or α⁻¹ has besides a shifted word: with w₇ and w₀
// the most and least significant bytes of w,
//
//	w·α = w<<8 ⊕ mul[w₇], mul[c] = c·α⁸
//	w·α⁻¹ = w>>8 ⊕ div[w₀], div[c] = c·α⁻¹
type alphaTables struct{ mul, div [256]uint64 }

// What the kernel reaches its tables by. They are variables to keep the compiler from
// knowing the addresses: it would load one anew for each lookup.
var (
	forward = &submix.Forward
	alphas  = &alpha
)

// table is the kernel of fused tables.
var table = kernel{setUpTable, xorTable}

// subLow ⊕ subHigh is T of a word, in halves.
func subLow(t *submix.Table, w uint32) uint64 {
	return t[0][byte(w)] ^ t[1][uint16(w)>>8] ^ t[2][byte(w>>16)] ^ t[3][w>>24]
}

func subHigh(t *submix.Table, w uint32) uint64 {
	return t[4][byte(w)] ^ t[5][uint16(w)>>8] ^ t[6][byte(w>>16)] ^ t[7][w>>24]
}

func setUpTable(s *state) {
	t, a, w := forward, alphas, &s.window
	for i := range setUpSteps + 1 {
		w0 := binary.LittleEndian.Uint64(w[i][:])
		w11 := binary.LittleEndian.Uint64(w[i+11][:])
		w13 := binary.LittleEndian.Uint64(w[i+13][:])
		w16 := w0<<8 ^ a.mul[w0>>56] ^ w11>>8 ^ a.div[byte(w11)] ^ w13
		if i < setUpSteps {
			w16 ^= (binary.LittleEndian.Uint64(w[i+15][:]) + s.r1) ^ s.r2
		}
		binary.LittleEndian.PutUint64(w[i+16][:], w16)
		s.r1, s.r2 = s.r2+w13, subLow(t, uint32(s.r1))^subHigh(t, uint32(s.r1>>32))
	}
	s.advance(setUpSteps + 1)
}

func xorTable(s *state, dst, src []byte) {
	t, a, w := forward, alphas, &s.window
	for len(src) >= wordSize {
		n := min(len(src)/wordSize, batch)
		for i := 0; i < batch && len(src) >= wordSize && len(dst) >= wordSize; i++ {
			w0 := binary.LittleEndian.Uint64(w[i][:])
			w11 := binary.LittleEndian.Uint64(w[i+11][:])
			w13 := binary.LittleEndian.Uint64(w[i+13][:])
			z := (binary.LittleEndian.Uint64(w[i+15][:]) + s.r1) ^ s.r2 ^ w0
			binary.LittleEndian.PutUint64(w[i+16][:], w0<<8^a.mul[w0>>56]^w11>>8^a.div[byte(w11)]^w13)
			binary.LittleEndian.PutUint64(dst, binary.LittleEndian.Uint64(src)^z)
			s.r1, s.r2 = s.r2+w13, subLow(t, uint32(s.r1))^subHigh(t, uint32(s.r1>>32))
			dst, src = dst[wordSize:], src[wordSize:]
		}
		s.advance(n)
	}
}
