// Package clean handles secrets in constant time: nothing is found in it.
package clean

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"math/bits"
)

//ct:secret key
func Encrypt(key, nonce, text []byte) ([]byte, error) {
	if len(key) != 16 && len(key) != 32 {
		return nil, fmt.Errorf("a key of %d bytes", len(key))
	}
	b, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	a, err := cipher.NewGCM(b)
	if err != nil {
		return nil, err
	}
	if len(nonce) != a.NonceSize() {
		return nil, errors.New("wrong nonce")
	}
	return a.Seal(nil, nonce, text, nil), nil
}

//ct:secret key,message
func MAC(key, message []byte) []byte {
	h := hmac.New(sha256.New, key)
	h.Write(message)
	return h.Sum(make([]byte, 0, h.Size()))
}

//ct:secret bit,a,b
func Select(bit int, a, b []uint64) []uint64 {
	mask := -uint64(bit & 1)
	out := make([]uint64, len(a))
	for i := range out {
		out[i] = a[i]&mask | b[i]&^mask
	}
	return out
}

//ct:secret x,y
func Add(x, y *[4]uint64) (z [4]uint64) {
	var c uint64
	for i := range z {
		z[i], c = bits.Add64(x[i], y[i], c)
	}
	return z
}

//ct:secret i
func Scan(table *[16]uint32, i int) (x uint32) {
	for j, y := range table {
		x |= y & -uint32(subtle.ConstantTimeEq(int32(i), int32(j)))
	}
	return x
}

type state struct {
	h   [8]uint32 //ct:secret
	buf [64]byte
	n   int
}

//ct:secret p
func (s *state) Write(p []byte) (int, error) {
	total := len(p)
	for len(p) > 0 {
		k := copy(s.buf[s.n:], p)
		s.n += k
		p = p[k:]
		if s.n == len(s.buf) {
			s.block()
			s.n = 0
		}
	}
	return total, nil
}

func (s *state) block() {
	for i := range s.h {
		s.h[i] = bits.RotateLeft32(s.h[i]^uint32(s.buf[i]), 7) + s.h[(i+1)%8]
	}
}
