package m

import (
	"testing"

	"github.com/zvirka/zvirka/ctcheck/dynamic"
)

func TestCounts(t *testing.T) {
	if !dynamic.Running() {
		t.Fatal("not under valgrind")
	}
	other := make([]byte, 32)
	for _, c := range []struct {
		name string
		f    func(key []byte)
		want int
	}{
		{"look", func(key []byte) { Look(key[0]) }, 1},
		{"scan", func(key []byte) { Scan(key[0]) }, 0},
		{"branch", func(key []byte) { Branch(key[0]) }, 1},
		{"mask", func(key []byte) { Mask(key[0]) }, 0},
		{"compare", func(key []byte) { Compare(key, other) }, 32},
		{"constant-time compare", func(key []byte) { ConstantTimeCompare(key, other) }, 0},
		{"public again", func(key []byte) { dynamic.Public(key); Look(key[0]) }, 0},
	} {
		key := make([]byte, 32)
		dynamic.Secret(key)
		if n := dynamic.Count(func() { c.f(key) }); n != c.want {
			t.Errorf("%s: %d complaints, want %d", c.name, n, c.want)
		}
		dynamic.Public(key)
	}
}
