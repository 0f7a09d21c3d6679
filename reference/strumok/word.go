package strumok

import (
	"encoding/binary"

	"github.com/zvirka/zvirka/reference/kalyna"
	spec "github.com/zvirka/zvirka/spec/strumok"
)

// T is the non-linear substitution of a word: the bytes, taken as one column of the state
// of Kalyna, are substituted and mixed as there [7].
func T(w uint64) uint64 {
	column := binary.LittleEndian.AppendUint64(nil, w)
	G := kalyna.MixColumns(kalyna.SubBytes(kalyna.StateOf(column)))
	return binary.LittleEndian.Uint64(G.Bytes())
}

// MulAlpha multiplies by α, the root z of g, in GF(2⁶⁴) = GF(2⁸)[z]/g(z) [2]. Byte i of a
// word is the coefficient of zⁱ.
func MulAlpha(w uint64) uint64 {
	// w·z has degree 8; what goes beyond 7 is its leading coefficient times g.
	a := coefficients(w)
	lead := a[7]
	var product [8]byte
	for i := range 8 {
		if i > 0 {
			product[i] = a[i-1]
		}
		product[i] ^= kalyna.Mul(lead, spec.G[i])
	}
	return word(product)
}

// DivAlpha multiplies by α⁻¹, and so inverts MulAlpha [2].
func DivAlpha(w uint64) uint64 {
	// With q = w₀/g₀ the polynomial w + q·g, of degree 8, has no constant term and can be
	// divided by z. Its leading coefficient is q.
	a := coefficients(w)
	q := kalyna.Mul(a[0], inverse(spec.G[0]))
	var quotient [8]byte
	for i := range 7 {
		quotient[i] = a[i+1] ^ kalyna.Mul(q, spec.G[i+1])
	}
	quotient[7] = q
	return word(quotient)
}

// inverse returns the inverse in GF(2⁸), a²⁵⁴; of zero, zero.
func inverse(a byte) byte {
	power := byte(1)
	for range 254 {
		power = kalyna.Mul(power, a)
	}
	return power
}

func coefficients(w uint64) (a [8]byte) {
	binary.LittleEndian.PutUint64(a[:], w)
	return a
}

func word(a [8]byte) uint64 { return binary.LittleEndian.Uint64(a[:]) }
