package contract_test

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"slices"
	"sync"
	"testing"
	"unsafe"

	"github.com/zvirka/zvirka/props/contract"
)

type newAEAD func(key []byte) (cipher.AEAD, error)

// gcm returns a constructor of AES in a mode such as GCM.
func gcm(mode func(b cipher.Block) (cipher.AEAD, error)) newAEAD {
	return func(key []byte) (cipher.AEAD, error) {
		b, err := aes.NewCipher(key)
		if err != nil {
			return nil, err
		}
		return mode(b)
	}
}

var gcmContract = contract.AEAD{New: gcm(cipher.NewGCM), KeySizes: []int{16, 24, 32}, NonceSize: 12, Overhead: 16}

// newGCM128 is GCM with keys of one length: what the faults are made of.
func newGCM128(key []byte) (cipher.AEAD, error) {
	if len(key) != 16 {
		return nil, aes.KeySizeError(len(key))
	}
	return gcmContract.New(key)
}

func withNewAEAD(f newAEAD) contract.AEAD {
	return contract.AEAD{New: f, KeySizes: []int{16}, NonceSize: 12, Overhead: 16}
}

// wrapped is GCM, wrapped.
func wrapped(wrap func(c cipher.AEAD) cipher.AEAD) contract.AEAD {
	return withNewAEAD(func(key []byte) (cipher.AEAD, error) {
		c, err := newGCM128(key)
		if err != nil {
			return nil, err
		}
		return wrap(c), nil
	})
}

// faultyAEAD is an AEAD with another Seal or another Open.
type faultyAEAD struct {
	cipher.AEAD
	f    *aeadFault
	lock sync.Mutex
	kept []byte // what a fault remembers
	was  []byte // a copy of it
}

type aeadFault struct {
	seal func(c *faultyAEAD, dst, nonce, plaintext, data []byte) []byte
	open func(c *faultyAEAD, dst, nonce, ciphertext, data []byte) ([]byte, error)
}

func (c *faultyAEAD) Seal(dst, nonce, plaintext, data []byte) []byte {
	if c.f.seal != nil {
		return c.f.seal(c, dst, nonce, plaintext, data)
	}
	return c.AEAD.Seal(dst, nonce, plaintext, data)
}

func (c *faultyAEAD) Open(dst, nonce, ciphertext, data []byte) ([]byte, error) {
	if c.f.open != nil {
		return c.f.open(c, dst, nonce, ciphertext, data)
	}
	return c.AEAD.Open(dst, nonce, ciphertext, data)
}

func brokenAEAD(f aeadFault) contract.AEAD {
	return wrapped(func(c cipher.AEAD) cipher.AEAD { return &faultyAEAD{AEAD: c, f: &f} })
}

// brokenArguments is GCM, both of whose operations take other arguments than they should.
func brokenArguments(change func(c *faultyAEAD, nonce, data []byte) (otherNonce, otherData []byte)) contract.AEAD {
	return brokenAEAD(aeadFault{
		seal: func(c *faultyAEAD, dst, nonce, plaintext, data []byte) []byte {
			nonce, data = change(c, nonce, data)
			return c.AEAD.Seal(dst, nonce, plaintext, data)
		},
		open: func(c *faultyAEAD, dst, nonce, ciphertext, data []byte) ([]byte, error) {
			nonce, data = change(c, nonce, data)
			return c.AEAD.Open(dst, nonce, ciphertext, data)
		},
	})
}

// composed is AES in counter mode with a tag by HMAC: all that its parts do can be changed.
type composed struct {
	b   cipher.Block
	key []byte
	f   *composedFault
}

type composedFault struct {
	tagged func(nonce, ciphertext, data []byte) []byte // what the tag is of
	same   func(tag, expected []byte) bool
	xor    func(c composed, dst, nonce, src []byte)
	refuse func(dst, out []byte) []byte // what becomes of a plaintext that is wrong
}

