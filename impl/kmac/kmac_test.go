package kmac_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zvirka/zvirka/impl/internal/padding"
	"github.com/zvirka/zvirka/impl/kmac"
	"github.com/zvirka/zvirka/impl/kupyna"
)

var constructors = map[string]func(bits int, key []byte) (*kmac.MAC, error){
	"New": kmac.New, "NewConstantTime": kmac.NewConstantTime,
}

func randomBytes(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// oneShot is the definition.
func oneShot(t *testing.T, bits int, key, msg []byte) []byte {
	h, err := kupyna.New(bits)
	if err != nil {
		t.Fatal(err)
	}
	b := padding.Append(bytes.Clone(key), h.BlockSize(), uint64(len(key)), 0, 0)
	b = padding.Append(append(b, msg...), h.BlockSize(), uint64(len(msg)), 0, 0)
	for _, k := range key {
		b = append(b, ^k)
	}
	h.Write(b)
	return h.Sum(nil)
}

// TestMAC has every message length of up to three blocks, cut at a random place, and all
// that must not disturb the state in between.
func TestMAC(t *testing.T) {
	for name, construct := range constructors {
		for _, bits := range []int{256, 384, 512} {
			r := rand.New(rand.NewPCG(7564, uint64(bits)))
			key := randomBytes(r, bits/8)
			own := bytes.Clone(key)
			m, err := construct(bits, own)
			if err != nil {
				t.Fatal(err)
			}
			clear(own) // the key is not retained
			if m.Size() != bits/8 || m.BlockSize() != map[int]int{256: 64, 384: 128, 512: 128}[bits] {
				t.Fatalf("sizes %d, %d", m.Size(), m.BlockSize())
			}
			for n := 0; n <= 3*m.BlockSize()+16; n++ {
				msg := randomBytes(r, n)
				want := oneShot(t, bits, key, msg)
				i := r.IntN(n + 1)
				m.Reset()
				m.Write(msg[:i])
				m.Sum(nil)
				clone, err := m.Clone()
				if err != nil {
					t.Fatal(err)
				}
				m.Write(msg[i:])
				if got := m.Sum([]byte("prefix")); string(got) != "prefix"+string(want) {
					t.Fatalf("%s, %d bits, %d bytes: %x, want %x at the end", name, bits, n, got, want)
				}
				clone.Write(msg[i:])
				if got := clone.Sum(nil); !bytes.Equal(got, want) {
					t.Fatalf("%s, %d bits, %d bytes, cloned after %d: %x, want %x", name, bits, n, i, got, want)
				}
				if !m.Verify(want) {
					t.Fatalf("%s, %d bits, %d bytes: Verify refuses the tag", name, bits, n)
				}
			}
		}
	}
}

func TestVerifyRefuses(t *testing.T) {
	for name, construct := range constructors {
		m, err := construct(384, make([]byte, 48))
		if err != nil {
			t.Fatal(err)
		}
		m.Write([]byte("message"))
		tag := m.Sum(nil)
		for bit := range 8 * len(tag) {
			wrong := bytes.Clone(tag)
			wrong[bit/8] ^= 1 << (bit % 8)
			if m.Verify(wrong) {
				t.Errorf("%s: bit %d does not count", name, bit)
			}
		}
		for n := range tag {
			if m.Verify(tag[:n]) {
				t.Errorf("%s: %d bytes of the tag will do", name, n)
			}
		}
		if m.Verify(append(bytes.Clone(tag), 0)) || m.Verify(nil) {
			t.Errorf("%s: a wrong length will do", name)
		}
	}
}

func TestSizes(t *testing.T) {
	for name, construct := range constructors {
		for bits := -8; bits <= 1024; bits++ {
			for _, key := range []int{0, 1, bits/8 - 1, bits / 8, bits/8 + 1, 32, 48, 64, 128} {
				if key < 0 {
					continue
				}
				m, err := construct(bits, make([]byte, key))
				if (bits == 256 || bits == 384 || bits == 512) && key == bits/8 {
					if err != nil || m.Size() != key {
						t.Errorf("%s(%d, %d bytes): %v", name, bits, key, err)
					}
					continue
				}
				var size kmac.SizeError
				if m != nil || !errors.As(err, &size) || size != (kmac.SizeError{Bits: bits, Key: key}) {
					t.Fatalf("%s(%d, %d bytes) = %v, %v", name, bits, key, m, err)
				}
				for _, number := range []int{bits, key} {
					if !strings.Contains(err.Error(), fmt.Sprint(number)) {
						t.Errorf("error %q does not say %d", err, number)
					}
				}
			}
		}
	}
}

func TestAllocations(t *testing.T) {
	msg, out := make([]byte, 1000), make([]byte, 0, 64)
	for name, construct := range constructors {
		m, err := construct(512, make([]byte, 64))
		if err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(10, func() {
			m.Reset()
			m.Write(msg)
			m.Verify(m.Sum(out))
		}); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

func TestZeroMACPanics(t *testing.T) {
	for name, call := range map[string]func(m *kmac.MAC){
		"Write":     func(m *kmac.MAC) { m.Write(nil) },
		"Sum":       func(m *kmac.MAC) { m.Sum(nil) },
		"Verify":    func(m *kmac.MAC) { m.Verify(nil) },
		"Reset":     func(m *kmac.MAC) { m.Reset() },
		"Size":      func(m *kmac.MAC) { m.Size() },
		"BlockSize": func(m *kmac.MAC) { m.BlockSize() },
		"Clone":     func(m *kmac.MAC) { m.Clone() },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s of the zero MAC does not panic", name)
				}
			}()
			call(new(kmac.MAC))
		}()
	}
}
