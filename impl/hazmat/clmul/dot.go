package clmul

// Sums of products, for polynomials evaluated at one point in steps of several coefficients.
//
// A factor of N words is spread into lanes: the words that Karatsuba's method multiplies,
// sums of words included. Lane by lane the products of any number of factors are added, of
// 128 bits each, and only their sums joined to one product of 2N words. What the fixed
// factors are spread into is kept, and each of the others costs a few additions.

// The lanes of factors of 2, 4 and 8 words: 3, 9 and 27, filled with zeros to whole vectors
// of four.
const (
	Lanes2 = 4
	Lanes4 = 12
	Lanes8 = 28
)

// Spread2 spreads x.
func Spread2(lanes *[Lanes2]uint64, x *[2]uint64) {
	lanes[0], lanes[1], lanes[2] = x[0], x[1], x[0]^x[1]
}

// Spread4 spreads x.
func Spread4(lanes *[Lanes4]uint64, x *[4]uint64) {
	spread4((*[9]uint64)(lanes[:]), x[0], x[1], x[2], x[3])
}

func spread4(lanes *[9]uint64, a, b, c, d uint64) {
	e, f := a^c, b^d
	lanes[0], lanes[1], lanes[2] = a, b, a^b
	lanes[3], lanes[4], lanes[5] = c, d, c^d
	lanes[6], lanes[7], lanes[8] = e, f, e^f
}

// Spread8 spreads x.
func Spread8(lanes *[Lanes8]uint64, x *[8]uint64) {
	spread4((*[9]uint64)(lanes[:9]), x[0], x[1], x[2], x[3])
	spread4((*[9]uint64)(lanes[9:18]), x[4], x[5], x[6], x[7])
	spread4((*[9]uint64)(lanes[18:27]), x[0]^x[4], x[1]^x[5], x[2]^x[6], x[3]^x[7])
}

// A Dot is a path for sums of products.
type Dot struct{ path int }

// NewDot returns the path that is live now: what keeps a Dot keeps its path.
func NewDot() Dot { return Dot{paths.Index()} }

// Sum2 sets z to the sum of x[i]·y[i], all spread. There are as many of x as of y; the same
// holds for the others.
func (d Dot) Sum2(z *[4]uint64, x, y [][Lanes2]uint64) {
	var sums [2 * Lanes2]uint64
	if d.path < len(asmNames) && len(x) > 0 {
		sumLanes(d.path, &sums[0], &x[0][0], &y[:len(x)][0][0], Lanes2, len(x))
	} else {
		for i := range x {
			addProducts(sums[:], x[i][:3], y[i][:3])
		}
	}
	join2(z, (*[6]uint64)(sums[:]))
}

// Sum4 sets z to the sum of x[i]·y[i].
func (d Dot) Sum4(z *[8]uint64, x, y [][Lanes4]uint64) {
	var sums [2 * Lanes4]uint64
	if d.path < len(asmNames) && len(x) > 0 {
		sumLanes(d.path, &sums[0], &x[0][0], &y[:len(x)][0][0], Lanes4, len(x))
	} else {
		for i := range x {
			addProducts(sums[:], x[i][:9], y[i][:9])
		}
	}
	join4(z, (*[18]uint64)(sums[:]))
}

// Sum8 sets z to the sum of x[i]·y[i].
func (d Dot) Sum8(z *[16]uint64, x, y [][Lanes8]uint64) {
	var sums [2 * Lanes8]uint64
	if d.path < len(asmNames) && len(x) > 0 {
		sumLanes(d.path, &sums[0], &x[0][0], &y[:len(x)][0][0], Lanes8, len(x))
	} else {
		for i := range x {
			addProducts(sums[:], x[i][:27], y[i][:27])
		}
	}
	var low, high, mixed [8]uint64
	join4(&low, (*[18]uint64)(sums[:18]))
	join4(&high, (*[18]uint64)(sums[18:36]))
	join4(&mixed, (*[18]uint64)(sums[36:54]))
	join(z[:], low[:], high[:], mixed[:])
}

func join2(z *[4]uint64, s *[6]uint64) {
	*z = [4]uint64{s[0], s[1] ^ s[4] ^ s[0] ^ s[2], s[2] ^ s[5] ^ s[1] ^ s[3], s[3]}
}

func join4(z *[8]uint64, s *[18]uint64) {
	var low, high, mixed [4]uint64
	join2(&low, (*[6]uint64)(s[:6]))
	join2(&high, (*[6]uint64)(s[6:12]))
	join2(&mixed, (*[6]uint64)(s[12:18]))
	join(z[:], low[:], high[:], mixed[:])
}

// addProducts adds the product of each lane to its sum.
func addProducts(sums, x, y []uint64) {
	for i := range x {
		hi, lo := mul64(x[i], y[i])
		sums[2*i] ^= lo
		sums[2*i+1] ^= hi
	}
}