func brokenComposed(f composedFault) contract.AEAD {
	return withNewAEAD(func(key []byte) (cipher.AEAD, error) {
		if len(key) != 16 {
			return nil, aes.KeySizeError(len(key))
		}
		b, err := aes.NewCipher(key)
		return composed{b, bytes.Clone(key), &f}, err
	})
}

func (composed) NonceSize() int { return 12 }
func (composed) Overhead() int  { return 16 }

// prepare is what both do first: it returns dst with n bytes more, and these alone.
func (composed) prepare(dst, nonce, input, data []byte, n int) (all, out []byte) {
	all = slices.Grow(dst, n)[:len(dst)+n]
	out = all[len(dst):]
	if len(nonce) != 12 || overlap(out, input) || touch(out, data) {
		panic("nonce or overlap")
	}
	return all, out
}

func (c composed) xor(dst, nonce, src []byte) {
	if c.f.xor != nil {
		c.f.xor(c, dst, nonce, src)
		return
	}
	cipher.NewCTR(c.b, append(bytes.Clone(nonce), 0, 0, 0, 0)).XORKeyStream(dst, src)
}

func (c composed) tag(nonce, ciphertext, data []byte) []byte {
	length := binary.BigEndian.AppendUint64(nil, uint64(len(data)))
	tagged := slices.Concat(nonce, length, data, ciphertext)
	if c.f.tagged != nil {
		tagged = c.f.tagged(nonce, ciphertext, data)
	}
	h := hmac.New(sha256.New, c.key)
	h.Write(tagged)
	return h.Sum(nil)[:16]
}

func (c composed) Seal(dst, nonce, plaintext, data []byte) []byte {
	n := len(plaintext)
	all, out := c.prepare(dst, nonce, plaintext, data, n+16)
	c.xor(out[:n], nonce, plaintext)
	copy(out[n:], c.tag(nonce, out[:n], data))
	return all
}

func (c composed) Open(dst, nonce, ciphertext, data []byte) ([]byte, error) {
	n := max(0, len(ciphertext)-16)
	if c.f.same == nil && len(ciphertext) < 16 {
		return nil, errForged
	}
	all, out := c.prepare(dst, nonce, ciphertext, data, n)
	tag, expected := bytes.Clone(ciphertext[n:]), c.tag(nonce, ciphertext[:n], data)
	c.xor(out, nonce, ciphertext[:n])
	if same := c.f.same; same != nil && same(tag, expected) || same == nil && hmac.Equal(tag, expected) {
		return all, nil
	}
	if c.f.refuse != nil {
		return c.f.refuse(dst, out), errForged
	}
	clear(out)
	return nil, errForged
}

var errForged = errors.New("forged")

// touch reports whether the two share memory.
func touch(a, b []byte) bool {
	return overlap(a, b) || len(a) > 0 && len(b) > 0 && &a[0] == &b[0]
}

