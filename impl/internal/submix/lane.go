package submix

// A Lane is rows of a bitsliced state: their planes X, what the S-boxes make of them, Y,
// and the sums F and G that the column mixing needs more than once. Word b of each holds
// bit b of 64 bytes.
type Lane struct{ X, Y, F, G [8]uint64 }

// Mix sets X to L(Y) ^ k. Row i of L(Y) is, as MDS = 1 1 5 1 8 6 7 4,
//
//	Y[i] + F[i+4] + 2(G[i+5] + 2(F[i] + 2Y[i+4]))
//
// with G[i] = Y[i] + Y[i+1] and F[i] = Y[i+2] + G[i+5] + Y[i+7]. Where l has a byte of row
// i, its F must hold F[i] and its G must hold G[i+5], and m must have Y and F of row i+4.
func (l *Lane) Mix(m *Lane, k *[8]uint64) {
	// t = F[i] + 2Y[i+4]
	h := m.Y[7]
	t0 := l.F[0] ^ h
	t1 := l.F[1] ^ m.Y[0]
	t2 := l.F[2] ^ m.Y[1] ^ h
	t3 := l.F[3] ^ m.Y[2] ^ h
	t4 := l.F[4] ^ m.Y[3] ^ h
	t5 := l.F[5] ^ m.Y[4]
	t6 := l.F[6] ^ m.Y[5]
	t7 := l.F[7] ^ m.Y[6]
	// u = G[i+5] + 2t
	u7 := l.G[7] ^ t6
	u6 := l.G[6] ^ t5
	u5 := l.G[5] ^ t4
	u4 := l.G[4] ^ t3 ^ t7
	u3 := l.G[3] ^ t2 ^ t7
	u2 := l.G[2] ^ t1 ^ t7
	u1 := l.G[1] ^ t0
	u0 := l.G[0] ^ t7
	l.X[7] = l.Y[7] ^ m.F[7] ^ k[7] ^ u6
	l.X[6] = l.Y[6] ^ m.F[6] ^ k[6] ^ u5
	l.X[5] = l.Y[5] ^ m.F[5] ^ k[5] ^ u4
	l.X[4] = l.Y[4] ^ m.F[4] ^ k[4] ^ u3 ^ u7
	l.X[3] = l.Y[3] ^ m.F[3] ^ k[3] ^ u2 ^ u7
	l.X[2] = l.Y[2] ^ m.F[2] ^ k[2] ^ u1 ^ u7
	l.X[1] = l.Y[1] ^ m.F[1] ^ k[1] ^ u0
	l.X[0] = l.Y[0] ^ m.F[0] ^ k[0] ^ u7
}

// TransposeBits makes of eight words, a byte of each being a row, eight whose bytes hold
// one bit of all of them, byte r still being row r; and back.
func TransposeBits(x *[8]uint64) {
	x0, x1, x2, x3, x4, x5, x6, x7 := x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]
	x0, x1 = Swap(x0, x1, 1, 0x5555555555555555)
	x2, x3 = Swap(x2, x3, 1, 0x5555555555555555)
	x4, x5 = Swap(x4, x5, 1, 0x5555555555555555)
	x6, x7 = Swap(x6, x7, 1, 0x5555555555555555)
	x0, x2 = Swap(x0, x2, 2, 0x3333333333333333)
	x1, x3 = Swap(x1, x3, 2, 0x3333333333333333)
	x4, x6 = Swap(x4, x6, 2, 0x3333333333333333)
	x5, x7 = Swap(x5, x7, 2, 0x3333333333333333)
	x[0], x[4] = Swap(x0, x4, 4, 0x0f0f0f0f0f0f0f0f)
	x[1], x[5] = Swap(x1, x5, 4, 0x0f0f0f0f0f0f0f0f)
	x[2], x[6] = Swap(x2, x6, 4, 0x0f0f0f0f0f0f0f0f)
	x[3], x[7] = Swap(x3, x7, 4, 0x0f0f0f0f0f0f0f0f)
}

// Swap exchanges the bits m<<w of a for the bits m of b.
func Swap(a, b uint64, w int, m uint64) (uint64, uint64) {
	t := (a>>w ^ b) & m
	return a ^ t<<w, b ^ t
}
