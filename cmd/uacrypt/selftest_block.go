package main

import (
	"bytes"
	"crypto/cipher"
	"fmt"
	"math/rand/v2"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/internal/multiblock"
	"github.com/zvirka/zvirka/vectors"
)

type newBlock = func(key []byte) (cipher.Block, error)

func testedBlock(row catalogue.Block) testedRow {
	return testedRow{
		name: row.Name,
		paths: testedPaths(row.Paths, func(newCipher newBlock, f vectors.File, c vectors.Case) (judged int, err error) {
			encrypt, decrypt := vectors.Cipher(newCipher)
			return f.CheckBlock(c, row.Sizes.Block, row.Sizes.Key, encrypt, decrypt)
		}),
		compare: func(random *rand.Rand) (cases int, err error) {
			// Half of the keys get one block; the rest enough for the widest kernels.
			size, blocks := row.Sizes.Block, max(1, random.IntN(80)-40)
			key, src := randomBytes(random, row.Sizes.Key), randomBytes(random, size*blocks)
			encrypted := perBlock(size, src, func(b []byte) []byte { return row.Reference.Encrypt(key, b) })
			decrypted := perBlock(size, src, func(b []byte) []byte { return row.Reference.Decrypt(key, b) })
			return blocks, onEachPath(row.Paths, func(newCipher newBlock) error {
				c, err := newCipher(key)
				if err != nil {
					return err
				}
				if d := blockDifference(c, size, src, encrypted, decrypted); d != "" {
					return fmt.Errorf("key %x: %s", key, d)
				}
				return nil
			})
		},
	}
}

func perBlock(size int, src []byte, f func(block []byte) []byte) []byte {
	var dst []byte
	for ; len(src) > 0; src = src[size:] {
		dst = append(dst, f(src[:size])...)
	}
	return dst
}

// blockDifference says where c differs from what the reference made of src, or returns "".
func blockDifference(c cipher.Block, size int, src, encrypted, decrypted []byte) string {
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
