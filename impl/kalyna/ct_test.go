package kalyna

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/zvirka/zvirka/impl/internal/submix"
	"github.com/zvirka/zvirka/spec/kalyna"
)

// The networks consist of exclusive or alone, so their results for the 64 unit columns,
// here in the 64 places of a wide state, determine all others.
func TestConstantTimeMix(t *testing.T) {
	var s wide
	for i := range 64 {
		s[i/8].X[i%8] = 1 << i
	}
	s.transpose()
	for i := range s {
		s[i].Y = s[i].X
	}
	s.mix(&zeroKey)
	mixed := s
	mixed.transpose()
	s.unmix()
	for i := range s {
		s[i].X = s[i].F
	}
	s.transpose()
	for i := range 64 {
		if got, want := mixed[i/8].X[i%8], submix.Mix(1<<i); got != want {
			t.Errorf("L of bit %d: %016x, want %016x", i, got, want)
		}
		// The factor 66 = x⁶ + x⁵ + x² + x is left to the S-boxes.
		x := submix.XTime(s[i/8].X[i%8])
		x2 := submix.XTime(x)
		x5 := submix.XTime(submix.XTime(submix.XTime(x2)))
		if got, want := x^x2^x5^submix.XTime(x5), submix.InvMix(1<<i); got != want {
			t.Errorf("L⁻¹ of bit %d: %016x, want %016x", i, got, want)
		}
	}

	for group := 0; group < 64; group += 8 {
		var n narrow
		for i := range n.X {
			n.X[i] = 1 << (group + i)
		}
		submix.TransposeBits(&n.X)
		n.Y = n.X
		n.mix(&zeroKey[0])
		m := n
		submix.TransposeBits(&m.X)
		n.unmix()
		n.X = n.F
		submix.TransposeBits(&n.X)
		for i := range n.X {
			at := group + i
			if got := m.X[i]; got != mixed[at/8].X[at%8] {
				t.Errorf("narrow: L of bit %d: %016x", at, got)
			}
			if got := n.X[i]; got != s[at/8].X[at%8] {
				t.Errorf("narrow: L⁻¹ of bit %d: %016x", at, got)
			}
		}
	}
}

// The mixing adds the round key and nothing else.
func TestConstantTimeMixKey(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7624, 1))
	var s wide
	var k wideKey
	for r := range s {
		for b := range 8 {
			s[r].Y[b], k[r][b] = rnd.Uint64(), rnd.Uint64()
		}
	}
	without := s
	without.mix(&zeroKey)
	s.mix(&k)
	for r := range s {
		for b := range 8 {
			if s[r].X[b] != without[r].X[b]^k[r][b] {
				t.Fatalf("row %d, plane %d", r, b)
			}
		}
	}
}

func TestConstantTimeTranspose(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7624, 2))
	var s wide
	for i := range 64 {
		s[i/8].X[i%8] = rnd.Uint64()
	}
	was := s
	s.transpose()
	for i := range 64 {
		for j := range 64 {
			if s[i/8].X[i%8]>>j&1 != was[j/8].X[j%8]>>i&1 {
				t.Fatalf("bit %d of word %d", j, i)
			}
		}
	}
}

func TestConstantTimeSchedule(t *testing.T) {
	for _, p := range kalyna.Variants() {
		rnd := random(p)
		for range 20 {
			key := randomBytes(rnd, p.KeySize)
			k := newConstantTime(p, key).(*constantTime)
			got, want := expandKey(p, key, k.round), newSmall(p, key).rk
			if !slices.Equal(got, want) {
				t.Fatalf("%s, key %x:\n got %x\nwant %x", p.Name, key, got, want)
			}
		}
	}
}
