package props

import (
	"bytes"
	"crypto/cipher"
	"slices"

	"pgregory.net/rapid"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/props/contract"
)

// AEADEquivalence: on drawn key, nonce, associated data and plaintext every path of a row
// is its reference, whatever the sizes of its parameters.
func AEADEquivalence(t *rapid.T, row catalogue.AEAD) {
	text := func(name string) []byte {
		return rapid.SliceOfN(rapid.Byte(), 0, 3*row.Sizes.Block).Draw(t, name)
	}
	AEADEqualsReference(t, row, Bytes(row.Sizes.Key).Draw(t, "key"), rapid.SampledFrom(row.Parameters).Draw(t, "parameters"),
		Bytes(row.Sizes.IV).Draw(t, "nonce"), text("associated"), text("plaintext"))
}

// defined reports whether the row has a value for texts of these lengths.
func defined(row catalogue.AEAD, associated, plaintext []byte) bool {
	return len(plaintext) >= row.MinPlaintext && (!row.NeedsInput || len(plaintext)+len(associated) > 0)
}

// AEADEqualsReference compares every path of a row with its reference, in both directions.
// Texts for which the row has no value must be refused by every path.
func AEADEqualsReference(t contract.T, row catalogue.AEAD, key []byte, q catalogue.AEADParameters, nonce, associated, plaintext []byte) {
	t.Helper()
	var sealed []byte
	if defined(row, associated, plaintext) {
		sealed = row.Reference.Seal(key, q, nonce, associated, plaintext)
		if back, ok := row.Reference.Open(key, q, nonce, associated, sealed); !ok || !bytes.Equal(back, plaintext) {
			t.Fatalf("%s: the reference does not open what it sealed\nkey %x\nnonce %x", row.Name, key, nonce)
		}
	}
	for _, p := range row.Paths {
		aeadEquals(t, row, p, key, q, nonce, associated, plaintext, sealed, "reference")
	}
}

// AEADPathsAgree compares every path of a row with the last one, the constant-time one.
func AEADPathsAgree(t contract.T, row catalogue.AEAD, key []byte, q catalogue.AEADParameters, nonce, associated, plaintext []byte) {
	t.Helper()
	last := row.Paths[len(row.Paths)-1]
	a, err := last.New(key, q)
	if err != nil {
		t.Fatalf("%s, path %s: %v", row.Name, last.Name, err)
	}
	sealed := a.Seal(nil, nonce, plaintext, associated)
	for _, p := range row.Paths {
		aeadEquals(t, row, p, key, q, nonce, associated, plaintext, sealed, last.Name)
	}
}

// A trySealer is an AEAD that returns an error where Seal panics.
type trySealer interface {
	TrySeal(dst, nonce, plaintext, additionalData []byte) ([]byte, error)
}

// aeadEquals holds a path against what is sealed, nil where the row has no value.
func aeadEquals(t contract.T, row catalogue.AEAD, p catalogue.AEADPath, key []byte, q catalogue.AEADParameters,
	nonce, associated, plaintext, sealed []byte, with string) {
	t.Helper()
	a, err := p.New(key, q)
	if err != nil {
		t.Fatalf("%s, path %s, %+v: %v", row.Name, p.Name, q, err)
	}
	var got []byte
	err = recovered(func() error { got = a.Seal(nil, nonce, plaintext, associated); return nil })
	if !bytes.Equal(got, sealed) || (err == nil) != (sealed != nil) {
		t.Fatalf("%s, path %s, %+v: sealing %d bytes with %d associated differs from %s at byte %d (%v)\nkey   %x\nnonce %x",
			row.Name, p.Name, q, len(plaintext), len(associated), with, firstDifference(got, sealed), err, key, nonce)
	}
	if s, ok := a.(trySealer); ok {
		if tried, err := s.TrySeal(nil, nonce, plaintext, associated); !bytes.Equal(tried, sealed) || (err == nil) != (sealed != nil) {
			t.Fatalf("%s, path %s, %+v: TrySeal gives %d bytes, error %v; Seal %d", row.Name, p.Name, q, len(tried), err, len(sealed))
		}
	}
	if sealed == nil {
		return
	}
	in := bytes.Clone(sealed)
	if got, err = a.Open(in[:0], nonce, in, associated); err != nil || !bytes.Equal(got, plaintext) {
		t.Fatalf("%s, path %s, %+v: opening %d bytes with %d associated differs from %s at byte %d (%v)\nkey   %x\nnonce %x",
			row.Name, p.Name, q, len(sealed), len(associated), with, firstDifference(got, plaintext), err, key, nonce)
	}
}

// AEADRefuses: every path refuses sealed, which nothing was sealed to, and leaves nothing
// of what it might be in the destination.
func AEADRefuses(t contract.T, row catalogue.AEAD, key []byte, q catalogue.AEADParameters, nonce, associated, sealed []byte) {
	t.Helper()
	for _, p := range row.Paths {
		a, err := p.New(key, q)
		if err != nil {
			t.Fatalf("%s, path %s, %+v: %v", row.Name, p.Name, q, err)
		}
		dst := bytes.Repeat([]byte{0xa5}, len(sealed)+q.TagSize)
		got, err := a.Open(dst[:0], nonce, sealed, associated)
		if err == nil || len(got) != 0 {
			t.Fatalf("%s, path %s, %+v: opened %d bytes that nobody sealed\nkey    %x\nnonce  %x\nsealed %x", row.Name, p.Name, q, len(sealed), key, nonce, sealed)
		}
		for i, b := range dst {
			if b != 0 && b != 0xa5 {
				t.Fatalf("%s, path %s, %+v: byte %d of the destination is %#x after a refusal", row.Name, p.Name, q, i, b)
			}
		}
	}
}

// AEADSizes: every path takes keys and parameters of the row's sizes and refuses all others.
func AEADSizes(t contract.T, row catalogue.AEAD, keySize int, q catalogue.AEADParameters) {
	t.Helper()
	want := false
	for _, known := range row.Parameters {
		want = want || known == q || known.LengthSize == 0 && known.TagSize == q.TagSize
	}
	want = want && slices.Contains(row.KeySizes, keySize)
	for _, p := range row.Paths {
		if a, err := p.New(make([]byte, keySize), q); (err == nil) != want || (a == nil) == want {
			t.Errorf("%s, path %s: key of %d bytes, %+v: %v", row.Name, p.Name, keySize, q, err)
		}
	}
}

// AEADContract returns what props/contract needs to examine a path with the default
// parameters.
func AEADContract(row catalogue.AEAD, p catalogue.AEADPath) contract.AEAD {
	q := row.Parameters[0]
	return contract.AEAD{
		New:      func(key []byte) (cipher.AEAD, error) { return p.New(key, q) },
		KeySizes: row.KeySizes, NonceSize: row.Sizes.IV, Overhead: q.TagSize,
		MinPlaintext: row.MinPlaintext, NeedsInput: row.NeedsInput, NonceUnbound: row.NonceUnbound,
		Methods: []string{"TrySeal"},
	}
}