// The faults of keys, nonces and what the result depends on.
var aeadFaults = []fault[contract.AEAD]{
	{"another overhead", []string{"Sizes"}, wrapped(func(c cipher.AEAD) cipher.AEAD { return longAEAD{c} })},
	{"a short key is filled", []string{"KeySizes"}, withNewAEAD(func(key []byte) (cipher.AEAD, error) {
		return newGCM128(append(bytes.Clone(key), make([]byte, max(0, 16-len(key)))...))
	})},
	{"the key is kept", []string{"KeyNotRetained"}, withNewAEAD(func(key []byte) (cipher.AEAD, error) {
		if _, err := newGCM128(key); err != nil {
			return nil, err
		}
		return &lazyAEAD{key: key}, nil
	})},
	{"a parity bit in the key", []string{"EveryKeyBit"}, withNewAEAD(func(key []byte) (cipher.AEAD, error) {
		if key = bytes.Clone(key); len(key) == 16 {
			key[7] &^= 1
		}
		return newGCM128(key)
	})},
	{"a short nonce is filled", []string{"WrongNonceSize"}, brokenArguments(func(_ *faultyAEAD, nonce, data []byte) ([]byte, []byte) {
		return append(bytes.Clone(nonce), make([]byte, max(0, 12-len(nonce)))...), data
	})},
	{"Open cuts a long nonce", []string{"WrongNonceSize"}, brokenAEAD(aeadFault{
		open: func(c *faultyAEAD, dst, nonce, ciphertext, data []byte) ([]byte, error) {
			return c.AEAD.Open(dst, nonce[:min(len(nonce), 12)], ciphertext, data)
		},
	})},
	{"eleven bytes of the nonce", []string{"EveryNonceBit", "TamperedNonce"}, brokenArguments(func(_ *faultyAEAD, nonce, data []byte) ([]byte, []byte) {
		if len(nonce) != 12 {
			return nonce, data
		}
		return append(bytes.Clone(nonce[:11]), 0), data
	})},
	{"64 bytes come back with another bit", []string{"RoundTrip"}, brokenAEAD(aeadFault{
		open: func(c *faultyAEAD, dst, nonce, ciphertext, data []byte) ([]byte, error) {
			out, err := c.AEAD.Open(dst, nonce, ciphertext, data)
			if err == nil && len(ciphertext) == 64+16 {
				out[len(out)-1] ^= 1
			}
			return out, err
		},
	})},
	{"a nonce of its own", []string{"Deterministic", "Stateless"}, contract.AEAD{
		New: gcm(cipher.NewGCMWithRandomNonce), KeySizes: []int{16, 24, 32}, NonceSize: 0, Overhead: 28,
	}},
	{"a refusal is remembered", []string{"Stateless"}, brokenAEAD(aeadFault{
		seal: func(c *faultyAEAD, dst, nonce, plaintext, data []byte) []byte {
			c.lock.Lock()
			defer c.lock.Unlock()
			out := c.AEAD.Seal(dst, nonce, plaintext, data)
			if c.kept != nil {
				out[len(out)-1] ^= 1
				c.kept = nil
			}
			return out
		},
		open: func(c *faultyAEAD, dst, nonce, ciphertext, data []byte) ([]byte, error) {
			c.lock.Lock()
			defer c.lock.Unlock()
			out, err := c.AEAD.Open(dst, nonce, ciphertext, data)
			if err != nil {
				c.kept = []byte{1}
			}
			return out, err
		},
	})},
	{"an empty plaintext panics", []string{"Empty", "NoValue"}, func() contract.AEAD {
		a := brokenAEAD(aeadFault{seal: func(c *faultyAEAD, dst, nonce, plaintext, data []byte) []byte {
			if plaintext == nil {
				panic("nothing to seal")
			}
			return c.AEAD.Seal(dst, nonce, plaintext, data)
		}})
		a.NeedsInput = true
		return a
	}()},
	{"nil is something", []string{"Empty"}, brokenArguments(func(_ *faultyAEAD, nonce, data []byte) ([]byte, []byte) {
		if data == nil {
			data = []byte{0}
		}
		return nonce, data
	})},
	{"what has no value is sealed", []string{"NoValue"}, func() contract.AEAD {
		a := withNewAEAD(newGCM128)
		a.MinPlaintext = 1
		return a
	}()},
	{"what has no value is opened", []string{"NoValue", "CiphertextLengths"}, func() contract.AEAD {
		a := picky()
		a.New = func(key []byte) (cipher.AEAD, error) {
			c, err := newGCM128(key)
			return &faultyAEAD{AEAD: c, f: &aeadFault{
				seal: pickySeal,
				open: func(c *faultyAEAD, dst, nonce, ciphertext, data []byte) ([]byte, error) {
					if len(ciphertext) == 16 {
						return dst, nil
					}
					return c.AEAD.Open(dst, nonce, ciphertext, data)
				},
			}}, err
		}
		return a
	}()},
	{"the length of the data is 16 bits", []string{"LongData"}, brokenArguments(func(_ *faultyAEAD, nonce, data []byte) ([]byte, []byte) {
		return nonce, data[:len(data)&0xffff]
	})},
	{"one scratch for all goroutines", []string{"Concurrent"}, brokenAEAD(aeadFault{
		seal: func(c *faultyAEAD, dst, nonce, plaintext, data []byte) []byte {
			out := c.AEAD.Seal(dst, nonce, plaintext, data)
			if disturbed() {
				out[len(out)-1]++
			}
			return out
		},
	})},
	{"an unknown method", []string{"Methods"}, wrapped(func(c cipher.AEAD) cipher.AEAD { return resealing{c} })},
}

