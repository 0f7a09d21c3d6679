package catalogue

import (
	"bytes"
	"crypto/cipher"
	"slices"

	"github.com/zvirka/zvirka/impl/dstu7624"
	"github.com/zvirka/zvirka/impl/kalyna"
	reference "github.com/zvirka/zvirka/reference/dstu7624"
	"github.com/zvirka/zvirka/spec"
	modes "github.com/zvirka/zvirka/spec/dstu7624"
	constants "github.com/zvirka/zvirka/spec/kalyna"
)

// overVariants returns the rows of one or more modes, those of each mode together.
func overVariants[R any](all []modes.Mode, row func(m modes.Mode, p constants.Params) R) []R {
	var rows []R
	for _, m := range all {
		for _, p := range constants.Variants() {
			rows = append(rows, row(m, p))
		}
	}
	return rows
}

// upTo returns the sizes of a list that are no more than n.
func upTo(n int, sizes string) []int {
	var all []int
	for _, s := range []byte(sizes) {
		if int(s) <= n {
			all = append(all, int(s))
		}
	}
	return all
}

func streamModeRows() []Stream {
	return overVariants([]modes.Mode{modes.CTR, modes.OFB}, func(m modes.Mode, p constants.Params) Stream {
		text, construct := reference.CTR, func(c *kalyna.Cipher, iv []byte) (cipher.Stream, error) {
			return as[cipher.Stream](dstu7624.NewCTR(c, iv))
		}
		if m == modes.OFB {
			text, construct = reference.OFB, func(c *kalyna.Cipher, iv []byte) (cipher.Stream, error) {
				return as[cipher.Stream](dstu7624.NewOFB(c, iv))
			}
		}
		return Stream{
			Card:      modes.Card(m, p),
			KeySizes:  keySizes(p.BlockSize),
			Reference: func(key, iv, data []byte) []byte { return text(p.BlockSize, key, iv, data) },
			Paths: over(kalynaPaths(p), func(newCipher newKalyna) func(key, iv []byte) (cipher.Stream, error) {
				return func(key, iv []byte) (cipher.Stream, error) {
					c, err := newCipher(key)
					if err != nil {
						return nil, err
					}
					return construct(c, iv)
				}
			}),
		}
	})
}

func modeRows() []Mode {
	return overVariants([]modes.Mode{modes.ECB, modes.CBC, modes.CFB, modes.XTS}, func(m modes.Mode, p constants.Params) Mode {
		row := Mode{Card: modes.Card(m, p), KeySizes: keySizes(p.BlockSize), Unit: 1, Widths: []int{0}}
		n := p.BlockSize
		var with func(c *kalyna.Cipher, width int) MessageCipher
		switch m {
		case modes.ECB:
			row.Unit = n
			row.Reference = ModeReference{
				Encrypt: func(key, _ []byte, _ int, message []byte) []byte { return reference.ECBEncrypt(n, key, message) },
				Decrypt: func(key, _ []byte, _ int, message []byte) []byte { return reference.ECBDecrypt(n, key, message) },
			}
			with = func(c *kalyna.Cipher, _ int) MessageCipher { return ecb(c) }
		case modes.CBC:
			row.Unit = n
			row.Reference = ModeReference{
				Encrypt: func(key, iv []byte, _ int, message []byte) []byte { return reference.CBCEncrypt(n, key, iv, message) },
				Decrypt: func(key, iv []byte, _ int, message []byte) []byte { return reference.CBCDecrypt(n, key, iv, message) },
			}
			with = func(c *kalyna.Cipher, _ int) MessageCipher { return cbc(c) }
		case modes.CFB:
			row.Widths = upTo(n, modes.CFBWidths)
			row.Reference = ModeReference{
				Encrypt: func(key, iv []byte, width int, message []byte) []byte {
					return reference.CFBEncrypt(n, key, iv, message, width)
				},
				Decrypt: func(key, iv []byte, width int, message []byte) []byte {
					return reference.CFBDecrypt(n, key, iv, message, width)
				},
			}
			with = func(c *kalyna.Cipher, width int) MessageCipher { return cfb{c, width} }
		case modes.XTS:
			row.Min = n
			row.Reference = ModeReference{
				Encrypt: func(key, iv []byte, _ int, message []byte) []byte { return reference.XTSEncrypt(n, key, iv, message) },
				Decrypt: func(key, iv []byte, _ int, message []byte) []byte { return reference.XTSDecrypt(n, key, iv, message) },
			}
			with = func(c *kalyna.Cipher, _ int) MessageCipher { return xts{dstu7624.NewXTS(c)} }
		}
		row.Paths = over(kalynaPaths(p), func(newCipher newKalyna) func(key []byte, width int) (MessageCipher, error) {
			return func(key []byte, width int) (MessageCipher, error) {
				c, err := newCipher(key)
				if err != nil {
					return nil, err
				}
				return with(c, width), nil
			}
		})
		return row
	})
}

