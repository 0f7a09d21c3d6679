package vectors

import (
	"bytes"
	"crypto/cipher"
	"fmt"
)

// A BlockFunc is one direction of a block cipher on one block.
type BlockFunc func(key, block []byte) ([]byte, error)

// Cipher returns the two directions of an implementation, given its constructor.
func Cipher(newCipher func(key []byte) (cipher.Block, error)) (encrypt, decrypt BlockFunc) {
	direction := func(call func(c cipher.Block, dst, src []byte)) BlockFunc {
		return func(key, block []byte) ([]byte, error) {
			c, err := newCipher(key)
			if err != nil {
				return nil, err
			}
			if c.BlockSize() != len(block) {
				return nil, fmt.Errorf("block size %d, want %d", c.BlockSize(), len(block))
			}
			dst := make([]byte, len(block))
			call(c, dst, block)
			return dst, nil
		}
	}
	return direction(cipher.Block.Encrypt), direction(cipher.Block.Decrypt)
}

// CheckBlock holds both directions of a block cipher, whose sizes are in bytes, against
// one case of the file. It returns how many blocks were processed and judged, none for
// an operation that is not about blocks.
func (f File) CheckBlock(c Case, blockSize, keySize int, encrypt, decrypt BlockFunc) (blocks int, err error) {
	check := func(n int, direction string, want []byte, got []byte, e error) {
		if err != nil {
			return
		}
		if err = f.equal(c, direction, got, want, e); err == nil {
			blocks += n
		}
	}
	switch f.Operation {
	case OpBlock:
		got, e := encrypt(c.Key, c.Plaintext)
		check(1, "encrypt", c.Ciphertext, got, e)
		got, e = decrypt(c.Key, c.Ciphertext)
		check(1, "decrypt", c.Plaintext, got, e)
	case OpBlockAccumulated:
		run := func(f BlockFunc) func(in *Input) ([]byte, error) {
			return func(in *Input) ([]byte, error) {
				key := in.Next(keySize)
				return f(key, in.Next(blockSize))
			}
		}
		got, e := Accumulate(c.Label, c.Count, run(encrypt))
		check(c.Count, "encrypt", c.Encrypt, got, e)
		got, e = Accumulate(c.Label, c.Count, run(decrypt))
		check(c.Count, "decrypt", c.Decrypt, got, e)
	}
	return blocks, err
}

// CheckRoundKeys holds a key schedule against one case of the file, and returns how many
// round keys were judged, none for an operation that is not about them.
func (f File) CheckRoundKeys(c Case, roundKeys func(key []byte) [][]byte) (judged int, err error) {
	if f.Operation != OpRoundKeys {
		return 0, nil
	}
	got := roundKeys(c.Key)
	if len(got) != len(c.RoundKeys) {
		return 0, fmt.Errorf("%s, case %s: %d round keys, want %d", f.Name, c.ID, len(got), len(c.RoundKeys))
	}
	for i := range got {
		if !bytes.Equal(got[i], c.RoundKeys[i]) {
			return i, fmt.Errorf("%s, case %s: K[%d] = %x, want %x", f.Name, c.ID, i, got[i], c.RoundKeys[i])
		}
	}
	return len(got), nil
}
