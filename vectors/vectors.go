// Package vectors holds the known answers of every algorithm, embedded, in one schema
// with their provenance. It knows no implementation: a check is given the functions that
// it calls.
package vectors

import (
	"bytes"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// Files are the vector files: dstu/ the Ukrainian standards, own/ what is no standard's.
//
//go:embed dstu/*.json own/*.json
var Files embed.FS

// A File is one vector file.
type File struct {
	Name         string    `json:"-"`
	Row          string    `json:"row"`       // the catalogue row that the file belongs to
	Operation    Operation `json:"operation"` // which fields the cases have
	Standard     string    `json:"standard"`
	Origin       Origin    `json:"origin"`
	Source       string    `json:"source"`        // where the figures were published, or how they were made
	VerifiedWith []string  `json:"verified_with"` // independent implementations that reproduced every case
	Cases        []Case    `json:"cases"`
}

// Operation says what the cases of a file are.
type Operation string

// The operations.
const (
	OpBlock                Operation = "block"                 // key, pt, ct: holds in both directions
	OpRoundKeys            Operation = "round-keys"            // key, round_keys
	OpBlockAccumulated     Operation = "block-accumulated"     // label, count, encrypt, decrypt; see Accumulate
	OpDigest               Operation = "digest"                // msg, msg_len_bits if it ends within a byte, digest
	OpDigestAccumulated    Operation = "digest-accumulated"    // label, count, digest; see Accumulate
	OpMAC                  Operation = "mac"                   // key, msg, msg_len_bits if it ends within a byte, tag
	OpKDF                  Operation = "kdf"                   // key, context, subkey_id, subkey
	OpKeystream            Operation = "keystream"             // key, iv, pt, ct: holds in both directions
	OpKeystreamAccumulated Operation = "keystream-accumulated" // label, count, digest; see Accumulate
	OpCipher               Operation = "cipher"                // key, iv and width where the mode has them, pt, ct: holds in both directions
	OpAEAD                 Operation = "aead"                  // key, iv, aad, length_size where the mode has it, pt, ct, tag; invalid in place of pt
	OpWrap                 Operation = "wrap"                  // key, pt, pt_len_bits if it ends within a byte, ct; invalid in place of pt
	OpField                Operation = "field"                 // op, a, b where it has two operands, result
)

var operations = []Operation{OpBlock, OpRoundKeys, OpBlockAccumulated, OpDigest, OpDigestAccumulated, OpMAC, OpKDF,
	OpKeystream, OpKeystreamAccumulated, OpCipher, OpAEAD, OpWrap, OpField}

// Origin says who made the figures.
type Origin string

// The origins. Nothing that our own code made is Official or Independent.
const (
	Official    Origin = "official"    // printed in the standard or its authors' publication
	Independent Origin = "independent" // made by an implementation that is not this project's
	Own         Origin = "own"         // made by this project
)

// A Case has the fields of its file's operation; the others are absent. A byte string may
// be there and empty.
type Case struct {
	ID            string  `json:"id"`
	Key           Hex     `json:"key,omitzero"`
	IV            Hex     `json:"iv,omitzero"`
	Width         int     `json:"width,omitempty"`       // of the feedback, in bytes
	LengthSize    int     `json:"length_size,omitempty"` // of a length field, in bytes
	Associated    Hex     `json:"aad,omitzero"`
	Plaintext     Hex     `json:"pt,omitzero"`
	PlaintextBits int     `json:"pt_len_bits,omitempty"` // as msg_len_bits
	Ciphertext    Hex     `json:"ct,omitzero"`
	RoundKeys     []Hex   `json:"round_keys,omitempty"` // K[0] .. K[t] in interface order
	Message       Hex     `json:"msg,omitzero"`
	MessageBits   int     `json:"msg_len_bits,omitempty"` // absent for whole bytes; see Bits
	Digest        Hex     `json:"digest,omitzero"`
	Tag           Hex     `json:"tag,omitzero"`
	Context       Hex     `json:"context,omitzero"`
	SubkeyID      *uint64 `json:"subkey_id,omitempty,string"`
	Subkey        Hex     `json:"subkey,omitzero"`
	Op            string  `json:"op,omitempty"` // add, multiply, square, invert, sqrt, trace, halftrace
	A             Hex     `json:"a,omitzero"`
	B             Hex     `json:"b,omitzero"`
	Result        Hex     `json:"result,omitzero"`   // of trace, one byte
	Invalid       string  `json:"invalid,omitempty"` // why it must be refused
	Label         string  `json:"label,omitempty"`
	Count         int     `json:"count,omitempty"`
	Encrypt       Hex     `json:"encrypt,omitzero"` // SHA-256 over the outputs
	Decrypt       Hex     `json:"decrypt,omitzero"`
	Comment       string  `json:"comment,omitempty"`
}

// Bits returns the length of the message in bits. A message that ends within a byte fills
// it from the most significant bit; the bits below are zero in the files.
func (c Case) Bits() int { return bits(c.Message, c.MessageBits) }

// PayloadBits returns the length of a key wrap's plaintext in bits.
func (c Case) PayloadBits() int { return bits(c.Plaintext, c.PlaintextBits) }

func bits(message []byte, given int) int {
	if given > 0 {
		return given
	}
	return 8 * len(message)
}

// Hex is a byte string, in the files lower-case hexadecimal.
type Hex []byte

// UnmarshalText decodes lower-case hexadecimal and nothing else.
func (h *Hex) UnmarshalText(text []byte) error {
	if strings.ToLower(string(text)) != string(text) {
		return fmt.Errorf("hexadecimal %q is not in lower case", text)
	}
	b, err := hex.DecodeString(string(text))
	*h = b
	return err
}

// MarshalText encodes in lower-case hexadecimal.
func (h Hex) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, h), nil }

