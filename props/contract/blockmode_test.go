package contract_test

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/subtle"
	"fmt"
	"sync"
	"testing"
	"unsafe"

	"github.com/zvirka/zvirka/props/contract"
)

type newMode func(key, iv []byte) (cipher.BlockMode, error)

// cbc returns a constructor of AES in a mode such as CBC, with errors where that of
// crypto/cipher panics.
func cbc(mode func(b cipher.Block, iv []byte) cipher.BlockMode) newMode {
	return func(key, iv []byte) (cipher.BlockMode, error) {
		b, err := aes.NewCipher(key)
		if err != nil {
			return nil, err
		}
		if len(iv) != aes.BlockSize {
			return nil, fmt.Errorf("iv of %d bytes", len(iv))
		}
		return mode(b, iv), nil
	}
}

var cbcContract = contract.BlockMode{
	NewEncrypter: cbc(cipher.NewCBCEncrypter),
	NewDecrypter: cbc(cipher.NewCBCDecrypter),
	BlockSize:    aes.BlockSize,
	KeySizes:     []int{16, 24, 32},
	IVSizes:      []int{aes.BlockSize},
	Methods:      []string{"SetIV"},
}

// withNewMode is CBC with keys of one length, both of whose constructors are wrapped: what
// the faults are made of.
func withNewMode(wrap func(build newMode, key, iv []byte) (cipher.BlockMode, error)) contract.BlockMode {
	m := cbcContract
	m.KeySizes = []int{16}
	wrapped := func(build newMode) newMode {
		return func(key, iv []byte) (cipher.BlockMode, error) {
			return wrap(func(key, iv []byte) (cipher.BlockMode, error) {
				if len(key) != 16 {
					return nil, aes.KeySizeError(len(key))
				}
				return build(key, iv)
			}, key, iv)
		}
	}
	m.NewEncrypter, m.NewDecrypter = wrapped(m.NewEncrypter), wrapped(m.NewDecrypter)
	return m
}

// faultyMode is a block mode with another CryptBlocks.
type faultyMode struct {
	cipher.BlockMode
	crypt func(m *faultyMode, dst, src []byte)
	again func() cipher.BlockMode // a new one, as this was at first
}

func (m *faultyMode) CryptBlocks(dst, src []byte) { m.crypt(m, dst, src) }

func brokenMode(crypt func(m *faultyMode, dst, src []byte)) contract.BlockMode {
	return withNewMode(func(build newMode, key, iv []byte) (cipher.BlockMode, error) {
		m, err := build(key, iv)
		if err != nil {
			return nil, err
		}
		key, iv = bytes.Clone(key), bytes.Clone(iv)
		again := func() cipher.BlockMode { m, _ := build(key, iv); return m }
		return &faultyMode{m, crypt, again}, nil
	})
}

// lazyMode expands its parameters at first use.
type lazyMode struct {
	build   newMode
	key, iv []byte
	m       cipher.BlockMode
}

func (*lazyMode) BlockSize() int { return 16 }

func (l *lazyMode) CryptBlocks(dst, src []byte) {
	if l.m == nil {
		l.m, _ = l.build(l.key, l.iv)
	}
	l.m.CryptBlocks(dst, src)
}

// wideMode says that its block is another.
type wideMode struct{ cipher.BlockMode }

func (wideMode) BlockSize() int { return 32 }

// resettable has a method that cipher.BlockMode does not know.
type resettable struct{ cipher.BlockMode }

func (resettable) Reset() {}

// lateCBC decrypts a block before it takes the next one's predecessor from the source.
type lateCBC struct {
	b  cipher.Block
	iv []byte
}

func (lateCBC) BlockSize() int { return 16 }

func (c *lateCBC) CryptBlocks(dst, src []byte) {
	if len(src)%16 != 0 || len(dst) < len(src) || overlap(dst[:len(src)], src) {
		panic("short, partial or overlap")
	}
	for ; len(src) > 0; dst, src = dst[16:], src[16:] {
		c.b.Decrypt(dst, src)
		subtle.XORBytes(dst, dst[:16], c.iv)
		c.iv = bytes.Clone(src[:16])
	}
}

// ecb is the mode without an iv, with one direction of a block cipher.
type ecb struct {
	size  int
	crypt func(dst, src []byte)
}

func (e ecb) BlockSize() int { return e.size }

func (e ecb) CryptBlocks(dst, src []byte) {
	if len(src)%e.size != 0 || len(dst) < len(src) || overlap(dst[:len(src)], src) {
		panic("short, partial or overlap")
	}
	for i := 0; i < len(src); i += e.size {
		e.crypt(dst[i:i+e.size], src[i:i+e.size])
	}
}

