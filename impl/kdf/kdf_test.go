package kdf_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/zvirka/zvirka/impl/kdf"
	"github.com/zvirka/zvirka/impl/kmac"
)

// The key is the tag of the context and the number, little-endian.
func TestKey(t *testing.T) {
	for _, bits := range []int{256, 384, 512} {
		master := bytes.Repeat([]byte{0x5a}, bits/8)
		got, err := kdf.Key(bits, master, []byte("purposes"), 0x0102030405060708)
		if err != nil {
			t.Fatal(err)
		}
		m, err := kmac.New(bits, master)
		if err != nil {
			t.Fatal(err)
		}
		m.Write([]byte("purposes\x08\x07\x06\x05\x04\x03\x02\x01"))
		if want := m.Sum(nil); !bytes.Equal(got, want) {
			t.Errorf("%d bits: got %x, want %x", bits, got, want)
		}
	}
}

func TestSizes(t *testing.T) {
	for _, bits := range []int{-8, 0, 128, 255, 256, 384, 512, 1024} {
		for _, master := range []int{0, 31, 32, 33, 48, 64} {
			for context := range 17 {
				key, err := kdf.Key(bits, make([]byte, master), make([]byte, context), 1)
				if (bits == 256 || bits == 384 || bits == 512) && master == bits/8 && context == 8 {
					if err != nil || len(key) != master {
						t.Errorf("%d bits: %d bytes, %v", bits, len(key), err)
					}
					continue
				}
				var size kdf.SizeError
				if key != nil || !errors.As(err, &size) || size != (kdf.SizeError{Bits: bits, Master: master, Context: context}) {
					t.Fatalf("%d bits, master %d, context %d: %x, %v", bits, master, context, key, err)
				}
				if !strings.Contains(err.Error(), fmt.Sprint(context)) {
					t.Errorf("error %q does not say %d", err, context)
				}
			}
		}
	}
}

func TestSizeErrorText(t *testing.T) {
	for err, want := range map[kdf.SizeError]string{
		{Bits: 128, Master: 16, Context: 8}: "kdf: invalid key size 128 bits (master key size 16, context size 8)",
		{Bits: 256, Master: 31, Context: 8}: "kdf: invalid master key size 31 for 256-bit keys (context size 8)",
		{Bits: 256, Master: 32, Context: 9}: "kdf: invalid context size 9, want 8",
	} {
		if err.Error() != want {
			t.Errorf("got %q, want %q", err, want)
		}
	}
}
