// Package zvirka brings implementations and references of this module to one shape, for the
// proofs: words in, words out.
package zvirka

import (
	"encoding/binary"

	"github.com/zvirka/zvirka/reference/kalyna"
)

// state is columns as the reference has them.
func state(columns []uint64) kalyna.State {
	var b []byte
	for _, w := range columns {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	return kalyna.StateOf(b)
}

// words undoes state.
func words(G kalyna.State) []uint64 {
	b := G.Bytes()
	w := make([]uint64, len(b)/8)
	for i := range w {
		w[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
	return w
}

// Mix and InvMix are the column mixing of the reference on one column.
func Mix(w uint64) uint64 { return words(kalyna.MixColumns(state([]uint64{w})))[0] }

// InvMix is its inverse.
func InvMix(w uint64) uint64 { return words(kalyna.InvMixColumns(state([]uint64{w})))[0] }

// XTime multiplies eight bytes by x.
func XTime(w uint64) (p uint64) {
	for i := range 8 {
		p |= uint64(kalyna.Mul(2, byte(w>>(8*i)))) << (8 * i)
	}
	return p
}

// column is one column of a round: substitution, then mixing. Its byte of row r is that of
// argument r.
func column(a, b, c, d, e, f, g, h uint64) uint64 {
	w := a&0xff | b&0xff00 | c&0xff0000 | d&0xff000000 | e&(0xff<<32) | f&(0xff<<40) | g&(0xff<<48) | h&(0xff<<56)
	return words(kalyna.MixColumns(kalyna.SubBytes(state([]uint64{w}))))[0]
}

// Column has the shape of impl/kalyna's column under the forward table.
func Column(t *[8][256]uint64, a, b, c, d, e, f, g, h uint64) uint64 {
	return column(a, b, c, d, e, f, g, h)
}

// SubThenInvSub is the identity, if the tables are inverses.
func SubThenInvSub(w uint64) uint64 {
	return words(kalyna.InvSubBytes(kalyna.SubBytes(state([]uint64{w}))))[0]
}

// InvSubThenSub is the identity, if the tables are inverses.
func InvSubThenSub(w uint64) uint64 {
	return words(kalyna.SubBytes(kalyna.InvSubBytes(state([]uint64{w}))))[0]
}

// Identity returns w.
func Identity(w uint64) uint64 { return w }

// Round has the shape of submix.Round: in place, with the shifts that the reference computes.
func Round(shift *[8]int, x []uint64) { copy(x, words(kalyna.Round(state(x)))) }

// InvRound has the shape of impl/kalyna's smallInvRound.
func InvRound(shift *[8]int, x []uint64) { copy(x, words(kalyna.InvRound(state(x)))) }

// InvColumn has the shape of impl/kalyna's column under the inverse table: the inverse
// substitution, then the inverse mixing.
func InvColumn(t *[8][256]uint64, a, b, c, d, e, f, g, h uint64) uint64 {
	w := a&0xff | b&0xff00 | c&0xff0000 | d&0xff000000 | e&(0xff<<32) | f&(0xff<<40) | g&(0xff<<48) | h&(0xff<<56)
	return InvMix(words(kalyna.InvSubBytes(state([]uint64{w})))[0])
}

// InvSub is the inverse S-boxes on one column.
func InvSub(w uint64) uint64 { return words(kalyna.InvSubBytes(state([]uint64{w})))[0] }

// Unsub has the shape of impl/kalyna's unsub: rows 0 to 3.
func Unsub(a, b, c, d uint64) uint64 {
	return InvSub(a&0xff|b&0xff00|c&0xff0000|d&0xff000000) & 0xffffffff
}

// UnsubBytes has the shape of impl/kalyna's unsubBytes: byte r of argument r.
func UnsubBytes(a, b, c, d, e, f, g, h *[8]byte) uint64 {
	return InvSub(binary.LittleEndian.Uint64([]byte{a[0], b[1], c[2], d[3], e[4], f[5], g[6], h[7]}))
}

// KupynaColumn has the shape of impl/kupyna's column.
func KupynaColumn(t *[8][256]uint64, a, b, c, d, e, f, g, h *[8]byte) uint64 {
	return words(kalyna.MixColumns(kalyna.SubBytes(kalyna.StateOf([]byte{a[0], b[1], c[2], d[3], e[4], f[5], g[6], h[7]}))))[0]
}
