package contract_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"hash"
	"testing"

	"github.com/zvirka/zvirka/props/contract"
)

// verifying is HMAC with a key of 32 bytes, with Verify, and with methods that a fault may
// replace.
type verifying struct {
	hash.Hash
	f *macFault
}

type macFault struct {
	reset  func(m hash.Hash)
	verify func(m hash.Hash, tag []byte) bool
}

func (v verifying) Reset() {
	if v.f.reset != nil {
		v.f.reset(v.Hash)
		return
	}
	v.Hash.Reset()
}

func (v verifying) Verify(tag []byte) bool {
	if v.f.verify != nil {
		return v.f.verify(v.Hash, tag)
	}
	return hmac.Equal(v.Sum(nil), tag)
}

func sized(key []byte) error {
	if len(key) != 32 {
		return fmt.Errorf("key of %d bytes", len(key))
	}
	return nil
}

func withNewMAC(f func(key []byte) (hash.Hash, error)) contract.MAC {
	return contract.MAC{New: f, KeySizes: []int{32}, Size: sha256.Size, BlockSize: sha256.BlockSize}
}

func brokenMAC(f macFault) contract.MAC {
	return withNewMAC(func(key []byte) (hash.Hash, error) {
		if err := sized(key); err != nil {
			return nil, err
		}
		return verifying{hmac.New(sha256.New, key), &f}, nil
	})
}

// rekeying takes its key from where it was when Reset is called.
type rekeying struct {
	hash.Hash
	key []byte
}

func (r *rekeying) Reset() { r.Hash = hmac.New(sha256.New, r.key) }

// otherVerify has a Verify that the suite does not know.
type otherVerify struct{ hash.Hash }

func (otherVerify) Verify([]byte) error { return nil }

// macFaults are about keys and tags, and then all faults of hash functions.
func macFaults() []fault[contract.MAC] {
	faults := []fault[contract.MAC]{
		{"any key is taken", []string{"KeySizes"}, withNewMAC(func(key []byte) (hash.Hash, error) {
			return hmac.New(sha256.New, key), nil
		})},
		{"no key is one of zeros", []string{"KeySizes"}, withNewMAC(func(key []byte) (hash.Hash, error) {
			if key == nil {
				key = make([]byte, 32)
			}
			if err := sized(key); err != nil {
				return nil, err
			}
			return hmac.New(sha256.New, key), nil
		})},
		{"neither a MAC nor an error", []string{"KeySizes"}, withNewMAC(func(key []byte) (hash.Hash, error) {
			return nil, nil
		})},
		{"the key is kept", []string{"KeyNotRetained"}, withNewMAC(func(key []byte) (hash.Hash, error) {
			if err := sized(key); err != nil {
				return nil, err
			}
			return &rekeying{hmac.New(sha256.New, key), key}, nil
		})},
		{"half of the key", []string{"EveryKeyBit"}, withNewMAC(func(key []byte) (hash.Hash, error) {
			if err := sized(key); err != nil {
				return nil, err
			}
			return hmac.New(sha256.New, key[:16]), nil
		})},
		{"half of the key after Reset", []string{"EveryKeyBit", "ResetKeepsKey", "Reset"}, withNewMAC(func(key []byte) (hash.Hash, error) {
			if err := sized(key); err != nil {
				return nil, err
			}
			return &rekeying{hmac.New(sha256.New, key), bytes.Clone(key[:16])}, nil
		})},
		{"Reset forgets the key", []string{"ResetKeepsKey", "EveryKeyBit", "Reset"}, withNewMAC(func(key []byte) (hash.Hash, error) {
			if err := sized(key); err != nil {
				return nil, err
			}
			return &rekeying{hmac.New(sha256.New, key), nil}, nil
		})},
		{"the beginning of a tag is a tag", []string{"Verify"}, brokenMAC(macFault{
			verify: func(m hash.Hash, tag []byte) bool { return bytes.HasPrefix(m.Sum(nil), tag) },
		})},
		{"twelve bytes are a tag", []string{"Verify"}, brokenMAC(macFault{
			verify: func(m hash.Hash, tag []byte) bool { return len(tag) >= 12 && bytes.HasPrefix(m.Sum(nil), tag) },
		})},
		{"a tag with anything behind", []string{"Verify"}, brokenMAC(macFault{
			verify: func(m hash.Hash, tag []byte) bool { return bytes.HasPrefix(tag, m.Sum(nil)) },
		})},
		{"no tag is a tag", []string{"Verify"}, brokenMAC(macFault{
			verify: func(m hash.Hash, tag []byte) bool { return len(tag) == 0 || hmac.Equal(m.Sum(nil), tag) },
		})},
		{"one byte is not compared", []string{"Verify"}, brokenMAC(macFault{
			verify: func(m hash.Hash, tag []byte) bool {
				return len(tag) == 32 && hmac.Equal(m.Sum(nil)[:31], tag[:31])
			},
		})},
		{"the right tag is refused", []string{"Verify"}, brokenMAC(macFault{
			verify: func(m hash.Hash, tag []byte) bool { return false },
		})},
		{"Verify resets", []string{"VerifyHarmless"}, brokenMAC(macFault{
			verify: func(m hash.Hash, tag []byte) bool { defer m.Reset(); return hmac.Equal(m.Sum(nil), tag) },
		})},
		{"a wrong tag resets", []string{"VerifyHarmless", "Verify"}, brokenMAC(macFault{
			verify: func(m hash.Hash, tag []byte) bool {
				if hmac.Equal(m.Sum(nil), tag) {
					return true
				}
				m.Reset()
				return false
			},
		})},
		{"Verify compares in its argument", []string{"VerifyHarmless"}, brokenMAC(macFault{
			verify: func(m hash.Hash, tag []byte) bool {
				right := bytes.Equal(m.Sum(nil), tag)
				clear(tag)
				return right
			},
		})},
		{"Verify of another signature", []string{"Methods"}, withNewMAC(func(key []byte) (hash.Hash, error) {
			if err := sized(key); err != nil {
				return nil, err
			}
			return otherVerify{hmac.New(sha256.New, key)}, nil
		})},
	}
	for _, f := range hashFaults {
		faults = append(faults, fault[contract.MAC]{f.name, f.laws, withNewMAC(func(key []byte) (hash.Hash, error) {
			return f.broken.New(), sized(key)
		})})
	}
	return faults
}

func TestMACFaults(t *testing.T) {
	examine(t, contract.MACLaws(), contract.CheckMAC, brokenMAC(macFault{}), macFaults())
}
