package strumok_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/zvirka/zvirka/reference/strumok"
	spec "github.com/zvirka/zvirka/spec/strumok"
)

// values returns zero, the units of every byte, and n reproducible words.
func values(n int) []uint64 {
	words := []uint64{0, 1<<64 - 1}
	for i := range 64 {
		words = append(words, 1<<i)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range n {
		words = append(words, random.Uint64())
	}
	return words
}

func TestAlpha(t *testing.T) {
	for _, w := range values(200) {
		if got := strumok.DivAlpha(strumok.MulAlpha(w)); got != w {
			t.Errorf("DivAlpha(MulAlpha(%#x)) = %#x", w, got)
		}
		if got := strumok.MulAlpha(strumok.DivAlpha(w)); got != w {
			t.Errorf("MulAlpha(DivAlpha(%#x)) = %#x", w, got)
		}
		for name, f := range map[string]func(uint64) uint64{"MulAlpha": strumok.MulAlpha, "DivAlpha": strumok.DivAlpha} {
			v := w<<13 | w>>51
			if f(v^w) != f(v)^f(w) {
				t.Errorf("%s is not linear at %#x and %#x", name, v, w)
			}
		}
	}
	// α times z⁷ is z⁸, which g replaces by its lower coefficients.
	if got, want := strumok.MulAlpha(1<<56), uint64(0xd73f04125e000004); got != want {
		t.Errorf("α·z⁷ = %#x, want %#x", got, want)
	}
	if got, want := strumok.MulAlpha(1), uint64(1<<8); got != want {
		t.Errorf("α = %#x, want %#x", got, want)
	}
}

// T is a permutation of words, and not a linear one.
func TestT(t *testing.T) {
	seen, linear := map[uint64]uint64{}, true
	for _, w := range values(500) {
		y := strumok.T(w)
		if other, ok := seen[y]; ok && other != w {
			t.Errorf("T(%#x) = T(%#x)", w, other)
		}
		seen[y] = w
		linear = linear && strumok.T(w)^strumok.T(1) == strumok.T(w^1)^strumok.T(0)
	}
	if linear {
		t.Error("T is linear")
	}
}

// The register of a step is the old one without its first word, and the automaton's words
// come from old values alone.
func TestNext(t *testing.T) {
	w := values(100)
	S := strumok.State{R1: w[70], R2: w[71]}
	copy(S.S[:], w[72:])
	before := S
	for name, next := range map[string]strumok.State{"Next": strumok.Next(S), "NextInit": strumok.NextInit(S)} {
		if !bytes.Equal(bytesOf(next.S[:15]), bytesOf(S.S[1:])) {
			t.Errorf("%s: the register is not shifted", name)
		}
		if next.R1 != S.R2+S.S[13] || next.R2 != strumok.T(S.R1) {
			t.Errorf("%s: automaton %#x, %#x", name, next.R1, next.R2)
		}
	}
	if f := strumok.Next(S).S[15] ^ strumok.NextInit(S).S[15]; f != (S.S[15]+S.R1)^S.R2 {
		t.Errorf("initialisation adds %#x", f)
	}
	if S != before {
		t.Error("the argument was changed")
	}
}

func bytesOf(words []uint64) (b []byte) {
	for _, w := range words {
		for i := range 8 {
			b = append(b, byte(w>>(8*i)))
		}
	}
	return b
}

// Every byte of key and IV is loaded, each of the IV once.
func TestLoad(t *testing.T) {
	for _, p := range spec.Variants() {
		key, iv := make([]byte, p.KeySize), make([]byte, spec.IVSize)
		zero := strumok.Load(key, iv)
		changed := func(b *byte) (n int) {
			*b ^= 1
			S := strumok.Load(key, iv)
			*b ^= 1
			for i := range S.S {
				if S.S[i] != zero.S[i] {
					n++
				}
			}
			return n
		}
		for i := range key {
			if got, want := changed(&key[i]), 128/p.KeySize; got != want {
				t.Errorf("%s: key byte %d is in %d words, want %d", p.Name, i, got, want)
			}
		}
		for i := range iv {
			if got := changed(&iv[i]); got != 1 {
				t.Errorf("%s: IV byte %d is in %d words, want 1", p.Name, i, got)
			}
		}
		if zero.R1 != 0 || zero.R2 != 0 {
			t.Errorf("%s: the automaton starts with %#x, %#x", p.Name, zero.R1, zero.R2)
		}
	}
}

func TestXOR(t *testing.T) {
	for _, p := range spec.Variants() {
		random := rand.NewChaCha8([32]byte{byte(p.KeySize)})
		key, iv, data := make([]byte, p.KeySize), make([]byte, spec.IVSize), make([]byte, 37)
		random.Read(key)
		random.Read(iv)
		random.Read(data)
		before := bytes.Clone(data)
		if got := strumok.XOR(key, iv, strumok.XOR(key, iv, data)); !bytes.Equal(got, data) {
			t.Errorf("%s: %x comes back as %x", p.Name, data, got)
		}
		if !bytes.Equal(data, before) {
			t.Errorf("%s: the data was changed", p.Name)
		}
		long := strumok.Keystream(key, iv, 40)
		for n := range 41 {
			if got := strumok.Keystream(key, iv, n); !bytes.Equal(got, long[:n]) {
				t.Errorf("%s: %d bytes of keystream are %x, want %x", p.Name, n, got, long[:n])
			}
		}
	}
}

func TestWrongSizesPanic(t *testing.T) {
	for _, sizes := range [][2]int{{0, 32}, {16, 32}, {31, 32}, {48, 32}, {65, 32}, {32, 0}, {32, 16}, {32, 31}, {64, 33}, {64, 64}} {
		if !panics(func() { strumok.Keystream(make([]byte, sizes[0]), make([]byte, sizes[1]), 0) }) {
			t.Errorf("no panic: key of %d bytes, IV of %d", sizes[0], sizes[1])
		}
	}
	if !panics(func() { strumok.Keystream(make([]byte, 32), make([]byte, 32), -1) }) {
		t.Error("no panic: -1 bytes")
	}
}

func panics(f func()) (p bool) {
	defer func() { p = recover() != nil }()
	f()
	return
}
