package main

import (
	"bytes"
	"crypto/cipher"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/internal/multiblock"
)

// reference compares every path of every row with the row's reference, for a part of
// the duration each.
func (t *selftest) reference(seed uint64, duration time.Duration) {
	fmt.Fprintf(t.out, "seed %d\n", seed)
	for _, row := range t.rows {
		n, err := compare(row, seed, duration/time.Duration(len(t.rows)))
		if err != nil {
			err = fmt.Errorf("%w (--seed %d)", err, seed)
		}
		t.report(row.Name, "reference", n, "random cases", err)
	}
}

// compare runs a row's paths and its reference on the same random keys and blocks, in
// both directions, block by block and many at a time. The inputs follow from the seed
// alone, so the same seed finds the same difference, given the time. It returns the
// number of blocks compared.
func compare(row catalogue.Block, seed uint64, duration time.Duration) (cases int, err error) {
	random := rand.New(rand.NewPCG(seed, 0))
	size := row.Sizes.Block
	for deadline := time.Now().Add(duration); cases == 0 || time.Now().Before(deadline); {
		// Half of the keys get one block; the rest enough for the widest kernels.
		blocks := max(1, random.IntN(80)-40)
		key, src := randomBytes(random, row.Sizes.Key), randomBytes(random, size*blocks)
		encrypted := perBlock(size, src, func(b []byte) []byte { return row.Reference.Encrypt(key, b) })
		decrypted := perBlock(size, src, func(b []byte) []byte { return row.Reference.Decrypt(key, b) })
		for _, p := range row.Paths {
			c, err := p.New(key)
			if err != nil {
				return cases, fmt.Errorf("%s, path %s: %w", row.Name, p.Name, err)
			}
			d := difference(c, size, src, encrypted, decrypted)
			if d != "" {
				return cases, fmt.Errorf("%s, path %s, case %d: key %x: %s", row.Name, p.Name, cases, key, d)
			}
		}
		cases += blocks
	}
	return cases, nil
}

func randomBytes(random *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(random.Uint32())
	}
	return b
}

func perBlock(size int, src []byte, f func(block []byte) []byte) []byte {
	var dst []byte
	for ; len(src) > 0; src = src[size:] {
		dst = append(dst, f(src[:size])...)
	}
	return dst
}

// difference says where c differs from what the reference made of src, or returns "".
func difference(c cipher.Block, size int, src, encrypted, decrypted []byte) string {
	single := func(call func(dst, src []byte)) []byte {
		return perBlock(size, src, func(b []byte) []byte { dst := make([]byte, size); call(dst, b); return dst })
	}
	bulk := func(call func(dst, src []byte)) []byte {
		dst := make([]byte, len(src))
		call(dst, src)
		return dst
	}
	for _, r := range []struct {
		operation string
		got, want []byte
	}{
		{"encrypt", single(c.Encrypt), encrypted},
		{"decrypt", single(c.Decrypt), decrypted},
		{"encrypt, many blocks", bulk(multiblock.Of(c).EncryptBlocks), encrypted},
		{"decrypt, many blocks", bulk(multiblock.Of(c).DecryptBlocks), decrypted},
	} {
		for i := 0; i < len(src); i += size {
			if got, want := r.got[i:i+size], r.want[i:i+size]; !bytes.Equal(got, want) {
				return fmt.Sprintf("%s: %x gives %x, the reference gives %x", r.operation, src[i:i+size], got, want)
			}
		}
	}
	return ""
}
