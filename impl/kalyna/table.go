package kalyna

import (
	"encoding/binary"

	"github.com/zvirka/zvirka/impl/internal/submix"
	"github.com/zvirka/zvirka/spec/kalyna"
)

// column is one column after S, T and L: its byte of row r comes from argument r, which
// is the column that T moves there. Sums are trees, to be short in time.
//
//ct:allow table lookup: the card says TableLookup
func column(t *submix.Table, a, b, c, d, e, f, g, h uint64) uint64 {
	return ((t[0][byte(a)] ^ t[1][byte(b>>8)]) ^ (t[2][byte(c>>16)] ^ t[3][uint32(d)>>24])) ^
		((t[4][byte(e>>32)] ^ t[5][byte(f>>40)]) ^ (t[6][byte(g>>48)] ^ t[7][h>>56]))
}

// columnKey is column ⊕ k. The key meets the byte of row 0, which is there first, as it
// needs no shift: where one block waits for each round, that is a cycle a round. Rows 1
// and 3 are cut out by a move of 16 or 32 bits and a shift, one instruction less.
//
//ct:allow table lookup: the card says TableLookup
func columnKey(t *submix.Table, k, a, b, c, d, e, f, g, h uint64) uint64 {
	return (((k ^ t[0][byte(a)]) ^ t[1][uint16(b)>>8]) ^ (t[2][byte(c>>16)] ^ t[3][uint32(d)>>24])) ^
		((t[4][byte(e>>32)] ^ t[5][byte(f>>40)]) ^ (t[6][byte(g>>48)] ^ t[7][h>>56]))
}

// columnBytes is column where the columns of rows 5 and 6 lie in memory too: to load a
// byte is one instruction, to shift it out of a register three. Loads are the scarcer
// from about four rows on.
//
//ct:allow table lookup: the card says TableLookup
func columnBytes(t *submix.Table, a, b, c, d, e uint64, f, g *[8]byte, h uint64) uint64 {
	return (t[0][byte(a)] ^ t[1][byte(b>>8)] ^ t[2][byte(c>>16)] ^ t[3][uint32(d)>>24]) ^
		(t[4][byte(e>>32)] ^ t[5][f[5]] ^ t[6][g[6]] ^ t[7][h>>56])
}

// unmixLow(w) ⊕ unmixHigh(w) is L⁻¹ on one column. Inverse undoes a substitution before
// that, so one is done first. In halves, because the compiler puts these in line.
//
//ct:allow table lookup: the card says TableLookup
func unmixLow(w uint64) uint64 {
	t := &submix.Inverse
	return (t[0][kalyna.Pi0[byte(w)]] ^ t[1][kalyna.Pi1[byte(w>>8)]]) ^
		(t[2][kalyna.Pi2[byte(w>>16)]] ^ t[3][kalyna.Pi3[uint32(w)>>24]])
}

//ct:allow table lookup: the card says TableLookup
func unmixHigh(w uint64) uint64 {
	t := &submix.Inverse
	return (t[4][kalyna.Pi0[byte(w>>32)]] ^ t[5][kalyna.Pi1[byte(w>>40)]]) ^
		(t[6][kalyna.Pi2[byte(w>>48)]] ^ t[7][kalyna.Pi3[w>>56]])
}

// unsub is S⁻¹ on rows 0 to 3 of a column, whose byte of row r comes from argument r;
// rows 4 to 7 have the same substitutions.
//
//ct:allow table lookup: the card says TableLookup
func unsub(a, b, c, d uint64) uint64 {
	return (uint64(kalyna.InvPi0[byte(a)]) | uint64(kalyna.InvPi1[byte(b>>8)])<<8) |
		(uint64(kalyna.InvPi2[byte(c>>16)])<<16 | uint64(kalyna.InvPi3[uint32(d)>>24])<<24)
}

// unsubBytes is S⁻¹ on all rows of a column, where the columns lie in memory.
//
//ct:allow table lookup: the card says TableLookup
func unsubBytes(a, b, c, d, e, f, g, h *[8]byte) uint64 {
	return ((uint64(kalyna.InvPi0[a[0]]) | uint64(kalyna.InvPi1[b[1]])<<8) |
		(uint64(kalyna.InvPi2[c[2]])<<16 | uint64(kalyna.InvPi3[d[3]])<<24)) |
		((uint64(kalyna.InvPi0[e[4]])<<32 | uint64(kalyna.InvPi1[f[5]])<<40) |
			(uint64(kalyna.InvPi2[g[6]])<<48 | uint64(kalyna.InvPi3[h[7]])<<56))
}

// A keys is a key schedule in the order of its use, W being the words of a block.
//
// The cipher is x + first, the rounds, x + last; a round is S, T and L by way of t and
// then ⊕ its key. The last round of the text has no key between L and the addition of
// K[t], so its key here is zero.
//
// The inverse cipher is x - first, L⁻¹, the rounds, T⁻¹ and S⁻¹, x - last; a round is
// S⁻¹, T⁻¹ and L⁻¹ and then ⊕ its key. The text has L⁻¹ first, after ⊕ K[i]: as
// L⁻¹(x ⊕ K[i]) = L⁻¹(x) ⊕ L⁻¹(K[i]), it moves before a key to which it was applied.
type keys[W any] struct {
	t      *submix.Table
	first  W   // K[0], or K[t] of the inverse cipher
	rounds []W // K[1] .. K[t-1], 0; or L⁻¹ of K[t-1] .. K[1]
	last   W   // K[t], or K[0]
}

func newTable(blockSize int, key []byte) *Cipher {
	switch blockSize {
	case BlockSize128:
		return newTable128(key)
	case BlockSize256:
		return newTable256(key)
	default:
		return newTable512(key)
	}
}

// repeatKey returns the key words, repeated to eight. There are 2, 4 or 8, so a word of
// a rotation of the key has the same index in both modulo eight.
func repeatKey(key []byte) (k [8]uint64) {
	for i := range k {
		k[i] = binary.LittleEndian.Uint64(key[8*i&(len(key)-1):])
	}
	return k
}
