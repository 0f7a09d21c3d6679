package catalogue

import (
	"bytes"
	"crypto/cipher"
	"errors"
	"slices"
)

// firstPath returns the mutant of a row whose first path has another constructor; set puts
// the paths into the row. A path without others has none to disagree with, so agreement then
// catches nothing.
func firstPath[R, C any](row R, paths []Path[C], set func(row *R, paths []Path[C]), fault string, construct C, caught []Suite) Mutant[R] {
	paths = slices.Clone(paths)
	paths[0] = Path[C]{"mutant", paths[0].Timing, construct}
	set(&row, paths)
	if len(paths) == 1 {
		caught = slices.DeleteFunc(slices.Clone(caught), func(s Suite) bool { return s == Agreement })
	}
	return Mutant[R]{row, fault, caught}
}

// withoutLastByte returns a copy of b whose last byte is zero.
func withoutLastByte(b []byte) []byte {
	c := bytes.Clone(b)
	if len(c) > 0 {
		c[len(c)-1] = 0
	}
	return c
}

// fitted returns b cut or filled with zeros to n bytes.
func fitted(b []byte, n int) []byte {
	c := make([]byte, n)
	copy(c, b)
	return c
}

// ModeMutants returns broken copies of a row.
func ModeMutants(row Mode) []Mutant[Mode] {
	good := row.Paths[0].New
	with := func(fault string, change func(m MessageCipher) mutantMode, caught ...Suite) Mutant[Mode] {
		return firstPath(row, row.Paths, func(r *Mode, p []ModePath) { r.Paths = p }, fault,
			func(key []byte, width int) (MessageCipher, error) {
				m, err := good(key, width)
				if err != nil {
					return nil, err
				}
				mutant := change(m)
				mutant.MessageCipher = m
				return mutant, nil
			}, caught)
	}
	all := []Suite{Vectors, Equivalence, Agreement, Fuzz}
	mutants := []Mutant[Mode]{
		with("the last bit of every ciphertext inverted, in a way that decryption undoes", func(m MessageCipher) mutantMode {
			return mutantMode{
				encrypt: func(iv []byte, pieces [][]byte) ([]byte, error) { return invertLast(m.Encrypt(iv, pieces...)) },
				decrypt: func(iv []byte, pieces [][]byte) ([]byte, error) {
					text, _ := invertLast(bytes.Join(pieces, nil), nil)
					return m.Decrypt(iv, text)
				},
			}
		}, all...),
		with("decryption wrong in one bit, and nothing else", func(m MessageCipher) mutantMode {
			return mutantMode{encrypt: joined(m.Encrypt), decrypt: func(iv []byte, pieces [][]byte) ([]byte, error) {
				return invertLast(m.Decrypt(iv, pieces...))
			}}
		}, all...),
		with("shifted overlap accepted", func(m MessageCipher) mutantMode {
			return mutantMode{encrypt: joined(m.Encrypt), decrypt: joined(m.Decrypt), bulk: func(f func(dst, src []byte)) func(dst, src []byte) {
				return func(dst, src []byte) { f(dst, bytes.Clone(src)) }
			}}
		}, Contract),
		with("a byte written beyond the text", func(m MessageCipher) mutantMode {
			return mutantMode{encrypt: joined(m.Encrypt), decrypt: joined(m.Decrypt), bulk: func(f func(dst, src []byte)) func(dst, src []byte) {
				return func(dst, src []byte) {
					f(dst, src)
					if dst = dst[:cap(dst)]; len(dst) > len(src) {
						dst[len(src)] ^= 1
					}
				}
			}}
		}, Contract),
	}
	if row.Min > 0 || row.Unit > 1 {
		mutants = append(mutants, with("a message cut to whole units, or filled to the shortest", func(m MessageCipher) mutantMode {
			fit := func(f func(iv []byte, pieces ...[]byte) ([]byte, error)) func(iv []byte, pieces [][]byte) ([]byte, error) {
				return func(iv []byte, pieces [][]byte) ([]byte, error) {
					text := bytes.Join(pieces, nil)
					return f(iv, fitted(text, max(row.Min, len(text)/row.Unit*row.Unit)))
				}
			}
			return mutantMode{encrypt: fit(m.Encrypt), decrypt: fit(m.Decrypt)}
		}, Contract))
	}
	if row.Sizes.IV > 0 {
		iv := func(change func([]byte) []byte) func(m MessageCipher) mutantMode {
			return func(m MessageCipher) mutantMode {
				return mutantMode{
					encrypt: func(iv []byte, pieces [][]byte) ([]byte, error) { return m.Encrypt(change(iv), pieces...) },
					decrypt: func(iv []byte, pieces [][]byte) ([]byte, error) { return m.Decrypt(change(iv), pieces...) },
				}
			}
		}
		mutants = append(mutants,
			with("the last IV byte ignored", iv(withoutLastByte), all...),
			with("an IV of another length cut or filled with zeros", iv(func(b []byte) []byte { return fitted(b, row.Sizes.IV) }), Contract))
	}
	if row.Sizes.IV > 0 && row.Min == 0 {
		anew := func(f func(iv []byte, pieces ...[]byte) ([]byte, error)) func(iv []byte, pieces [][]byte) ([]byte, error) {
			return func(iv []byte, pieces [][]byte) (out []byte, err error) {
				for _, p := range pieces {
					text, err := f(iv, p)
					if err != nil {
						return nil, err
					}
					out = append(out, text...)
				}
				return out, nil
			}
		}
		mutants = append(mutants, with("every piece begun anew", func(m MessageCipher) mutantMode {
			return mutantMode{encrypt: anew(m.Encrypt), decrypt: anew(m.Decrypt)}
		}, Equivalence, Agreement, Fuzz))
	}
	return mutants
}

