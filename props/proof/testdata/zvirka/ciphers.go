package zvirka

import (
	"github.com/zvirka/zvirka/impl/kalyna"
	"github.com/zvirka/zvirka/impl/kupyna"
	"github.com/zvirka/zvirka/impl/strumok"
	"github.com/zvirka/zvirka/internal/dispatch"
	"github.com/zvirka/zvirka/internal/multiblock"
	reference "github.com/zvirka/zvirka/reference/kalyna"
	referencekupyna "github.com/zvirka/zvirka/reference/kupyna"
	referencestrumok "github.com/zvirka/zvirka/reference/strumok"
)

// Encrypt is impl/kalyna, key schedule and all.
func Encrypt(key, block []byte) []byte {
	c, err := kalyna.New(len(block), key)
	if err != nil {
		panic(err)
	}
	out := make([]byte, len(block))
	c.Encrypt(out, block)
	return out
}

// Decrypt is its inverse.
func Decrypt(key, block []byte) []byte {
	c, err := kalyna.New(len(block), key)
	if err != nil {
		panic(err)
	}
	out := make([]byte, len(block))
	c.Decrypt(out, block)
	return out
}

// ReferenceEncrypt is reference/kalyna.
func ReferenceEncrypt(key, block []byte) []byte { return reference.Encrypt(key, block) }

// ReferenceDecrypt is its inverse.
func ReferenceDecrypt(key, block []byte) []byte { return reference.Decrypt(key, block) }

// small runs f while New takes the path without derived tables. One call of New before that
// makes sure that the package's variables are there.
func small(algorithm string, f func()) {
	f()
	if err := dispatch.Of(algorithm).With("small", f); err != nil {
		panic(err)
	}
}

// EncryptSmall is the path without derived tables.
func EncryptSmall(key, block []byte) (out []byte) {
	small("kalyna", func() { out = Encrypt(key, block) })
	return out
}

// DecryptSmall is its inverse.
func DecryptSmall(key, block []byte) (out []byte) {
	small("kalyna", func() { out = Decrypt(key, block) })
	return out
}

// Chain is three blocks of CBC-MAC in the chain that CMAC uses.
func Chain(key, acc, blocks []byte) {
	c, err := kalyna.New(len(acc), key)
	if err != nil {
		panic(err)
	}
	multiblock.Chain(c, acc, blocks)
}

// ReferenceChain is the same, block by block.
func ReferenceChain(key, acc, blocks []byte) {
	n := len(acc)
	for ; len(blocks) >= n; blocks = blocks[n:] {
		x := make([]byte, n)
		for i := range x {
			x[i] = acc[i] ^ blocks[i]
		}
		copy(acc, reference.Encrypt(key, x))
	}
}

// Blocks is the multi-block entry.
func Blocks(key, blocks []byte, size int) []byte {
	c, err := kalyna.New(size, key)
	if err != nil {
		panic(err)
	}
	out := make([]byte, len(blocks))
	multiblock.Of(c).EncryptBlocks(out, blocks)
	return out
}

// ReferenceBlocks is the same, block by block.
func ReferenceBlocks(key, blocks []byte, size int) []byte {
	var out []byte
	for ; len(blocks) > 0; blocks = blocks[size:] {
		out = append(out, reference.Encrypt(key, blocks[:size])...)
	}
	return out
}

// InverseBlocks is the multi-block entry of decryption.
func InverseBlocks(key, blocks []byte, size int) []byte {
	c, err := kalyna.New(size, key)
	if err != nil {
		panic(err)
	}
	out := make([]byte, len(blocks))
	multiblock.Of(c).DecryptBlocks(out, blocks)
	return out
}

// ReferenceInverseBlocks is the same, block by block.
func ReferenceInverseBlocks(key, blocks []byte, size int) []byte {
	var out []byte
	for ; len(blocks) > 0; blocks = blocks[size:] {
		out = append(out, reference.Decrypt(key, blocks[:size])...)
	}
	return out
}

// Digest is impl/kupyna.
func Digest(message []byte, bits int) []byte {
	d, err := kupyna.New(bits)
	if err != nil {
		panic(err)
	}
	d.Write(message)
	return d.Sum(nil)
}

// DigestSmall is its path without derived tables.
func DigestSmall(message []byte, bits int) (out []byte) {
	small("kupyna", func() { out = Digest(message, bits) })
	return out
}

// ReferenceDigest is reference/kupyna.
func ReferenceDigest(message []byte, bits int) []byte {
	return referencekupyna.Sum(bits, message)
}

// Keystream is impl/strumok: n bytes of zeros encrypted.
func Keystream(key, iv []byte, n int) []byte {
	s, err := strumok.New(key, iv)
	if err != nil {
		panic(err)
	}
	out := make([]byte, n)
	s.XORKeyStream(out, out)
	return out
}

// KeystreamSmall is its path without derived tables.
func KeystreamSmall(key, iv []byte, n int) (out []byte) {
	small("strumok", func() { out = Keystream(key, iv, n) })
	return out
}

// ReferenceKeystream is reference/strumok.
func ReferenceKeystream(key, iv []byte, n int) []byte { return referencestrumok.Keystream(key, iv, n) }