// The faults of what has to be refused.
var aeadOpenFaults = []fault[contract.AEAD]{
	{"fifteen bytes of the tag are compared", []string{"TamperedCiphertext"}, brokenComposed(composedFault{
		same: func(tag, expected []byte) bool { return len(tag) == 16 && bytes.Equal(tag[:15], expected[:15]) },
	})},
	{"the tag is of whole blocks", []string{"TamperedCiphertext"}, brokenComposed(composedFault{
		tagged: func(nonce, ciphertext, data []byte) []byte {
			lengths := []byte{byte(len(data)), byte(len(ciphertext)), byte(len(data) >> 8)}
			return slices.Concat(nonce, lengths, data, ciphertext[:len(ciphertext)&^15])
		},
	})},
	{"a tag of zeros is right", []string{"TamperedCiphertext"}, brokenComposed(composedFault{
		same: func(tag, expected []byte) bool {
			return bytes.Equal(tag, expected) || bytes.Equal(tag, make([]byte, 16))
		},
	})},
	{"the nonce is not bound", []string{"TamperedNonce"}, brokenComposed(unbound)},
	{"the nonce is bound", []string{"TamperedNonce"}, func() contract.AEAD {
		a := withNewAEAD(newGCM128)
		a.NonceUnbound = true
		return a
	}()},
	{"there is no nonce", []string{"TamperedNonce", "EveryNonceBit"}, func() contract.AEAD {
		a := brokenComposed(composedFault{
			tagged: unbound.tagged,
			xor: func(c composed, dst, nonce, src []byte) {
				cipher.NewCTR(c.b, make([]byte, 16)).XORKeyStream(dst, src)
			},
		})
		a.NonceUnbound = true
		return a
	}()},
	{"data and ciphertext have no border", []string{"TamperedData"}, brokenComposed(composedFault{
		tagged: func(nonce, ciphertext, data []byte) []byte { return slices.Concat(nonce, data, ciphertext) },
	})},
	{"data filled with zeros", []string{"TamperedData"}, brokenComposed(composedFault{
		tagged: func(nonce, ciphertext, data []byte) []byte {
			return slices.Concat(nonce, data, make([]byte, -len(data)&15), []byte{byte(len(ciphertext))}, ciphertext)
		},
	})},
	{"a part of the data is left out", []string{"TamperedData", "LongData"}, brokenArguments(func(_ *faultyAEAD, nonce, data []byte) ([]byte, []byte) {
		return nonce, data[:min(len(data), 64)]
	})},
	{"a part of a tag is a tag", []string{"CiphertextLengths"}, brokenComposed(composedFault{
		same: func(tag, expected []byte) bool { return bytes.HasPrefix(expected, tag) },
	})},
	{"no room for a tag panics", []string{"CiphertextLengths"}, brokenAEAD(aeadFault{
		open: func(c *faultyAEAD, dst, nonce, ciphertext, data []byte) ([]byte, error) {
			_ = ciphertext[:len(ciphertext)-16]
			return c.AEAD.Open(dst, nonce, ciphertext, data)
		},
	})},
	{"the plaintext beside the error", []string{"NothingBesideError"}, brokenComposed(composedFault{
		refuse: func(dst, out []byte) []byte { plaintext := bytes.Clone(out); clear(out); return plaintext },
	})},
	{"the destination beside the error", []string{"NothingBesideError"}, brokenComposed(composedFault{
		refuse: func(dst, out []byte) []byte { clear(out); return dst },
	})},
	{"the plaintext is left", []string{"DestinationWiped"}, brokenComposed(composedFault{
		refuse: func(dst, out []byte) []byte { return nil },
	})},
	{"all blocks but the last are wiped", []string{"DestinationWiped"}, brokenComposed(composedFault{
		refuse: func(dst, out []byte) []byte { clear(out[:len(out)&^15]); return nil },
	})},
	{"more than the plaintext is wiped", []string{"DestinationWiped"}, brokenComposed(composedFault{
		refuse: func(dst, out []byte) []byte { clear(dst); clear(out); return nil },
	})},
}

