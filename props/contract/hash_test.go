package contract_test

import (
	"bytes"
	"crypto/sha256"
	"encoding"
	"errors"
	"hash"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"

	"github.com/zvirka/zvirka/props/contract"
)

// full is a hash function with all that the suite knows of.
type full interface {
	hash.Cloner
	encoding.BinaryMarshaler
	encoding.BinaryAppender
	encoding.BinaryUnmarshaler
}

// faulty is a hash function some of whose methods are replaced.
type faulty struct {
	full
	f    *hashFault
	kept []byte // what a fault remembers
}

type hashFault struct {
	size      func(h *faulty) int
	write     func(h *faulty, p []byte) (int, error)
	sum       func(h *faulty, b []byte) []byte
	reset     func(h *faulty)
	clone     func(h *faulty) (hash.Cloner, error)
	marshal   func(h *faulty) ([]byte, error)
	add       func(h *faulty, b []byte) ([]byte, error)
	unmarshal func(h *faulty, state []byte) error
}

func (h *faulty) Size() int {
	if h.f.size != nil {
		return h.f.size(h)
	}
	return h.full.Size()
}

func (h *faulty) Write(p []byte) (int, error) {
	if h.f.write != nil {
		return h.f.write(h, p)
	}
	return h.full.Write(p)
}

func (h *faulty) Sum(b []byte) []byte {
	if h.f.sum != nil {
		return h.f.sum(h, b)
	}
	return h.full.Sum(b)
}

func (h *faulty) Reset() {
	if h.f.reset != nil {
		h.f.reset(h)
		return
	}
	h.full.Reset()
	h.kept = nil
}

func (h *faulty) Clone() (hash.Cloner, error) {
	if h.f.clone != nil {
		return h.f.clone(h)
	}
	c, err := h.full.Clone()
	return &faulty{c.(full), h.f, bytes.Clone(h.kept)}, err
}

func (h *faulty) MarshalBinary() ([]byte, error) {
	if h.f.marshal != nil {
		return h.f.marshal(h)
	}
	return h.full.MarshalBinary()
}

func (h *faulty) AppendBinary(b []byte) ([]byte, error) {
	if h.f.add != nil {
		return h.f.add(h, b)
	}
	return h.full.AppendBinary(b)
}

func (h *faulty) UnmarshalBinary(state []byte) error {
	if h.f.unmarshal != nil {
		return h.f.unmarshal(h, state)
	}
	return h.full.UnmarshalBinary(state)
}

// length returns how many bytes were written to SHA-256.
func (h *faulty) length() int {
	state, _ := h.full.MarshalBinary()
	return int(state[len(state)-2])<<8 | int(state[len(state)-1])
}

var sha256Contract = contract.Hash{New: sha256.New, Size: sha256.Size, BlockSize: sha256.BlockSize}

func brokenHash(f hashFault) contract.Hash {
	h := sha256Contract
	h.New = func() hash.Hash { return &faulty{full: sha256.New().(full), f: &f} }
	return h
}

// inFlight counts the calls that are being served. Its user is broken by others' calls.
var inFlight atomic.Int32

// disturbed reports whether another goroutine calls it at the same time.
func disturbed() bool {
	defer inFlight.Add(-1)
	inFlight.Add(1)
	for range 20 {
		runtime.Gosched()
		if inFlight.Load() > 1 {
			return true
		}
	}
	return false
}

// overread reads the byte behind p, as a kernel does that takes whole words.
//
//go:noinline
//go:nocheckptr
//go:norace
func overread(p []byte) byte {
	return *(*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(p)), len(p)))
}

// extraHash, otherClone and halfMarshaler have methods that a hash function must not have.
type extraHash struct{ hash.Hash }

func (extraHash) Sum256() (digest [32]byte) { return }

type otherClone struct{ hash.Hash }

func (c otherClone) Clone() otherClone { return c }

type halfMarshaler struct{ hash.Hash }

