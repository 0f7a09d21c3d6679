//go:build !ctgrind

package policy

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zvirka/zvirka/ctcheck/timing"
	"github.com/zvirka/zvirka/internal/catalogue"
)

// TestTiming measures the rows that ciphers and hashes are made of, the key or the message being
// the secret. It is evidence for a reader and fails for no figure: ZVIRKA_TIMING=1 asks for it, and
// ZVIRKA_TIMING_DIR names a folder for plots.
func TestTiming(t *testing.T) {
	if os.Getenv("ZVIRKA_TIMING") == "" {
		t.Skip("measures for minutes; ZVIRKA_TIMING=1 asks for it")
	}
	for _, r := range catalogue.Blocks() {
		for _, p := range r.Paths {
			c, err := p.New(make([]byte, r.KeySizes[0]))
			if err != nil {
				t.Fatal(err)
			}
			dst := make([]byte, r.Sizes.Block)
			measure(t, r.Name+"/"+p.Name, r.Sizes.Block, func(block []byte) { c.Encrypt(dst, block) })
			measure(t, r.Name+"/"+p.Name+"/key", r.KeySizes[0], func(key []byte) {
				if _, err := p.New(key); err != nil {
					t.Fatal(err)
				}
			})
		}
	}
	for _, r := range catalogue.Hashes() {
		for _, p := range r.Paths {
			measure(t, r.Name+"/"+p.Name, 200, func(message []byte) {
				h := p.New()
				h.Write(message)
				h.Sum(nil)
			})
		}
	}
	for _, r := range catalogue.MACs() {
		for _, p := range r.Paths {
			measure(t, r.Name+"/"+p.Name, r.Sizes.Key, func(key []byte) {
				a, err := p.New(key)
				if err != nil {
					t.Fatal(err)
				}
				a.Write(key)
				a.Sum(nil)
			})
		}
	}
	for _, r := range catalogue.Streams() {
		for _, p := range r.Paths {
			iv, out := make([]byte, r.Sizes.IV), make([]byte, 200)
			measure(t, r.Name+"/"+p.Name, r.KeySizes[0], func(key []byte) {
				s, err := p.New(key, iv)
				if err != nil {
					t.Fatal(err)
				}
				s.XORKeyStream(out, out)
			})
		}
	}
}

// measure logs what is seen of an operation on a secret of n bytes.
func measure(t *testing.T, name string, n int, operation func(secret []byte)) {
	t.Helper()
	secret := make([]byte, n)
	result, err := timing.Measure(context.Background(), timing.Options{}, func(fixed bool, random *rand.Rand) {
		for i := range secret {
			secret[i] = byte(random.Uint32())
		}
		if fixed {
			clear(secret)
		}
	}, func() { operation(secret) })
	if err != nil {
		t.Fatal(err)
	}
	var line strings.Builder
	if err := result.WriteText(&line, name); err != nil {
		t.Fatal(err)
	}
	t.Log(strings.TrimSpace(line.String()))
	if dir := os.Getenv("ZVIRKA_TIMING_DIR"); dir != "" {
		f, err := os.Create(filepath.Join(dir, strings.ReplaceAll(name, "/", "-")+".svg"))
		if err != nil {
			t.Fatal(err)
		}
		if err := result.SVG(f, name); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
