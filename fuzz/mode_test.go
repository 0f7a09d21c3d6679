package fuzz

import (
	"slices"
	"testing"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/props"
	"github.com/zvirka/zvirka/props/contract"
	"github.com/zvirka/zvirka/vectors"
)

// modes is the body of FuzzMode: any message that the row takes, cut anyhow.
func modes(t contract.T, row catalogue.Mode, key, iv []byte, width uint8, message, cut []byte) {
	message = short(message)
	n := max(len(message), row.Min) / row.Unit * row.Unit
	w := row.Widths[int(width)%len(row.Widths)]
	props.ModeEqualsReference(t, row, fit(key, row.Sizes.Key), fit(iv, row.Sizes.IV), w, fit(message, n), cut)
	props.ModeSizes(t, row, len(key), len(iv), w, len(message))
}

// FuzzMode: every path of ECB, CBC, CFB and XTS is its reference, and what the row does
// not take is refused.
func FuzzMode(f *testing.F) {
	rows, cases := answers(f, vectors.OpCipher)
	for i, c := range cases {
		f.Add(rows[i], []byte(c.Key), []byte(c.IV), uint8(i), []byte(c.Plaintext), cuts[i%len(cuts)])
		f.Add(rows[i], []byte(c.Key[1:]), []byte(c.IV), uint8(i), []byte(c.Plaintext[1:]), cuts[i%len(cuts)])
	}
	f.Fuzz(func(t *testing.T, name string, key, iv []byte, width uint8, message, cut []byte) {
		row, ok := catalogue.ModeNamed(name)
		if !ok {
			t.Skip()
		}
		modes(t, row, key, iv, width, message, cut)
	})
}

// parameters returns one of the row's choices.
func parameters(row catalogue.AEAD, choice uint8) catalogue.AEADParameters {
	return row.Parameters[int(choice)%len(row.Parameters)]
}

// seals is the body of FuzzSeal.
func seals(t contract.T, row catalogue.AEAD, key, nonce []byte, choice uint8, associated, plaintext []byte) {
	props.AEADEqualsReference(t, row, fit(key, row.Sizes.Key), parameters(row, choice), fit(nonce, row.Sizes.IV), short(associated), short(plaintext))
	props.AEADSizes(t, row, len(key), catalogue.AEADParameters{LengthSize: int(choice) % 10, TagSize: len(nonce)})
}

// FuzzSeal: every path of an AEAD is its reference, in both directions.
func FuzzSeal(f *testing.F) {
	rows, cases := answers(f, vectors.OpAEAD)
	for i, c := range cases {
		f.Add(rows[i], []byte(c.Key), []byte(c.IV), uint8(i), []byte(c.Associated), []byte(c.Plaintext))
	}
	f.Fuzz(func(t *testing.T, name string, key, nonce []byte, choice uint8, associated, plaintext []byte) {
		row, ok := catalogue.AEADNamed(name)
		if !ok {
			t.Skip()
		}
		seals(t, row, key, nonce, choice, associated, plaintext)
	})
}

// opens is the body of FuzzOpen: every path does with sealed what the reference does.
func opens(t contract.T, row catalogue.AEAD, key, nonce []byte, choice uint8, associated, sealed []byte) {
	key, nonce, associated, sealed = fit(key, row.Sizes.Key), fit(nonce, row.Sizes.IV), short(associated), short(sealed)
	q := parameters(row, choice)
	if text := len(sealed) - q.TagSize; text >= row.MinPlaintext && (text+len(associated) > 0 || !row.NeedsInput) {
		if plaintext, ok := row.Reference.Open(key, q, nonce, associated, sealed); ok {
			props.AEADEqualsReference(t, row, key, q, nonce, associated, plaintext)
			return
		}
	}
	props.AEADRefuses(t, row, key, q, nonce, associated, sealed)
}

