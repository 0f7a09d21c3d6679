package dstu7624

import (
	"math/big"
	"slices"

	"github.com/zvirka/zvirka/impl/hazmat/gf2m"
	"github.com/zvirka/zvirka/impl/kalyna"
)

// The models are the formulas, a block at a time and a bit at a time, with no thought for
// speed or memory. Only the cipher and gf2m.Double are shared with what they judge.

func modelT(c *kalyna.Cipher, x []byte) []byte {
	y := make([]byte, len(x))
	c.Encrypt(y, x)
	return y
}

func modelU(c *kalyna.Cipher, x []byte) []byte {
	y := make([]byte, len(x))
	c.Decrypt(y, x)
	return y
}

// modelXOR returns x ⊕ y, as long as the shorter.
func modelXOR(x, y []byte) []byte {
	z := make([]byte, min(len(x), len(y)))
	for i := range z {
		z[i] = x[i] ^ y[i]
	}
	return z
}

func modelBlocks(x []byte, n int) [][]byte { return slices.Collect(slices.Chunk(x, n)) }

func modelPad(x []byte, n int) []byte {
	x = slices.Clone(x)
	if len(x)%n != 0 {
		x = append(x, 0x80)
	}
	for len(x)%n != 0 {
		x = append(x, 0)
	}
	return x
}

// modelNumber and modelBytes are little-endian.
func modelNumber(b []byte) *big.Int {
	b = slices.Clone(b)
	slices.Reverse(b)
	return new(big.Int).SetBytes(b)
}

func modelBytes(x *big.Int, n int) []byte {
	b := x.FillBytes(make([]byte, n))
	slices.Reverse(b)
	return b
}

// modelKeystream is that of CTR whose counter counts in the first width bytes.
func modelKeystream(c *kalyna.Cipher, iv []byte, width, size int) []byte {
	s := modelT(c, iv)
	mod := new(big.Int).Lsh(big.NewInt(1), uint(8*width))
	var out []byte
	for i := int64(1); len(out) < size; i++ {
		x := new(big.Int).Add(modelNumber(s[:width]), big.NewInt(i))
		out = append(out, modelT(c, append(modelBytes(x.Mod(x, mod), width), s[width:]...))...)
	}
	return out[:size]
}

func modelCTR(c *kalyna.Cipher, iv, m []byte) []byte {
	return modelXOR(m, modelKeystream(c, iv, len(iv), len(m)))
}

func modelOFB(c *kalyna.Cipher, iv, m []byte) (out []byte) {
	for _, b := range modelBlocks(m, len(iv)) {
		iv = modelT(c, iv)
		out = append(out, modelXOR(b, iv)...)
	}
	return out
}

func modelCFB(c *kalyna.Cipher, iv, m []byte, q int) (out []byte) {
	gamma := modelT(c, iv)
	for _, b := range modelBlocks(m, q) {
		x := modelXOR(b, gamma[len(gamma)-len(b):])
		out = append(out, x...)
		if len(x) == q {
			gamma = modelT(c, append(gamma[:len(gamma)-q], x...))
		}
	}
	return out
}

func modelCBC(c *kalyna.Cipher, iv, m []byte) (out []byte) {
	for _, b := range modelBlocks(m, len(iv)) {
		iv = modelT(c, modelXOR(b, iv))
		out = append(out, iv...)
	}
	return out
}

func modelCMAC(c *kalyna.Cipher, m []byte, padded bool) []byte {
	n := c.BlockSize()
	d := make([]byte, n)
	if padded {
		d[0] = 1
	}
	p := modelBlocks(m, n)
	x := make([]byte, n)
	for _, b := range p[:len(p)-1] {
		x = modelT(c, modelXOR(x, b))
	}
	return modelT(c, modelXOR(modelXOR(x, p[len(p)-1]), modelT(c, d)))
}

func modelMultiply(x, y []byte) []byte {
	z := make([]byte, len(x))
	for i := 8*len(x) - 1; i >= 0; i-- {
		gf2m.Double(z)
		if x[i/8]>>(i%8)&1 == 1 {
			z = modelXOR(z, y)
		}
	}
	return z
}

