package vectors_test

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/internal/evidence"
	"github.com/zvirka/zvirka/vectors"
)

var suiteOf = map[vectors.Origin]string{
	vectors.Official:    evidence.Official,
	vectors.Independent: evidence.Independent,
	vectors.Own:         evidence.OwnVectors,
}

// slow reports whether a case is too long for the reference, which does some 10⁴ blocks
// a second.
func slow(c vectors.Case) bool { return c.Count > 1000 }

func load(t *testing.T) []vectors.File {
	t.Helper()
	files, err := vectors.Load()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// loadBlocks returns the files about block ciphers. TestReferences has the others.
func loadBlocks(t *testing.T) (files []vectors.File) {
	t.Helper()
	for _, f := range load(t) {
		if _, ok := references[f.Row]; !ok {
			files = append(files, f)
		}
	}
	return files
}

// rowOf returns the row of a file: a file without a row is an error.
func rowOf(t *testing.T, f vectors.File) catalogue.Block {
	t.Helper()
	row, ok := catalogue.BlockNamed(f.Row)
	if !ok {
		t.Fatalf("%s: no row %q in the catalogue", f.Name, f.Row)
	}
	return row
}

// reference makes the functions of a row's reference.
func reference(row catalogue.Block) (encrypt, decrypt vectors.BlockFunc) {
	return func(key, block []byte) ([]byte, error) { return row.Reference.Encrypt(key, block), nil },
		func(key, block []byte) ([]byte, error) { return row.Reference.Decrypt(key, block), nil }
}

func TestBlocks(t *testing.T) {
	longest := evidence.Budget(100_000) // runs of one digest on the default path; a tenth on others
	if testing.Short() {
		longest = 1000
	}
	for _, f := range loadBlocks(t) {
		row := rowOf(t, f)
		judge := func(path string, encrypt, decrypt vectors.BlockFunc, skip func(vectors.Case) bool) {
			t.Run(f.Name+"/"+path, func(t *testing.T) {
				t.Parallel()
				total := 0
				for _, c := range f.Cases {
					if skip(c) {
						continue
					}
					n, err := f.CheckBlock(c, row.Sizes.Block, row.Sizes.Key, encrypt, decrypt)
					if err != nil {
						t.Error(err)
					}
					total += n
				}
				if total == 0 && f.Operation == vectors.OpBlock {
					t.Error("no block was judged")
				}
				evidence.Add(suiteOf[f.Origin], row.Name, path, total)
			})
		}
		encrypt, decrypt := reference(row)
		judge("reference", encrypt, decrypt, slow)
		for i, p := range row.Paths {
			encrypt, decrypt := vectors.Cipher(p.New)
			most := longest
			if i > 0 {
				most = max(longest/10, 1000)
			}
			judge(p.Name, encrypt, decrypt, func(c vectors.Case) bool { return c.Count > most })
		}
	}
}

// The reference's round keys are the printed ones, one by one.
func TestRoundKeys(t *testing.T) {
	for _, f := range loadBlocks(t) {
		row := rowOf(t, f)
		for _, c := range f.Cases {
			n, err := f.CheckRoundKeys(c, row.Reference.RoundKeys)
			if err != nil {
				t.Error(err)
			}
			evidence.Add(suiteOf[f.Origin], row.Name, "reference", n)
		}
	}
}

// Every row has figures that are not ours, and every operation of its kind.
func TestRowsHaveVectors(t *testing.T) {
	files := load(t)
	for _, row := range catalogue.Blocks() {
		for _, op := range []vectors.Operation{vectors.OpBlock, vectors.OpRoundKeys} {
			if op == vectors.OpRoundKeys && row.Reference.RoundKeys == nil {
				continue
			}
			if !slices.ContainsFunc(files, func(f vectors.File) bool {
				return f.Row == row.Name && f.Operation == op && f.Origin != vectors.Own
			}) {
				t.Errorf("%s has no vectors for %q", row.Name, op)
			}
		}
	}
}

// One wrong bit in any expected value of any file is found.
func TestCorruptedVectors(t *testing.T) {
	for _, f := range loadBlocks(t) {
		row := rowOf(t, f)
		encrypt, decrypt := vectors.Cipher(row.Paths[0].New)
		for _, c := range f.Cases {
			if slow(c) {
				continue
			}
			expected := [][]byte{c.Ciphertext, c.Plaintext, c.Encrypt, c.Decrypt}
			for _, k := range c.RoundKeys {
				expected = append(expected, k)
			}
			for _, value := range expected {
				if len(value) == 0 {
					continue
				}
				value[len(value)/2] ^= 0x10
				_, block := f.CheckBlock(c, row.Sizes.Block, row.Sizes.Key, encrypt, decrypt)
				_, roundKeys := f.CheckRoundKeys(c, row.Reference.RoundKeys)
				if block == nil && roundKeys == nil {
					t.Errorf("%s, case %s: a wrong bit was not found", f.Name, c.ID)
				}
				value[len(value)/2] ^= 0x10
			}
		}
	}
}

func TestMutants(t *testing.T) {
	files := load(t)
	for _, row := range catalogue.Blocks() {
		caught := 0
		for _, m := range catalogue.BlockMutants(row) {
			if !slices.Contains(m.Caught, catalogue.Vectors) {
				continue
			}
			encrypt, decrypt := vectors.Cipher(m.Paths[0].New)
			found := slices.ContainsFunc(files, func(f vectors.File) bool {
				return f.Row == row.Name && slices.ContainsFunc(f.Cases, func(c vectors.Case) bool {
					if slow(c) {
						return false
					}
					_, err := f.CheckBlock(c, row.Sizes.Block, row.Sizes.Key, encrypt, decrypt)
					return err != nil
				})
			})
			if found {
				caught++
			} else {
				t.Errorf("%s: the vectors did not catch: %s", row.Name, m.Fault)
			}
		}
		evidence.Add(evidence.Mutants, row.Name, string(catalogue.Vectors), caught)
	}
}

// The loader refuses what the schema does not allow.
func TestLint(t *testing.T) {
	const name = "dstu/kalyna-128-128-block.json"
	good, err := vectors.Files.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	edit := func(old, new string) []byte {
		if !strings.Contains(string(good), old) {
			t.Fatalf("%q is not in %s", old, name)
		}
		return []byte(strings.Replace(string(good), old, new, 1))
	}
	head, _, _ := strings.Cut(string(good), `"cases"`)
	noCases := []byte(head + `"cases": []}`)
	for what, data := range map[string][]byte{
		"another row than the name's": edit(`"row": "kalyna-128-128"`, `"row": "kalyna-128-256"`),
		"no source":                   edit(`"source": "`, `"source": "", "standard": "`),
		"an unknown field":            edit(`"origin"`, `"author": "x", "origin"`),
		"an unknown origin":           edit(`"official"`, `"hearsay"`),
		"independent in a standard's folder, unverified": bytes.Replace(edit(`"official"`, `"independent"`), []byte(`"verified_with"`), []byte(`"verified_with": [], "verified_with"`), 1),
		"own figures among a standard's":                 edit(`"official"`, `"own"`),
		"upper-case hexadecimal":                         edit(`"81bf`, `"81BF`),
		"an odd number of digits":                        edit(`"81bf`, `"81b`),
		"a case id twice":                                edit(`"enc-5"`, `"enc-0"`),
		"a ciphertext of another length":                 edit(`"81bf`, `"81bf00`),
		"a field of another operation":                   edit(`"comment"`, `"round_keys": ["00"], "comment"`),
		"no cases":                                       noCases,
		"data after the object":                          append(bytes.Clone(good), "{}"...),
	} {
		if _, err := vectors.Parse(name, data); err == nil {
			t.Errorf("accepted: %s", what)
		} else if !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error does not name the file: %v", what, err)
		}
	}
	if _, err := vectors.Parse(name, good); err != nil {
		t.Error(err)
	}
}

// Files keep one layout, so that a change of a figure is all that a diff shows.
func TestLayout(t *testing.T) {
	for _, f := range load(t) {
		data, err := os.ReadFile(f.Name)
		if err != nil {
			t.Fatal(err)
		}
		var want bytes.Buffer
		e := json.NewEncoder(&want)
		e.SetEscapeHTML(false)
		e.SetIndent("", " ")
		if err := e.Encode(f); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(data, want.Bytes()) {
			t.Errorf("%s is not in the layout of encoding/json with an indent of one space", f.Name)
		}
	}
}