var ecbContract = contract.BlockMode{
	NewEncrypter: newECB(cipher.Block.Encrypt),
	NewDecrypter: newECB(cipher.Block.Decrypt),
	BlockSize:    aes.BlockSize,
	KeySizes:     []int{16, 24, 32},
}

func newECB(direction func(b cipher.Block, dst, src []byte)) newMode {
	return func(key, _ []byte) (cipher.BlockMode, error) {
		b, err := aes.NewCipher(key)
		if err != nil {
			return nil, err
		}
		return ecb{aes.BlockSize, func(dst, src []byte) { direction(b, dst, src) }}, nil
	}
}

// sharedMode is a block mode whose objects have one state, the last one's. Each call is
// locked: it is wrong without a data race.
type sharedMode struct{ state *sharedModeState }

type sharedModeState struct {
	lock sync.Mutex
	m    cipher.BlockMode
}

func (sharedMode) BlockSize() int { return 16 }

func (s sharedMode) CryptBlocks(dst, src []byte) {
	s.state.lock.Lock()
	defer s.state.lock.Unlock()
	s.state.m.CryptBlocks(dst, src)
}

func newSharedMode() contract.BlockMode {
	var state sharedModeState
	return withNewMode(func(build newMode, key, iv []byte) (cipher.BlockMode, error) {
		m, err := build(key, iv)
		if err != nil {
			return nil, err
		}
		state.lock.Lock()
		defer state.lock.Unlock()
		state.m = m
		return sharedMode{&state}, nil
	})
}

