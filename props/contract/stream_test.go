package contract_test

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"fmt"
	"sync"
	"testing"
	"unsafe"

	"github.com/zvirka/zvirka/props/contract"
)

// newCTR is AES in counter mode, with errors where cipher.NewCTR panics.
func newCTR(key, iv []byte) (cipher.Stream, error) {
	b, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	if len(iv) != aes.BlockSize {
		return nil, fmt.Errorf("iv of %d bytes", len(iv))
	}
	return cipher.NewCTR(b, iv), nil
}

var ctrContract = contract.Stream{New: newCTR, KeySizes: []int{16, 24, 32}, IVSizes: []int{16}}

// newCTR128 is newCTR with keys of one length: what the faults are made of.
func newCTR128(key, iv []byte) (cipher.Stream, error) {
	if len(key) != 16 {
		return nil, aes.KeySizeError(len(key))
	}
	return newCTR(key, iv)
}

// faultyStream is a stream cipher with another XORKeyStream.
type faultyStream struct {
	cipher.Stream
	xor  func(s *faultyStream, dst, src []byte)
	used int    // bytes
	kept []byte // what a fault remembers
}

func (s *faultyStream) XORKeyStream(dst, src []byte) { s.xor(s, dst, src) }

// keystream returns the next n bytes of it.
func (s *faultyStream) keystream(n int) []byte {
	b := make([]byte, n)
	s.Stream.XORKeyStream(b, b)
	return b
}

// endBlock goes to the end of a block of which a part has been used.
func (s *faultyStream) endBlock() { s.used += len(s.keystream(-s.used & 15)) }

// overlap reports whether the two share memory, but do not begin together.
func overlap(a, b []byte) bool {
	if len(a) == 0 || len(b) == 0 || &a[0] == &b[0] {
		return false
	}
	p, q := uintptr(unsafe.Pointer(&a[0])), uintptr(unsafe.Pointer(&b[0]))
	return p < q+uintptr(len(b)) && q < p+uintptr(len(a))
}

func brokenStream(xor func(s *faultyStream, dst, src []byte)) contract.Stream {
	return withNewStream(func(key, iv []byte) (cipher.Stream, error) {
		s, err := newCTR128(key, iv)
		if err != nil {
			return nil, err
		}
		return &faultyStream{Stream: s, xor: xor}, nil
	})
}

func withNewStream(f func(key, iv []byte) (cipher.Stream, error)) contract.Stream {
	return contract.Stream{New: f, KeySizes: []int{16}, IVSizes: []int{16}}
}

// lazyStream expands its parameters at first use.
type lazyStream struct {
	key, iv []byte
	s       cipher.Stream
}

func (l *lazyStream) XORKeyStream(dst, src []byte) {
	if l.s == nil {
		l.s, _ = newCTR128(l.key, l.iv)
	}
	l.s.XORKeyStream(dst, src)
}

// sharedStream is a stream cipher whose objects have one state, the last one's. Each call
// is locked: it is wrong without a data race.
type sharedStream struct{}

var (
	sharedStreamState cipher.Stream
	sharedStreamLock  sync.Mutex
)

func (sharedStream) XORKeyStream(dst, src []byte) {
	sharedStreamLock.Lock()
	defer sharedStreamLock.Unlock()
	sharedStreamState.XORKeyStream(dst, src)
}

// seekable has a method that cipher.Stream does not know.
type seekable struct{ cipher.Stream }

func (seekable) Seek(int) {}

