package vectors_test

import (
	"fmt"
	"testing"

	"github.com/zvirka/zvirka/reference/kdf"
	"github.com/zvirka/zvirka/reference/kmac"
	"github.com/zvirka/zvirka/reference/kupyna"
	"github.com/zvirka/zvirka/reference/strumok"
	"github.com/zvirka/zvirka/vectors"
)

// A judge holds the reference of a row against one case.
type judge func(f vectors.File, c vectors.Case) (judged int, err error)

// references are the rows of hashes, MACs, key derivations and stream ciphers.
var references = map[string]judge{
	"kupyna-48":       digest(48),
	"kupyna-256":      digest(256),
	"kupyna-304":      digest(304),
	"kupyna-384":      digest(384),
	"kupyna-512":      digest(512),
	"kupyna-kmac-256": tag(256),
	"kupyna-kmac-384": tag(384),
	"kupyna-kmac-512": tag(512),
	"kupyna-kdf-256":  subkey(256),
	"kupyna-kdf-384":  subkey(384),
	"kupyna-kdf-512":  subkey(512),
	"strumok-256":     keystream(32),
	"strumok-512":     keystream(64),
}

func digest(bits int) judge {
	return func(f vectors.File, c vectors.Case) (int, error) {
		return f.CheckDigest(c, func(message []byte, messageBits int) ([]byte, error) {
			return kupyna.SumBits(bits, message, messageBits), nil
		})
	}
}

func tag(bits int) judge {
	return func(f vectors.File, c vectors.Case) (int, error) {
		return f.CheckMAC(c, func(key, message []byte) ([]byte, error) {
			return kmac.Sum(bits, key, message), nil
		})
	}
}

func subkey(bits int) judge {
	return func(f vectors.File, c vectors.Case) (int, error) {
		return f.CheckKDF(c, func(master, context []byte, id uint64) ([]byte, error) {
			return kdf.Key(bits, master, context, id), nil
		})
	}
}

func keystream(keySize int) judge {
	return func(f vectors.File, c vectors.Case) (int, error) {
		return f.CheckStream(c, func(key, iv, data []byte) ([]byte, error) {
			if len(key) != keySize {
				return nil, fmt.Errorf("key of %d bytes, want %d", len(key), keySize)
			}
			return strumok.XOR(key, iv, data), nil
		})
	}
}

// The references give every answer of their files, and one wrong bit in an expected value is
// found.
func TestReferences(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range load(t) {
		judge, ok := references[f.Row]
		if !ok {
			continue
		}
		seen[f.Row] = seen[f.Row] || f.Origin != vectors.Own
		for _, c := range f.Cases {
			if n, err := judge(f, c); n == 0 || err != nil {
				t.Errorf("%s, case %s: judged %d: %v", f.Name, c.ID, n, err)
			}
			for _, value := range []vectors.Hex{c.Digest, c.Tag, c.Subkey, c.Ciphertext} {
				if len(value) == 0 {
					continue
				}
				value[len(value)/2] ^= 0x10
				if _, err := judge(f, c); err == nil {
					t.Errorf("%s, case %s: a wrong bit was not found", f.Name, c.ID)
				}
				value[len(value)/2] ^= 0x10
			}
		}
	}
	for row := range references {
		if !seen[row] {
			t.Errorf("%s has no vectors", row)
		}
	}
}
