package kalyna

import (
	"math/big"
	"slices"

	spec "github.com/zvirka/zvirka/spec/kalyna"
)

// RoundKeys returns the round keys K[0] .. K[t] for blocks of blockSize bytes, each as
// the blockSize bytes in which a block of the same content would be given [7].
func RoundKeys(blockSize int, key []byte) [][]byte {
	p := variant(blockSize, key)
	KT := IntermediateKey(blockSize, key)
	K := make([][]byte, p.Rounds+1)
	for i := range K {
		if i%2 == 0 {
			K[i] = EvenRoundKey(blockSize, key, KT, i)
		} else {
			K[i] = OddRoundKey(K[i-1])
		}
	}
	return K
}

// IntermediateKey returns the intermediate key KT of blockSize bytes [7.1].
func IntermediateKey(blockSize int, key []byte) []byte {
	p := variant(blockSize, key)
	l, k := 8*blockSize, 8*len(key)

	// Kα and Kω are both the key when k = l, its first and its second half when k = 2l.
	Kalpha, Komega := key[:blockSize], key[:blockSize]
	if p.KeyWords == 2*p.Words {
		Komega = key[blockSize:]
	}

	// The initial state is the number (l+k+64)/64.
	block := make([]byte, blockSize)
	block[0] = byte((l + k + 64) / 64)

	G := NewState(block)
	G = Round(AddRoundKey(G, Kalpha))
	G = Round(XorRoundKey(G, Komega))
	G = Round(AddRoundKey(G, Kalpha))
	return G.Bytes()
}

// EvenRoundKey returns the round key K[i] of blockSize bytes, i even, from the key and
// its intermediate key [7.2].
func EvenRoundKey(blockSize int, key, KT []byte, i int) []byte {
	variant(blockSize, key) // panics unless there is one
	p := AddRoundKey(NewState(KT), V(blockSize, i)).Bytes()

	G := NewState(initialWords(blockSize, key, i))
	G = Round(AddRoundKey(G, p))
	G = Round(XorRoundKey(G, p))
	G = AddRoundKey(G, p)
	return G.Bytes()
}

// V returns the constant Vᵢ, i even: the l-bit number, first byte least significant,
// whose 64-bit words are all 0x0001000100010001, shifted left by i/2 bits; bits that
// leave the top are dropped [7.2].
func V(blockSize, i int) []byte {
	checkBlock(blockSize)
	l := uint(8 * blockSize)
	word := new(big.Int).SetUint64(spec.EvenKeyConstant)
	v := new(big.Int)
	for n := uint(0); n < l; n += 64 {
		v.Or(v, new(big.Int).Lsh(word, n))
	}
	v.Lsh(v, uint(i/2))
	v.Mod(v, new(big.Int).Lsh(big.NewInt(1), l))

	bytes := v.FillBytes(make([]byte, blockSize))
	slices.Reverse(bytes) // FillBytes writes the most significant byte first
	return bytes
}

// initialWords returns the part of the rotated key from which K[i] is made [7.2].
func initialWords(blockSize int, key []byte, i int) []byte {
	switch {
	case len(key) == blockSize:
		return rotateWords(key, i/2)
	case i%4 == 0:
		return rotateWords(key, i/4)[:blockSize] // the first half
	default:
		return rotateWords(key, i/4)[blockSize:] // the second half
	}
}

// rotateWords returns the 64-bit words of the key rotated so that word m comes first,
// m counted modulo their number.
func rotateWords(key []byte, m int) []byte {
	m %= len(key) / 8
	return slices.Concat(key[8*m:], key[:8*m])
}

// OddRoundKey returns the round key K[i], i odd, from K[i-1]: the same bytes with the
// first l/32+3 moved to the end [7.3].
//
// The text says this as a cyclic shift "left" by l/4+24 bits, left being "towards the
// most significant". Read as the rotation of an l-bit number whose first byte is the
// least significant, as everywhere else in the text, that moves the last bytes to the
// front, and gives other ciphertexts than the standard's own examples. Decision: the
// shift is that of the byte string, towards its beginning. All round keys the text
// prints for its examples agree with this reading and with no other.
func OddRoundKey(even []byte) []byte {
	l := 8 * len(even)
	m := l/32 + 3
	return slices.Concat(even[m:], even[:m])
}
