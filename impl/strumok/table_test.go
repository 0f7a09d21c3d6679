package strumok

import (
	"regexp"
	"testing"

	"github.com/zvirka/zvirka/internal/boundscheck"
	"github.com/zvirka/zvirka/spec/kalyna"
)

// g holds the coefficients of z⁷ .. z⁰ in the monic polynomial of degree 8, as powers of
// 2 in GF(2⁸); none is a zero.
var g = [8]int{170, 166, 2, 224, 70, none, none, 2}

const none = -1

// gfMul multiplies in GF(2⁸), bit by bit.
func gfMul(a, b byte) (c byte) {
	for i := 7; i >= 0; i-- {
		carry := c >> 7
		c = c<<1 ^ carry*(kalyna.Poly&0xff) ^ a*(b>>i&1)
	}
	return c
}

// timesAlpha is w·z mod g, coefficient by coefficient.
func timesAlpha(w uint64) uint64 {
	z := w << 8
	for i, power := range g {
		if power == none {
			continue
		}
		c := byte(w >> 56)
		for range power {
			c = gfMul(c, 2)
		}
		z ^= uint64(c) << (8 * (7 - i))
	}
	return z
}

// TestAlphaTables derives every entry from g: a product with α⁻¹ is what α brings back.
func TestAlphaTables(t *testing.T) {
	for c := range uint64(256) {
		if got, want := alpha.mul[c], timesAlpha(c<<56); got != want {
			t.Errorf("mul[%#02x] = %016x, want %016x", c, got, want)
		}
		if got := timesAlpha(alpha.div[c]); got != c {
			t.Errorf("div[%#02x]·α = %016x", c, got)
		}
	}
}

// TestAlphaWords derives the constants of the kernels that have no table.
func TestAlphaWords(t *testing.T) {
	if want := timesAlpha(1 << 56); alpha8 != want {
		t.Errorf("α⁸ = %016x, want %016x", uint64(alpha8), want)
	}
	if timesAlpha(alphaInv) != 1 {
		t.Errorf("α⁻¹·α = %016x", timesAlpha(alphaInv))
	}
	for c := range 256 {
		w := uint64(0x0123456789abcdef)
		for i := range 8 {
			got := byte(mulByte(byte(c), w) >> (8 * i))
			if want := gfMul(byte(c), byte(w>>(8*i))); got != want {
				t.Fatalf("%#02x times byte %d: got %#02x, want %#02x", c, i, got, want)
			}
		}
	}
}

// TestNoBoundsChecks leaves bounds checks to what is once a batch or once a stream.
func TestNoBoundsChecks(t *testing.T) {
	files, once := regexp.MustCompile(`^(table|state)`), regexp.MustCompile(`^(load|advance|word|setWord)$`)
	for _, c := range boundscheck.Find(t) {
		if files.MatchString(c.File) && !once.MatchString(c.Function) && !c.Guard {
			t.Errorf("%s:%d: %s in %s", c.File, c.Line, c.Kind, c.Function)
		}
	}
}