func joined(f func(iv []byte, pieces ...[]byte) ([]byte, error)) func(iv []byte, pieces [][]byte) ([]byte, error) {
	return func(iv []byte, pieces [][]byte) ([]byte, error) { return f(iv, pieces...) }
}

func invertLast(text []byte, err error) ([]byte, error) {
	if len(text) > 0 {
		text[len(text)-1] ^= 1
	}
	return text, err
}

type mutantMode struct {
	MessageCipher
	encrypt, decrypt func(iv []byte, pieces [][]byte) ([]byte, error)
	bulk             func(f func(dst, src []byte)) func(dst, src []byte)
}

func (m mutantMode) Encrypt(iv []byte, pieces ...[]byte) ([]byte, error) {
	return m.encrypt(iv, pieces)
}
func (m mutantMode) Decrypt(iv []byte, pieces ...[]byte) ([]byte, error) {
	return m.decrypt(iv, pieces)
}

func (m mutantMode) Bulk(iv []byte) (encrypt, decrypt func(dst, src []byte), err error) {
	encrypt, decrypt, err = m.MessageCipher.Bulk(iv)
	if err != nil || m.bulk == nil {
		return encrypt, decrypt, err
	}
	return m.bulk(encrypt), m.bulk(decrypt), nil
}

// AEADMutants returns broken copies of a row.
func AEADMutants(row AEAD) []Mutant[AEAD] {
	good := row.Paths[0].New
	with := func(fault string, change func(a cipher.AEAD) mutantAEAD, caught ...Suite) Mutant[AEAD] {
		return firstPath(row, row.Paths, func(r *AEAD, p []AEADPath) { r.Paths = p }, fault,
			func(key []byte, q AEADParameters) (cipher.AEAD, error) {
				a, err := good(key, q)
				if err != nil {
					return nil, err
				}
				mutant := change(a)
				mutant.AEAD = a
				return mutant, nil
			}, caught)
	}
	all := []Suite{Vectors, Equivalence, Agreement, Fuzz}
	last := func(b []byte) []byte { // b with the last bit inverted
		c := bytes.Clone(b)
		if len(c) > 0 {
			c[len(c)-1] ^= 1
		}
		return c
	}
	return []Mutant[AEAD]{
		with("one bit of every tag inverted, in a way that Open undoes", func(a cipher.AEAD) mutantAEAD {
			return mutantAEAD{
				seal: func(dst, nonce, text, ad []byte) []byte { return append(dst, last(a.Seal(nil, nonce, text, ad))...) },
				open: func(dst, nonce, sealed, ad []byte) ([]byte, error) { return a.Open(dst, nonce, last(sealed), ad) },
			}
		}, all...),
		with("the last associated byte not authenticated", func(a cipher.AEAD) mutantAEAD {
			return mutantAEAD{
				seal: func(dst, nonce, text, ad []byte) []byte { return a.Seal(dst, nonce, text, withoutLastByte(ad)) },
				open: func(dst, nonce, sealed, ad []byte) ([]byte, error) {
					return a.Open(dst, nonce, sealed, withoutLastByte(ad))
				},
			}
		}, append(all, Contract)...),
		with("the last nonce byte ignored", func(a cipher.AEAD) mutantAEAD {
			return mutantAEAD{
				seal: func(dst, nonce, text, ad []byte) []byte { return a.Seal(dst, nonceOf(a, nonce), text, ad) },
				open: func(dst, nonce, sealed, ad []byte) ([]byte, error) { return a.Open(dst, nonceOf(a, nonce), sealed, ad) },
			}
		}, append(all, Contract)...),
		with("a wrong last bit of the tag accepted", func(a cipher.AEAD) mutantAEAD {
			return mutantAEAD{seal: a.Seal, open: func(dst, nonce, sealed, ad []byte) ([]byte, error) {
				if text, err := a.Open(nil, nonce, sealed, ad); err == nil {
					return append(dst, text...), nil
				}
				return a.Open(dst, nonce, last(sealed), ad)
			}}
		}, Contract, Fuzz),
		with("plaintext left in the destination of a refusal", func(a cipher.AEAD) mutantAEAD {
			return mutantAEAD{seal: a.Seal, open: func(dst, nonce, sealed, ad []byte) ([]byte, error) {
				out, err := a.Open(dst, nonce, sealed, ad)
				if err != nil && cap(dst) > len(dst) && len(sealed) > a.Overhead() {
					dst[:len(dst)+1][len(dst)] = 0x5a
				}
				return out, err
			}}
		}, Contract, Fuzz),
		with("a nonce of another length cut or filled with zeros", func(a cipher.AEAD) mutantAEAD {
			return mutantAEAD{
				seal: func(dst, nonce, text, ad []byte) []byte { return a.Seal(dst, fitted(nonce, a.NonceSize()), text, ad) },
				open: func(dst, nonce, sealed, ad []byte) ([]byte, error) {
					return a.Open(dst, fitted(nonce, a.NonceSize()), sealed, ad)
				},
			}
		}, Contract),
	}
}