// The faults of buffers.
var aeadBufferFaults = []fault[contract.AEAD]{
	{"Seal forgets what it was given", []string{"AppendsToDst"}, brokenAEAD(aeadFault{
		seal: func(c *faultyAEAD, dst, nonce, plaintext, data []byte) []byte {
			return c.AEAD.Seal(nil, nonce, plaintext, data)
		},
	})},
	{"Open writes where the plaintext would not fit", []string{"AppendsToDst"}, brokenAEAD(aeadFault{
		open: func(c *faultyAEAD, dst, nonce, ciphertext, data []byte) ([]byte, error) {
			out, err := c.AEAD.Open(dst, nonce, ciphertext, data)
			if err == nil {
				copy(dst[:cap(dst)], out)
			}
			return out, err
		},
	})},
	{"Open has room for a tag", []string{"AppendsToDst"}, brokenAEAD(aeadFault{
		open: func(c *faultyAEAD, dst, nonce, ciphertext, data []byte) ([]byte, error) {
			out, err := c.AEAD.Open(dst, nonce, ciphertext, data)
			if n := len(out) + 16; err == nil && n <= cap(out) && !touch(out[:n], ciphertext) {
				clear(out[len(out):n])
			}
			return out, err
		},
	})},
	{"every result is new", []string{"AppendsToDst", "InPlace"}, brokenAEAD(aeadFault{
		seal: func(c *faultyAEAD, dst, nonce, plaintext, data []byte) []byte {
			return c.AEAD.Seal(slices.Clip(dst), nonce, plaintext, data)
		},
	})},
	{"behind the nonce is taken for overlap", []string{"AppendsToDst"}, brokenAEAD(aeadFault{
		seal: func(c *faultyAEAD, dst, nonce, plaintext, data []byte) []byte {
			if touch(dst, nonce) {
				return nil
			}
			return c.AEAD.Seal(dst, nonce, plaintext, data)
		},
	})},
	{"the keystream is written first", []string{"InPlace", "Overlap"}, brokenComposed(composedFault{
		xor: func(c composed, dst, nonce, src []byte) {
			stream := cipher.NewCTR(c.b, append(bytes.Clone(nonce), 0, 0, 0, 0))
			stream.XORKeyStream(dst, make([]byte, len(dst)))
			for i, x := range src {
				dst[i] ^= x
			}
		},
	})},
	{"overlap is not looked for", []string{"Overlap"}, brokenAEAD(aeadFault{
		seal: func(c *faultyAEAD, dst, nonce, plaintext, data []byte) []byte {
			return c.AEAD.Seal(dst, nonce, bytes.Clone(plaintext), data)
		},
		open: func(c *faultyAEAD, dst, nonce, ciphertext, data []byte) ([]byte, error) {
			return c.AEAD.Open(dst, nonce, bytes.Clone(ciphertext), data)
		},
	})},
	{"overlap of the tag is not looked for", []string{"Overlap"}, brokenAEAD(aeadFault{
		seal: func(c *faultyAEAD, dst, nonce, plaintext, data []byte) []byte {
			n := len(plaintext)
			if cap(dst)-len(dst) >= n && overlap(dst[len(dst):len(dst)+n], plaintext) {
				panic("overlap")
			}
			return c.AEAD.Seal(dst, nonce, bytes.Clone(plaintext), data)
		},
	})},
	{"Open decrypts what it has written over the tag", []string{"Overlap"}, brokenAEAD(aeadFault{
		open: func(c *faultyAEAD, dst, nonce, ciphertext, data []byte) ([]byte, error) {
			n := max(0, len(ciphertext)-16)
			if cap(dst)-len(dst) < n || overlap(dst[len(dst):len(dst)+n], ciphertext[:n]) || !overlap(dst[len(dst):len(dst)+n], ciphertext) {
				return c.AEAD.Open(dst, nonce, ciphertext, data)
			}
			return append(dst, ciphertext[:n]...), nil
		},
	})},
	{"touching is taken for overlap", []string{"Overlap", "DataOverlap"}, brokenAEAD(aeadFault{
		seal: func(c *faultyAEAD, dst, nonce, plaintext, data []byte) []byte {
			end := uintptr(unsafe.Pointer(unsafe.SliceData(dst))) + uintptr(cap(dst))
			for _, input := range [][]byte{plaintext, data} {
				if len(input) > 0 && uintptr(unsafe.Pointer(&input[0])) == end {
					panic("overlap")
				}
			}
			return c.AEAD.Seal(dst, nonce, plaintext, data)
		},
	})},
	{"overlap with the data is not looked for", []string{"DataOverlap"}, brokenArguments(func(_ *faultyAEAD, nonce, data []byte) ([]byte, []byte) {
		return nonce, bytes.Clone(data)
	})},
	{"plaintext and data may not touch", []string{"DataOverlap"}, brokenAEAD(aeadFault{
		seal: func(c *faultyAEAD, dst, nonce, plaintext, data []byte) []byte {
			if touch(plaintext, data) {
				panic("overlap")
			}
			return c.AEAD.Seal(dst, nonce, plaintext, data)
		},
	})},
	{"the nonce counts in the caller's buffer", []string{"InputsUnchanged"}, brokenAEAD(aeadFault{
		seal: func(c *faultyAEAD, dst, nonce, plaintext, data []byte) []byte {
			out := c.AEAD.Seal(dst, nonce, plaintext, data)
			if !touch(dst, nonce) {
				nonce[11]++
			}
			return out
		},
	})},
	{"a refused ciphertext is erased", []string{"InputsUnchanged", "Stateless"}, brokenAEAD(aeadFault{
		open: func(c *faultyAEAD, dst, nonce, ciphertext, data []byte) ([]byte, error) {
			out, err := c.AEAD.Open(dst, nonce, ciphertext, data)
			if err != nil {
				clear(ciphertext)
			}
			return out, err
		},
	})},
	{"the data are filled in their capacity", []string{"InputsUnchanged"}, brokenArguments(func(_ *faultyAEAD, nonce, data []byte) ([]byte, []byte) {
		if n := len(data); n > 0 && n < cap(data) {
			clear(data[n : n+1])
		}
		return nonce, data
	})},
	{"the last data are kept, not copied", []string{"BuffersNotRetained"}, brokenArguments(func(c *faultyAEAD, nonce, data []byte) ([]byte, []byte) {
		c.lock.Lock()
		defer c.lock.Unlock()
		if touch(c.kept, data) && len(c.kept) == len(data) {
			return nonce, c.was
		}
		c.kept, c.was = data, bytes.Clone(data)
		return nonce, data
	})},
	{"words at odd addresses", []string{"Alignment"}, brokenAEAD(aeadFault{
		seal: func(c *faultyAEAD, dst, nonce, plaintext, data []byte) []byte {
			out := c.AEAD.Seal(dst, nonce, plaintext, data)
			if len(data) > 0 && uintptr(unsafe.Pointer(&data[0]))%8 == 3 {
				out[len(out)-1] ^= 1
			}
			return out
		},
	})},
	{"a byte read too many", []string{"GuardPages"}, brokenArguments(func(_ *faultyAEAD, nonce, data []byte) ([]byte, []byte) {
		if len(data)%16 != 0 {
			overread(data)
		}
		return nonce, data
	})},
	{"a tag is read before it is there", []string{"GuardPages"}, brokenAEAD(aeadFault{
		open: func(c *faultyAEAD, dst, nonce, ciphertext, data []byte) ([]byte, error) {
			if len(ciphertext) < 16 {
				overread(ciphertext)
			}
			return c.AEAD.Open(dst, nonce, ciphertext, data)
		},
	})},
}

