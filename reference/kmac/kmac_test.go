package kmac_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/zvirka/zvirka/reference/kmac"
	spec "github.com/zvirka/zvirka/spec/kmac"
)

// Every byte of key and message counts, and so does the message's length.
func TestEveryByteCounts(t *testing.T) {
	for _, p := range spec.Variants() {
		bits := 8 * p.TagSize
		input := make([]byte, p.KeySize+20)
		rand.NewChaCha8([32]byte{}).Read(input)
		sum := func() string { return string(kmac.Sum(bits, input[:p.KeySize], input[p.KeySize:])) }
		before, tag := bytes.Clone(input), sum()
		if len(tag) != p.TagSize {
			t.Errorf("%s: tag of %d bytes, want %d", p.Name, len(tag), p.TagSize)
		}
		for i := range input {
			input[i] ^= 1 << (i % 8)
			if sum() == tag {
				t.Errorf("%s: byte %d of key and message does not count", p.Name, i)
			}
			input[i] ^= 1 << (i % 8)
		}
		if !bytes.Equal(input, before) {
			t.Errorf("%s: an argument was changed", p.Name)
		}
		seen := map[string]int{}
		for _, n := range []int{0, 1, p.Hash.BlockSize - 13, p.Hash.BlockSize - 12, p.Hash.BlockSize, p.Hash.BlockSize + 1} {
			tag := string(kmac.Sum(bits, input[:p.KeySize], make([]byte, n)))
			if other, ok := seen[tag]; ok {
				t.Errorf("%s: %d and %d zeros have one tag", p.Name, other, n)
			}
			seen[tag] = n
		}
	}
}

func TestWrongSizesPanic(t *testing.T) {
	for _, bits := range []int{-1, 0, 8, 48, 256, 264, 304, 384, 512, 1024} {
		for _, keySize := range []int{0, 1, 16, 31, 32, 33, 38, 48, 64, 65, 128} {
			_, valid := spec.Lookup(bits)
			valid = valid && 8*keySize == bits
			if panics(func() { kmac.Sum(bits, make([]byte, keySize), nil) }) == valid {
				t.Errorf("tag of %d bits, key of %d bytes: panics: %t, want %t", bits, keySize, valid, !valid)
			}
		}
	}
}

func panics(f func()) (p bool) {
	defer func() { p = recover() != nil }()
	f()
	return
}
