package kalyna

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/zvirka/zvirka/impl/internal/submix"
	"github.com/zvirka/zvirka/internal/boundscheck"
	"github.com/zvirka/zvirka/spec/kalyna"
)

// TestTableSchedule compares the round keys of both directions with the general schedule.
func TestTableSchedule(t *testing.T) {
	for _, p := range kalyna.Variants() {
		t.Run(p.Name, func(t *testing.T) {
			r := random(p)
			for range 200 {
				key := randomBytes(r, p.KeySize)
				want := expandKey(p, key, func(x []uint64) { submix.Round(&p.Shift, x) })
				enc, dec := tableKeys(newTable(p.BlockSize, key).kernel)

				// K[0] .. K[t-1], 0, K[t]
				c, t1 := p.Words, (p.Rounds-1)*p.Words
				if w := slices.Concat(want[:c+t1], make([]uint64, c), want[c+t1:]); !slices.Equal(enc, w) {
					t.Fatalf("key %x: got %x, want %x", key, enc, w)
				}
				// K[t], L⁻¹ of K[t-1] .. K[1], K[0]; columns in the order 0, c-1, ... 1
				var w []uint64
				for i := p.Rounds; i >= 0; i-- {
					k := want[i*c : (i+1)*c]
					if i == 0 || i == p.Rounds {
						w = append(w, k...)
						continue
					}
					for j := range k {
						w = append(w, submix.InvMix(k[(c-j)%c]))
					}
				}
				if !slices.Equal(dec, w) {
					t.Fatalf("key %x, decryption: got %x, want %x", key, dec, w)
				}
			}
		})
	}
}

// tableKeys returns the round keys of a table kernel as they lie in its two schedules.
func tableKeys(k kernel) (enc, dec []uint64) {
	switch k := k.(type) {
	case *table128:
		return flatten(&k.enc, words128), flatten(k.inverse(), words128)
	case *table256:
		return flatten(&k.enc, words256), flatten(k.inverse(), words256)
	case *table512:
		return flatten(&k.enc, words512), flatten(k.inverse(), words512)
	}
	panic("not a table kernel")
}

func words128(w *[2]uint64) []uint64 { return w[:] }
func words256(w *[4]uint64) []uint64 { return w[:] }
func words512(w *[8]uint64) []uint64 { return w[:] }

func flatten[W any](k *keys[W], words func(*W) []uint64) []uint64 {
	all := slices.Clone(words(&k.first))
	for i := range k.rounds {
		all = append(all, words(&k.rounds[i])...)
	}
	return append(all, words(&k.last)...)
}

// TestFirstDecryption has several goroutines ask for the keys of decryption at once.
func TestFirstDecryption(t *testing.T) {
	for _, p := range kalyna.Variants() {
		key, src := make([]byte, p.KeySize), make([]byte, p.BlockSize)
		want := make([]byte, p.BlockSize)
		newSmall(p, key).decrypt(want, src)
		for range 20 {
			c := newTable(p.BlockSize, key)
			var wg sync.WaitGroup
			for range 8 {
				wg.Go(func() {
					got := make([]byte, p.BlockSize)
					c.Decrypt(got, src)
					if !bytes.Equal(got, want) {
						t.Errorf("%s: got %x, want %x", p.Name, got, want)
					}
				})
			}
			wg.Wait()
		}
	}
}

// TestNoBoundsChecks looks for bounds checks in the table kernel. Key set-up may have them.
func TestNoBoundsChecks(t *testing.T) {
	setUp := regexp.MustCompile(`^(newTable|expand|repeatKey|invert$)`)
	for _, c := range boundscheck.Find(t) {
		if strings.HasPrefix(c.File, "table") && !setUp.MatchString(c.Function) && !c.Guard {
			t.Errorf("%s:%d: %s in %s", c.File, c.Line, c.Kind, c.Function)
		}
	}
}

// BenchmarkExpand is the key schedule alone, without the object that New makes.
func BenchmarkExpand(b *testing.B) {
	for _, p := range kalyna.Variants() {
		b.Run(p.Name, func(b *testing.B) {
			key := make([]byte, p.KeySize)
			var expand func()
			switch k := newTable(p.BlockSize, key).kernel.(type) {
			case *table128:
				expand = func() { expand128(&k.enc, key) }
			case *table256:
				expand = func() { expand256(&k.enc, key) }
			case *table512:
				expand = func() { expand512(&k.enc, key) }
			}
			for b.Loop() {
				key[0]++
				expand()
			}
		})
	}
}