// modelTag is that of GCM and GMAC over padded parts whose lengths were oBits and cBits.
func modelTag(c *kalyna.Cipher, o []byte, oBits int, text []byte, cBits int) []byte {
	n := c.BlockSize()
	h, b := modelT(c, make([]byte, n)), make([]byte, n)
	for _, x := range modelBlocks(append(slices.Clone(o), text...), n) {
		b = modelMultiply(modelXOR(b, x), h)
	}
	lambda := append(modelBytes(big.NewInt(int64(oBits)), n/2), modelBytes(big.NewInt(int64(cBits)), n/2)...)
	return modelT(c, modelXOR(b, lambda))
}

func modelGCM(c *kalyna.Cipher, iv, m, o []byte) (ciphertext, tag []byte) {
	n := c.BlockSize()
	ciphertext = modelXOR(m, modelKeystream(c, iv, 8, len(m)))
	return ciphertext, modelTag(c, modelPad(o, n), 8*len(o), modelPad(ciphertext, n), 8*len(m))
}

func modelCCM(c *kalyna.Cipher, iv, m, o []byte, nb, q int) []byte {
	n := c.BlockSize()
	field := func(x int) []byte { return modelBytes(big.NewInt(int64(x)), nb) }
	flag := map[int]byte{8: 0x20, 16: 0x30, 32: 0x40, 48: 0x50, 64: 0x60}[q] | byte(nb-1)
	if len(o) > 0 {
		flag |= 0x80
	}
	x := append(append(slices.Clone(iv[:n-nb-1]), field(len(m))...), flag)
	if len(o) > 0 {
		x = append(x, field(len(o))...)
		for (len(x)+len(o))%n != 0 {
			x = append(x, 0)
		}
		x = append(x, o...)
	}
	x = append(x, modelPad(m, n)...)
	b := make([]byte, n)
	for _, block := range modelBlocks(x, n) {
		b = modelT(c, modelXOR(b, block))
	}
	return modelCTR(c, iv, append(slices.Clone(m), b[:q]...))
}

func modelXTS(c *kalyna.Cipher, tweak, m []byte) (out []byte) {
	n := c.BlockSize()
	g := modelT(c, tweak)
	crypt := func(x []byte) []byte {
		gf2m.Double(g)
		return modelXOR(modelT(c, modelXOR(x, g)), g)
	}
	for len(m) >= n {
		out = append(out, crypt(m[:n])...)
		m = m[n:]
	}
	if len(m) > 0 {
		last := out[len(out)-n:]
		stolen := slices.Clone(last[:len(m)])
		copy(last, crypt(append(slices.Clone(m), last[len(m):]...)))
		out = append(out, stolen...)
	}
	return out
}

// modelWrap is KW over whole blocks.
func modelWrap(c *kalyna.Cipher, d []byte) []byte {
	n := c.BlockSize()
	x := modelBlocks(append(slices.Clone(d), make([]byte, n)...), n/2)
	b, queue := x[0], x[1:]
	v := 6 * len(queue)
	for i := 1; i <= v; i++ {
		y := modelT(c, append(slices.Clone(b), queue[0]...))
		b = modelXOR(y[n/2:], modelBytes(big.NewInt(int64(i)), n/2))
		queue = append(queue[1:], y[:n/2])
	}
	return append(slices.Clone(b), slices.Concat(queue...)...)
}

// modelExtend appends length and padding to a payload of so many bits, as a string of them.
func modelExtend(payload []byte, bits, n int) []byte {
	text := func(b []byte) (s []byte) {
		for i := range 8 * len(b) {
			s = append(s, '0'+b[i/8]>>(7-i%8)&1)
		}
		return s
	}
	s := text(payload)[:bits]
	if bits%(8*n) != 0 {
		s = append(s, text(modelBytes(big.NewInt(int64(bits)), n/2))...)
		if len(s)%(8*n) != 0 {
			s = append(s, '1')
		}
		for len(s)%(8*n) != 0 {
			s = append(s, '0')
		}
	}
	d := make([]byte, len(s)/8)
	for i, b := range s {
		d[i/8] |= (b - '0') << (7 - i%8)
	}
	return d
}
