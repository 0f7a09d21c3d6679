package kupyna

//go:generate go run ./gen

import "github.com/zvirka/zvirka/impl/internal/submix"

// column is one column after S, T and L: its byte of row r comes from argument r, which
// is the column that T moves there. The state lies in memory as bytes: to load one is one
// instruction, to cut it out of a register up to three.
//
//ct:allow table lookup: the card says TableLookup
func column(t *submix.Table, a, b, c, d, e, f, g, h *[8]byte) uint64 {
	return ((t[0][a[0]] ^ t[1][b[1]]) ^ (t[2][c[2]] ^ t[3][d[3]])) ^
		((t[4][e[4]] ^ t[5][f[5]]) ^ (t[6][g[6]] ^ t[7][h[7]]))
}