func nonceOf(a cipher.AEAD, nonce []byte) []byte {
	if len(nonce) != a.NonceSize() {
		return nonce
	}
	return withoutLastByte(nonce)
}

type mutantAEAD struct {
	cipher.AEAD
	seal func(dst, nonce, text, ad []byte) []byte
	open func(dst, nonce, sealed, ad []byte) ([]byte, error)
}

func (m mutantAEAD) Seal(dst, nonce, text, ad []byte) []byte { return m.seal(dst, nonce, text, ad) }
func (m mutantAEAD) Open(dst, nonce, sealed, ad []byte) ([]byte, error) {
	return m.open(dst, nonce, sealed, ad)
}

// TagMutants returns broken copies of a row.
func TagMutants(row Tag) []Mutant[Tag] {
	good := row.Paths[0].New
	with := func(fault string, construct func(key []byte, tagSize int) (Tagger, error), caught ...Suite) Mutant[Tag] {
		return firstPath(row, row.Paths, func(r *Tag, p []TagPath) { r.Paths = p }, fault, construct, caught)
	}
	change := func(f func(m *mutantTag)) func(key []byte, tagSize int) (Tagger, error) {
		return func(key []byte, tagSize int) (Tagger, error) {
			t, err := good(key, tagSize)
			if err != nil {
				return nil, err
			}
			m := &mutantTag{Tagger: t}
			f(m)
			return m, nil
		}
	}
	return []Mutant[Tag]{
		with("the last key byte ignored",
			func(key []byte, tagSize int) (Tagger, error) { return good(withoutLastByte(key), tagSize) },
			Vectors, Equivalence, Agreement, Contract, Fuzz),
		with("a key of another length cut or filled with zeros",
			func(key []byte, tagSize int) (Tagger, error) { return good(fitted(key, row.Sizes.Key), tagSize) },
			Contract, Fuzz),
		with("wrong where a write ends with a block",
			change(func(m *mutantTag) {
				m.write = func(p []byte) []byte {
					if len(p) > 0 && len(p)%row.Sizes.Block == 0 {
						p = append(bytes.Clone(p[:len(p)-1]), p[len(p)-1]^1)
					}
					return p
				}
			}),
			Vectors, Equivalence, Agreement, Contract, Fuzz),
		with("the empty message given a tag",
			change(func(m *mutantTag) { m.lenient = true }),
			Equivalence, Contract, Fuzz),
		with("Verify that compares as many bytes as it is given",
			change(func(m *mutantTag) {
				m.verify = func(tag []byte) error {
					if right, err := m.Tag(); err != nil || !bytes.HasPrefix(right, tag) {
						return errors.New("mutant: wrong tag")
					}
					return nil
				}
			}),
			Contract),
		with("Reset that forgets nothing", change(func(m *mutantTag) { m.keep = true }), Contract),
	}
}

type mutantTag struct {
	Tagger
	write   func(p []byte) []byte
	verify  func(tag []byte) error
	lenient bool
	keep    bool
}

