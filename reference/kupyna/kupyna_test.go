package kupyna_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/zvirka/zvirka/reference/kalyna"
	"github.com/zvirka/zvirka/reference/kupyna"
	spec "github.com/zvirka/zvirka/spec/kupyna"
)

// randomBytes returns n reproducible bytes.
func randomBytes(n int) []byte {
	b := make([]byte, n)
	rand.NewChaCha8([32]byte{byte(n)}).Read(b)
	return b
}

// Every step of a round can be undone, so P and Q are permutations.
func TestPermutationsInvert(t *testing.T) {
	for _, p := range spec.Classes() {
		block := randomBytes(p.BlockSize)

		G := kupyna.P(kupyna.NewState(block))
		for i := p.Rounds - 1; i >= 0; i-- {
			G = kupyna.XorConstant(unround(p, G), i) // its own inverse
		}
		if got := G.Bytes(); !bytes.Equal(got, block) {
			t.Errorf("l = %d: P undone gives %x, want %x", 8*p.BlockSize, got, block)
		}

		zero := kupyna.NewState(make([]byte, p.BlockSize))
		G = kupyna.Q(kupyna.NewState(block))
		for i := p.Rounds - 1; i >= 0; i-- {
			G = kalyna.SubRoundKey(unround(p, G), kupyna.AddConstant(zero, i).Bytes())
		}
		if got := G.Bytes(); !bytes.Equal(got, block) {
			t.Errorf("l = %d: Q undone gives %x, want %x", 8*p.BlockSize, got, block)
		}
	}
}

// unround inverts the three steps after the constant, the rotation by what is missing to a
// full turn.
func unround(p spec.Class, G kupyna.State) kupyna.State {
	G = kalyna.InvMixColumns(G)
	for range p.Columns - 1 { // a multiple of the order of every row's rotation, less one
		G = kupyna.ShiftRows(G)
	}
	return kalyna.InvSubBytes(G)
}

func TestConstants(t *testing.T) {
	zero := kupyna.NewState(make([]byte, 128))
	for _, c := range []struct {
		name      string
		G         kupyna.State
		column    int
		wantBytes string
	}{
		{"T⊕, first", kupyna.XorConstant(zero, 0), 0, "0000000000000000"},
		{"T⊕, last", kupyna.XorConstant(zero, 13), 15, "fd00000000000000"},
		{"T⁺, first", kupyna.AddConstant(zero, 0), 0, "f3f0f0f0f0f0f0f0"},
		{"T⁺, last", kupyna.AddConstant(zero, 13), 15, "f3f0f0f0f0f0f00d"},
	} {
		if got := fmt.Sprintf("%x", c.G.Bytes()[8*c.column:][:8]); got != c.wantBytes {
			t.Errorf("%s: column %d is %s, want %s", c.name, c.column, got, c.wantBytes)
		}
	}

	// A carry runs through a column and stops at its end.
	G := kupyna.NewState(bytes.Repeat([]byte{0xff}, 64))
	if got, want := fmt.Sprintf("%x", kupyna.AddConstant(G, 0).Bytes()[:16]), "f2f0f0f0f0f0f070f2f0f0f0f0f0f060"; got != want {
		t.Errorf("addition to ff.. gives %s, want %s", got, want)
	}
}

// Padding adds at least 97 bits and less than a block more, and nothing but what the text
// says.
func TestPad(t *testing.T) {
	for _, bits := range []int{256, 512} {
		p, _ := spec.Lookup(bits)
		l := 8 * p.BlockSize
		for N := range 2*l + 1 {
			message := bytes.Repeat([]byte{0xff}, (N+7)/8)
			padded := kupyna.Pad(bits, message, N)
			if n := 8 * len(padded); n%l != 0 || n < N+97 || n >= N+97+l {
				t.Fatalf("N = %d: padded to %d bits", N, n)
			}
			bit := func(i int) int { return int(padded[i/8]) >> (7 - i%8) & 1 }
			end := 8*len(padded) - 96
			for i := range end {
				if got, want := bit(i) == 1, i <= N; got != want {
					t.Fatalf("N = %d: bit %d is set: %t, want %t", N, i, got, want)
				}
			}
			length := append([]byte{byte(N), byte(N >> 8)}, make([]byte, 10)...)
			if !bytes.Equal(padded[end/8:], length) {
				t.Fatalf("N = %d: length %x, want %x", N, padded[end/8:], length)
			}
		}
	}
}

