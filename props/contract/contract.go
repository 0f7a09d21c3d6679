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
	"reflect"
	"runtime"
	"slices"
	"sync"
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
func Failures(check func(T)) []string { return record(check, false) }

// FirstFailure runs check until it reports something and returns that, "" if it reports
// nothing. It is Failures where one failure says enough.
func FirstFailure(check func(T)) string {
	for _, f := range record(check, true) {
		return f
	}
	return ""
}

func record(check func(T), first bool) []string {
	r := recorder{first: first}
	done := make(chan struct{})
	go func() { // Fatalf ends the goroutine, as testing.T does
		defer close(done)
		defer func() {
			if v := recover(); v != nil {
				r.failures = append(r.failures, fmt.Sprintf("panic: %v", v))
			}
		}()
		check(&r)
	}()
	<-done
	return r.failures
}

type recorder struct {
	failures []string
	first    bool // one is enough
}

func (*recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.failures = append(r.failures, fmt.Sprintf(format, args...))
	if r.first {
		runtime.Goexit()
	}
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

// check examines x for every law and reports to t, each failure after the name of its law.
func check[I any](t T, laws []law[I], x I) {
	t.Helper()
	for _, l := range laws {
		for _, f := range Failures(func(t T) { l.check(t, x) }) {
			t.Errorf("%s: %s", l.name, f)
		}
	}
}

// over makes laws of I of laws of J: each calls check with everything that i is as a J.
func over[I, J any](laws []law[J], each func(i I, t T, name string, check func(T, J))) []law[I] {
	var all []law[I]
	for _, l := range laws {
		all = append(all, law[I]{l.name, func(t T, i I) { each(i, t, l.name, l.check) }})
	}
	return all
}

// named puts a name before what it reports.
type named struct {
	T
	name string
}

func (n named) Errorf(format string, args ...any) {
	n.T.Helper()
	n.T.Errorf("%s", n.name+": "+fmt.Sprintf(format, args...))
}

func (n named) Fatalf(format string, args ...any) {
	n.T.Helper()
	n.T.Fatalf("%s", n.name+": "+fmt.Sprintf(format, args...))
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

// below returns a number from 0 to n-1.
func (s *source) below(n int) int { return int(s.Uint64() % uint64(n)) }

// pieces cuts b at random, often into pieces that are empty, of one byte, or of about
// n bytes.
func (s *source) pieces(b []byte, n int) [][]byte {
	var all [][]byte
	for len(b) > 0 {
		size := min(len(b), []int{0, 1, s.below(n + 1), n - 1 + s.below(3), s.below(3*n + 1)}[s.below(5)])
		all = append(all, b[:size])
		b = b[size:]
	}
	return append(all, b)
}

// exported reports each exported method of v that is not allowed: one that is looked for
// by name can change what a program computes.
func exported(t T, v any, allowed []string) {
	typ := reflect.TypeOf(v)
	for i := range typ.NumMethod() {
		if name := typ.Method(i).Name; !slices.Contains(allowed, name) {
			t.Errorf("%v has an exported method %s that its interface does not know", typ, name)
		}
	}
}

// inParallel runs f in goroutines that start together, and reports those that panic. Run
// it under -race as well.
func inParallel(t T, goroutines int, f func(g int)) {
	var wg sync.WaitGroup
	panics := make([]any, goroutines)
	start := make(chan struct{})
	for g := range goroutines {
		wg.Go(func() {
			defer func() { panics[g] = recover() }()
			<-start
			f(g)
		})
	}
	close(start)
	wg.Wait()
	for _, v := range panics {
		if v != nil {
			t.Errorf("one of %d goroutines panicked: %v", goroutines, v)
		}
	}
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
