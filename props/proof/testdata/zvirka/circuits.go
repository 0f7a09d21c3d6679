package zvirka

import (
	"math/bits"

	"github.com/zvirka/zvirka/impl/kalyna"
	"github.com/zvirka/zvirka/impl/strumok"
	reference "github.com/zvirka/zvirka/reference/kalyna"
	spec "github.com/zvirka/zvirka/spec/kalyna"
)

// The constants that the circuits leave to their callers, by row.
const (
	circuitIn  = 0x9b97c3d49b97c3d4
	circuitOut = 0x1d24a87e1d24a87e
)

// planes applies f to the 64 bytes that eight words hold, word b having bit b of each, and
// rotates what comes out by n bits.
func planes(z, x *[8]uint64, n int, f func(byte) byte) {
	var out [8]uint64
	for i := range 64 {
		var b byte
		for k := range 8 {
			b |= byte(x[k]>>i&1) << k
		}
		y := f(b)
		for k := range 8 {
			out[k] |= uint64(y>>k&1) << i
		}
	}
	for k := range 8 {
		z[k] = bits.RotateLeft64(out[k], n)
	}
}

func circuit(row int, z, x *[8]uint64, n int) {
	in, out := byte(uint64(circuitIn)>>(8*row)), byte(uint64(circuitOut)>>(8*row))
	planes(z, x, n, func(b byte) byte { return spec.Pi(row)[b^in] ^ out })
}

func invCircuit(row int, z, x, k *[8]uint64, n int) {
	in, out := byte(uint64(circuitIn)>>(8*row)), byte(uint64(circuitOut)>>(8*row))
	planes(z, x, n, func(b byte) byte { return spec.InvPi(row)[reference.Mul(0x66, b)^out] ^ in })
	for i := range z {
		z[i] ^= k[i]
	}
}

// Pi0 and the others have the shapes of submix's circuits.
func Pi0(z, x *[8]uint64, n int)       { circuit(0, z, x, n) }
func Pi1(z, x *[8]uint64, n int)       { circuit(1, z, x, n) }
func Pi2(z, x *[8]uint64, n int)       { circuit(2, z, x, n) }
func Pi3(z, x *[8]uint64, n int)       { circuit(3, z, x, n) }
func InvPi0(z, x, k *[8]uint64, n int) { invCircuit(0, z, x, k, n) }
func InvPi1(z, x, k *[8]uint64, n int) { invCircuit(1, z, x, k, n) }
func InvPi2(z, x, k *[8]uint64, n int) { invCircuit(2, z, x, k, n) }
func InvPi3(z, x, k *[8]uint64, n int) { invCircuit(3, z, x, k, n) }

// EncryptCT is the constant-time path of impl/kalyna.
func EncryptCT(key, block []byte) []byte {
	c, err := kalyna.NewConstantTime(len(block), key)
	if err != nil {
		panic(err)
	}
	out := make([]byte, len(block))
	c.Encrypt(out, block)
	return out
}

// DecryptCT is its inverse.
func DecryptCT(key, block []byte) []byte {
	c, err := kalyna.NewConstantTime(len(block), key)
	if err != nil {
		panic(err)
	}
	out := make([]byte, len(block))
	c.Decrypt(out, block)
	return out
}

// KeystreamCT is the constant-time path of impl/strumok.
func KeystreamCT(key, iv []byte, n int) []byte {
	s, err := strumok.NewConstantTime(key, iv)
	if err != nil {
		panic(err)
	}
	out := make([]byte, n)
	s.XORKeyStream(out, out)
	return out
}