// blockModes is a MessageCipher made of two of Go's block modes.
type blockModes func(iv []byte) (encrypter, decrypter cipher.BlockMode, err error)

func (b blockModes) BlockModes(iv []byte) (encrypter, decrypter cipher.BlockMode, err error) {
	return b(iv)
}

func (b blockModes) Encrypt(iv []byte, pieces ...[]byte) ([]byte, error) {
	e, _, err := b(iv)
	if err != nil {
		return nil, err
	}
	return inPlace(e.CryptBlocks, pieces), nil
}

func (b blockModes) Decrypt(iv []byte, pieces ...[]byte) ([]byte, error) {
	_, d, err := b(iv)
	if err != nil {
		return nil, err
	}
	return inPlace(d.CryptBlocks, pieces), nil
}

func (b blockModes) Bulk(iv []byte) (encrypt, decrypt func(dst, src []byte), err error) {
	e, d, err := b(iv)
	if err != nil {
		return nil, nil, err
	}
	return e.CryptBlocks, d.CryptBlocks, nil
}

// inPlace calls f on a copy of each piece and returns the copies as one.
func inPlace(f func(dst, src []byte), pieces [][]byte) []byte {
	out := []byte{}
	for _, p := range pieces {
		out = append(out, p...)
		f(out[len(out)-len(p):], out[len(out)-len(p):])
	}
	return out
}

func ecb(c *kalyna.Cipher) blockModes {
	return func([]byte) (encrypter, decrypter cipher.BlockMode, err error) {
		return dstu7624.NewECBEncrypter(c), dstu7624.NewECBDecrypter(c), nil
	}
}

func cbc(c *kalyna.Cipher) blockModes {
	return func(iv []byte) (encrypter, decrypter cipher.BlockMode, err error) {
		encrypter, err = as[cipher.BlockMode](dstu7624.NewCBCEncrypter(c, iv))
		if err != nil {
			return nil, nil, err
		}
		decrypter, err = as[cipher.BlockMode](dstu7624.NewCBCDecrypter(c, iv))
		return encrypter, decrypter, err
	}
}

type cfb struct {
	c     *kalyna.Cipher
	width int
}

func (x cfb) Encrypt(iv []byte, pieces ...[]byte) ([]byte, error) {
	e, err := dstu7624.NewCFBEncrypter(x.c, iv, x.width)
	if err != nil {
		return nil, err
	}
	return updates(e, pieces), nil
}

func (x cfb) Decrypt(iv []byte, pieces ...[]byte) ([]byte, error) {
	d, err := dstu7624.NewCFBDecrypter(x.c, iv, x.width)
	if err != nil {
		return nil, err
	}
	return updates(d, pieces), nil
}

func updates(x *dstu7624.CFB, pieces [][]byte) []byte {
	out := []byte{}
	for _, p := range pieces {
		out = x.Update(out, p)
	}
	return x.Finish(out)
}

func (x cfb) Bulk(iv []byte) (encrypt, decrypt func(dst, src []byte), err error) {
	e, err := dstu7624.NewCFBEncrypter(x.c, iv, x.width)
	if err != nil {
		return nil, nil, err
	}
	d, err := dstu7624.NewCFBDecrypter(x.c, iv, x.width)
	if err != nil {
		return nil, nil, err
	}
	return func(dst, src []byte) { e.Update(dst[:0], src) }, func(dst, src []byte) { d.Update(dst[:0], src) }, nil
}

type xts struct{ x *dstu7624.XTS }

func (x xts) Encrypt(tweak []byte, pieces ...[]byte) ([]byte, error) {
	return x.whole(x.x.Encrypt, tweak, pieces)
}

func (x xts) Decrypt(tweak []byte, pieces ...[]byte) ([]byte, error) {
	return x.whole(x.x.Decrypt, tweak, pieces)
}

// whole calls f in place on all pieces as one: XTS takes a sector at a time.
func (x xts) whole(f func(dst, src, tweak []byte) error, tweak []byte, pieces [][]byte) ([]byte, error) {
	out := bytes.Join(pieces, nil)
	if err := f(out, out, tweak); err != nil {
		return nil, err
	}
	return out, nil
}

