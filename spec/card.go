// Package spec says what the standards say, as data: the identity card of every
// algorithm here, the parameters and constants of each in a package of its own below.
// It holds no algorithm, and nothing in it can be changed by a program that imports it.
package spec

import "fmt"

// A Card is the identity of one algorithm with one parameter set. Sizes in names are
// bits, as the standards write them; sizes in fields are bytes.
type Card struct {
	Name     string   `json:"name"` // "kalyna-256-512": the name by which every suite, vector file and command knows it
	Kind     Kind     `json:"kind"`
	Sizes    Sizes    `json:"sizes"`
	Source   Source   `json:"source"`
	Maturity Maturity `json:"maturity"`
	Timing   Timing   `json:"timing"`           // of the default implementation
	OID      string   `json:"oid,omitempty"`    // "" where none is assigned or none is confirmed
	Legacy   bool     `json:"legacy,omitempty"` // kept for old data only
}

// Kind is the kind of an algorithm: it decides which suites run over it.
type Kind string

// The kinds. A kind enters this list with its first row.
const (
	BlockCipher  Kind = "block cipher"
	StreamCipher Kind = "stream cipher"
	Hash         Kind = "hash"
	MAC          Kind = "MAC"
	KDF          Kind = "KDF"
	BlockMode    Kind = "block mode" // confidentiality alone: ECB, CBC, CFB, OFB, CTR, XTS
	AEAD         Kind = "AEAD"
	KeyWrap      Kind = "key wrap"
	Field        Kind = "field"
)

// Sizes are in bytes; zero where the kind has no such size.
type Sizes struct {
	Block  int `json:"block,omitempty"` // of a cipher, or what a hash or a MAC takes at a time
	Key    int `json:"key,omitempty"`
	IV     int `json:"iv,omitempty"`
	Output int `json:"output,omitempty"` // the digest, the longest tag, the derived key or an element of a field
}

// A Source says where the definition was read.
type Source struct {
	Standard  string       `json:"standard"` // "DSTU 7624:2014"
	Title     string       `json:"title"`
	Clause    string       `json:"clause"`
	Confirmed Confirmation `json:"confirmed"`
	Read      string       `json:"read"` // the documents this project read in fact
}

// Confirmation says how far the definition was compared with the standard's own text.
type Confirmation string

// The degrees of confirmation.
const (
	Primary     Confirmation = "primary"   // read in the standard itself
	Secondary   Confirmation = "secondary" // read in the authors' or another body's publication of it
	Unconfirmed Confirmation = "none"
)

// Maturity says what the agreement of our code with the world rests on.
type Maturity struct {
	Level       Level    `json:"level"`
	CheckedWith []string `json:"checked_with,omitempty"` // independent implementations that reproduced our vectors
}

// Level is the kind of evidence behind an algorithm.
type Level string

// The levels.
const (
	OfficialVectors Level = "official vectors" // the standard's worked examples hold, and those of CheckedWith agree
	CrossChecked    Level = "cross-checked"    // no official figures; CheckedWith agree
	Own             Level = "own construction" // this project's own; nobody else's figures exist
)

func (m Maturity) String() string {
	if len(m.CheckedWith) == 0 {
		return string(m.Level)
	}
	return fmt.Sprintf("%s, %d independent implementations", m.Level, len(m.CheckedWith))
}

// Timing is what the time of an implementation may depend on. Lengths are always public.
type Timing string

// The timing classes.
const (
	ConstantTime Timing = "ConstantTime" // on no secret: no secret-dependent branch, address, loop bound or division
	TableLookup  Timing = "TableLookup"  // on secrets, through the addresses of table lookups only
	VariableTime Timing = "VariableTime" // on its arguments, which must be public
)
