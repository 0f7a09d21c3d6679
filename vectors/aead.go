package vectors

import (
	"crypto/cipher"
	"fmt"
	"slices"
)

// An AEADFunc is one direction of an AEAD. What is sealed and what is opened ends with a
// tag of tagSize bytes; lengthSize is zero for an algorithm that has no such parameter.
type AEADFunc func(key []byte, lengthSize, tagSize int, iv, associated, text []byte) ([]byte, error)

// AEAD returns the two directions of an implementation, given its constructor.
func AEAD(newAEAD func(key []byte, lengthSize, tagSize int) (cipher.AEAD, error)) (seal, open AEADFunc) {
	seal = func(key []byte, lengthSize, tagSize int, iv, associated, text []byte) ([]byte, error) {
		a, err := newAEAD(key, lengthSize, tagSize)
		if err != nil {
			return nil, err
		}
		return a.Seal(nil, iv, text, associated), nil
	}
	open = func(key []byte, lengthSize, tagSize int, iv, associated, text []byte) ([]byte, error) {
		a, err := newAEAD(key, lengthSize, tagSize)
		if err != nil {
			return nil, err
		}
		return a.Open(nil, iv, text, associated)
	}
	return seal, open
}

// CheckAEAD holds both directions of an AEAD against one case of the file, and returns how
// many texts were judged, none for an operation that is not about them. What is invalid
// must be refused, and nothing come with the refusal.
func (f File) CheckAEAD(c Case, seal, open AEADFunc) (judged int, err error) {
	if f.Operation != OpAEAD {
		return 0, nil
	}
	sealed := slices.Concat(c.Ciphertext, c.Tag)
	if c.Invalid != "" {
		got, err := open(c.Key, c.LengthSize, len(c.Tag), c.IV, c.Associated, sealed)
		return f.refused(c, "open", got, err)
	}
	got, err := seal(c.Key, c.LengthSize, len(c.Tag), c.IV, c.Associated, c.Plaintext)
	if err := f.equal(c, "seal", got, sealed, err); err != nil {
		return 0, err
	}
	got, err = open(c.Key, c.LengthSize, len(c.Tag), c.IV, c.Associated, sealed)
	if err := f.equal(c, "open", got, c.Plaintext, err); err != nil {
		return 1, err
	}
	return 2, nil
}

// refused judges a text that must not be accepted.
func (f File) refused(c Case, what string, got []byte, err error) (judged int, _ error) {
	if err == nil || len(got) != 0 {
		return 0, fmt.Errorf("%s, case %s, %s: got %x (%v), and the text is invalid: %s", f.Name, c.ID, what, got, err, c.Invalid)
	}
	return 1, nil
}
