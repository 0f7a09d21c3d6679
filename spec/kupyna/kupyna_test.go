package kupyna_test

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"github.com/zvirka/zvirka/spec"
	"github.com/zvirka/zvirka/spec/kupyna"
)

func TestClasses(t *testing.T) {
	for _, c := range kupyna.Classes() {
		l := 8 * c.BlockSize
		if c.Columns != l/64 {
			t.Errorf("l = %d: %d columns, want %d", l, c.Columns, l/64)
		}
		if int(c.IV) != l/8 {
			t.Errorf("l = %d: first byte of the IV %#02x, want %#02x", l, c.IV, l/8)
		}
		// Diffusion wants the bytes of a column in eight different columns.
		seen := map[int]bool{}
		for r, s := range c.Shift {
			if s >= c.Columns || seen[s] || r < 7 && s != r {
				t.Errorf("l = %d: row %d moves by %d columns", l, r, s)
			}
			seen[s] = true
		}
		// All round constants of one permutation differ: rounds stay below the step of a
		// column, and columns below 16.
		if c.Rounds > kupyna.ColumnStep || c.Columns*kupyna.ColumnStep > 256 {
			t.Errorf("l = %d: round constants overlap", l)
		}
	}
	small, large := kupyna.Classes()[0], kupyna.Classes()[1]
	if small.Rounds != 10 || large.Rounds != 14 || small.Shift[7] != 7 || large.Shift[7] != 11 {
		t.Errorf("rounds %d and %d, row 7 by %d and %d", small.Rounds, large.Rounds, small.Shift[7], large.Shift[7])
	}
}

func TestPlusConstant(t *testing.T) {
	k := uint64(kupyna.PlusConstant)
	if byte(k) != 0xf3 || k>>56 != 0 {
		t.Errorf("%#016x", k)
	}
	for i := 1; i < 7; i++ {
		if b := byte(k >> (8 * i)); b != 0xf0 {
			t.Errorf("byte %d is %#02x, want 0xf0", i, b)
		}
	}
	if kupyna.ColumnStep != 1<<4 || bits.OnesCount64(k) != 6+6*4 {
		t.Error("the constants have other bits than the text's")
	}
}

func TestEveryDigestLength(t *testing.T) {
	for n := -8; n <= 1024; n++ {
		p, ok := kupyna.Lookup(n)
		if want := n%8 == 0 && n >= 8 && n <= 512; ok != want {
			t.Errorf("Lookup(%d): %t, want %t", n, ok, want)
		}
		if !ok {
			continue
		}
		size := 64
		if n > 256 {
			size = 128
		}
		if p.Name != fmt.Sprintf("kupyna-%d", n) || 8*p.DigestSize != n || p.BlockSize != size {
			t.Errorf("Lookup(%d) = %+v", n, p)
		}
		// A digest is at most half of the state.
		if 2*p.DigestSize > p.BlockSize {
			t.Errorf("%s: %d bytes of %d", p.Name, p.DigestSize, p.BlockSize)
		}
	}
}

func TestCards(t *testing.T) {
	variants := kupyna.Variants()
	for n := 8; n <= 512; n += 8 {
		p, _ := kupyna.Lookup(n)
		card := p.Card()
		if card.Name != p.Name || card.Sizes.Block != p.BlockSize || card.Sizes.Output != p.DigestSize {
			t.Errorf("%s: the card says %s, %+v", p.Name, card.Name, card.Sizes)
		}
		if got, want := card.Maturity.Level == spec.OfficialVectors, slices.Contains(variants[:], p); got != want {
			t.Errorf("%s: official vectors: %t, want %t", p.Name, got, want)
		}
		if got, want := card.OID != "", n == 256 || n == 384 || n == 512; got != want {
			t.Errorf("%s: has an identifier: %t, want %t", p.Name, got, want)
		}
	}
}