func (x xts) Bulk(tweak []byte) (encrypt, decrypt func(dst, src []byte), err error) {
	must := func(err error) {
		if err != nil {
			panic(err.Error())
		}
	}
	return func(dst, src []byte) { must(x.x.Encrypt(dst, src, tweak)) }, func(dst, src []byte) { must(x.x.Decrypt(dst, src, tweak)) }, nil
}

func aeadRows() []AEAD {
	return overVariants([]modes.Mode{modes.GCM, modes.CCM}, func(m modes.Mode, p constants.Params) AEAD {
		n := p.BlockSize
		if m == modes.GCM {
			return AEAD{
				Card:         modes.Card(m, p),
				KeySizes:     keySizes(n),
				Parameters:   gcmParameters(n),
				NeedsInput:   true,
				NonceUnbound: true,
				Reference: AEADReference{
					Seal: func(key []byte, q AEADParameters, nonce, associated, plaintext []byte) []byte {
						return slices.Concat(pair(reference.GCMSeal(n, key, nonce, associated, plaintext, q.TagSize))...)
					},
					Open: func(key []byte, q AEADParameters, nonce, associated, sealed []byte) ([]byte, bool) {
						text, tag, ok := cut(sealed, q.TagSize)
						if !ok || len(text)+len(associated) == 0 {
							return nil, false // outside the text's domain
						}
						return reference.GCMOpen(n, key, nonce, associated, text, tag)
					},
				},
				Paths: overField(kalynaPaths(p), func(newCipher newKalyna, live func(func())) func(key []byte, q AEADParameters) (cipher.AEAD, error) {
					return func(key []byte, q AEADParameters) (a cipher.AEAD, err error) {
						c, err := newCipher(key)
						if err != nil {
							return nil, err
						}
						live(func() { a, err = as[cipher.AEAD](dstu7624.NewGCM(c, q.TagSize)) })
						return a, err
					}
				}),
			}
		}
		return AEAD{
			Card:         modes.Card(m, p),
			KeySizes:     keySizes(n),
			Parameters:   ccmParameters(n),
			MinPlaintext: 1,
			Reference: AEADReference{
				Seal: func(key []byte, q AEADParameters, nonce, associated, plaintext []byte) []byte {
					return slices.Concat(pair(reference.CCMSeal(n, key, nonce, associated, plaintext, q.LengthSize, q.TagSize))...)
				},
				Open: func(key []byte, q AEADParameters, nonce, associated, sealed []byte) ([]byte, bool) {
					text, tag, ok := cut(sealed, q.TagSize)
					if !ok || len(text) == 0 {
						return nil, false // outside the text's domain
					}
					return reference.CCMOpen(n, key, nonce, associated, text, tag, q.LengthSize)
				},
			},
			Paths: over(kalynaPaths(p), func(newCipher newKalyna) func(key []byte, q AEADParameters) (cipher.AEAD, error) {
				return func(key []byte, q AEADParameters) (cipher.AEAD, error) {
					c, err := newCipher(key)
					if err != nil {
						return nil, err
					}
					return as[cipher.AEAD](dstu7624.NewCCM(c, q.LengthSize, q.TagSize))
				}
			}),
		}
	})
}

func pair(a, b []byte) [][]byte { return [][]byte{a, b} }

// cut returns what comes before the last n bytes, and those, if there are so many.
func cut(b []byte, n int) (text, tag []byte, ok bool) {
	if len(b) < n {
		return nil, nil, false
	}
	return b[:len(b)-n], b[len(b)-n:], true
}

// gcmParameters returns every tag size, from a block down.
func gcmParameters(n int) []AEADParameters {
	var all []AEADParameters
	for size := n; size >= modes.MinTagSize; size-- {
		all = append(all, AEADParameters{TagSize: size})
	}
	return all
}

// ccmParameters returns every pair of sizes; the default is that of the standard's examples.
func ccmParameters(n int) []AEADParameters {
	var all []AEADParameters
	for _, tag := range slices.Backward(upTo(n, modes.CCMTags)) {
		for _, length := range upTo(8, modes.CCMLengths) {
			all = append(all, AEADParameters{length, tag})
		}
	}
	return all
}

