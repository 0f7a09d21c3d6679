package contract_test

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"testing"

	"github.com/zvirka/zvirka/props/contract"
)

func ExampleTestHash() {
	_ = func(t *testing.T) { // TestContract
		contract.TestHash(t, contract.Hash{New: sha256.New, Size: 32, BlockSize: 64})
	}
}

// A wrapper that fills a short key with zeros has a fault that no ordinary use shows.
func ExampleCheckBlock() {
	lenient := func(key []byte) (cipher.Block, error) {
		filled := make([]byte, 16)
		copy(filled, key)
		return aes.NewCipher(filled)
	}
	failures := contract.Failures(func(t contract.T) {
		contract.CheckBlock(t, contract.Block{New: lenient, BlockSize: 16, KeySizes: []int{16}})
	})
	fmt.Println(failures[0])
	// Output: KeySizes: key of 0 bytes accepted
}

// A wrapper that begins a block with every call is right as long as nobody cuts a message.
func ExampleCheckStream() {
	failures := contract.Failures(func(t contract.T) {
		contract.CheckStream(t, contract.Stream{
			New: func(key, iv []byte) (cipher.Stream, error) {
				s, err := newCTR128(key, iv)
				if err != nil {
					return nil, err
				}
				return wasteful{s}, nil
			},
			KeySizes: []int{16},
			IVSizes:  []int{16},
		})
	})
	fmt.Println(failures[0])
	// Output: Chunks: pieces of 1 and 783 bytes give another result
}

type wasteful struct{ cipher.Stream }

func (w wasteful) XORKeyStream(dst, src []byte) {
	w.Stream.XORKeyStream(dst, src)
	rest := make([]byte, -len(src)&15)
	w.Stream.XORKeyStream(rest, rest)
}

// A wrapper that begins with the iv in every call is right as long as nobody cuts a message.
func ExampleCheckBlockMode() {
	forgetful := func(mode func(cipher.Block, []byte) cipher.BlockMode) func(key, iv []byte) (cipher.BlockMode, error) {
		return func(key, iv []byte) (cipher.BlockMode, error) {
			b, err := aes.NewCipher(key)
			if err != nil {
				return nil, err
			}
			if len(iv) != aes.BlockSize {
				return nil, errors.New("wrong length of iv")
			}
			iv = bytes.Clone(iv)
			return restarting{func() cipher.BlockMode { return mode(b, iv) }}, nil
		}
	}
	failures := contract.Failures(func(t contract.T) {
		contract.CheckBlockMode(t, contract.BlockMode{
			NewEncrypter: forgetful(cipher.NewCBCEncrypter),
			NewDecrypter: forgetful(cipher.NewCBCDecrypter),
			BlockSize:    16,
			KeySizes:     []int{16, 24, 32},
			IVSizes:      []int{16},
		})
	})
	fmt.Println(failures[0])
	// Output: Chunks: Encrypter: pieces of 16 and 256 bytes give another result
}

// A wrapper that cuts a long nonce finds twelve bytes also where the nonce is shorter.
func ExampleCheckAEAD() {
	failures := contract.Failures(func(t contract.T) {
		contract.CheckAEAD(t, contract.AEAD{
			New: func(key []byte) (cipher.AEAD, error) {
				b, err := aes.NewCipher(key)
				if err != nil {
					return nil, err
				}
				gcm, err := cipher.NewGCM(b)
				return cutting{gcm}, err
			},
			KeySizes:  []int{16, 24, 32},
			NonceSize: 12,
			Overhead:  16,
		})
	})
	fmt.Println(failures[0])
	// Output: WrongNonceSize: Open with a nonce of 0 bytes accepted
}

type cutting struct{ cipher.AEAD }

func (c cutting) Open(dst, nonce, ciphertext, data []byte) ([]byte, error) {
	return c.AEAD.Open(dst, nonce[:12], ciphertext, data)
}

type restarting struct{ start func() cipher.BlockMode }

func (r restarting) BlockSize() int              { return r.start().BlockSize() }
func (r restarting) CryptBlocks(dst, src []byte) { r.start().CryptBlocks(dst, src) }

// A wrapper for a format in which no message is empty should not have a tag for one.
func ExampleCheckTagger() {
	failures := contract.Failures(func(t contract.T) {
		contract.CheckTagger(t, contract.Tagger{
			New: func(key []byte) (contract.Authenticator, error) {
				if len(key) != 32 {
					return nil, errors.New("wrong length of key")
				}
				return authenticator{hmac.New(sha256.New, key)}, nil
			},
			KeySizes:   []int{32},
			Size:       16,
			BlockSize:  64,
			EmptyError: true,
			Methods:    []string{"Sum", "Size", "BlockSize"},
		})
	})
	fmt.Println(failures[0])
	// Output: Empty: after nothing: Tag of nothing returned 16 bytes, <nil>
}

type authenticator struct{ hash.Hash }

func (a authenticator) Tag() ([]byte, error) { return a.Sum(nil)[:16], nil }

func (a authenticator) Verify(tag []byte) error {
	if expected, _ := a.Tag(); !hmac.Equal(tag, expected) {
		return errors.New("wrong tag")
	}
	return nil
}