// longAEAD says that its ciphertexts are longer than they are.
type longAEAD struct{ cipher.AEAD }

func (longAEAD) Overhead() int { return 28 }

// resealing has a method that cipher.AEAD does not know.
type resealing struct{ cipher.AEAD }

func (resealing) Reseal() {}

// lazyAEAD expands its key in every call.
type lazyAEAD struct{ key []byte }

func (*lazyAEAD) NonceSize() int { return 12 }
func (*lazyAEAD) Overhead() int  { return 16 }

func (l *lazyAEAD) Seal(dst, nonce, plaintext, data []byte) []byte {
	c, _ := newGCM128(l.key)
	return c.Seal(dst, nonce, plaintext, data)
}

func (l *lazyAEAD) Open(dst, nonce, ciphertext, data []byte) ([]byte, error) {
	c, _ := newGCM128(l.key)
	return c.Open(dst, nonce, ciphertext, data)
}

// unbound leaves the nonce out of the tag.
var unbound = composedFault{tagged: func(nonce, ciphertext, data []byte) []byte {
	return slices.Concat(binary.BigEndian.AppendUint64(nil, uint64(len(data))), data, ciphertext)
}}

// picky has no value for an empty plaintext.
func picky() contract.AEAD {
	a := brokenAEAD(aeadFault{
		seal: pickySeal,
		open: func(c *faultyAEAD, dst, nonce, ciphertext, data []byte) ([]byte, error) {
			if len(ciphertext) == 16 {
				return nil, errForged
			}
			return c.AEAD.Open(dst, nonce, ciphertext, data)
		},
	})
	a.MinPlaintext = 1
	return a
}

