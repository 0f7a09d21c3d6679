package kupyna

import (
	"encoding/binary"
	"math/bits"

	"github.com/zvirka/zvirka/impl/internal/submix"
)

// The kernel without lookups: the S-boxes are Boolean circuits, so the states of P and Q
// are cut together into bit planes. In planes, bit 32h + 2j + q of word b of lane s is bit
// b of row s+4h in column j of P (q = 0) or Q (q = 1); so each of the four circuits runs
// once a round. The 8 columns of a narrow state are there twice: all that is done to
// columns is done to both copies, and a rotation by columns is one of 32 bits whatever
// the width. (Nothing else could fill the words, since P of a block needs the block before
// and each block so takes the four circuits ten times.) In columns, word i%8 of lane i/8 is column j of q, i = 2j + q.
//
// The circuit of row s computes pi(x ⊕ submix.In) ⊕ submix.Out with the row's bytes of
// these two columns; the constants of the rounds take them in.
type sliced struct {
	rows   [4]submix.Lane // of rows s and s+4
	across [4]submix.Lane // with the halves of the words exchanged
}

// A ctWidth is what the kernel knows of a state's width.
type ctWidth struct {
	rounds int
	shift7 int          // bits by which row 7 moves
	mixed  [4][8]uint64 // L(submix.Out), and for P also submix.In and 16j
	in     [4][8]uint64 // submix.In for Q
	last   [8]uint64    // what Q adds to rows 3 and 7, without the round
}

var (
	ct8  = newCTWidth(8, rounds8, 2*7)
	ct16 = newCTWidth(16, rounds16, 2*11)

	noKey [8]uint64
)

// Bits of the planes.
const (
	ctP0 = 0x0000000055555555 // P, row s
	ctQ0 = 0x00000000aaaaaaaa // Q, row s
	ctQ  = 0xaaaaaaaaaaaaaaaa // Q
	ctQ7 = 0xaaaaaaaa00000000 // Q, row s+4
)

func newCTWidth(c, rounds, shift7 int) ctWidth {
	w := ctWidth{rounds: rounds, shift7: shift7}
	mixedOut := submix.Mix(submix.Out)
	var mixed, in, add sliced
	for j := range 16 {
		mixed.set(j, mixedOut^submix.In^pConstant(0, j%c), mixedOut)
		in.set(j, 0, submix.In)
		add.set(j, 0, qConstant(0, c-1-j%c))
	}
	mixed.transpose()
	in.transpose()
	add.transpose()
	for s := range 4 {
		w.mixed[s], w.in[s] = mixed.rows[s].X, in.rows[s].X
	}
	w.last = add.rows[3].X
	return w
}

// set sets column j of P and Q.
func (s *sliced) set(j int, p, q uint64) {
	x := &s.rows[j>>2&3].X
	x[2*j&7], x[(2*j+1)&7] = p, q
}

// column returns column j of P and Q.
func (s *sliced) column(j int) (p, q uint64) {
	x := &s.rows[j>>2&3].X
	return x[2*j&7], x[(2*j+1)&7]
}

func ctCompress(w *ctWidth, h []uint64, p []byte) {
	var s sliced
	for c := len(h); len(p) > 0; p = p[8*c:] {
		for j := range 16 {
			k := j & (c - 1)
			m := binary.LittleEndian.Uint64(p[8*k:])
			s.set(j, (h[k]^m^pConstant(0, k))^submix.In, (m+qConstant(0, c-1-k))^submix.In)
		}
		s.permute(w)
		for j := range h {
			p, q := s.column(j)
			h[j] ^= p ^ q // both with L(submix.Out)
		}
	}
}

func ctFinish(w *ctWidth, h []uint64) {
	var s sliced
	for j := range 16 {
		k := j & (len(h) - 1)
		s.set(j, h[k]^pConstant(0, k)^submix.In, 0)
	}
	s.permute(w)
	for j := range h {
		p, _ := s.column(j)
		h[j] ^= p ^ submix.Mix(submix.Out)
	}
}

