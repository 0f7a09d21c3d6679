// Package vectors holds the known answers of every algorithm, embedded, in one schema
// with their provenance. It knows no implementation: a check is given the functions that
// it calls.
package vectors

import (
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
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
	OpBlock            Operation = "block"             // key, pt, ct: holds in both directions
	OpRoundKeys        Operation = "round-keys"        // key, round_keys
	OpBlockAccumulated Operation = "block-accumulated" // label, count, encrypt, decrypt; see Accumulate
)

// Origin says who made the figures.
type Origin string

// The origins. Nothing that our own code made is Official or Independent.
const (
	Official    Origin = "official"    // printed in the standard or its authors' publication
	Independent Origin = "independent" // made by an implementation that is not this project's
	Own         Origin = "own"         // made by this project
)

// A Case has the fields of its file's operation; the others are empty.
type Case struct {
	ID         string `json:"id"`
	Key        Hex    `json:"key,omitempty"`
	Plaintext  Hex    `json:"pt,omitempty"`
	Ciphertext Hex    `json:"ct,omitempty"`
	RoundKeys  []Hex  `json:"round_keys,omitempty"` // K[0] .. K[t] in interface order
	Label      string `json:"label,omitempty"`
	Count      int    `json:"count,omitempty"`
	Encrypt    Hex    `json:"encrypt,omitempty"` // SHA-256 over the outputs
	Decrypt    Hex    `json:"decrypt,omitempty"`
	Comment    string `json:"comment,omitempty"`
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
	stem := strings.TrimSuffix(path.Base(f.Name), ".json")
	switch {
	case f.Row == "" || f.Standard == "" || f.Source == "":
		return fmt.Errorf("row, standard and source must be given")
	case stem != f.Row+"-"+string(f.Operation):
		return fmt.Errorf("the name must be %s-%s.json", f.Row, f.Operation)
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

// complete checks that a case has the fields of its operation, of agreeing sizes, and no
// others.
func (op Operation) complete(c Case) error {
	block := len(c.Key) > 0 && len(c.Plaintext) > 0 && len(c.Plaintext) == len(c.Ciphertext)
	roundKeys := len(c.Key) > 0 && len(c.RoundKeys) > 0
	accumulated := c.Label != "" && c.Count > 0 && len(c.Encrypt) == 32 && len(c.Decrypt) == 32
	only := map[Operation]Case{
		OpBlock:            {Key: c.Key, Plaintext: c.Plaintext, Ciphertext: c.Ciphertext},
		OpRoundKeys:        {Key: c.Key, RoundKeys: c.RoundKeys},
		OpBlockAccumulated: {Label: c.Label, Count: c.Count, Encrypt: c.Encrypt, Decrypt: c.Decrypt},
	}[op]
	only.ID, only.Comment = c.ID, c.Comment
	switch {
	case op == OpBlock && !block, op == OpRoundKeys && !roundKeys, op == OpBlockAccumulated && !accumulated:
		return fmt.Errorf("a field of operation %q is missing or has a wrong size", op)
	case fmt.Sprint(only) != fmt.Sprint(c):
		return fmt.Errorf("a field that operation %q does not have", op)
	}
	return nil
}