func (m *mutantTag) Write(p []byte) (int, error) {
	q := p
	if m.write != nil {
		q = m.write(p)
	}
	if _, err := m.Tagger.Write(q); err != nil {
		return 0, err
	}
	return len(p), nil
}

func (m *mutantTag) Tag() ([]byte, error) {
	t, err := m.Tagger.Tag()
	if err != nil && m.lenient {
		return make([]byte, 8), nil
	}
	return t, err
}

func (m *mutantTag) Verify(tag []byte) error {
	if m.verify != nil {
		return m.verify(tag)
	}
	if _, err := m.Tagger.Tag(); err != nil && m.lenient {
		return nil
	}
	return m.Tagger.Verify(tag)
}

func (m *mutantTag) Reset() {
	if !m.keep {
		m.Tagger.Reset()
	}
}

// KeyWrapMutants returns broken copies of a row.
func KeyWrapMutants(row KeyWrap) []Mutant[KeyWrap] {
	good := row.Paths[0].New
	with := func(fault string, change func(w Wrapper) Wrapper, caught ...Suite) Mutant[KeyWrap] {
		return firstPath(row, row.Paths, func(r *KeyWrap, p []KeyWrapPath) { r.Paths = p }, fault,
			func(key []byte) (Wrapper, error) {
				w, err := good(key)
				if err != nil {
					return nil, err
				}
				return change(w), nil
			}, caught)
	}
	return []Mutant[KeyWrap]{
		with("one bit of every wrapped text inverted, in a way that unwrapping undoes",
			func(w Wrapper) Wrapper { return mutantWrap{Wrapper: w, flip: true} },
			Vectors, Equivalence, Fuzz),
		with("one bit of the wrapped text not looked at",
			func(w Wrapper) Wrapper { return mutantWrap{Wrapper: w, blind: true} },
			Contract, Fuzz),
		with("whole blocks padded by WrapPadded as well",
			func(w Wrapper) Wrapper { return mutantWrap{Wrapper: w, lenient: true} },
			Contract),
	}
}

type mutantWrap struct {
	Wrapper
	flip, blind, lenient bool
}

func (m mutantWrap) Wrap(payload []byte) ([]byte, error) {
	out, err := m.Wrapper.Wrap(payload)
	if err == nil && m.flip {
		out[0] ^= 1
	}
	return out, err
}

func (m mutantWrap) Unwrap(wrapped []byte) ([]byte, error) {
	out, err := m.Wrapper.Unwrap(wrapped)
	if (err != nil && m.blind || m.flip) && len(wrapped) > 0 {
		again := bytes.Clone(wrapped)
		again[0] ^= 1
		return m.Wrapper.Unwrap(again)
	}
	return out, err
}

func (m mutantWrap) WrapPadded(payload []byte) ([]byte, error) {
	out, err := m.Wrapper.WrapPadded(payload)
	if err != nil && m.lenient {
		return m.Wrapper.Wrap(payload)
	}
	return out, err
}

// FieldMutants returns broken copies of a row.
func FieldMutants(row Field) []Mutant[Field] {
	good := row.Paths[0].New
	with := func(fault string, change func(f *FieldArithmetic), caught ...Suite) Mutant[Field] {
		return firstPath(row, row.Paths, func(r *Field, p []FieldPath) { r.Paths = p }, fault,
			func() FieldArithmetic {
				f := good()
				change(&f)
				return f
			}, caught)
	}
	right := good()
	top := func(a []byte) bool { return a[(row.Degree-1)/8]>>((row.Degree-1)%8)&1 == 1 }
	all := []Suite{Vectors, Equivalence, Agreement, Contract, Fuzz}
	return []Mutant[Field]{
		with("the product wrong where both factors have the highest degree",
			func(f *FieldArithmetic) {
				f.Multiply = func(a, b []byte) []byte {
					c := right.Multiply(a, b)
					if top(a) && top(b) {
						c[0] ^= 1
					}
					return c
				}
			}, Equivalence, Agreement, Contract, Fuzz),
		with("multiplication by x without reduction",
			func(f *FieldArithmetic) {
				f.MultiplyX = func(a []byte) []byte {
					c := right.MultiplyX(a)
					if top(a) {
						c[0] ^= 1
					}
					return c
				}
			}, Equivalence, Agreement, Contract, Fuzz),
		with("the square taken for the element itself", func(f *FieldArithmetic) { f.Square = func(a []byte) []byte { return bytes.Clone(a) } }, all...),
		with("the trace always zero", func(f *FieldArithmetic) { f.Trace = func([]byte) int { return 0 } }, Vectors, Equivalence, Agreement),
		with("every encoding accepted", func(f *FieldArithmetic) { f.Check = func([]byte) error { return nil } }, Contract),
	}
}
