package clmul

import "math/bits"

// One bit in four, from bit 0 on.
const every4 = 0x1111111111111111

// mul64 returns the product of two words.
//
// The factors are cut into four classes of bits, those at places 0, 1, 2, 3 modulo 4, and the
// classes multiplied as integers. A class of the product has at each of its places the number
// of pairs of bits that meet there, in the three bits above room for more. For the
// numbers not to reach the next place of the class they have to be below 16: so the highest
// bit of each class of x is left out, which leaves 15, and its multiples of y are added at
// the end. Modulo 2 the numbers are the coefficients.
func mul64(x, y uint64) (hi, lo uint64) {
	const low60 = 1<<60 - 1
	x0, x1, x2, x3 := x&(every4&low60), x&(every4<<1&low60), x&(every4<<2&low60), x&(every4<<3&low60)
	y0, y1, y2, y3 := y&every4, y&(every4<<1), y&(every4<<2), y&(every4<<3)

	h0, l0 := sum4(x0, y0, x1, y3, x2, y2, x3, y1)
	h1, l1 := sum4(x0, y1, x1, y0, x2, y3, x3, y2)
	h2, l2 := sum4(x0, y2, x1, y1, x2, y0, x3, y3)
	h3, l3 := sum4(x0, y3, x1, y2, x2, y1, x3, y0)
	hi = h0&every4 | h1&(every4<<1) | h2&(every4<<2) | h3&(every4<<3)
	lo = l0&every4 | l1&(every4<<1) | l2&(every4<<2) | l3&(every4<<3)

	t0, t1, t2, t3 := y&-(x>>60&1), y&-(x>>61&1), y&-(x>>62&1), y&-(x>>63)
	hi ^= t0>>4 ^ t1>>3 ^ t2>>2 ^ t3>>1
	lo ^= t0<<60 ^ t1<<61 ^ t2<<62 ^ t3<<63
	return hi, lo
}

// sum4 returns the exclusive or of four integer products.
func sum4(a, b, c, d, e, f, g, h uint64) (hi, lo uint64) {
	h0, l0 := bits.Mul64(a, b)
	h1, l1 := bits.Mul64(c, d)
	h2, l2 := bits.Mul64(e, f)
	h3, l3 := bits.Mul64(g, h)
	return h0 ^ h1 ^ h2 ^ h3, l0 ^ l1 ^ l2 ^ l3
}

// The longer products are Karatsuba's: from the products of the halves, or of each word
// and of the sums of two words, one gets the mixed ones by addition:
// x₀y₁ + x₁y₀ = (x₀+x₁)(y₀+y₁) + x₀y₀ + x₁y₁.

func mul2Generic(z *[4]uint64, x, y *[2]uint64) {
	h0, l0 := mul64(x[0], y[0])
	h1, l1 := mul64(x[1], y[1])
	hm, lm := mul64(x[0]^x[1], y[0]^y[1])
	*z = [4]uint64{l0, h0 ^ lm ^ l0 ^ l1, l1 ^ hm ^ h0 ^ h1, h1}
}

func mul3Generic(z *[6]uint64, x, y *[3]uint64) {
	h0, l0 := mul64(x[0], y[0])
	h1, l1 := mul64(x[1], y[1])
	h2, l2 := mul64(x[2], y[2])
	h01, l01 := mul64(x[0]^x[1], y[0]^y[1])
	h02, l02 := mul64(x[0]^x[2], y[0]^y[2])
	h12, l12 := mul64(x[1]^x[2], y[1]^y[2])
	// c1 .. c3 are the columns at words 1 .. 3, of two words each.
	c1h, c1l := h01^h0^h1, l01^l0^l1
	c2h, c2l := h02^h0^h2^h1, l02^l0^l2^l1
	c3h, c3l := h12^h1^h2, l12^l1^l2
	*z = [6]uint64{l0, h0 ^ c1l, c1h ^ c2l, c2h ^ c3l, c3h ^ l2, h2}
}

func mul4Generic(z *[8]uint64, x, y *[4]uint64) {
	var low, high, mixed [4]uint64
	mul2Generic(&low, (*[2]uint64)(x[:2]), (*[2]uint64)(y[:2]))
	mul2Generic(&high, (*[2]uint64)(x[2:]), (*[2]uint64)(y[2:]))
	mul2Generic(&mixed, &[2]uint64{x[0] ^ x[2], x[1] ^ x[3]}, &[2]uint64{y[0] ^ y[2], y[1] ^ y[3]})
	join(z[:], low[:], high[:], mixed[:])
}

// mul5Generic takes two words and three: the lower half is the shorter one.
func mul5Generic(z *[10]uint64, x, y *[5]uint64) {
	var low [4]uint64
	var high, mixed [6]uint64
	mul2Generic(&low, (*[2]uint64)(x[:2]), (*[2]uint64)(y[:2]))
	mul3Generic(&high, (*[3]uint64)(x[2:]), (*[3]uint64)(y[2:]))
	mul3Generic(&mixed, &[3]uint64{x[0] ^ x[2], x[1] ^ x[3], x[4]}, &[3]uint64{y[0] ^ y[2], y[1] ^ y[3], y[4]})
	join(z[:], low[:], high[:], mixed[:])
}

func mul6Generic(z *[12]uint64, x, y *[6]uint64) {
	var low, high, mixed [6]uint64
	mul3Generic(&low, (*[3]uint64)(x[:3]), (*[3]uint64)(y[:3]))
	mul3Generic(&high, (*[3]uint64)(x[3:]), (*[3]uint64)(y[3:]))
	mul3Generic(&mixed, &[3]uint64{x[0] ^ x[3], x[1] ^ x[4], x[2] ^ x[5]}, &[3]uint64{y[0] ^ y[3], y[1] ^ y[4], y[2] ^ y[5]})
	join(z[:], low[:], high[:], mixed[:])
}

// mul7Generic takes three words and four.
func mul7Generic(z *[14]uint64, x, y *[7]uint64) {
	var low [6]uint64
	var high, mixed [8]uint64
	mul3Generic(&low, (*[3]uint64)(x[:3]), (*[3]uint64)(y[:3]))
	mul4Generic(&high, (*[4]uint64)(x[3:]), (*[4]uint64)(y[3:]))
	mul4Generic(&mixed, &[4]uint64{x[0] ^ x[3], x[1] ^ x[4], x[2] ^ x[5], x[6]}, &[4]uint64{y[0] ^ y[3], y[1] ^ y[4], y[2] ^ y[5], y[6]})
	join(z[:], low[:], high[:], mixed[:])
}

func mul8Generic(z *[16]uint64, x, y *[8]uint64) {
	var low, high, mixed [8]uint64
	mul4Generic(&low, (*[4]uint64)(x[:4]), (*[4]uint64)(y[:4]))
	mul4Generic(&high, (*[4]uint64)(x[4:]), (*[4]uint64)(y[4:]))
	mul4Generic(&mixed, &[4]uint64{x[0] ^ x[4], x[1] ^ x[5], x[2] ^ x[6], x[3] ^ x[7]}, &[4]uint64{y[0] ^ y[4], y[1] ^ y[5], y[2] ^ y[6], y[3] ^ y[7]})
	join(z[:], low[:], high[:], mixed[:])
}

// join sets z to low + (mixed + low + high)·B + high·B², where B has half the words of low.
func join(z, low, high, mixed []uint64) {
	n := copy(z, low)
	copy(z[n:], high)
	z = z[n/2:]
	for i, m := range mixed {
		z[i] ^= m ^ high[i]
	}
	for i, l := range low {
		z[i] ^= l
	}
}