func (halfMarshaler) MarshalBinary() ([]byte, error) { return nil, nil }

func withNewHash(f func() hash.Hash) contract.Hash {
	h := sha256Contract
	h.New = f
	return h
}

// shared is a hash function whose objects have one state, the last one's. Each call is
// locked: it is wrong without a data race.
type shared struct{ hash.Cloner }

var (
	sharedState = sha256.New().(hash.Cloner)
	sharedLock  sync.Mutex
)

func newShared() hash.Hash {
	sharedLock.Lock()
	defer sharedLock.Unlock()
	sharedState.Reset()
	return shared{sharedState}
}

func (s shared) Write(p []byte) (int, error) {
	sharedLock.Lock()
	defer sharedLock.Unlock()
	return s.Cloner.Write(p)
}

func (s shared) Sum(b []byte) []byte {
	sharedLock.Lock()
	defer sharedLock.Unlock()
	return s.Cloner.Sum(b)
}

func (s shared) Clone() (hash.Cloner, error) { return s, nil }

var hashFaults = []fault[contract.Hash]{
	{"another size", []string{"Sizes"}, brokenHash(hashFault{size: func(h *faulty) int { return 28 }})},
	{"a digest cut short", []string{"Sizes"}, brokenHash(hashFault{
		sum: func(h *faulty, b []byte) []byte { return append(b, h.full.Sum(nil)[:31]...) },
	})},
	{"Write counts what it has hashed, not what it keeps", []string{"WriteResult"}, brokenHash(hashFault{
		write: func(h *faulty, p []byte) (int, error) { h.full.Write(p); return len(p) &^ 63, nil },
	})},
	{"an empty Write is an error", []string{"WriteResult"}, brokenHash(hashFault{
		write: func(h *faulty, p []byte) (int, error) {
			if p == nil {
				return 0, errors.New("nothing")
			}
			return h.full.Write(p)
		},
	})},
	{"Write erases its source", []string{"SourceUnchanged"}, brokenHash(hashFault{
		write: func(h *faulty, p []byte) (int, error) { h.full.Write(p); clear(p); return len(p), nil },
	})},
	{"Write pads in its source's capacity", []string{"SourceUnchanged"}, brokenHash(hashFault{
		write: func(h *faulty, p []byte) (int, error) {
			_ = append(p, 0x80)
			return h.full.Write(p)
		},
	})},
	{"the last Write is kept, not copied", []string{"SourceNotRetained"}, brokenHash(hashFault{
		write: func(h *faulty, p []byte) (int, error) {
			h.full.Write(h.kept)
			h.kept = p
			return len(p), nil
		},
		sum: func(h *faulty, b []byte) []byte {
			c, _ := h.full.Clone()
			c.Write(h.kept)
			return c.Sum(b)
		},
	})},
	{"a Write that fills the buffer exactly loses its last byte", []string{"Chunks", "ByteByByte", "LargeMessage", "AnyOrder"}, brokenHash(hashFault{
		write: func(h *faulty, p []byte) (int, error) {
			if n := h.length(); n%64 != 0 && len(p) > 0 && (n+len(p))%64 == 0 {
				h.full.Write(append(bytes.Clone(p[:len(p)-1]), 0))
				return len(p), nil
			}
			return h.full.Write(p)
		},
	})},
	{"an empty Write within a block is taken for a byte", []string{"Chunks", "AnyOrder"}, brokenHash(hashFault{
		write: func(h *faulty, p []byte) (int, error) {
			h.full.Write(p)
			if len(p) == 0 && h.length()%64 != 0 {
				h.full.Write([]byte{0})
			}
			return len(p), nil
		},
	})},
	{"the length of one Write is 16 bits", []string{"LargeMessage"}, brokenHash(hashFault{
		write: func(h *faulty, p []byte) (int, error) { h.full.Write(p[:len(p)&0xffff]); return len(p), nil },
	})},
	{"Sum pads the state itself", []string{"SumHarmless", "AnyOrder"}, brokenHash(hashFault{
		sum: func(h *faulty, b []byte) []byte {
			defer h.full.Write([]byte{0x80})
			return h.full.Sum(b)
		},
	})},
	{"Sum forgets what it was given", []string{"SumAppends"}, brokenHash(hashFault{
		sum: func(h *faulty, b []byte) []byte { return h.full.Sum(b[:0]) },
	})},
	{"Sum works in the capacity of its argument", []string{"SumAppends"}, brokenHash(hashFault{
		sum: func(h *faulty, b []byte) []byte {
			out := h.full.Sum(b)
			_ = append(out, 0)
			return out
		},
	})},
	{"Sum returns memory of its own", []string{"SumFresh"}, brokenHash(hashFault{
		sum: func(h *faulty, b []byte) []byte {
			h.kept = h.full.Sum(h.kept[:0])
			if b == nil {
				return h.kept
			}
			return append(b, h.kept...)
		},
	})},
	{"Reset leaves a partial block", []string{"Reset", "AnyOrder"}, brokenHash(hashFault{
		reset: func(h *faulty) {
			if h.length()%64 == 0 {
				h.full.Reset()
			}
		},
	})},
	{"padding with zeros", []string{"EveryLength"}, brokenHash(hashFault{
		sum: func(h *faulty, b []byte) []byte {
			digest := sha256.Sum256(append(h.kept, make([]byte, -len(h.kept)&63)...))
			return append(b, digest[:]...)
		},
		write: func(h *faulty, p []byte) (int, error) { h.kept = append(h.kept, p...); return len(p), nil },
		reset: func(h *faulty) { h.kept = nil },
		clone: func(h *faulty) (hash.Cloner, error) { return nil, errors.ErrUnsupported },
	})},
	{"padding without the end of the message", []string{"EveryLength"}, brokenHash(hashFault{
		sum: func(h *faulty, b []byte) []byte {
			message := bytes.TrimRight(h.kept, "\x00")
			digest := sha256.Sum256(append(bytes.TrimSuffix(message, []byte{0x80}), byte(len(h.kept))))
			return append(b, digest[:]...)
		},
		write: func(h *faulty, p []byte) (int, error) { h.kept = append(h.kept, p...); return len(p), nil },
		reset: func(h *faulty) { h.kept = nil },
		clone: func(h *faulty) (hash.Cloner, error) { return nil, errors.ErrUnsupported },
	})},
	{"bytes of seven bits", []string{"EveryBit"}, brokenHash(hashFault{
		write: func(h *faulty, p []byte) (int, error) {
			for _, x := range p {
				h.full.Write([]byte{x & 0x7f})
			}
			return len(p), nil
		},
	})},
	{"one state for all objects", []string{"Independent", "Clone"}, withNewHash(newShared)},
	{"another digest at odd addresses", []string{"Alignment"}, brokenHash(hashFault{
		write: func(h *faulty, p []byte) (int, error) {
			if len(p) >= 64 && uintptr(unsafe.Pointer(unsafe.SliceData(p)))%2 == 1 {
				h.full.Write([]byte{1})
			}
			return h.full.Write(p)
		},
	})},
	{"a byte read too many", []string{"GuardPages"}, brokenHash(hashFault{
		write: func(h *faulty, p []byte) (int, error) {
			if len(p) > 1 {
				overread(p)
			}
			return h.full.Write(p)
		},
	})},
	{"a clone is the object itself", []string{"Clone", "AnyOrder"}, brokenHash(hashFault{
		clone: func(h *faulty) (hash.Cloner, error) { return h, nil },
	})},
	{"a clone is a new object", []string{"Clone", "AnyOrder"}, brokenHash(hashFault{
		clone: func(h *faulty) (hash.Cloner, error) { return &faulty{full: sha256.New().(full), f: h.f}, nil },
	})},
	{"Clone fails", []string{"Clone"}, brokenHash(hashFault{
		clone: func(h *faulty) (hash.Cloner, error) { return nil, errors.New("out of memory") },
	})},
	{"a state without the last bytes of the buffer", []string{"Marshal", "AnyOrder"}, brokenHash(hashFault{
		marshal: func(h *faulty) ([]byte, error) {
			state, err := h.full.MarshalBinary()
			clear(state[4+32+56 : 4+32+64])
			return state, err
		},
	})},
	{"a state in memory of the object", []string{"Marshal"}, brokenHash(hashFault{
		marshal: func(h *faulty) (state []byte, err error) {
			h.kept, err = h.full.AppendBinary(h.kept[:0])
			return h.kept, err
		},
		write: func(h *faulty, p []byte) (int, error) {
			n, err := h.full.Write(p)
			if h.kept != nil {
				h.kept, _ = h.full.AppendBinary(h.kept[:0])
			}
			return n, err
		},
	})},
	{"MarshalBinary fails", []string{"Marshal"}, brokenHash(hashFault{
		marshal: func(h *faulty) ([]byte, error) { return nil, errors.New("not now") },
	})},
	{"a state that is resumed in place", []string{"Marshal"}, brokenHash(hashFault{
		unmarshal: func(h *faulty, state []byte) error {
			err := h.full.UnmarshalBinary(state)
			clear(state)
			return err
		},
	})},
	{"AppendBinary without the prefix", []string{"MarshalAppends"}, brokenHash(hashFault{
		add: func(h *faulty, b []byte) ([]byte, error) { return h.full.AppendBinary(b[:0]) },
	})},
	{"AppendBinary beyond its result", []string{"MarshalAppends"}, brokenHash(hashFault{
		add: func(h *faulty, b []byte) ([]byte, error) {
			out, err := h.full.AppendBinary(b)
			_ = append(out, 0)
			return out, err
		},
	})},
	{"a state may be longer", []string{"Refuses"}, brokenHash(hashFault{
		unmarshal: func(h *faulty, state []byte) error { return h.full.UnmarshalBinary(state[:min(len(state), 108)]) },
	})},
	{"a state may be missing", []string{"Refuses"}, brokenHash(hashFault{
		unmarshal: func(h *faulty, state []byte) error {
			if state == nil {
				return nil
			}
			return h.full.UnmarshalBinary(state)
		},
	})},
	{"a short state panics", []string{"Refuses", "RefusalHarmless"}, brokenHash(hashFault{
		unmarshal: func(h *faulty, state []byte) error { return h.full.UnmarshalBinary(state[:len(state):108]) },
	})},
	{"any state is taken", []string{"Refuses"}, brokenHash(hashFault{
		unmarshal: func(h *faulty, state []byte) error {
			return h.full.UnmarshalBinary(append([]byte("sha\x03"), state[min(4, len(state)):]...))
		},
	})},
	{"a refused state resets", []string{"RefusalHarmless"}, brokenHash(hashFault{
		unmarshal: func(h *faulty, state []byte) error {
			err := h.full.UnmarshalBinary(state)
			if err != nil {
				h.full.Reset()
			}
			return err
		},
	})},
	{"one scratch for all goroutines", []string{"Concurrent"}, brokenHash(hashFault{
		sum: func(h *faulty, b []byte) []byte {
			out := h.full.Sum(b)
			if disturbed() {
				out[len(out)-1]++
			}
			return out
		},
	})},
	{"an unknown method", []string{"Methods"}, withNewHash(func() hash.Hash { return extraHash{sha256.New()} })},
	{"Clone of another signature", []string{"Methods"}, withNewHash(func() hash.Hash { return otherClone{sha256.New()} })},
	{"MarshalBinary alone", []string{"Methods"}, withNewHash(func() hash.Hash { return halfMarshaler{sha256.New()} })},
}

func TestHashFaults(t *testing.T) {
	examine(t, contract.HashLaws(), contract.CheckHash, sha256Contract, hashFaults)
}