func pickySeal(c *faultyAEAD, dst, nonce, plaintext, data []byte) []byte {
	if len(plaintext) == 0 {
		panic("nothing to seal")
	}
	return c.AEAD.Seal(dst, nonce, plaintext, data)
}

func TestAEADFaults(t *testing.T) {
	faults := slices.Concat(aeadFaults, aeadOpenFaults, aeadBufferFaults)
	examine(t, contract.AEADLaws(), contract.CheckAEAD, gcmContract, faults)
}

// What the algorithm is declared to be is not held against it.
func TestAEADKinds(t *testing.T) {
	t.Run("encrypt then MAC", func(t *testing.T) { contract.TestAEAD(t, brokenComposed(composedFault{})) })
	t.Run("nonce not bound", func(t *testing.T) {
		a := brokenComposed(unbound)
		a.NonceUnbound = true
		contract.TestAEAD(t, a)
	})
	t.Run("no empty plaintext", func(t *testing.T) { contract.TestAEAD(t, picky()) })
	t.Run("nothing at all", func(t *testing.T) {
		a := brokenAEAD(aeadFault{
			seal: func(c *faultyAEAD, dst, nonce, plaintext, data []byte) []byte {
				if len(plaintext)+len(data) == 0 {
					panic("nothing to seal")
				}
				return c.AEAD.Seal(dst, nonce, plaintext, data)
			},
		})
		a.NeedsInput = true
		contract.TestAEAD(t, a)
	})
}
