package zvirka

import (
	"github.com/zvirka/zvirka/impl/kalyna"
	reference "github.com/zvirka/zvirka/reference/kalyna"
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