// Load reads and checks every vector file.
func Load() ([]File, error) {
	var files []File
	err := fs.WalkDir(Files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := Files.ReadFile(name)
		if err != nil {
			return err
		}
		f, err := Parse(name, data)
		files = append(files, f)
		return err
	})
	return files, err
}

// Parse decodes one file, refuses what the schema does not know, and checks it.
func Parse(name string, data []byte) (File, error) {
	f := File{Name: name}
	d := json.NewDecoder(strings.NewReader(string(data)))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return f, fmt.Errorf("vectors: %s: %w", name, err)
	}
	if d.More() {
		return f, fmt.Errorf("vectors: %s: data after the object", name)
	}
	if err := f.lint(); err != nil {
		return f, fmt.Errorf("vectors: %s: %w", name, err)
	}
	return f, nil
}

// lint holds a file against what the schema cannot say.
func (f File) lint() error {
	switch {
	case f.Row == "" || f.Standard == "" || f.Source == "":
		return fmt.Errorf("row, standard and source must be given")
	case !f.named():
		return fmt.Errorf("the name must be %[1]s-%[2]s.json or %[1]s-%[2]s-*.json", f.Row, f.Operation)
	case f.Origin != Official && f.Origin != Independent && f.Origin != Own:
		return fmt.Errorf("unknown origin %q", f.Origin)
	case f.Origin != Own && len(f.VerifiedWith) == 0:
		return fmt.Errorf("%s figures that nobody verified", f.Origin)
	case (path.Dir(f.Name) == "own") == (f.Origin == Official):
		return fmt.Errorf("%s figures in folder %s", f.Origin, path.Dir(f.Name))
	case len(f.Cases) == 0:
		return fmt.Errorf("no cases")
	}
	seen := map[string]bool{}
	for _, c := range f.Cases {
		if c.ID == "" || seen[c.ID] {
			return fmt.Errorf("case id %q is empty or used twice", c.ID)
		}
		seen[c.ID] = true
		if err := f.Operation.complete(c); err != nil {
			return fmt.Errorf("case %s: %w", c.ID, err)
		}
	}
	return nil
}

var suffix = regexp.MustCompile(`^(-[a-z0-9]+)*$`)

// named reports whether the file's name is made of its row, its operation and perhaps a
// suffix that tells it from other files of the two, and of no longer operation: -accumulated
// is no suffix of -block.
func (f File) named() bool {
	stem := strings.TrimSuffix(path.Base(f.Name), ".json")
	var longest Operation
	for _, op := range operations {
		if rest, ok := strings.CutPrefix(stem, f.Row+"-"+string(op)); ok && suffix.MatchString(rest) && len(op) > len(longest) {
			longest = op
		}
	}
	return longest != "" && longest == f.Operation
}

