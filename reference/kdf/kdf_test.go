package kdf_test

import (
	"bytes"
	"testing"

	"github.com/zvirka/zvirka/reference/kdf"
	"github.com/zvirka/zvirka/reference/kmac"
	spec "github.com/zvirka/zvirka/spec/kdf"
)

// The message is context and number, the number least significant byte first.
func TestMessage(t *testing.T) {
	for _, p := range spec.Variants() {
		bits := 8 * p.SubkeySize
		master := bytes.Repeat([]byte{7}, p.MasterSize)
		got := kdf.Key(bits, master, []byte("contexts"), 0x0807060504030201)
		want := kmac.Sum(bits, master, []byte("contexts\x01\x02\x03\x04\x05\x06\x07\x08"))
		if !bytes.Equal(got, want) {
			t.Errorf("%s: %x, want %x", p.Name, got, want)
		}
	}
}

func TestWrongSizesPanic(t *testing.T) {
	for _, c := range []struct{ bits, master, context int }{
		{0, 0, 8}, {128, 16, 8}, {256, 31, 8}, {256, 48, 8}, {256, 32, 0}, {256, 32, 7}, {256, 32, 9}, {512, 32, 8},
	} {
		if !panics(func() { kdf.Key(c.bits, make([]byte, c.master), make([]byte, c.context), 0) }) {
			t.Errorf("no panic: %+v", c)
		}
	}
}

func panics(f func()) (p bool) {
	defer func() { p = recover() != nil }()
	f()
	return
}
