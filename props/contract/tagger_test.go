package contract_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"slices"
	"testing"

	"github.com/zvirka/zvirka/props/contract"
)

// tagger is a hash.Hash with a key as an authenticator. If the hash has a Verify, that
// decides.
type tagger struct {
	hash.Hash
	f       *taggerFault
	written int
}

type taggerFault struct {
	tag    func(a *tagger) ([]byte, error)
	verify func(a *tagger, tag []byte) error
	reset  func(a *tagger)
}

var errTag = errors.New("wrong tag, or none")

func (a *tagger) Write(p []byte) (int, error) {
	a.written += len(p)
	return a.Hash.Write(p)
}

func (a *tagger) Tag() ([]byte, error) {
	if a.f.tag != nil {
		return a.f.tag(a)
	}
	if a.written == 0 {
		return nil, errTag
	}
	return a.Hash.Sum(nil), nil
}

func (a *tagger) Verify(tag []byte) error {
	if a.f.verify != nil {
		return a.f.verify(a, tag)
	}
	if a.written == 0 {
		return errTag
	}
	if v, ok := a.Hash.(interface{ Verify([]byte) bool }); ok && v.Verify(tag) || !ok && hmac.Equal(a.Hash.Sum(nil), tag) {
		return nil
	}
	return errTag
}

func (a *tagger) Reset() {
	if a.f.reset != nil {
		a.f.reset(a)
		return
	}
	a.written = 0
	a.Hash.Reset()
}

// asTagger is a MAC as an authenticator that has no tag for the empty message.
func asTagger(m contract.MAC, f taggerFault) contract.Tagger {
	return contract.Tagger{
		New: func(key []byte) (contract.Authenticator, error) {
			h, err := m.New(key)
			if h == nil {
				return nil, err
			}
			return unhashed{&tagger{Hash: h, f: &f}}, err
		},
		KeySizes:   m.KeySizes,
		Size:       m.Size,
		BlockSize:  m.BlockSize,
		EmptyError: true,
	}
}

// unhashed hides the methods of a hash.
type unhashed struct{ contract.Authenticator }

func brokenTagger(f taggerFault) contract.Tagger { return asTagger(brokenMAC(macFault{}), f) }

// taggerFaults are about tags that are none, and then all faults of MACs.
func taggerFaults() []fault[contract.Tagger] {
	faults := []fault[contract.Tagger]{
		{"a tag cut short", []string{"TagResult"}, brokenTagger(taggerFault{
			tag: func(a *tagger) ([]byte, error) {
				if a.written == 0 {
					return nil, errTag
				}
				return a.Hash.Sum(nil)[:31], nil
			},
		})},
		{"no tag for whole blocks", []string{"TagResult"}, brokenTagger(taggerFault{
			tag: func(a *tagger) ([]byte, error) {
				if a.written%64 == 0 {
					return nil, errTag
				}
				return a.Hash.Sum(nil), nil
			},
		})},
		{"nothing has a tag", []string{"Empty"}, brokenTagger(taggerFault{
			tag: func(a *tagger) ([]byte, error) { return a.Hash.Sum(nil), nil },
		})},
		{"a tag beside the error", []string{"Empty"}, brokenTagger(taggerFault{
			tag: func(a *tagger) ([]byte, error) {
				if a.written == 0 {
					return make([]byte, 32), errTag
				}
				return a.Hash.Sum(nil), nil
			},
		})},
		{"nothing has a tag after Reset", []string{"Empty"}, brokenTagger(taggerFault{
			reset: func(a *tagger) { a.Hash.Reset() },
		})},
		{"any tag is right for nothing", []string{"Empty", "Verify"}, brokenTagger(taggerFault{
			verify: func(a *tagger, tag []byte) error {
				if a.written > 0 && !hmac.Equal(a.Hash.Sum(nil), tag) {
					return errTag
				}
				return nil
			},
		})},
		{"no tag is right for nothing", []string{"Empty", "Verify"}, brokenTagger(taggerFault{
			verify: func(a *tagger, tag []byte) error {
				if a.written == 0 && tag == nil || a.written > 0 && hmac.Equal(a.Hash.Sum(nil), tag) {
					return nil
				}
				return errTag
			},
		})},
		{"the error is for ever", []string{"Empty", "SumHarmless"}, brokenTagger(taggerFault{
			tag: func(a *tagger) ([]byte, error) {
				if a.written <= 0 {
					a.written = -1 << 30
					return nil, errTag
				}
				return a.Hash.Sum(nil), nil
			},
		})},
		{"methods of a hash", []string{"Methods"}, func() contract.Tagger {
			g := brokenTagger(taggerFault{})
			g.New = func(key []byte) (contract.Authenticator, error) {
				if err := sized(key); err != nil {
					return nil, err
				}
				return &tagger{Hash: hmac.New(sha256.New, key), f: &taggerFault{}}, nil
			}
			return g
		}()},
	}
	unknown := func(law string) bool { return law == "Methods" || !slices.Contains(contract.TaggerLaws(), law) }
	for _, f := range macFaults() {
		if !unknown(f.laws[0]) { // what the fault is of is there
			laws := slices.DeleteFunc(slices.Clone(f.laws), unknown)
			faults = append(faults, fault[contract.Tagger]{f.name, laws, asTagger(f.broken, taggerFault{})})
		}
	}
	return faults
}

func TestTaggerFaults(t *testing.T) {
	examine(t, contract.TaggerLaws(), contract.CheckTagger, brokenTagger(taggerFault{}), taggerFaults())
}

// The empty message may have a tag.
func TestTaggerWithEmpty(t *testing.T) {
	g := brokenTagger(taggerFault{
		tag: func(a *tagger) ([]byte, error) { return a.Hash.Sum(nil), nil },
		verify: func(a *tagger, tag []byte) error {
			if !hmac.Equal(a.Hash.Sum(nil), tag) {
				return fmt.Errorf("wrong tag of %d bytes", len(tag))
			}
			return nil
		},
	})
	g.EmptyError = false
	contract.TestTagger(t, g)
}