// complete checks that a case has the fields of its operation, of agreeing sizes, and no
// others.
func (op Operation) complete(c Case) error {
	var (
		only  Case // the fields of the operation
		whole bool // they are there and agree
	)
	switch op {
	case OpBlock:
		only = Case{Key: c.Key, Plaintext: c.Plaintext, Ciphertext: c.Ciphertext}
		whole = len(c.Key) > 0 && len(c.Plaintext) > 0 && len(c.Plaintext) == len(c.Ciphertext)
	case OpRoundKeys:
		only = Case{Key: c.Key, RoundKeys: c.RoundKeys}
		whole = len(c.Key) > 0 && len(c.RoundKeys) > 0
	case OpBlockAccumulated:
		only = Case{Label: c.Label, Count: c.Count, Encrypt: c.Encrypt, Decrypt: c.Decrypt}
		whole = c.Label != "" && c.Count > 0 && len(c.Encrypt) == 32 && len(c.Decrypt) == 32
	case OpDigest:
		only = Case{Message: c.Message, MessageBits: c.MessageBits, Digest: c.Digest}
		whole = c.Message != nil && len(c.Digest) > 0 && wellPacked(c.Message, c.MessageBits)
	case OpDigestAccumulated, OpKeystreamAccumulated:
		only = Case{Label: c.Label, Count: c.Count, Digest: c.Digest}
		whole = c.Label != "" && c.Count > 0 && len(c.Digest) == 32
	case OpMAC:
		only = Case{Key: c.Key, Message: c.Message, MessageBits: c.MessageBits, Tag: c.Tag}
		whole = len(c.Key) > 0 && c.Message != nil && len(c.Tag) > 0 && wellPacked(c.Message, c.MessageBits)
	case OpKDF:
		only = Case{Key: c.Key, Context: c.Context, SubkeyID: c.SubkeyID, Subkey: c.Subkey}
		whole = len(c.Key) > 0 && c.Context != nil && c.SubkeyID != nil && len(c.Subkey) > 0
	case OpKeystream:
		only = Case{Key: c.Key, IV: c.IV, Plaintext: c.Plaintext, Ciphertext: c.Ciphertext}
		whole = len(c.Key) > 0 && len(c.IV) > 0 && c.Plaintext != nil && c.Ciphertext != nil && len(c.Plaintext) == len(c.Ciphertext)
	case OpCipher:
		only = Case{Key: c.Key, IV: c.IV, Width: c.Width, Plaintext: c.Plaintext, Ciphertext: c.Ciphertext}
		whole = len(c.Key) > 0 && c.Width >= 0 && c.Plaintext != nil && c.Ciphertext != nil && len(c.Plaintext) == len(c.Ciphertext)
	case OpAEAD:
		only = Case{Key: c.Key, IV: c.IV, LengthSize: c.LengthSize, Associated: c.Associated,
			Plaintext: c.Plaintext, Ciphertext: c.Ciphertext, Tag: c.Tag, Invalid: c.Invalid}
		whole = len(c.Key) > 0 && len(c.IV) > 0 && c.LengthSize >= 0 && c.Associated != nil && c.Ciphertext != nil && c.Tag != nil &&
			(c.Plaintext == nil) == (c.Invalid != "") && (c.Invalid != "" || len(c.Plaintext) == len(c.Ciphertext) && len(c.Tag) > 0)
	case OpWrap:
		only = Case{Key: c.Key, Plaintext: c.Plaintext, PlaintextBits: c.PlaintextBits, Ciphertext: c.Ciphertext, Invalid: c.Invalid}
		whole = len(c.Key) > 0 && c.Ciphertext != nil && (c.Plaintext == nil) == (c.Invalid != "") &&
			(c.Invalid != "" || len(c.Plaintext) > 0) && wellPacked(c.Plaintext, c.PlaintextBits)
	case OpField:
		only = Case{Op: c.Op, A: c.A, B: c.B, Result: c.Result}
		whole = len(c.A) > 0 && len(c.Result) > 0 && (c.B != nil) == (c.Op == "add" || c.Op == "multiply") &&
			slices.Contains([]string{"add", "multiply", "square", "invert", "sqrt", "trace", "halftrace"}, c.Op)
	default:
		return fmt.Errorf("unknown operation %q", op)
	}
	only.ID, only.Comment = c.ID, c.Comment
	switch {
	case !whole:
		return fmt.Errorf("a field of operation %q is missing or has a wrong size", op)
	case !reflect.DeepEqual(only, c):
		return fmt.Errorf("a field that operation %q does not have", op)
	}
	return nil
}

// wellPacked reports whether the message is in as few bytes as hold its bits, its length in
// bits is given only if that is no whole number of bytes, and the unused bits are zero.
func wellPacked(message []byte, n int) bool {
	if n == 0 {
		return true
	}
	return n > 0 && n%8 != 0 && len(message) == n/8+1 && message[n/8]&(0xff>>(n%8)) == 0
}

// equal returns an error unless a call went well and gave what it should.
func (f File) equal(c Case, what string, got, want []byte, err error) error {
	switch {
	case err != nil:
		return fmt.Errorf("%s, case %s, %s: %w", f.Name, c.ID, what, err)
	case !bytes.Equal(got, want):
		return fmt.Errorf("%s, case %s, %s: got %x, want %x", f.Name, c.ID, what, got, want)
	}
	return nil
}
