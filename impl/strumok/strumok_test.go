package strumok_test

import (
	"bytes"
	"crypto/cipher"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/zvirka/zvirka/impl/strumok"
	"github.com/zvirka/zvirka/internal/dispatch"
)

var constructors = map[string]func(key, iv []byte) (*strumok.Stream, error){
	"New": strumok.New, "NewConstantTime": strumok.NewConstantTime,
}

// Every pair of sizes is that of a variant or a SizeError with both numbers.
func TestSizes(t *testing.T) {
	for name, construct := range constructors {
		for key := range 131 {
			for iv := range 70 {
				s, err := construct(make([]byte, key), make([]byte, iv))
				if (key == 32 || key == 64) && iv == 32 {
					if err != nil || s == nil {
						t.Errorf("%s(%d, %d bytes): %v", name, key, iv, err)
					}
					continue
				}
				var size strumok.SizeError
				if s != nil || !errors.As(err, &size) || size != (strumok.SizeError{Key: key, IV: iv}) {
					t.Fatalf("%s(%d, %d bytes) = %v, %v", name, key, iv, s, err)
				}
				for _, number := range []int{key, iv} {
					if !strings.Contains(err.Error(), fmt.Sprint(number)) {
						t.Errorf("error %q does not say %d", err, number)
					}
				}
			}
		}
	}
}

func TestSizeErrorText(t *testing.T) {
	for err, want := range map[strumok.SizeError]string{
		{Key: 16, IV: 32}: "strumok: invalid key size 16 (IV size 32)",
		{Key: 64, IV: 16}: "strumok: invalid IV size 16 (key size 64)",
	} {
		if err.Error() != want {
			t.Errorf("got %q, want %q", err, want)
		}
	}
}

// Any path of New gives the same stream.
func TestPaths(t *testing.T) {
	key, iv := bytes.Repeat([]byte{0xa5}, 32), bytes.Repeat([]byte{0x5a}, 32)
	s, err := strumok.NewConstantTime(key, iv)
	if err != nil {
		t.Fatal(err)
	}
	want := make([]byte, 1000)
	s.XORKeyStream(want, want)
	paths := dispatch.Of("strumok")
	for _, path := range paths.Available() {
		if err := paths.With(path, func() { s, err = strumok.New(key, iv) }); err != nil {
			t.Fatal(err)
		}
		got := make([]byte, len(want))
		s.XORKeyStream(got, got)
		if !bytes.Equal(got, want) {
			t.Errorf("%s: got %x, want %x", path, got, want)
		}
	}
}

// Key and IV may be wiped, or used again, after the call.
func TestNotRetained(t *testing.T) {
	for name, construct := range constructors {
		var out [2][100]byte
		for i := range out {
			key, iv := bytes.Repeat([]byte{1}, 64), bytes.Repeat([]byte{2}, 32)
			s, err := construct(key, iv)
			if err != nil {
				t.Fatal(err)
			}
			if i == 1 {
				clear(key)
				clear(iv)
			}
			s.XORKeyStream(out[i][:], out[i][:])
		}
		if out[0] != out[1] {
			t.Errorf("%s: the stream changed with the caller's memory", name)
		}
	}
}

// Every bit of key and IV counts.
func TestEveryBit(t *testing.T) {
	for name, construct := range constructors {
		for _, keySize := range []int{32, 64} {
			seen := make(map[[32]byte]int)
			for bit := -1; bit < 8*(keySize+32); bit++ {
				all := make([]byte, keySize+32)
				if bit >= 0 {
					all[bit/8] = 1 << (bit % 8)
				}
				s, err := construct(all[:keySize], all[keySize:])
				if err != nil {
					t.Fatal(err)
				}
				var out [32]byte
				s.XORKeyStream(out[:], out[:])
				if other, twice := seen[out]; twice {
					t.Fatalf("%s, %d-byte key: bits %d and %d give one stream", name, keySize, bit, other)
				}
				seen[out] = bit
			}
		}
	}
}

func panics(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}

// Any overlap but the exact one panics, at every distance, before anything is written. What
// dst has beyond the length of src does not count.
func TestOverlap(t *testing.T) {
	const n = 40
	for name, construct := range constructors {
		for offset := -n - 2; offset <= n+2; offset++ {
			s, err := construct(make([]byte, 32), make([]byte, 32))
			if err != nil {
				t.Fatal(err)
			}
			buf := make([]byte, 4*n)
			src, dst := buf[n+2:2*n+2], buf[n+2+offset:2*n+12+offset]
			got := panics(func() { s.XORKeyStream(dst, src) })
			if forbidden := offset != 0 && -n < offset && offset < n; forbidden != (got != nil) {
				t.Errorf("%s, offset %d: panic %v", name, offset, got)
			} else if forbidden && (got != "strumok: invalid buffer overlap" || !bytes.Equal(buf, make([]byte, 4*n))) {
				t.Errorf("%s, offset %d: panic %v, memory %x", name, offset, got, buf)
			}
		}
	}
}

// A short destination panics and leaves the stream where it was.
func TestShortDestination(t *testing.T) {
	for name, construct := range constructors {
		s, err := construct(make([]byte, 32), make([]byte, 32))
		if err != nil {
			t.Fatal(err)
		}
		fresh := *s
		dst := make([]byte, 15, 100)
		if got := panics(func() { s.XORKeyStream(dst, make([]byte, 16)) }); got != "strumok: output smaller than input" {
			t.Errorf("%s: panic %v", name, got)
		}
		var after, want [16]byte
		s.XORKeyStream(after[:], after[:])
		fresh.XORKeyStream(want[:], want[:])
		if after != want || !bytes.Equal(dst[:100], make([]byte, 100)) {
			t.Errorf("%s: the failed call had an effect", name)
		}
	}
}

// A method more could be taken by crypto/cipher for an interface of its own.
func TestMethods(t *testing.T) {
	stream, want := reflect.TypeFor[*strumok.Stream](), reflect.TypeFor[cipher.Stream]()
	if !stream.Implements(want) || stream.NumMethod() != want.NumMethod() {
		t.Errorf("%d methods", stream.NumMethod())
	}
}
