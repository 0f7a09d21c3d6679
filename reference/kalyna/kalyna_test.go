package kalyna_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/zvirka/zvirka/reference/kalyna"
	spec "github.com/zvirka/zvirka/spec/kalyna"
)

// randomBytes returns n reproducible bytes.
func randomBytes(n int) []byte {
	b := make([]byte, n)
	rand.NewChaCha8([32]byte{byte(n)}).Read(b)
	return b
}

func TestStepInverses(t *testing.T) {
	steps := []struct {
		name             string
		forward, inverse func(kalyna.State) kalyna.State
	}{
		{"SubBytes", kalyna.SubBytes, kalyna.InvSubBytes},
		{"ShiftRows", kalyna.ShiftRows, kalyna.InvShiftRows},
		{"MixColumns", kalyna.MixColumns, kalyna.InvMixColumns},
		{"Round", kalyna.Round, kalyna.InvRound},
	}
	for _, size := range []int{16, 32, 64} {
		block := randomBytes(size)
		for _, s := range steps {
			G := s.forward(kalyna.NewState(block))
			if bytes.Equal(G.Bytes(), block) {
				t.Errorf("%s changes nothing in a block of %d bytes", s.name, size)
			}
			if got := s.inverse(G).Bytes(); !bytes.Equal(got, block) {
				t.Errorf("%s, block of %d bytes: inverse gives %x, want %x", s.name, size, got, block)
			}
		}
		K := randomBytes(size + 1)[:size]
		G := kalyna.SubRoundKey(kalyna.AddRoundKey(kalyna.NewState(block), K), K)
		if !bytes.Equal(G.Bytes(), block) {
			t.Errorf("SubRoundKey does not invert AddRoundKey on %d bytes", size)
		}
	}
}

// A carry runs through a column and stops at its end.
func TestAddRoundKeyCarries(t *testing.T) {
	block := bytes.Repeat([]byte{0xff}, 16)
	one := make([]byte, 16)
	one[0] = 1
	want := append(make([]byte, 8), block[8:]...)
	if got := kalyna.AddRoundKey(kalyna.NewState(block), one).Bytes(); !bytes.Equal(got, want) {
		t.Errorf("got %x, want %x", got, want)
	}
}

// In the figures of the standard the shift of V never crosses a word, so shifting words
// one by one, as faster code does, must give the same.
func TestVIsShiftedWords(t *testing.T) {
	for _, p := range spec.Variants() {
		for i := 0; i <= p.Rounds; i += 2 {
			var want []byte
			for range p.Words {
				want = binary.LittleEndian.AppendUint64(want, spec.EvenKeyConstant<<(i/2))
			}
			if got := kalyna.V(p.BlockSize, i); !bytes.Equal(got, want) {
				t.Errorf("%s: V[%d] = %x, want %x", p.Name, i, got, want)
			}
		}
	}
}

func TestRoundTrip(t *testing.T) {
	for _, p := range spec.Variants() {
		key, block := randomBytes(p.KeySize), randomBytes(p.BlockSize)
		keyBefore, blockBefore := bytes.Clone(key), bytes.Clone(block)
		got := kalyna.Decrypt(key, kalyna.Encrypt(key, block))
		if !bytes.Equal(got, block) {
			t.Errorf("%s: Decrypt(Encrypt(%x)) = %x", p.Name, block, got)
		}
		if !bytes.Equal(key, keyBefore) || !bytes.Equal(block, blockBefore) {
			t.Errorf("%s: an argument was changed", p.Name)
		}
	}
}

func TestWrongSizesPanic(t *testing.T) {
	sizes := []int{0, 1, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 128}
	for _, blockSize := range sizes {
		for _, keySize := range sizes {
			_, valid := spec.Lookup(blockSize, keySize)
			key, block := make([]byte, keySize), make([]byte, blockSize)
			for name, f := range map[string]func(){
				"Encrypt":         func() { kalyna.Encrypt(key, block) },
				"Decrypt":         func() { kalyna.Decrypt(key, block) },
				"RoundKeys":       func() { kalyna.RoundKeys(blockSize, key) },
				"IntermediateKey": func() { kalyna.IntermediateKey(blockSize, key) },
			} {
				call := fmt.Sprintf("%s with %d-byte blocks and a %d-byte key", name, blockSize, keySize)
				if panics(f) == valid {
					t.Errorf("%s: panics: %t, want %t", call, valid, !valid)
				}
			}
		}
	}
	if !panics(func() { kalyna.AddRoundKey(kalyna.NewState(make([]byte, 32)), make([]byte, 16)) }) {
		t.Error("a 16-byte round key was added to a 32-byte state")
	}
	if !panics(func() { kalyna.StateOf(make([]byte, 12)) }) {
		t.Error("12 bytes were taken for whole columns")
	}
}

func panics(f func()) (p bool) {
	defer func() { p = recover() != nil }()
	f()
	return
}