var streamFaults = []fault[contract.Stream]{
	{"a short iv is filled", []string{"KeyAndIVSizes"}, withNewStream(func(key, iv []byte) (cipher.Stream, error) {
		return newCTR128(key, append(bytes.Clone(iv), make([]byte, max(0, 16-len(iv)))...))
	})},
	{"no iv is one of zeros", []string{"KeyAndIVSizes"}, withNewStream(func(key, iv []byte) (cipher.Stream, error) {
		if iv == nil {
			iv = make([]byte, 16)
		}
		return newCTR128(key, iv)
	})},
	{"a stream beside the error", []string{"KeyAndIVSizes"}, withNewStream(func(key, iv []byte) (cipher.Stream, error) {
		if len(key) != 16 {
			return &lazyStream{key: key, iv: iv}, aes.KeySizeError(len(key))
		}
		return newCTR128(key, iv)
	})},
	{"the key is kept", []string{"KeyNotRetained"}, withNewStream(func(key, iv []byte) (cipher.Stream, error) {
		_, err := newCTR128(key, iv)
		return &lazyStream{key: key, iv: bytes.Clone(iv)}, err
	})},
	{"the iv is kept", []string{"IVNotRetained"}, withNewStream(func(key, iv []byte) (cipher.Stream, error) {
		_, err := newCTR128(key, iv)
		return &lazyStream{key: bytes.Clone(key), iv: iv}, err
	})},
	{"the iv counts in the caller's buffer", []string{"IVNotRetained"}, withNewStream(func(key, iv []byte) (cipher.Stream, error) {
		s, err := newCTR128(key, iv)
		if err == nil {
			iv[15]++
		}
		return s, err
	})},
	{"a parity bit in the key", []string{"EveryKeyBit"}, withNewStream(func(key, iv []byte) (cipher.Stream, error) {
		if key = bytes.Clone(key); len(key) == 16 {
			key[7] &^= 1
		}
		return newCTR128(key, iv)
	})},
	{"the counter takes the place of a part of the iv", []string{"EveryIVBit"}, withNewStream(func(key, iv []byte) (cipher.Stream, error) {
		if len(iv) != 16 {
			return nil, fmt.Errorf("iv of %d bytes", len(iv))
		}
		return newCTR128(key, append(bytes.Clone(iv[:12]), 0, 0, 0, 1))
	})},
	{"addition modulo 256", []string{"Twice", "Linear"}, brokenStream(func(s *faultyStream, dst, src []byte) {
		for i, k := range s.keystream(len(src)) {
			dst[i] = src[i] + k
		}
	})},
	{"feedback of the message", []string{"Linear"}, brokenStream(func(s *faultyStream, dst, src []byte) {
		for i, k := range s.keystream(len(src)) {
			s.kept = append(s.kept[max(0, len(s.kept)-15):], src[i])
			dst[i] = src[i] ^ k ^ s.kept[0]&1
		}
	})},
	{"every call begins a block", []string{"Chunks", "Offsets"}, brokenStream(func(s *faultyStream, dst, src []byte) {
		s.Stream.XORKeyStream(dst, src)
		s.used += len(src)
		s.endBlock()
	})},
	{"what is left of a block is lost by a call of eight", []string{"Chunks", "Offsets"}, brokenStream(func(s *faultyStream, dst, src []byte) {
		if len(src) >= 128 {
			s.endBlock()
		}
		s.Stream.XORKeyStream(dst, src)
		s.used += len(src)
	})},
	{"the keystream is written first", []string{"InPlace", "Overlap"}, brokenStream(func(s *faultyStream, dst, src []byte) {
		copy(dst[:len(src)], s.keystream(len(src)))
		for i, x := range src {
			dst[i] ^= x
		}
	})},
	{"the source is erased", []string{"SourceUnchanged"}, brokenStream(func(s *faultyStream, dst, src []byte) {
		s.Stream.XORKeyStream(dst, src)
		if len(src) > 0 && &src[0] != &dst[0] {
			clear(src)
		}
	})},
	{"whole blocks are written if they fit", []string{"LongDestination"}, brokenStream(func(s *faultyStream, dst, src []byte) {
		s.Stream.XORKeyStream(dst, src)
		clear(dst[len(src):min(len(dst), (len(src)+15)&^15)])
	})},
	{"capacity is taken for length", []string{"ShortDestination"}, brokenStream(func(s *faultyStream, dst, src []byte) {
		s.Stream.XORKeyStream(dst[:len(src)], src)
	})},
	{"a short destination is filled before the panic", []string{"ShortDestination"}, brokenStream(func(s *faultyStream, dst, src []byte) {
		if n := len(dst) &^ 15; n < len(src) && len(dst) < len(src) {
			s.Stream.XORKeyStream(dst[:n], src[:n])
		}
		s.Stream.XORKeyStream(dst, src)
	})},
	{"as much as the destination holds", []string{"ShortDestination"}, brokenStream(func(s *faultyStream, dst, src []byte) {
		s.Stream.XORKeyStream(dst, src[:min(len(src), len(dst))])
	})},
	{"an empty source panics", []string{"Empty"}, brokenStream(func(s *faultyStream, dst, src []byte) {
		_ = src[0]
		s.Stream.XORKeyStream(dst, src)
	})},
	{"an empty source ends a block", []string{"Empty", "Chunks"}, brokenStream(func(s *faultyStream, dst, src []byte) {
		s.Stream.XORKeyStream(dst, src)
		if s.used += len(src); len(src) == 0 {
			s.endBlock()
		}
	})},
	{"overlap is not looked for", []string{"Overlap"}, brokenStream(func(s *faultyStream, dst, src []byte) {
		dst = dst[:len(src):len(dst)]
		for i, k := range s.keystream(len(src)) {
			dst[i] = src[i] ^ k
		}
	})},
	{"touching is taken for overlap", []string{"Overlap"}, brokenStream(func(s *faultyStream, dst, src []byte) {
		if cap(dst) > len(dst) && overlap(dst[:len(dst)+1], src) {
			panic("overlap")
		}
		s.Stream.XORKeyStream(dst, src)
	})},
	{"in place is taken for overlap", []string{"InPlace", "Overlap"}, brokenStream(func(s *faultyStream, dst, src []byte) {
		if len(src) > 0 && len(dst) > 0 && &dst[0] == &src[0] {
			panic("overlap")
		}
		s.Stream.XORKeyStream(dst, src)
	})},
	{"overlap is found after the first block", []string{"Overlap"}, brokenStream(func(s *faultyStream, dst, src []byte) {
		dst = dst[:len(src):len(dst)]
		for i, k := range s.keystream(len(src)) {
			if i == 16 && overlap(dst, src) {
				panic("overlap")
			}
			dst[i] = src[i] ^ k
		}
	})},
	{"words at odd addresses", []string{"Alignment"}, brokenStream(func(s *faultyStream, dst, src []byte) {
		s.Stream.XORKeyStream(dst, src)
		if len(src) > 0 && uintptr(unsafe.Pointer(&src[0]))%8 == 3 {
			dst[0] ^= 1
		}
	})},
	{"a byte read too many", []string{"GuardPages"}, brokenStream(func(s *faultyStream, dst, src []byte) {
		if len(src)%16 != 0 {
			overread(src)
		}
		s.Stream.XORKeyStream(dst, src)
	})},
	{"a counter of eight bits", []string{"NoRepetition"}, brokenStream(func(s *faultyStream, dst, src []byte) {
		if s.kept == nil {
			s.kept = s.keystream(256 * 16)
		}
		if len(dst) < len(src) || overlap(dst[:len(src)], src) {
			panic("short or overlap")
		}
		for i, x := range src {
			dst[i] = x ^ s.kept[(s.used+i)%len(s.kept)]
		}
		s.used += len(src)
	})},
	{"a keystream that stops", []string{"NoRepetition"}, brokenStream(func(s *faultyStream, dst, src []byte) {
		s.Stream.XORKeyStream(dst, src)
		if s.used += len(src); s.used > 1<<15 {
			copy(dst, src)
		}
	})},
	{"one state for all streams", []string{"Independent"}, withNewStream(func(key, iv []byte) (cipher.Stream, error) {
		s, err := newCTR128(key, iv)
		if err != nil {
			return nil, err
		}
		sharedStreamLock.Lock()
		defer sharedStreamLock.Unlock()
		sharedStreamState = s
		return sharedStream{}, nil
	})},
	{"one scratch for all goroutines", []string{"Concurrent"}, brokenStream(func(s *faultyStream, dst, src []byte) {
		s.Stream.XORKeyStream(dst, src)
		if disturbed() && len(src) > 0 {
			dst[0]++
		}
	})},
	{"an unknown method", []string{"Methods"}, withNewStream(func(key, iv []byte) (cipher.Stream, error) {
		s, err := newCTR128(key, iv)
		if err != nil {
			return nil, err
		}
		return seekable{s}, nil
	})},
}

func TestStreamFaults(t *testing.T) {
	examine(t, contract.StreamLaws(), contract.CheckStream, ctrContract, streamFaults)
}
