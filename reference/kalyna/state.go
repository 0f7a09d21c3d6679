package kalyna

import (
	"encoding/binary"
	"fmt"

	spec "github.com/zvirka/zvirka/spec/kalyna"
)

// A State is the matrix G of 8 rows and c columns of bytes, G[row][column] [4].
type State [spec.Rows][]byte

// NewState fills a state with the 8c bytes of a block, column by column [4].
func NewState(block []byte) State {
	checkBlock(len(block))
	return StateOf(block)
}

// StateOf fills a state as NewState does, but with any number of columns: Kupyna and
// Strumok apply the steps below to states that Kalyna has not. It panics if the bytes are
// no whole columns.
func StateOf(columns []byte) State {
	if len(columns)%8 != 0 {
		panic(fmt.Sprintf("reference/kalyna: %d bytes are no whole columns", len(columns)))
	}
	G := emptyState(len(columns) / 8)
	for i, b := range columns {
		G[i%8][i/8] = b
	}
	return G
}

// Bytes returns the block that fills the state: the inverse of NewState.
func (G State) Bytes() []byte {
	block := make([]byte, 8*G.columns())
	for i := range block {
		block[i] = G[i%8][i/8]
	}
	return block
}

func checkBlock(blockSize int) {
	switch blockSize {
	case 16, 32, 64:
	default:
		panic(fmt.Sprintf("reference/kalyna: no variant with %d-byte blocks", blockSize))
	}
}

func emptyState(c int) (G State) {
	for r := range G {
		G[r] = make([]byte, c)
	}
	return G
}

// columns returns c.
func (G State) columns() int { return len(G[0]) }

// Round is one round without its key: SubBytes, then ShiftRows, then MixColumns [5.1].
func Round(G State) State { return MixColumns(ShiftRows(SubBytes(G))) }

// InvRound is the inverse of Round [6.1].
func InvRound(G State) State { return InvSubBytes(InvShiftRows(InvMixColumns(G))) }

// AddRoundKey adds a round key of 8c bytes column by column: columns of both are 64-bit
// numbers, the byte of row 0 the least significant, and are added modulo 2⁶⁴ [5.2].
func AddRoundKey(G State, K []byte) State {
	return combine(G, K, func(g, k uint64) uint64 { return g + k })
}

// SubRoundKey is the inverse of AddRoundKey: subtraction modulo 2⁶⁴ [6.1].
func SubRoundKey(G State, K []byte) State {
	return combine(G, K, func(g, k uint64) uint64 { return g - k })
}

// XorRoundKey adds a round key of 8c bytes modulo 2, bit by bit; it is its own inverse [5.1].
func XorRoundKey(G State, K []byte) State {
	return combine(G, K, func(g, k uint64) uint64 { return g ^ k })
}

func combine(G State, K []byte, f func(g, k uint64) uint64) State {
	block := G.Bytes()
	if len(K) != len(block) {
		panic(fmt.Sprintf("reference/kalyna: round key of %d bytes for a state of %d", len(K), len(block)))
	}
	for j := 0; j < len(block); j += 8 {
		g := binary.LittleEndian.Uint64(block[j:])
		k := binary.LittleEndian.Uint64(K[j:])
		binary.LittleEndian.PutUint64(block[j:], f(g, k))
	}
	return StateOf(block)
}

// SubBytes replaces the byte G[r][j] by its image under the substitution π with the
// number r mod 4 [5.3].
func SubBytes(G State) State {
	return substitute(G, spec.Pi)
}

// InvSubBytes is the inverse of SubBytes [6.1].
func InvSubBytes(G State) State {
	return substitute(G, spec.InvPi)
}

func substitute(G State, pi func(row int) string) State {
	H := emptyState(G.columns())
	for r := range G {
		for j, x := range G[r] {
			H[r][j] = pi(r % 4)[x]
		}
	}
	return H
}

// ShiftRows moves row r to the right, cyclically, by s = ⌊r·l/512⌋ columns [5.4].
func ShiftRows(G State) State {
	c := G.columns()
	l := 64 * c
	H := emptyState(c)
	for r := range G {
		s := r * l / 512
		for j := range c {
			H[r][(j+s)%c] = G[r][j]
		}
	}
	return H
}

// InvShiftRows is the inverse of ShiftRows: row r moves to the left [6.1].
func InvShiftRows(G State) State {
	c := G.columns()
	l := 64 * c
	H := emptyState(c)
	for r := range G {
		s := r * l / 512
		for j := range c {
			H[r][j] = G[r][(j+s)%c]
		}
	}
	return H
}

// MixColumns multiplies every column, a vector over GF(2⁸), by the circulant matrix
// whose first row is v = 01 01 05 01 08 06 07 04 [5.5].
func MixColumns(G State) State {
	return multiply(spec.MDS, G)
}

// InvMixColumns is the inverse of MixColumns: multiplication by the inverse matrix, also
// circulant, with the first row ad 95 76 a8 2f 49 d7 ca [6.1].
func InvMixColumns(G State) State {
	return multiply(spec.InvMDS, G)
}

// multiply returns M·G with M[i][j] = v[(j-i) mod 8].
func multiply(v string, G State) State {
	H := emptyState(G.columns())
	for col := range G.columns() {
		for i := range 8 {
			for j := range 8 {
				H[i][col] ^= Mul(v[(j-i+8)%8], G[j][col])
			}
		}
	}
	return H
}

// Mul multiplies in GF(2⁸): bytes are polynomials over GF(2), bit n the coefficient of
// xⁿ, and the product is taken modulo x⁸+x⁴+x³+x²+1 [5.5].
func Mul(a, b byte) byte {
	product := 0
	for n := range 8 { // the sum of b·aₙxⁿ
		product ^= int(a>>n&1) * int(b) << n
	}
	for n := 14; n >= 8; n-- { // without the term of xⁿ, from the highest down
		product ^= product >> n & 1 * spec.Poly << (n - 8)
	}
	return byte(product)
}