// The padded blocks that the standard's examples show.
func TestPadExamples(t *testing.T) {
	for _, c := range []struct {
		message string
		N       int
		begin   string
	}{
		{"80", 1, "c000"},
		{"0000ff0000", 33, "0000ff00400000"},
		{"0000ff007f", 33, "0000ff00400000"}, // what is not part of the message
	} {
		message, _ := hex.DecodeString(c.message)
		got := fmt.Sprintf("%x", kupyna.Pad(384, message, c.N)[:len(c.begin)/2])
		if got != c.begin {
			t.Errorf("%s, %d bits: padded %s, want %s", c.message, c.N, got, c.begin)
		}
	}
}

// Bits beyond the message do not matter; each of its own does.
func TestUnusedBits(t *testing.T) {
	message := randomBytes(5)
	want := kupyna.SumBits(256, message, 37)
	for i := range 40 {
		changed := bytes.Clone(message)
		changed[i/8] ^= 0x80 >> (i % 8)
		if got := bytes.Equal(kupyna.SumBits(256, changed, 37), want); got != (i >= 37) {
			t.Errorf("bit %d of 37 changed: the same digest: %t", i, got)
		}
	}
}

// Digests of one class are ends of each other; those of the two classes are not.
func TestDigestLengths(t *testing.T) {
	message := randomBytes(200)
	before := bytes.Clone(message)
	for bits := 8; bits <= 512; bits += 8 {
		got := kupyna.Sum(bits, message)
		if len(got) != bits/8 {
			t.Fatalf("Kupyna-%d: %d bytes", bits, len(got))
		}
		longest := 256
		if bits > 256 {
			longest = 512
		}
		if !bytes.HasSuffix(kupyna.Sum(longest, message), got) {
			t.Errorf("Kupyna-%d is no end of Kupyna-%d", bits, longest)
		}
	}
	if bytes.HasSuffix(kupyna.Sum(512, message), kupyna.Sum(256, message)) {
		t.Error("Kupyna-256 is an end of Kupyna-512")
	}
	if !bytes.Equal(message, before) {
		t.Error("the message was changed")
	}
}

func TestWrongSizesPanic(t *testing.T) {
	for what, f := range map[string]func(){
		"digest of 0 bits":          func() { kupyna.Sum(0, nil) },
		"digest of 255 bits":        func() { kupyna.Sum(255, nil) },
		"digest of 520 bits":        func() { kupyna.Sum(520, nil) },
		"digest of -8 bits":         func() { kupyna.IV(-8) },
		"-1 bits":                   func() { kupyna.SumBits(256, nil, -1) },
		"9 bits in a byte":          func() { kupyna.SumBits(256, []byte{0}, 9) },
		"8 bits in two bytes":       func() { kupyna.SumBits(256, []byte{0, 0}, 8) },
		"no bits in a byte":         func() { kupyna.Pad(256, []byte{0}, 0) },
		"state of 0 bytes":          func() { kupyna.NewState(nil) },
		"state of 32 bytes":         func() { kupyna.NewState(make([]byte, 32)) },
		"state of 65 bytes":         func() { kupyna.NewState(make([]byte, 65)) },
		"permutation of 4 columns":  func() { kupyna.P(kalyna.NewState(make([]byte, 32))) },
		"blocks of different sizes": func() { kupyna.Compress(make([]byte, 64), make([]byte, 128)) },
		"large state, small digest": func() { kupyna.Output(256, make([]byte, 128)) },
	} {
		if !panics(f) {
			t.Errorf("no panic: %s", what)
		}
	}
}

func panics(f func()) (p bool) {
	defer func() { p = recover() != nil }()
	f()
	return
}
