package contract

import (
	"bytes"
	"fmt"
	"hash"
	"slices"
	"testing"
)

// An Authenticator computes the tag of what is written to it. It is what a message
// authentication code has in place of [hash.Hash] if it cannot give a tag for every
// message, as some of those that are made of a block cipher: their empty message has none.
type Authenticator interface {
	Write(p []byte) (n int, err error)
	Tag() ([]byte, error)    // of all that was written; it does not change the state
	Verify(tag []byte) error // nil if tag is what Tag returns
	Reset()
}

// A Tagger is an implementation of [Authenticator] to be examined.
type Tagger struct {
	New        func(key []byte) (Authenticator, error)
	KeySizes   []int             // every accepted key length, in bytes
	Size       int               // bytes of a tag
	BlockSize  int               // bytes
	EmptyError bool              // the empty message has no tag: Tag and Verify return an error
	Methods    []string          // exported methods allowed besides those of Authenticator
	Except     map[string]string // laws known to be broken, with the reason
}

// TestTagger examines g for every law of authenticators, each in a subtest.
func TestTagger(t *testing.T, g Tagger) { run(t, taggerLaws, g, g.Except) }

// TaggerLaws returns the names of the laws that TestTagger examines: those about Tag, and
// all of MACLaws that do not concern what an authenticator lacks. In the messages of these
// Sum stands for Tag.
func TaggerLaws() []string { return names(taggerLaws) }

// CheckTagger examines g for all laws and reports to t, each failure after the name of its
// law. It is TestTagger for callers without a *testing.T.
func CheckTagger(t T, g Tagger) {
	t.Helper()
	check(t, taggerLaws, g)
}

var taggerLaws = append([]law[Tagger]{
	{"TagResult", taggerTagResult},
	{"Empty", taggerEmpty},
	{"LargeMessage", taggerLargeMessage},
	{"Methods", taggerMethods},
}, over(without(macLaws,
	"Sizes", "SumAppends", "LargeMessage", "Methods",
	"Clone", "Marshal", "MarshalAppends", "Refuses", "RefusalHarmless",
), Tagger.asMAC)...)

// without returns laws without those of some names.
func without[I any](laws []law[I], names ...string) []law[I] {
	return slices.DeleteFunc(slices.Clone(laws), func(l law[I]) bool { return slices.Contains(names, l.name) })
}

// A tagHash is an Authenticator as a hash.Hash with a Verify that answers yes or no. Where
// there is no tag, a value stands for it that no algorithm returns by chance.
type tagHash struct {
	Authenticator
	g Tagger
}

func (h tagHash) none() []byte { return bytes.Repeat([]byte("no tag"), h.g.Size)[:h.g.Size] }

func (h tagHash) Sum(b []byte) []byte {
	tag, err := h.Tag()
	if err != nil {
		tag = h.none()
	}
	if b == nil {
		return tag // itself: it may not be the authenticator's own
	}
	return append(b, tag...)
}

func (h tagHash) Verify(tag []byte) bool {
	if _, err := h.Tag(); err != nil && h.Authenticator.Verify(tag) != nil {
		return bytes.Equal(tag, h.none())
	}
	return h.Authenticator.Verify(tag) == nil
}

func (h tagHash) Size() int      { return h.g.Size }
func (h tagHash) BlockSize() int { return h.g.BlockSize }

// asMAC: with that value a Tagger is a MAC.
func (g Tagger) asMAC(t T, _ string, check func(T, MAC)) {
	check(t, MAC{
		New: func(key []byte) (hash.Hash, error) {
			a, err := g.New(key)
			if absent(a) {
				return nil, err
			}
			return tagHash{a, g}, err
		},
		KeySizes:  g.KeySizes,
		Size:      g.Size,
		BlockSize: g.BlockSize,
	})
}

// each calls f with a constructor of objects with one key, for every key size.
func (g Tagger) each(t T, r *source, f func(start func() Authenticator)) {
	t.Helper()
	for _, n := range g.KeySizes {
		key := r.bytes(n)
		start := func() Authenticator {
			a, err := g.New(bytes.Clone(key))
			if err != nil {
				t.Fatalf("key of %d bytes refused: %v", n, err)
			}
			return a
		}
		start() // or f never runs
		f(start)
	}
}

// taggerTagResult: for a message of any length there is a tag, as long as it has to be, and
// Verify takes it.
func taggerTagResult(t T, g Tagger) {
	r := random("TagResult")
	g.each(t, r, func(start func() Authenticator) {
		for n := range 3*g.BlockSize + 16 {
			if n == 0 && g.EmptyError {
				continue
			}
			a := start()
			a.Write(r.bytes(n))
			tag, err := a.Tag()
			if err != nil || len(tag) != g.Size {
				t.Errorf("Tag of %d bytes returned %d bytes, %v", n, len(tag), err)
			} else if err := a.Verify(tag); err != nil {
				t.Errorf("Verify of the tag of %d bytes: %v", n, err)
			}
		}
	})
}

// taggerEmpty: where the empty message has no tag, Tag and Verify return an error as long
// as nothing but nothing was written, also after Reset. That error changes nothing.
func taggerEmpty(t T, g Tagger) {
	if !g.EmptyError {
		return // the laws of MACs say the rest
	}
	r := random("Empty")
	g.each(t, r, func(start func() Authenticator) {
		message := r.bytes(g.BlockSize + 1)
		a := start()
		a.Write(message)
		want, _ := a.Tag()
		examine := func(after string, a Authenticator) {
			noTag(t, a, after, nil, make([]byte, g.Size), want)
			a.Write(message)
			if tag, err := a.Tag(); err != nil || !bytes.Equal(tag, want) {
				t.Errorf("after %s: the error for the empty message disturbs what is written later", after)
			}
		}
		examine("nothing", start())
		a = start()
		a.Write(nil)
		a.Write([]byte{})
		examine("empty writes", a)
		for _, used := range []int{0, 1, g.BlockSize, g.BlockSize + 1} {
			a := start()
			a.Write(r.bytes(used))
			if used%2 == 0 {
				a.Tag()
			}
			a.Reset()
			examine(fmt.Sprintf("%d bytes and Reset", used), a)
		}
	})
}

// taggerLargeMessage: a length that does not fit in 16 bits, in bytes or bits.
func taggerLargeMessage(t T, g Tagger) {
	g.asMAC(t, "", func(t T, m MAC) { m.hash(t).large(t, 1<<16+1) })
}

// noTag reports an authenticator that has a tag, or accepts one of the claims.
func noTag(t T, a Authenticator, after string, claims ...[]byte) {
	t.Helper()
	if tag, err := a.Tag(); err == nil || len(tag) > 0 {
		t.Errorf("after %s: Tag of nothing returned %d bytes, %v", after, len(tag), err)
	}
	for _, claim := range claims {
		if a.Verify(claim) == nil {
			t.Errorf("after %s: Verify accepts %d bytes for nothing", after, len(claim))
		}
	}
}

func taggerMethods(t T, g Tagger) {
	g.each(t, random("Methods"), func(start func() Authenticator) {
		exported(t, start(), append([]string{"Write", "Tag", "Verify", "Reset"}, g.Methods...))
	})
}
