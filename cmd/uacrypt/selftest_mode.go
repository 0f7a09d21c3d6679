package main

import (
	"bytes"
	"crypto/cipher"
	"fmt"
	"math/rand/v2"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/vectors"
)

// differs returns an error unless a call went well and gave what the reference gives.
func differs(what string, got, want []byte, err error) error {
	if err == nil && !bytes.Equal(got, want) {
		err = fmt.Errorf("gives %x, the reference gives %x", got, want)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

type newMode = func(key []byte, width int) (catalogue.MessageCipher, error)

func testedMode(row catalogue.Mode) testedRow {
	return testedRow{
		name: row.Name,
		paths: testedPaths(row.Paths, func(newMode newMode, f vectors.File, c vectors.Case) (judged int, err error) {
			encrypt, decrypt := vectors.Mode(newMode)
			return f.CheckCipher(c, encrypt, decrypt)
		}),
		compare: func(random *rand.Rand) (cases int, err error) {
			key, iv := randomBytes(random, row.Sizes.Key), randomBytes(random, row.Sizes.IV)
			message := randomMessage(random, row.Sizes.Block)
			message = message[:len(message)/row.Unit*row.Unit]
			if len(message) < row.Min {
				message = randomBytes(random, row.Min)
			}
			width := row.Widths[random.IntN(len(row.Widths))]
			encrypted := row.Reference.Encrypt(key, iv, width, message)
			return 1, onEachPath(row.Paths, func(newMode newMode) error {
				m, err := newMode(key, width)
				if err != nil {
					return err
				}
				what := fmt.Sprintf("key %x, IV %x, width %d, message %x: ", key, iv, width, message)
				got, err := m.Encrypt(iv, message)
				if err := differs(what+"encryption", got, encrypted, err); err != nil {
					return err
				}
				got, err = m.Decrypt(iv, encrypted)
				return differs(what+"decryption", got, message, err)
			})
		},
	}
}

type newTag = func(key []byte, tagSize int) (catalogue.Tagger, error)

func testedTag(row catalogue.Tag) testedRow {
	return testedRow{
		name: row.Name,
		paths: testedPaths(row.Paths, func(newTag newTag, f vectors.File, c vectors.Case) (judged int, err error) {
			return f.CheckMAC(c, vectors.Tag(newTag))
		}),
		compare: func(random *rand.Rand) (cases int, err error) {
			key, message := randomBytes(random, row.Sizes.Key), append(randomMessage(random, row.Sizes.Block), 1)
			pieces := randomPieces(random, message)
			size := row.TagSizes[random.IntN(len(row.TagSizes))]
			want := row.Reference(key, message, 8*len(message), size)
			return 1, onEachPath(row.Paths, func(newTag newTag) error {
				m, err := newTag(key, size)
				if err != nil {
					return err
				}
				for _, piece := range pieces {
					if _, err := m.Write(piece); err != nil {
						return err
					}
				}
				got, err := m.Tag()
				return differs(fmt.Sprintf("key %x, message %x in %d pieces: tag", key, message, len(pieces)), got, want, err)
			})
		},
	}
}

type newAEAD = func(key []byte, p catalogue.AEADParameters) (cipher.AEAD, error)

func testedAEAD(row catalogue.AEAD) testedRow {
	return testedRow{
		name: row.Name,
		paths: testedPaths(row.Paths, func(newAEAD newAEAD, f vectors.File, c vectors.Case) (judged int, err error) {
			seal, open := vectors.AEAD(func(key []byte, lengthSize, tagSize int) (cipher.AEAD, error) {
				return newAEAD(key, catalogue.AEADParameters{LengthSize: lengthSize, TagSize: tagSize})
			})
			return f.CheckAEAD(c, seal, open)
		}),
		compare: func(random *rand.Rand) (cases int, err error) {
			key, nonce := randomBytes(random, row.Sizes.Key), randomBytes(random, row.Sizes.IV)
			text, associated := append(randomMessage(random, row.Sizes.Block), 1), randomMessage(random, row.Sizes.Block)
			q := row.Parameters[random.IntN(len(row.Parameters))]
			sealed := row.Reference.Seal(key, q, nonce, associated, text)
			wrong := bytes.Clone(sealed)
			wrong[random.IntN(len(wrong))] ^= 1 << random.IntN(8)
			return 1, onEachPath(row.Paths, func(newAEAD newAEAD) error {
				a, err := newAEAD(key, q)
				if err != nil {
					return err
				}
				what := fmt.Sprintf("%+v, key %x, nonce %x, associated data %x, text %x: ", q, key, nonce, associated, text)
				if err := differs(what+"sealing", a.Seal(nil, nonce, text, associated), sealed, nil); err != nil {
					return err
				}
				if got, err := a.Open(nil, nonce, wrong, associated); err == nil || got != nil {
					return fmt.Errorf("%sthe wrong text %x is accepted", what, wrong)
				}
				got, err := a.Open(nil, nonce, sealed, associated)
				return differs(what+"opening", got, text, err)
			})
		},
	}
}

type newWrapper = func(key []byte) (catalogue.Wrapper, error)

func testedKeyWrap(row catalogue.KeyWrap) testedRow {
	return testedRow{
		name: row.Name,
		paths: testedPaths(row.Paths, func(newWrapper newWrapper, f vectors.File, c vectors.Case) (judged int, err error) {
			wrap, unwrap := vectors.KeyWrap(row.Sizes.Block, newWrapper)
			return f.CheckWrap(c, wrap, unwrap)
		}),
		compare: func(random *rand.Rand) (cases int, err error) {
			key, payload := randomBytes(random, row.Sizes.Key), append(randomMessage(random, row.Sizes.Block), 1)
			wrapped := row.Reference.Wrap(key, payload, 8*len(payload))
			return 1, onEachPath(row.Paths, func(newWrapper newWrapper) error {
				wrap, unwrap := vectors.KeyWrap(row.Sizes.Block, newWrapper)
				what := fmt.Sprintf("key %x, payload %x: ", key, payload)
				got, err := wrap(key, payload, 8*len(payload))
				if err := differs(what+"wrapping", got, wrapped, err); err != nil {
					return err
				}
				got, err = unwrap(key, wrapped, 8*len(payload))
				return differs(what+"unwrapping", got, payload, err)
			})
		},
	}
}

type newField = func() catalogue.FieldArithmetic

func testedField(row catalogue.Field) testedRow {
	return testedRow{
		name: row.Name,
		paths: testedPaths(row.Paths, func(newField newField, f vectors.File, c vectors.Case) (judged int, err error) {
			a := newField()
			return f.CheckField(c, vectors.Field{Add: a.Add, Multiply: a.Multiply, Square: a.Square, Invert: a.Invert,
				Sqrt: a.Sqrt, HalfTrace: a.HalfTrace, Trace: a.Trace})
		}),
		compare: func(random *rand.Rand) (cases int, err error) {
			element := func() []byte {
				b := randomBytes(random, row.Sizes.Output)
				b[len(b)-1] &= byte(1<<((row.Degree-1)%8+1) - 1)
				return b
			}
			a, b := element(), element()
			product, inverse := row.Reference.Multiply(a, b), row.Reference.Invert(a)
			return 1, onEachPath(row.Paths, func(newField newField) error {
				f := newField()
				if err := differs(fmt.Sprintf("%x times %x", a, b), f.Multiply(a, b), product, nil); err != nil {
					return err
				}
				return differs(fmt.Sprintf("the inverse of %x", a), f.Invert(a), inverse, nil)
			})
		},
	}
}