// permute does P and Q to columns to which the constants of round 0 and submix.In have
// been added; it leaves L(submix.Out) added.
func (s *sliced) permute(w *ctWidth) {
	s.transpose()
	for i := 1; i < w.rounds; i++ {
		s.substitute()
		s.spread(w.shift7)
		for r := range 4 {
			s.rows[r].Mix(&s.across[r], &w.mixed[r])
		}
		s.addRound(i)
		s.addQ(w, i)
	}
	s.substitute()
	s.spread(w.shift7)
	for r := range 4 {
		s.rows[r].Mix(&s.across[r], &noKey)
	}
	s.transpose()
}

// transpose turns columns to planes and planes to columns: the bits of 8×8 and then the
// bytes of 4×4 in both halves of the words. Either step is its own inverse, and they
// commute.
func (s *sliced) transpose() {
	for r := range s.rows {
		submix.TransposeBits(&s.rows[r].X)
	}
	for b := range 8 {
		x0, x1, x2, x3 := s.rows[0].X[b], s.rows[1].X[b], s.rows[2].X[b], s.rows[3].X[b]
		x0, x1 = submix.Swap(x0, x1, 8, 0x00ff00ff00ff00ff)
		x2, x3 = submix.Swap(x2, x3, 8, 0x00ff00ff00ff00ff)
		s.rows[0].X[b], s.rows[2].X[b] = submix.Swap(x0, x2, 16, 0x0000ffff0000ffff)
		s.rows[1].X[b], s.rows[3].X[b] = submix.Swap(x1, x3, 16, 0x0000ffff0000ffff)
	}
}

// substitute sets Y to S(X), S without its constants.
func (s *sliced) substitute() {
	submix.Pi0(&s.rows[0].Y, &s.rows[0].X, 0)
	submix.Pi1(&s.rows[1].Y, &s.rows[1].X, 0)
	submix.Pi2(&s.rows[2].Y, &s.rows[2].X, 0)
	submix.Pi3(&s.rows[3].Y, &s.rows[3].X, 0)
}

// spread sets Y to T(Y), and all else to what Lane.Mix needs. z is y with the rows of the
// other half: row i+4 is in the place of row i.
func (s *sliced) spread(shift7 int) {
	r0, r1, r2, r3 := &s.rows[0], &s.rows[1], &s.rows[2], &s.rows[3]
	a0, a1, a2, a3 := &s.across[0], &s.across[1], &s.across[2], &s.across[3]
	for b := range 8 {
		y0 := shift(r0.Y[b], 0, 8)
		z0 := bits.RotateLeft64(y0, 32)
		r0.Y[b], a0.Y[b] = y0, z0
		y1 := shift(r1.Y[b], 2, 10)
		z1 := bits.RotateLeft64(y1, 32)
		r1.Y[b], a1.Y[b] = y1, z1
		y2 := shift(r2.Y[b], 4, 12)
		z2 := bits.RotateLeft64(y2, 32)
		r2.Y[b], a2.Y[b] = y2, z2
		y3 := shift(r3.Y[b], 6, shift7)
		z3 := bits.RotateLeft64(y3, 32)
		r3.Y[b], a3.Y[b] = y3, z3

		g0 := z1 ^ z2
		f0 := y2 ^ g0 ^ z3
		r0.G[b], r0.F[b], a0.F[b] = g0, f0, bits.RotateLeft64(f0, 32)
		g1 := z2 ^ z3
		f1 := y3 ^ g1 ^ y0
		r1.G[b], r1.F[b], a1.F[b] = g1, f1, bits.RotateLeft64(f1, 32)
		g2 := z3 ^ y0
		f2 := z0 ^ g2 ^ y1
		r2.G[b], r2.F[b], a2.F[b] = g2, f2, bits.RotateLeft64(f2, 32)
		g3 := y0 ^ y1
		f3 := z1 ^ g3 ^ y2
		r3.G[b], r3.F[b], a3.F[b] = g3, f3, bits.RotateLeft64(f3, 32)
	}
}

// shift moves the rows in the low and the high half of x by m and n bits, two to a column.
func shift(x uint64, m, n int) uint64 {
	return uint64(bits.RotateLeft32(uint32(x>>32), n))<<32 | uint64(bits.RotateLeft32(uint32(x), m))
}

// addRound adds the round to row 0 of P.
func (s *sliced) addRound(i int) {
	x, k := &s.rows[0].X, uint64(i)
	x[0] ^= -(k & 1) & ctP0
	x[1] ^= -(k >> 1 & 1) & ctP0
	x[2] ^= -(k >> 2 & 1) & ctP0
	x[3] ^= -(k >> 3 & 1) & ctP0
}

