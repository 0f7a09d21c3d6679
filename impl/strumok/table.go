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

// subHigh ⊕ subLow is T of a word, in halves. T is a round of Kalyna on one column that
// stays in its place, so the sum of the bytes' shares that submix.Forward holds.
//
//ct:allow table lookup: the card says TableLookup
func subHigh(t *submix.Table, w uint32) uint64 {
	return t[4][byte(w)] ^ t[5][uint16(w)>>8] ^ t[6][byte(w>>16)] ^ t[7][w>>24]
}

//ct:allow table lookup: the card says TableLookup
func subLow(t *submix.Table, w uint32) uint64 {
	return t[0][byte(w)] ^ t[1][uint16(w)>>8] ^ t[2][byte(w>>16)] ^ t[3][w>>24]
}

// shift is s₀·α ⊕ s₁₁·α⁻¹ ⊕ s₁₃. To load the top byte of s₀ is one instruction, to shift
// it out of a register two.
//
//ct:allow table lookup: the card says TableLookup
func shift(a *alphaTables, s0, s11, s13 *[wordSize]byte) uint64 {
	w11 := binary.LittleEndian.Uint64(s11[:])
	return binary.LittleEndian.Uint64(s0[:])<<8 ^ a.mul[s0[7]] ^
		w11>>8 ^ a.div[byte(w11)] ^ binary.LittleEndian.Uint64(s13[:])
}

func setUpTable(s *state) {
	t, a, w := forward, alphas, &s.window
	var r1, r2 uint64
	for i := range setUpSteps {
		next := r2 + binary.LittleEndian.Uint64(w[i+13][:])
		sub := subHigh(t, uint32(r1>>32)) ^ subLow(t, uint32(r1))
		feedback := (binary.LittleEndian.Uint64(w[i+15][:]) + r1) ^ r2
		binary.LittleEndian.PutUint64(w[i+16][:], shift(a, &w[i], &w[i+11], &w[i+13])^feedback)
		r1, r2 = next, sub
	}
	s.r1, s.r2 = r1, r2
	s.advance(setUpSteps)
}

func xorTable(s *state, dst, src []byte) {
	for ; len(src) >= batchSize && len(dst) >= batchSize; dst, src = dst[batchSize:], src[batchSize:] {
		xorTableBatch(s, (*[batchSize]byte)(dst), (*[batchSize]byte)(src))
	}
	t, a, w := forward, alphas, &s.window
	r1, r2 := s.r1, s.r2
	n := min(len(src)/wordSize, batch) // never batch, but the compiler does not know
	for i := 0; i < batch && len(src) >= wordSize && len(dst) >= wordSize; i++ {
		next := r2 + binary.LittleEndian.Uint64(w[i+13][:])
		sub := subHigh(t, uint32(r1>>32)) ^ subLow(t, uint32(r1))
		z := (binary.LittleEndian.Uint64(w[i+15][:]) + r1) ^ r2 ^ binary.LittleEndian.Uint64(w[i][:])
		binary.LittleEndian.PutUint64(dst, binary.LittleEndian.Uint64(src)^z)
		binary.LittleEndian.PutUint64(w[i+16][:], shift(a, &w[i], &w[i+11], &w[i+13]))
		r1, r2 = next, sub
		dst, src = dst[wordSize:], src[wordSize:]
	}
	s.r1, s.r2 = r1, r2
	s.advance(n)
}

// xorTableBatch is the loop of xorTable with all lengths known. The shift register does
// not wait for the FSM here and could be a batch ahead; but one loop has the fewest
// instructions, and in this order the values of a step just fit into the registers.
func xorTableBatch(s *state, dst, src *[batchSize]byte) {
	t, a, w := forward, alphas, &s.window
	_, _, _, _ = *t, *a, *dst, *src // nil checks, once
	r1, r2 := s.r1, s.r2
	for i := range batch {
		next := r2 + binary.LittleEndian.Uint64(w[i+13][:])
		sub := subHigh(t, uint32(r1>>32)) ^ subLow(t, uint32(r1))
		z := (binary.LittleEndian.Uint64(w[i+15][:]) + r1) ^ r2 ^ binary.LittleEndian.Uint64(w[i][:])
		binary.LittleEndian.PutUint64(dst[8*i:8*i+8], binary.LittleEndian.Uint64(src[8*i:8*i+8])^z)
		binary.LittleEndian.PutUint64(w[i+16][:], shift(a, &w[i], &w[i+11], &w[i+13]))
		r1, r2 = next, sub
	}
	s.r1, s.r2 = r1, r2
	s.advance(batch)
}