func tagRows() []Tag {
	return overVariants([]modes.Mode{modes.CMAC, modes.GMAC}, func(m modes.Mode, p constants.Params) Tag {
		row := Tag{Card: modes.Card(m, p), KeySizes: keySizes(p.BlockSize)}
		for size := p.BlockSize; size >= modes.MinTagSize; size-- {
			row.TagSizes = append(row.TagSizes, size)
		}
		if m == modes.CMAC {
			row.Reference = func(key, message []byte, bits, tagSize int) []byte {
				return reference.CMAC(p.BlockSize, key, message, bits, tagSize)
			}
			row.Paths = over(kalynaPaths(p), func(newCipher newKalyna) func(key []byte, tagSize int) (Tagger, error) {
				return func(key []byte, tagSize int) (Tagger, error) {
					c, err := newCipher(key)
					if err != nil {
						return nil, err
					}
					return as[Tagger](dstu7624.NewCMAC(c, tagSize))
				}
			})
			return row
		}
		row.Reference = func(key, message []byte, bits, tagSize int) []byte {
			return reference.GMAC(p.BlockSize, key, message, bits, tagSize)
		}
		row.Paths = overField(kalynaPaths(p), func(newCipher newKalyna, live func(func())) func(key []byte, tagSize int) (Tagger, error) {
			return func(key []byte, tagSize int) (t Tagger, err error) {
				c, err := newCipher(key)
				if err != nil {
					return nil, err
				}
				live(func() { t, err = as[Tagger](dstu7624.NewGMAC(c, tagSize)) })
				return t, err
			}
		})
		return row
	})
}

func keyWrapRows() []KeyWrap {
	return overVariants([]modes.Mode{modes.KW}, func(m modes.Mode, p constants.Params) KeyWrap {
		n := p.BlockSize
		return KeyWrap{
			Card:      modes.Card(m, p),
			KeySizes:  keySizes(n),
			MaxBlocks: modes.KWMaxBlocks,
			Reference: KeyWrapReference{
				Wrap: func(key, payload []byte, bits int) []byte {
					if bits%(8*n) != 0 {
						payload = reference.KWPad(n, payload, bits)
					}
					return reference.KWWrap(n, key, payload)
				},
				Unwrap: func(key, wrapped []byte, bits int) ([]byte, bool) {
					if len(wrapped)%n != 0 || len(wrapped) < 2*n || len(wrapped) > (modes.KWMaxBlocks+1)*n {
						return nil, false // outside the text's domain
					}
					payload, ok := reference.KWUnwrap(n, key, wrapped)
					if !ok || bits%(8*n) == 0 {
						return payload, ok && bits == 8*len(payload)
					}
					return reference.KWUnpad(n, payload, bits)
				},
			},
			Paths: over(kalynaPaths(p), func(newCipher newKalyna) func(key []byte) (Wrapper, error) {
				return func(key []byte) (Wrapper, error) {
					c, err := newCipher(key)
					if err != nil {
						return nil, err
					}
					return wrapper{c}, nil
				}
			}),
		}
	})
}

type wrapper struct{ c *kalyna.Cipher }

func (w wrapper) Wrap(payload []byte) ([]byte, error)       { return dstu7624.Wrap(w.c, payload) }
func (w wrapper) Unwrap(wrapped []byte) ([]byte, error)     { return dstu7624.Unwrap(w.c, wrapped) }
func (w wrapper) WrapPadded(payload []byte) ([]byte, error) { return dstu7624.WrapPadded(w.c, payload) }
func (w wrapper) UnwrapPadded(wrapped []byte) ([]byte, error) {
	return dstu7624.UnwrapPadded(w.c, wrapped)
}

func (w wrapper) WrapBits(payload []byte, bits int) ([]byte, error) {
	return dstu7624.WrapBits(w.c, payload, bits)
}

func (w wrapper) UnwrapBits(wrapped []byte, bits int) ([]byte, error) {
	return dstu7624.UnwrapBits(w.c, wrapped, bits)
}

// overField returns the paths of what is built over the cipher and the multiplication in
// the field: all of the cipher with the preferred multiplication, and the first of the
// cipher with each other one, behind a plus sign. The constant-time one stays last.
func overField[C any](paths []Path[newKalyna], construct func(newCipher newKalyna, live func(func())) C) []Path[C] {
	fields := dispatched("clmul", spec.ConstantTime, func(live func(func())) func(func()) { return live })
	var all []Path[C]
	for i, p := range paths {
		all = append(all, Path[C]{p.Name, p.Timing, construct(p.New, fields[0].New)})
		if i > 0 {
			continue
		}
		for _, f := range fields[1:] {
			all = append(all, Path[C]{p.Name + "+" + f.Name, p.Timing, construct(p.New, f.New)})
		}
	}
	return all
}
