package kalyna

import (
	"encoding/binary"

	"github.com/zvirka/zvirka/spec/kalyna"
)

// expandKey returns the round keys K[0] .. K[t], c words each, one after the other
// [7.1-7.3]. round is substitution, row rotation and column mixing of one state in
// place; all else here has neither branch nor address that depends on the key.
func expandKey(p kalyna.Params, key []byte, round func(x []uint64)) []uint64 {
	c, n := p.Words, p.KeyWords
	k := make([]uint64, n)
	loadWords(k, key)

	kt := make([]uint64, c)
	kt[0] = uint64(c + n + 1)
	addWords(kt, k[:c])
	round(kt)
	xorWords(kt, k[n-c:])
	round(kt)
	addWords(kt, k[:c])
	round(kt)

	rk := make([]uint64, (p.Rounds+1)*c)
	shifted := make([]uint64, c) // KT + V, the constant of an even round key
	for i := 0; i <= p.Rounds; i += 2 {
		x := rk[i*c : (i+1)*c]
		first := firstKeyWord(p, i)
		for j := range x {
			// No bit of V crosses a word: the shift is at most 9 of a 16-bit pattern.
			shifted[j] = kt[j] + kalyna.EvenKeyConstant<<(i/2)
			x[j] = k[(first+j)%n]
		}
		addWords(x, shifted)
		round(x)
		xorWords(x, shifted)
		round(x)
		addWords(x, shifted)
		if i < p.Rounds {
			rotateWords(rk[(i+1)*c:(i+2)*c], x, p.OddRotation)
		}
	}
	return rk
}

// firstKeyWord is the index of the key word with which the even round key i starts [7.2].
func firstKeyWord(p kalyna.Params, i int) int {
	switch {
	case p.KeyWords == p.Words:
		return i / 2
	case i%4 == 0:
		return i / 4
	default:
		return i/4 + p.Words
	}
}

// rotateWords sets dst to src as a byte string whose first m bytes are moved to its end.
func rotateWords(dst, src []uint64, m int) {
	q, s := m/8, m%8*8
	for j := range dst {
		lo, hi := src[(j+q)%len(src)], src[(j+q+1)%len(src)]
		dst[j] = lo>>s | hi<<(64-s)
	}
}

func loadWords(dst []uint64, src []byte) {
	for j := range dst {
		dst[j] = binary.LittleEndian.Uint64(src[8*j:])
	}
}

func storeWords(dst []byte, src []uint64) {
	for j, w := range src {
		binary.LittleEndian.PutUint64(dst[8*j:], w)
	}
}

func addWords(x, y []uint64) {
	for j := range x {
		x[j] += y[j]
	}
}

func subWords(x, y []uint64) {
	for j := range x {
		x[j] -= y[j]
	}
}

func xorWords(x, y []uint64) {
	for j := range x {
		x[j] ^= y[j]
	}
}
