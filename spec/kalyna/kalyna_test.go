package kalyna_test

import (
	"fmt"
	"math/bits"
	"testing"

	"github.com/zvirka/zvirka/spec/kalyna"
)

// These tests judge the constants by algebra alone: no cipher and no vector is involved.

func TestSubstitutions(t *testing.T) {
	for row := range 4 {
		pi, inv := kalyna.Pi(row), kalyna.InvPi(row)
		if len(pi) != 256 || len(inv) != 256 {
			t.Fatalf("pi%d has %d entries, its inverse %d", row, len(pi), len(inv))
		}
		// Both identities together say that both are bijections.
		for x := range 256 {
			if int(inv[pi[x]]) != x || int(pi[inv[x]]) != x {
				t.Errorf("pi%d: entries at %#02x do not invert each other", row, x)
			}
		}
		// A mistyped bijection would hardly keep these two figures, which are far better
		// than those of bijections taken at random.
		if u := uniformity(pi); u != 8 {
			t.Errorf("pi%d: differential uniformity %d, want 8", row, u)
		}
		if n := nonlinearity(pi); n != 104 {
			t.Errorf("pi%d: nonlinearity %d, want 104", row, n)
		}
	}
	for row := range kalyna.Rows {
		if kalyna.Pi(row) != kalyna.Pi(row%4) || kalyna.InvPi(row) != kalyna.InvPi(row%4) {
			t.Errorf("row %d does not use substitution %d", row, row%4)
		}
	}
}

// uniformity returns the largest number of solutions x of s(x⊕a) ⊕ s(x) = b, a ≠ 0.
func uniformity(s string) int {
	most := 0
	for a := 1; a < 256; a++ {
		var count [256]int
		for x := range 256 {
			b := s[x^a] ^ s[x]
			count[b]++
			most = max(most, count[b])
		}
	}
	return most
}

// nonlinearity returns the least distance of a non-trivial combination of the output
// bits to an affine function.
func nonlinearity(s string) int {
	largest := 0
	for mask := 1; mask < 256; mask++ {
		var w [256]int // the Walsh spectrum, once transformed
		for x := range w {
			w[x] = 1 - 2*(bits.OnesCount8(s[x]&byte(mask))&1)
		}
		for h := 1; h < 256; h *= 2 {
			for i := range w {
				if i&h == 0 {
					w[i], w[i|h] = w[i]+w[i|h], w[i]-w[i|h]
				}
			}
		}
		for _, c := range w {
			largest = max(largest, c, -c)
		}
	}
	return (256 - largest) / 2
}

func TestMatrices(t *testing.T) {
	m, inv := circulant(kalyna.MDS), circulant(kalyna.InvMDS)
	for i := range 8 {
		for j := range 8 {
			var sum byte
			for k := range 8 {
				sum ^= mul(m[i][k], inv[k][j])
			}
			if want := byte(1 - min(1, i^j)); sum != want {
				t.Errorf("MDS times InvMDS, entry (%d, %d): %#02x, want %#02x", i, j, sum, want)
			}
		}
	}
}

// A matrix is maximum distance separable if and only if no square submatrix is singular.
func TestEveryMinorIsNonZero(t *testing.T) {
	m := circulant(kalyna.MDS)
	checked := 0
	for rows := 1; rows < 256; rows++ {
		for columns := 1; columns < 256; columns++ {
			if bits.OnesCount(uint(rows)) != bits.OnesCount(uint(columns)) {
				continue
			}
			checked++
			if determinant(minor(m, rows, columns)) == 0 {
				t.Errorf("singular submatrix: rows %08b, columns %08b", rows, columns)
			}
		}
	}
	if want := 12869; checked != want { // the sum of C(8, n)² for n = 1..8
		t.Errorf("%d submatrices checked, want %d", checked, want)
	}
}

func circulant(v string) [][]byte {
	m := make([][]byte, 8)
	for i := range m {
		m[i] = make([]byte, 8)
		for j := range m[i] {
			m[i][j] = v[(j-i+8)%8]
		}
	}
	return m
}

// minor returns the rows and columns whose bits are set.
func minor(m [][]byte, rows, columns int) [][]byte {
	var s [][]byte
	for i := range 8 {
		if rows>>i&1 == 0 {
			continue
		}
		var row []byte
		for j := range 8 {
			if columns>>j&1 == 1 {
				row = append(row, m[i][j])
			}
		}
		s = append(s, row)
	}
	return s
}

