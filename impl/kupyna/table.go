package kupyna

import "github.com/zvirka/zvirka/impl/internal/submix"

// The rounds of P and Q by columns of the state.
const (
	rounds8  = 10
	rounds16 = 14
)

// pConstant is what P adds to column j by exclusive or before round i.
func pConstant(i, j int) uint64 { return uint64(j)<<4 | uint64(i) }

// qConstant is what Q adds modulo 2⁶⁴ before round i to the column that has k columns
// after it. The round is in four bits that 16k leaves free, so the text's ⊕ is an |.
func qConstant(i, k int) uint64 {
	return 0x00f0f0f0f0f0f0f3 | uint64(k)<<60 | uint64(i)<<56
}

// column is one column after S, T and L: its byte of row r comes from argument r, which
// is the column that T moves there.
func column(t *submix.Table, a, b, c, d, e, f, g, h *[8]byte) uint64 {
	return ((t[0][a[0]] ^ t[1][b[1]]) ^ (t[2][c[2]] ^ t[3][d[3]])) ^
		((t[4][e[4]] ^ t[5][f[5]]) ^ (t[6][g[6]] ^ t[7][h[7]]))
}