// addQ adds the constant of round i to the columns of Q, and then submix.In.
//
// The bytes of the constant are f3 in row 0, f0 in rows 1 to 6, and z in row 7, whose
// carry is lost. To add f0 and a carry c to a byte with the halves hi and lo is to add c
// to lo, which has a carry d = c & (lo = f), and d - 1 to hi. There is a carry from the
// byte if d = 1 or hi ≠ 0; so all carries follow from one chain of two gates a row.
func (s *sliced) addQ(w *ctWidth, i int) {
	x0, x1, x2, x3 := &s.rows[0].X, &s.rows[1].X, &s.rows[2].X, &s.rows[3].X

	// 3 to lo of row 0, with the carry d.
	t := (x0[0] | x0[1]) & ctQ0
	x0[1] ^= ctQ0 &^ x0[0]
	x0[0] ^= ctQ0
	d := x0[2] & t
	x0[2] ^= t
	t = d
	d &= x0[3]
	x0[3] ^= t

	h0 := (x0[4]|x0[5]|x0[6]|x0[7])&ctQ | d
	h1 := (x1[4] | x1[5] | x1[6] | x1[7]) & ctQ
	h2 := (x2[4] | x2[5] | x2[6] | x2[7]) & ctQ
	h3 := (x3[4] | x3[5] | x3[6] | x3[7]) & ctQ
	f0 := x0[0] & x0[1] & x0[2] & x0[3]
	f1 := x1[0] & x1[1] & x1[2] & x1[3]
	f2 := x2[0] & x2[1] & x2[2] & x2[3]
	f3 := x3[0] & x3[1] & x3[2] & x3[3]
	c := h3 | f3&(h2|f2&(h1|f1&h0)) // in the low half, from row 3
	c0 := c << 32                   // into row 4
	c1 := h0 | f0&c0                // into rows 1 and 5
	c2 := h1 | f1&c1
	c3 := h2 | f2&c2

	addF0(x0, c0, d, &w.in[0])
	addF0(x1, c1, 0, &w.in[1])
	addF0(x2, c2, 0, &w.in[2])
	addZ(x3, c3, uint64(i), &w.last, &w.in[3])
}

// addF0 adds f0 and the carry c, and d to the upper halves of the bytes. Then it adds in.
func addF0(x *[8]uint64, c, d uint64, in *[8]uint64) {
	t0, t1, t2, t3 := x[0], x[1], x[2], x[3]
	x[0] = t0 ^ c ^ in[0]
	c &= t0
	x[1] = t1 ^ c ^ in[1]
	c &= t1
	x[2] = t2 ^ c ^ in[2]
	c &= t2
	x[3] = t3 ^ c ^ in[3]
	c &= t3
	c = ctQ &^ (c | d) // borrow
	t4, t5, t6, t7 := x[4], x[5], x[6], x[7]
	x[4] = t4 ^ c ^ in[4]
	c &^= t4
	x[5] = t5 ^ c ^ in[5]
	c &^= t5
	x[6] = t6 ^ c ^ in[6]
	c &^= t6
	x[7] = t7 ^ c ^ in[7]
}

// addZ adds the constants of rows 3 and 7, which are high in the upper halves of the bytes
// and the round, in row 7 alone, in the lower ones, and the carry c. Then it adds in.
func addZ(x *[8]uint64, c, round uint64, high, in *[8]uint64) {
	x[0], c = addBit(x[0], -(round&1)&ctQ7, c, in[0])
	x[1], c = addBit(x[1], -(round>>1&1)&ctQ7, c, in[1])
	x[2], c = addBit(x[2], -(round>>2&1)&ctQ7, c, in[2])
	x[3], c = addBit(x[3], -(round>>3&1)&ctQ7, c, in[3])
	x[4], c = addBit(x[4], high[4], c, in[4])
	x[5], c = addBit(x[5], high[5], c, in[5])
	x[6], c = addBit(x[6], high[6], c, in[6])
	x[7], _ = addBit(x[7], high[7], c, in[7])
}

// addBit returns the sum of three bits, to which it adds in, and their carry.
func addBit(a, b, c, in uint64) (sum, carry uint64) {
	t := a ^ b
	return t ^ c ^ in, a&b | c&t
}
