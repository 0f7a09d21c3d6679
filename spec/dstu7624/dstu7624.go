// Package dstu7624 holds the figures of the ten modes of operation of DSTU 7624:2014,
// clauses 6 to 15. The paper edition was not available: clauses 9, 12 and 13 were read in
// quotations, the others in implementations that reproduce the standard's annex В.
package dstu7624

import (
	"fmt"

	"github.com/zvirka/zvirka/spec"
	"github.com/zvirka/zvirka/spec/kalyna"
)

// A Mode is one of the modes. GMAC is GCM without a message; it has an object identifier
// of its own, and GCM has none.
type Mode string

// The modes, in the standard's order.
const (
	ECB  Mode = "ecb"
	CTR  Mode = "ctr"
	CFB  Mode = "cfb"
	CMAC Mode = "cmac"
	CBC  Mode = "cbc"
	OFB  Mode = "ofb"
	GCM  Mode = "gcm"
	GMAC Mode = "gmac"
	CCM  Mode = "ccm"
	XTS  Mode = "xts"
	KW   Mode = "kw"
)

// Modes returns all of them.
func Modes() [11]Mode { return [11]Mode{ECB, CTR, CFB, CMAC, CBC, OFB, GCM, GMAC, CCM, XTS, KW} }

// PaddingMarker is the byte that begins the padding of annex Б.2 after whole bytes; zero
// bytes follow. A message of whole blocks has no padding.
const PaddingMarker = 0x80

// CFBWidths has the feedback widths q in bytes, of which those up to the block are
// allowed.
const CFBWidths = "\x01\x08\x10\x20\x40"

// MinTagSize is the shortest tag of CMAC, GMAC and GCM in bytes. The standard's own bound
// is not confirmed: this is that of UAPKI and Bouncy Castle for GCM. The longest is a
// block.
const MinTagSize = 8

// CCMTags has the tag sizes of CCM in bytes, of which those up to the block are allowed;
// the code of CCMTags[i] in the flag byte is CCMFirstCode + i.
const (
	CCMTags      = "\x08\x10\x20\x30\x40"
	CCMFirstCode = 2
)

// CCMLengths has the sizes in bytes, N_B, of the length fields of CCM.
const CCMLengths = "\x04\x06\x08"

// The parts of CCM's flag byte beside N_B - 1.
const (
	CCMHasAssociated = 0x80 // there are associated data
	CCMCodeShift     = 4    // of the code of the tag's size
)

// CMACPadded is the first byte of the block whose encryption is the last key of CMAC
// where padding was added; the others are zero, and so is the whole block where none was.
const CMACPadded = 0x01

// KWRounds is the number of steps of KW for each half block after the first.
const KWRounds = 6

// KWMaxBlocks is the longest payload of KW in blocks: with one more the number of a step
// no longer fits a byte, and whether the standard means a wider number is not confirmed.
const KWMaxBlocks = 20

// figures are what a card says of a mode beside the cipher: its number in the
// object identifiers, 0 for none, and where it was read.
type figures struct {
	number int
	title  string
	clause string
	checks []string // independent implementations of which at least these agree with us on every file
}

func figuresOf(m Mode) figures {
	const bc, uapki, li0ard = "Bouncy Castle", "UAPKI", "li0ard/kalyna"
	switch m {
	case ECB:
		return figures{1, "electronic codebook", "6", []string{"Crypto++"}}
	case CTR:
		return figures{2, "counter mode", "7", []string{bc, uapki}}
	case CFB:
		return figures{3, "cipher feedback", "8", []string{uapki, li0ard}}
	case CMAC:
		return figures{4, "message authentication code", "9", []string{uapki, li0ard}}
	case CBC:
		return figures{5, "cipher block chaining", "10", []string{bc, uapki}}
	case OFB:
		return figures{6, "output feedback", "11", []string{bc, uapki}}
	case GCM:
		return figures{0, "counter mode with authentication in GF(2ˡ)", "12", []string{uapki, li0ard}}
	case GMAC:
		return figures{7, "authentication in GF(2ˡ)", "12.5", []string{uapki, li0ard}}
	case CCM:
		return figures{8, "counter mode with CBC authentication", "13", []string{uapki}}
	case XTS:
		return figures{9, "tweaked codebook with stealing", "14", []string{uapki, li0ard}}
	case KW:
		return figures{10, "key wrapping", "15", []string{bc, uapki}}
	}
	panic(fmt.Sprintf("dstu7624: no mode %q", m))
}

// Card returns the identity card of a mode over a variant of the cipher.
func Card(m Mode, p kalyna.Params) spec.Card {
	f := figuresOf(m)
	c := spec.Card{
		Name:  p.Name + "-" + string(m),
		Kind:  kind(m),
		Sizes: spec.Sizes{Block: p.BlockSize, Key: p.KeySize},
		Source: spec.Source{
			Standard:  "DSTU 7624:2014",
			Title:     "Kalyna, " + f.title,
			Clause:    f.clause,
			Confirmed: spec.Secondary,
			Read:      "annex В as UAPKI and Bouncy Castle reproduce it; quotations of clauses 9, 12 and 13",
		},
		Maturity: spec.Maturity{Level: level(m, p), CheckedWith: f.checks},
		Timing:   spec.TableLookup,
	}
	if f.number > 0 {
		c.OID = fmt.Sprintf("1.2.804.2.1.1.1.1.1.3.%d.%d", f.number, map[int]int{16: 1, 32: 2, 64: 3}[p.BlockSize])
	}
	switch m {
	case ECB, KW, CMAC, GMAC:
	default:
		c.Sizes.IV = p.BlockSize
	}
	switch m {
	case CMAC, GMAC, GCM, CCM:
		c.Sizes.Output = p.BlockSize
	}
	return c
}

// level returns the kind of evidence: the annex has no example of ECB beyond those of one
// block, which are the cipher's, of CTR for 128/128 alone, of CMAC none for 256-bit blocks.
func level(m Mode, p kalyna.Params) spec.Level {
	if m == ECB || m == CTR && p.Name != "kalyna-128-128" || m == CMAC && p.BlockSize == 32 {
		return spec.CrossChecked
	}
	return spec.OfficialVectors
}

func kind(m Mode) spec.Kind {
	switch m {
	case CMAC, GMAC:
		return spec.MAC
	case GCM, CCM:
		return spec.AEAD
	case KW:
		return spec.KeyWrap
	}
	return spec.BlockMode
}