// FuzzOpen: what the reference refuses is refused, and leaves nothing behind. Seeds are
// sealed texts with the default choice, whole and with one byte changed.
func FuzzOpen(f *testing.F) {
	rows, cases := answers(f, vectors.OpAEAD)
	for i, c := range cases {
		sealed := slices.Concat[[]byte](c.Ciphertext, c.Tag)
		f.Add(rows[i], []byte(c.Key), []byte(c.IV), uint8(0), []byte(c.Associated), sealed)
		f.Add(rows[i], []byte(c.Key), []byte(c.IV), uint8(0), []byte(c.Associated), changed(sealed, i))
	}
	f.Fuzz(func(t *testing.T, name string, key, nonce []byte, choice uint8, associated, sealed []byte) {
		row, ok := catalogue.AEADNamed(name)
		if !ok {
			t.Skip()
		}
		opens(t, row, key, nonce, choice, associated, sealed)
	})
}

// changed returns b with one bit changed.
func changed(b []byte, at int) []byte {
	c := slices.Clone(b)
	c[at%len(c)] ^= 1
	return c
}

// tags is the body of FuzzTag: a message of any number of bits, cut anyhow.
func tags(t contract.T, row catalogue.Tag, key, message, cut []byte, unused, size uint8) {
	message = short(message)
	props.TagEqualsReference(t, row, fit(key, row.Sizes.Key), message, max(0, 8*len(message)-int(unused%8)),
		row.TagSizes[int(size)%len(row.TagSizes)], cut)
	props.TagSizes(t, row, len(key), int(size))
}

// FuzzTag: every path of CMAC and GMAC is its reference.
func FuzzTag(f *testing.F) {
	rows, cases := answers(f, vectors.OpMAC)
	for i, c := range cases {
		f.Add(rows[i], []byte(c.Key), []byte(c.Message), cuts[i%len(cuts)], uint8(8*len(c.Message)-c.Bits()), uint8(i))
		f.Add(rows[i], []byte(c.Key[1:]), []byte(nil), cuts[i%len(cuts)], uint8(0), uint8(16))
	}
	f.Fuzz(func(t *testing.T, name string, key, message, cut []byte, unused, size uint8) {
		row, ok := catalogue.TagNamed(name)
		if !ok {
			t.Skip()
		}
		tags(t, row, key, message, cut, unused, size)
	})
}

// wraps is the body of FuzzKeyWrap: the payload is wrapped, and what comes of the text as
// a wrapped one is what the reference says.
func wraps(t contract.T, row catalogue.KeyWrap, key, text []byte, unused uint8) {
	key = fit(key, row.Sizes.Key)
	n := row.Sizes.Block
	if payload := text[:min(len(text), row.MaxBlocks*n-n/2)]; len(payload) > 0 {
		props.KeyWrapEqualsReference(t, row, key, payload, 8*len(payload)-int(unused%8))
	}
	if blocks := len(text) / n; len(text)%n == 0 && 2 <= blocks && blocks <= row.MaxBlocks+1 {
		if _, ok := row.Reference.Unwrap(key, text, 8*(len(text)-n)); ok {
			return
		}
	}
	props.KeyWrapRefuses(t, row, key, text)
}

// FuzzKeyWrap: every path is its reference. Seeds are payloads and wrapped texts, whole
// and with one byte changed.
func FuzzKeyWrap(f *testing.F) {
	rows, cases := answers(f, vectors.OpWrap)
	for i, c := range cases {
		if len(c.Plaintext) > 0 {
			f.Add(rows[i], []byte(c.Key), []byte(c.Plaintext), uint8(8*len(c.Plaintext)-c.PayloadBits()))
		}
		f.Add(rows[i], []byte(c.Key), []byte(c.Ciphertext), uint8(0))
		if len(c.Ciphertext) > 0 {
			f.Add(rows[i], []byte(c.Key), []byte(changed(c.Ciphertext, i)), uint8(0))
		}
	}
	f.Fuzz(func(t *testing.T, name string, key, text []byte, unused uint8) {
		row, ok := catalogue.KeyWrapNamed(name)
		if !ok {
			t.Skip()
		}
		wraps(t, row, key, text, unused)
	})
}