// determinant eliminates in place; signs do not matter in characteristic 2.
func determinant(m [][]byte) byte {
	d := byte(1)
	for c := range m {
		p := c
		for p < len(m) && m[p][c] == 0 {
			p++
		}
		if p == len(m) {
			return 0
		}
		m[c], m[p] = m[p], m[c]
		d = mul(d, m[c][c])
		for i := c + 1; i < len(m); i++ {
			f := mul(m[i][c], inverse(m[c][c]))
			for j := c; j < len(m); j++ {
				m[i][j] ^= mul(f, m[c][j])
			}
		}
	}
	return d
}

// mul multiplies in GF(2⁸), by Horner's rule over the bits of b.
func mul(a, b byte) byte {
	product := 0
	for n := 7; n >= 0; n-- {
		product <<= 1
		if product > 0xff {
			product ^= kalyna.Poly
		}
		if b>>n&1 == 1 {
			product ^= int(a)
		}
	}
	return byte(product)
}

// inverse returns a⁻¹ = a²⁵⁴.
func inverse(a byte) byte {
	r := byte(1)
	for range 254 {
		r = mul(r, a)
	}
	return r
}

// If x has order 255, all non-zero residues are powers of x: the ring is a field.
func TestPolynomialIsPrimitive(t *testing.T) {
	x, order := byte(2), 1
	for p := x; p != 1; p = mul(p, x) {
		order++
		if order > 255 {
			break
		}
	}
	if order != 255 {
		t.Errorf("x has order %d, want 255", order)
	}
}

func TestEvenKeyConstant(t *testing.T) {
	if want := uint64(1 | 1<<16 | 1<<32 | 1<<48); kalyna.EvenKeyConstant != want {
		t.Errorf("%#x, want %#x", uint64(kalyna.EvenKeyConstant), want)
	}
	for _, p := range kalyna.Variants() {
		// Shifted by at most t/2 bits, it loses none.
		if n := bits.OnesCount64(kalyna.EvenKeyConstant << (p.Rounds / 2)); n != 4 {
			t.Errorf("%s: V of the last round key has %d bits a word, want 4", p.Name, n)
		}
	}
}

func TestParams(t *testing.T) {
	rounds := map[int]int{16: 10, 32: 14, 64: 18} // by key size [3, table 1]
	seen := map[[2]int]bool{}
	for _, p := range kalyna.Variants() {
		l, k := 8*p.BlockSize, 8*p.KeySize
		if l != 128 && l != 256 && l != 512 || k != l && k != 2*l || k > 512 {
			t.Errorf("%s: no such variant: block of %d bits, key of %d", p.Name, l, k)
		}
		if seen[[2]int{l, k}] {
			t.Errorf("%s stands twice", p.Name)
		}
		seen[[2]int{l, k}] = true
		if want := fmt.Sprintf("kalyna-%d-%d", l, k); p.Name != want {
			t.Errorf("name %s, want %s", p.Name, want)
		}
		if p.Words != l/64 || p.KeyWords != k/64 {
			t.Errorf("%s: %d words of block and %d of key, want %d and %d", p.Name, p.Words, p.KeyWords, l/64, k/64)
		}
		if p.Rounds != rounds[p.KeySize] {
			t.Errorf("%s: %d rounds, want %d", p.Name, p.Rounds, rounds[p.KeySize])
		}
		for r, s := range p.Shift {
			if s != r*l/512 {
				t.Errorf("%s: row %d moves by %d columns, want %d", p.Name, r, s, r*l/512)
			}
		}
		if want := l/32 + 3; p.OddRotation != want {
			t.Errorf("%s: odd keys rotate by %d bytes, want %d", p.Name, p.OddRotation, want)
		}
		if got, ok := kalyna.Lookup(p.BlockSize, p.KeySize); !ok || got != p {
			t.Errorf("%s: Lookup(%d, %d) = %v, %t", p.Name, p.BlockSize, p.KeySize, got, ok)
		}
		card := p.Card()
		if card.Name != p.Name || card.Sizes.Block != p.BlockSize || card.Sizes.Key != p.KeySize {
			t.Errorf("%s: the card says %s, %+v", p.Name, card.Name, card.Sizes)
		}
	}
	for _, sizes := range [][2]int{{0, 0}, {16, 64}, {32, 16}, {64, 32}, {64, 128}, {128, 128}} {
		if p, ok := kalyna.Lookup(sizes[0], sizes[1]); ok {
			t.Errorf("Lookup(%d, %d) found %s", sizes[0], sizes[1], p.Name)
		}
	}
}
