// Package contract examines whether an implementation of one of Go's cryptographic
// interfaces keeps the promises of that interface: which buffers may overlap, what is
// read and written, what panics, what is retained, what may run concurrently.
//
// It needs the standard library only and knows no algorithm, so it serves on any code:
//
//	func TestContract(t *testing.T) {
//		contract.TestBlock(t, contract.Block{New: mycipher.New, BlockSize: 16, KeySizes: []int{16, 32}})
//	}
//
// Each promise is a law with a name. A law that an implementation is known to break is
// excepted by name with a reason; an exception that has become untrue fails.
package contract

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"runtime"
	"testing"
)

// T is what a law reports to: a *testing.T, a *rapid.T, or a recorder of Failures.
type T interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Failures runs check and returns what it reported, nil if nothing. It is for negative
// controls: a suite shows what it is worth on code that is broken on purpose.
func Failures(check func(T)) []string {
	var r recorder
	done := make(chan struct{})
	go func() { // Fatalf ends the goroutine, as testing.T does
		defer close(done)
		defer func() {
			if v := recover(); v != nil {
				r.Errorf("panic: %v", v)
			}
		}()
		check(&r)
	}()
	<-done
	return r.failures
}

type recorder struct{ failures []string }

func (*recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.failures = append(r.failures, fmt.Sprintf(format, args...))
}

func (r *recorder) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	runtime.Goexit()
}

// law is a promise of an interface that an implementation of kind I can be examined for.
type law[I any] struct {
	name  string
	check func(T, I)
}

// run examines x for every law, each in a subtest.
func run[I any](t *testing.T, laws []law[I], x I, except map[string]string) {
	for name := range except {
		if !known(laws, name) {
			t.Errorf("exception for an unknown law %q", name)
		}
	}
	for _, l := range laws {
		t.Run(l.name, func(t *testing.T) {
			reason, excepted := except[l.name]
			if !excepted {
				l.check(t, x)
				return
			}
			if Failures(func(t T) { l.check(t, x) }) == nil {
				t.Errorf("excepted (%s), yet the law holds: remove the exception", reason)
			}
			t.Skipf("excepted: %s", reason)
		})
	}
}

func known[I any](laws []law[I], name string) bool {
	for _, l := range laws {
		if l.name == name {
			return true
		}
	}
	return false
}

func names[I any](laws []law[I]) []string {
	var all []string
	for _, l := range laws {
		all = append(all, l.name)
	}
	return all
}

// random returns a deterministic source for the named law: a failure is the same in
// every run.
func random(law string) *source {
	h := fnv.New64a()
	h.Write([]byte(law))
	return &source{rand.NewChaCha8([32]byte(fmt.Appendf(nil, "%032x", h.Sum64())))}
}

type source struct{ *rand.ChaCha8 }

func (s *source) bytes(n int) []byte {
	b := make([]byte, n)
	s.Read(b)
	return b
}

// panicked reports whether f panicked.
func panicked(f func()) (yes bool) {
	defer func() {
		if recover() != nil {
			yes = true
		}
	}()
	f()
	return false
}

// flipped returns a copy of b with one bit changed.
func flipped(b []byte, bit int) []byte {
	c := bytes.Clone(b)
	c[bit/8] ^= 1 << (bit % 8)
	return c
}