// fields is the body of FuzzField: three elements, and a polynomial.
func fields(t contract.T, row catalogue.Field, a, b, c []byte) {
	e := func(x []byte) []byte { return props.Element(row, fit(x, row.Sizes.Output)) }
	props.FieldEqualsReference(t, row, e(a), e(b))
	props.FieldAxioms(t, row, e(a), e(b), e(c))
	blocks := slices.Concat(a, b, c)
	props.FieldEvaluation(t, row, e(a), blocks[:min(len(blocks), maxMessage)/row.Sizes.Output*row.Sizes.Output])
	props.FieldEncodings(t, row, a)
}

// FuzzField: every path of a field is its reference and a field.
func FuzzField(f *testing.F) {
	rows, cases := answers(f, vectors.OpField)
	for i, c := range cases {
		f.Add(rows[i], []byte(c.A), []byte(c.B), []byte(c.Result))
	}
	f.Fuzz(func(t *testing.T, name string, a, b, c []byte) {
		row, ok := catalogue.FieldNamed(name)
		if !ok {
			t.Skip()
		}
		fields(t, row, a, b, c)
	})
}

// The seeds alone catch the mutants that fuzzing is there to catch.
func TestModeMutants(t *testing.T) {
	_, texts := answers(t, vectors.OpCipher)
	for _, row := range catalogue.Modes() {
		catch(t, row.Name, catalogue.ModeMutants(row), len(texts), func(t contract.T, m catalogue.Mode, i int) {
			modes(t, m, texts[i].Key, texts[i].IV, uint8(i), texts[i].Plaintext, cuts[i%len(cuts)])
		})
	}
	_, sealed := answers(t, vectors.OpAEAD)
	for _, row := range catalogue.AEADs() {
		catch(t, row.Name, catalogue.AEADMutants(row), len(sealed), func(t contract.T, m catalogue.AEAD, i int) {
			c := sealed[i]
			if c.Invalid != "" {
				return
			}
			key, nonce := fit(c.Key, m.Sizes.Key), fit(c.IV, m.Sizes.IV)
			seals(t, m, key, nonce, 0, c.Associated, c.Plaintext)
			text := row.Reference.Seal(key, m.Parameters[0], nonce, c.Associated, fit(c.Plaintext, 20))
			opens(t, m, key, nonce, 0, c.Associated, changed(text, len(text)-1))
		})
	}
	_, messages := answers(t, vectors.OpMAC)
	for _, row := range catalogue.Tags() {
		catch(t, row.Name, catalogue.TagMutants(row), len(messages), func(t contract.T, m catalogue.Tag, i int) {
			c := messages[i]
			tags(t, m, c.Key, fit(c.Message, m.Sizes.Block*(i%3)), cuts[i%len(cuts)], 0, uint8(i))
			tags(t, m, c.Key[1:], nil, nil, 0, 16)
		})
	}
	_, wrapped := answers(t, vectors.OpWrap)
	for _, row := range catalogue.KeyWraps() {
		catch(t, row.Name, catalogue.KeyWrapMutants(row), len(wrapped), func(t contract.T, m catalogue.KeyWrap, i int) {
			c := wrapped[i]
			key := fit(c.Key, m.Sizes.Key)
			wraps(t, m, key, fit(c.Ciphertext, m.Sizes.Block), 0)
			wraps(t, m, key, changed(row.Reference.Wrap(key, fit(c.Ciphertext, m.Sizes.Block), 8*m.Sizes.Block), 0), 0)
		})
	}
	_, elements := answers(t, vectors.OpField)
	for _, row := range catalogue.Fields() {
		catch(t, row.Name, catalogue.FieldMutants(row), len(elements), func(t contract.T, m catalogue.Field, i int) {
			fields(t, m, elements[i].A, elements[i].Result, elements[i].A)
		})
	}
}
