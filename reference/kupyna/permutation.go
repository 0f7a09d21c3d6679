package kupyna

import (
	"encoding/binary"
	"fmt"

	"github.com/zvirka/zvirka/reference/kalyna"
	spec "github.com/zvirka/zvirka/spec/kupyna"
)

// A State is the matrix G of 8 rows and c = 8 or 16 columns of bytes, G[row][column],
// that Kalyna has too [6.1].
type State = kalyna.State

// NewState fills a state with the 8c bytes of a block, column by column [6.1].
func NewState(block []byte) State {
	G := kalyna.StateOf(block)
	classOf(G)
	return G
}

// P is the permutation that the text calls T⊕: t rounds of constant, substitution, rotation
// of rows and mixing of columns [6].
func P(G State) State {
	for i := range classOf(G).Rounds {
		G = kalyna.MixColumns(ShiftRows(kalyna.SubBytes(XorConstant(G, i))))
	}
	return G
}

// Q is the permutation that the text calls T⁺: the same with the other constant [6].
func Q(G State) State {
	for i := range classOf(G).Rounds {
		G = kalyna.MixColumns(ShiftRows(kalyna.SubBytes(AddConstant(G, i))))
	}
	return G
}

// XorConstant adds the constant of T⊕ in round i, modulo 2: in column j the byte of row 0
// is 16j ⊕ i, the others are zero [6.2].
func XorConstant(G State, i int) State {
	constant := make([]byte, 0, 128)
	for j := range classOf(G).Columns {
		constant = append(constant, byte(spec.ColumnStep*j^i), 0, 0, 0, 0, 0, 0, 0)
	}
	return kalyna.XorRoundKey(G, constant)
}

// AddConstant adds the constant of T⁺ in round i, modulo 2⁶⁴ column by column: in column j
// its bytes from the least significant are f3 f0 f0 f0 f0 f0 f0 and 16(c-1-j) with i [6.2].
//
// Where the text says how i enters, what was read of it is damaged. Decision: ⊕ into the
// last byte, as the designers' code does and all examples demand. Plain addition is the
// same, for i < 16 and 16(c-1-j) has no bits there.
func AddConstant(G State, i int) State {
	c := classOf(G).Columns
	constant := make([]byte, 0, 128)
	for j := range c {
		last := spec.ColumnStep*(c-1-j) ^ i
		constant = binary.LittleEndian.AppendUint64(constant, spec.PlusConstant|uint64(last)<<56)
	}
	return kalyna.AddRoundKey(G, constant)
}

// ShiftRows moves row r to the right, cyclically, by r columns, but row 7 by 11 when
// c = 16 [6.4].
func ShiftRows(G State) State {
	p := classOf(G)
	var H State
	for r := range G {
		H[r] = make([]byte, p.Columns)
		for j := range p.Columns {
			H[r][(j+p.Shift[r])%p.Columns] = G[r][j]
		}
	}
	return H
}

// classOf returns the figures that go with the number of the state's columns.
func classOf(G State) spec.Class {
	for _, p := range spec.Classes() {
		if p.Columns == len(G[0]) {
			return p
		}
	}
	panic(fmt.Sprintf("reference/kupyna: no state with %d columns", len(G[0])))
}