var modeFaults = []fault[contract.BlockMode]{
	{"another block size", []string{"BlockSize"}, withNewMode(func(build newMode, key, iv []byte) (cipher.BlockMode, error) {
		m, err := build(key, iv)
		if err != nil {
			return nil, err
		}
		return wideMode{m}, nil
	})},
	{"a short iv is filled", []string{"KeyAndIVSizes"}, withNewMode(func(build newMode, key, iv []byte) (cipher.BlockMode, error) {
		return build(key, append(bytes.Clone(iv), make([]byte, max(0, 16-len(iv)))...))
	})},
	{"no iv is one of zeros", []string{"KeyAndIVSizes"}, withNewMode(func(build newMode, key, iv []byte) (cipher.BlockMode, error) {
		if iv == nil {
			iv = make([]byte, 16)
		}
		return build(key, iv)
	})},
	{"the key is kept", []string{"KeyNotRetained"}, withNewMode(func(build newMode, key, iv []byte) (cipher.BlockMode, error) {
		if _, err := build(key, iv); err != nil {
			return nil, err
		}
		return &lazyMode{build: build, key: key, iv: bytes.Clone(iv)}, nil
	})},
	{"the iv is kept", []string{"IVNotRetained"}, withNewMode(func(build newMode, key, iv []byte) (cipher.BlockMode, error) {
		if _, err := build(key, iv); err != nil {
			return nil, err
		}
		return &lazyMode{build: build, key: bytes.Clone(key), iv: iv}, nil
	})},
	{"a parity bit in the key", []string{"EveryKeyBit"}, withNewMode(func(build newMode, key, iv []byte) (cipher.BlockMode, error) {
		if key = bytes.Clone(key); len(key) == 16 {
			key[7] &^= 1
		}
		return build(key, iv)
	})},
	{"eight bytes of the iv", []string{"EveryIVBit"}, withNewMode(func(build newMode, key, iv []byte) (cipher.BlockMode, error) {
		if iv = bytes.Clone(iv); len(iv) == 16 {
			clear(iv[8:])
		}
		return build(key, iv)
	})},
	{"both directions are one", []string{"RoundTrip"}, func() contract.BlockMode {
		m := cbcContract
		m.NewDecrypter = m.NewEncrypter
		return m
	}()},
	{"a mode that does nothing", []string{"RoundTrip"}, brokenMode(func(m *faultyMode, dst, src []byte) {
		m.BlockMode.CryptBlocks(make([]byte, len(src)), src)
		copy(dst, src)
	})},
	{"a partial block is left out", []string{"PartialBlock"}, brokenMode(func(m *faultyMode, dst, src []byte) {
		m.BlockMode.CryptBlocks(dst, src[:len(src)&^15])
	})},
	{"the blocks before a partial one are written", []string{"PartialBlock"}, brokenMode(func(m *faultyMode, dst, src []byte) {
		if n := len(src) &^ 15; n < len(src) {
			m.BlockMode.CryptBlocks(dst, src[:n])
		}
		m.BlockMode.CryptBlocks(dst, src)
	})},
	{"a partial block is filled with zeros", []string{"PartialBlock"}, brokenMode(func(m *faultyMode, dst, src []byte) {
		if len(src)%16 != 0 {
			src = append(bytes.Clone(src), make([]byte, -len(src)&15)...)
		}
		m.BlockMode.CryptBlocks(dst, src)
	})},
	{"every call begins with the iv", []string{"Chunks"}, brokenMode(func(m *faultyMode, dst, src []byte) {
		m.again().CryptBlocks(dst, src)
	})},
	{"what was encrypted is read after it was overwritten", []string{"InPlace", "Overlap"}, func() contract.BlockMode {
		m := cbcContract
		m.NewDecrypter = func(key, iv []byte) (cipher.BlockMode, error) {
			b, err := aes.NewCipher(key)
			if err != nil {
				return nil, err
			}
			if len(iv) != 16 {
				return nil, fmt.Errorf("iv of %d bytes", len(iv))
			}
			return &lateCBC{b, bytes.Clone(iv)}, nil
		}
		return m
	}()},
	{"the source is erased", []string{"SourceUnchanged"}, brokenMode(func(m *faultyMode, dst, src []byte) {
		m.BlockMode.CryptBlocks(dst, src)
		if len(src) > 0 && &src[0] != &dst[0] {
			clear(src)
		}
	})},
	{"pairs of blocks are written if they fit", []string{"LongDestination"}, brokenMode(func(m *faultyMode, dst, src []byte) {
		m.BlockMode.CryptBlocks(dst, src)
		clear(dst[len(src):min(len(dst), (len(src)+31)&^31)])
	})},
	{"capacity is taken for length", []string{"ShortDestination"}, brokenMode(func(m *faultyMode, dst, src []byte) {
		m.BlockMode.CryptBlocks(dst[:len(src)], src)
	})},
	{"a short destination is filled before the panic", []string{"ShortDestination"}, brokenMode(func(m *faultyMode, dst, src []byte) {
		if n := len(dst) &^ 15; n < len(src) && len(src)%16 == 0 {
			m.BlockMode.CryptBlocks(dst[:n], src[:n])
		}
		m.BlockMode.CryptBlocks(dst, src)
	})},
	{"no blocks are an error", []string{"Empty"}, brokenMode(func(m *faultyMode, dst, src []byte) {
		_ = src[0]
		m.BlockMode.CryptBlocks(dst, src)
	})},
	{"no blocks begin anew", []string{"Empty", "Chunks"}, brokenMode(func(m *faultyMode, dst, src []byte) {
		if len(src) == 0 {
			m.BlockMode = m.again()
		}
		m.BlockMode.CryptBlocks(dst, src)
	})},
	{"overlap is not looked for", []string{"Overlap"}, brokenMode(func(m *faultyMode, dst, src []byte) {
		m.BlockMode.CryptBlocks(dst[:len(src):len(dst)], bytes.Clone(src))
	})},
	{"touching is taken for overlap", []string{"Overlap"}, brokenMode(func(m *faultyMode, dst, src []byte) {
		if cap(dst) > len(dst) && overlap(dst[:len(dst)+1], src) {
			panic("overlap")
		}
		m.BlockMode.CryptBlocks(dst, src)
	})},
	{"words at odd addresses", []string{"Alignment"}, brokenMode(func(m *faultyMode, dst, src []byte) {
		m.BlockMode.CryptBlocks(dst, src)
		if len(src) > 0 && uintptr(unsafe.Pointer(&src[0]))%8 == 3 {
			dst[0] ^= 1
		}
	})},
	{"a byte read too many", []string{"GuardPages"}, brokenMode(func(m *faultyMode, dst, src []byte) {
		if len(src) == 3*16 {
			overread(src)
		}
		m.BlockMode.CryptBlocks(dst, src)
	})},
	{"one state for all modes", []string{"Independent"}, newSharedMode()},
	{"one scratch for all goroutines", []string{"Concurrent"}, brokenMode(func(m *faultyMode, dst, src []byte) {
		m.BlockMode.CryptBlocks(dst, src)
		if disturbed() && len(src) > 0 {
			dst[0]++
		}
	})},
	{"an unknown method", []string{"Methods"}, withNewMode(func(build newMode, key, iv []byte) (cipher.BlockMode, error) {
		m, err := build(key, iv)
		if err != nil {
			return nil, err
		}
		return resettable{m}, nil
	})},
}

func TestBlockModeFaults(t *testing.T) {
	examine(t, contract.BlockModeLaws(), contract.CheckBlockMode, cbcContract, modeFaults)
}

// A mode without an iv is examined without.
func TestECB(t *testing.T) { contract.TestBlockMode(t, ecbContract) }
