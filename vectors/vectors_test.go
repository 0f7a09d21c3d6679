package vectors_test

import (
	"bytes"
	"cmp"
	"crypto/cipher"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/internal/evidence"
	"github.com/zvirka/zvirka/spec"
	"github.com/zvirka/zvirka/vectors"
)

var suiteOf = map[vectors.Origin]string{
	vectors.Official:    evidence.Official,
	vectors.Independent: evidence.Independent,
	vectors.Own:         evidence.OwnVectors,
}

func load(t *testing.T) []vectors.File {
	t.Helper()
	files, err := vectors.Load()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// A judge holds one implementation of a row against a case of the row's files.
type judge struct {
	path  string
	check func(f vectors.File, c vectors.Case) (judged int, err error)
}

// judges returns the judges of a file, the reference first, and fails for a file whose row
// is not in the catalogue.
func judges(t *testing.T, f vectors.File) []judge {
	t.Helper()
	all, ok := map[vectors.Operation]func(row string) ([]judge, bool){
		vectors.OpBlock:                blockJudges,
		vectors.OpBlockAccumulated:     blockJudges,
		vectors.OpRoundKeys:            roundKeyJudges,
		vectors.OpDigest:               hashJudges,
		vectors.OpDigestAccumulated:    hashJudges,
		vectors.OpMAC:                  macJudges,
		vectors.OpCipher:               modeJudges,
		vectors.OpAEAD:                 aeadJudges,
		vectors.OpWrap:                 keyWrapJudges,
		vectors.OpField:                fieldJudges,
		vectors.OpKDF:                  kdfJudges,
		vectors.OpKeystream:            streamJudges,
		vectors.OpKeystreamAccumulated: streamJudges,
	}[f.Operation](f.Row)
	if !ok {
		t.Fatalf("%s: no row %q in the catalogue", f.Name, f.Row)
	}
	return all
}

const reference = "reference"

func blockJudges(name string) ([]judge, bool) {
	row, ok := catalogue.BlockNamed(name)
	return judgesOf(row.Paths, func(p catalogue.BlockPath) judge { return blockJudge(row, p) },
		judge{reference, func(f vectors.File, c vectors.Case) (int, error) {
			return f.CheckBlock(c, row.Sizes.Block, row.Sizes.Key,
				func(key, block []byte) ([]byte, error) { return row.Reference.Encrypt(key, block), nil },
				func(key, block []byte) ([]byte, error) { return row.Reference.Decrypt(key, block), nil })
		}}), ok
}

func blockJudge(row catalogue.Block, p catalogue.BlockPath) judge {
	encrypt, decrypt := vectors.Cipher(p.New)
	return judge{p.Name, func(f vectors.File, c vectors.Case) (int, error) {
		return f.CheckBlock(c, row.Sizes.Block, row.Sizes.Key, encrypt, decrypt)
	}}
}

// roundKeyJudges has the reference alone: an implementation keeps its round keys in
// shapes of its own, which its own tests know.
func roundKeyJudges(name string) ([]judge, bool) {
	row, ok := catalogue.BlockNamed(name)
	return []judge{{reference, func(f vectors.File, c vectors.Case) (int, error) {
		return f.CheckRoundKeys(c, row.Reference.RoundKeys)
	}}}, ok
}

func hashJudges(name string) ([]judge, bool) {
	row, ok := catalogue.HashNamed(name)
	return judgesOf(row.Paths, hashJudge,
		judge{reference, func(f vectors.File, c vectors.Case) (int, error) {
			return f.CheckDigest(c, func(message []byte, bits int) ([]byte, error) { return row.Reference(message, bits), nil })
		}}), ok
}

func hashJudge(p catalogue.HashPath) judge {
	return judge{p.Name, func(f vectors.File, c vectors.Case) (int, error) {
		return f.CheckDigest(c, func(message []byte, bits int) ([]byte, error) {
			h := p.New()
			h.Write(message[:bits/8])
			if bits%8 == 0 {
				return h.Sum(nil), nil
			}
			return h.SumBits(nil, message[bits/8], bits%8)
		})
	}}
}

// macJudges serves both kinds of message authentication codes.
func macJudges(name string) ([]judge, bool) {
	if row, ok := catalogue.TagNamed(name); ok {
		return judgesOf(row.Paths, tagJudge,
			judge{reference, func(f vectors.File, c vectors.Case) (int, error) {
				return f.CheckMAC(c, func(key, message []byte, bits, tagSize int) ([]byte, error) {
					return row.Reference(key, message, bits, tagSize), nil
				})
			}}), ok
	}
	row, ok := catalogue.MACNamed(name)
	return judgesOf(row.Paths, macJudge,
		judge{reference, func(f vectors.File, c vectors.Case) (int, error) {
			return f.CheckMAC(c, func(key, message []byte, _, _ int) ([]byte, error) { return row.Reference(key, message), nil })
		}}), ok
}

func macJudge(p catalogue.MACPath) judge {
	return judge{p.Name, func(f vectors.File, c vectors.Case) (int, error) { return f.CheckMAC(c, vectors.MAC(p.New)) }}
}

func tagJudge(p catalogue.TagPath) judge {
	return judge{p.Name, func(f vectors.File, c vectors.Case) (int, error) { return f.CheckMAC(c, vectors.Tag(p.New)) }}
}

func modeJudges(name string) ([]judge, bool) {
	row, ok := catalogue.ModeNamed(name)
	text := func(f func(key, iv []byte, width int, message []byte) []byte) vectors.CipherFunc {
		return func(key, iv []byte, width int, message []byte) ([]byte, error) {
			return f(key, iv, width, message), nil
		}
	}
	return judgesOf(row.Paths, modeJudge,
		judge{reference, func(f vectors.File, c vectors.Case) (int, error) {
			return f.CheckCipher(c, text(row.Reference.Encrypt), text(row.Reference.Decrypt))
		}}), ok
}

func modeJudge(p catalogue.ModePath) judge {
	encrypt, decrypt := vectors.Mode(p.New)
	return judge{p.Name, func(f vectors.File, c vectors.Case) (int, error) { return f.CheckCipher(c, encrypt, decrypt) }}
}

func aeadJudges(name string) ([]judge, bool) {
	row, ok := catalogue.AEADNamed(name)
	return judgesOf(row.Paths, aeadJudge,
		judge{reference, func(f vectors.File, c vectors.Case) (int, error) {
			return f.CheckAEAD(c,
				func(key []byte, lengthSize, tagSize int, iv, associated, text []byte) ([]byte, error) {
					return row.Reference.Seal(key, catalogue.AEADParameters{LengthSize: lengthSize, TagSize: tagSize}, iv, associated, text), nil
				},
				func(key []byte, lengthSize, tagSize int, iv, associated, text []byte) ([]byte, error) {
					return accepted(row.Reference.Open(key, catalogue.AEADParameters{LengthSize: lengthSize, TagSize: tagSize}, iv, associated, text))
				})
		}}), ok
}

func aeadJudge(p catalogue.AEADPath) judge {
	seal, open := vectors.AEAD(func(key []byte, lengthSize, tagSize int) (cipher.AEAD, error) {
		return p.New(key, catalogue.AEADParameters{LengthSize: lengthSize, TagSize: tagSize})
	})
	return judge{p.Name, func(f vectors.File, c vectors.Case) (int, error) { return f.CheckAEAD(c, seal, open) }}
}

func accepted(text []byte, ok bool) ([]byte, error) {
	if !ok {
		return nil, errors.New("refused")
	}
	return text, nil
}

func keyWrapJudges(name string) ([]judge, bool) {
	row, ok := catalogue.KeyWrapNamed(name)
	return judgesOf(row.Paths, func(p catalogue.KeyWrapPath) judge { return keyWrapJudge(row, p) },
		judge{reference, func(f vectors.File, c vectors.Case) (int, error) {
			return f.CheckWrap(c,
				func(key, text []byte, bits int) ([]byte, error) { return row.Reference.Wrap(key, text, bits), nil },
				func(key, text []byte, bits int) ([]byte, error) {
					return accepted(row.Reference.Unwrap(key, text, cmp.Or(bits, 8*(len(text)-row.Sizes.Block))))
				})
		}}), ok
}

func keyWrapJudge(row catalogue.KeyWrap, p catalogue.KeyWrapPath) judge {
	wrap, unwrap := vectors.KeyWrap(row.Sizes.Block, p.New)
	return judge{p.Name, func(f vectors.File, c vectors.Case) (int, error) { return f.CheckWrap(c, wrap, unwrap) }}
}

func fieldJudges(name string) ([]judge, bool) {
	row, ok := catalogue.FieldNamed(name)
	return judgesOf(row.Paths, fieldJudge,
		judge{reference, func(f vectors.File, c vectors.Case) (int, error) { return checkField(f, c, row.Reference) }}), ok
}

func fieldJudge(p catalogue.FieldPath) judge {
	return judge{p.Name, func(f vectors.File, c vectors.Case) (int, error) { return checkField(f, c, p.New()) }}
}

func checkField(f vectors.File, c vectors.Case, a catalogue.FieldArithmetic) (int, error) {
	return f.CheckField(c, vectors.Field{
		Add: a.Add, Multiply: a.Multiply, Square: a.Square, Invert: a.Invert, Sqrt: a.Sqrt, HalfTrace: a.HalfTrace, Trace: a.Trace,
	})
}

func kdfJudges(name string) ([]judge, bool) {
	row, ok := catalogue.KDFNamed(name)
	return judgesOf(row.Paths, kdfJudge,
		judge{reference, func(f vectors.File, c vectors.Case) (int, error) {
			return f.CheckKDF(c, func(master, context []byte, id uint64) ([]byte, error) {
				return row.Reference(master, context, id), nil
			})
		}}), ok
}

func kdfJudge(p catalogue.KDFPath) judge {
	return judge{p.Name, func(f vectors.File, c vectors.Case) (int, error) { return f.CheckKDF(c, p.New) }}
}

func streamJudges(name string) ([]judge, bool) {
	row, ok := catalogue.StreamNamed(name)
	return judgesOf(row.Paths, func(p catalogue.StreamPath) judge { return streamJudge(row, p) },
		judge{reference, func(f vectors.File, c vectors.Case) (int, error) {
			return f.CheckStream(c, row.Sizes.Key, row.Sizes.IV, func(key, iv, data []byte) ([]byte, error) { return row.Reference(key, iv, data), nil })
		}}), ok
}

func streamJudge(row catalogue.Stream, p catalogue.StreamPath) judge {
	return judge{p.Name, func(f vectors.File, c vectors.Case) (int, error) {
		return f.CheckStream(c, row.Sizes.Key, row.Sizes.IV, func(key, iv, data []byte) ([]byte, error) {
			s, err := p.New(key, iv)
			if err != nil {
				return nil, err
			}
			out := make([]byte, len(data))
			s.XORKeyStream(out, data)
			return out, nil
		})
	}}
}

// judgesOf returns the judge of the reference and one of each path.
func judgesOf[C any](paths []catalogue.Path[C], of func(catalogue.Path[C]) judge, first judge) []judge {
	all := []judge{first}
	for _, p := range paths {
		all = append(all, of(p))
	}
	return all
}

// longest returns the most runs of one digest that a judge is asked for: the reference
// does some 10⁴ blocks a second, and the default path comes second.
func longest(judge int) int {
	switch {
	case judge == 0 || testing.Short():
		return 1000
	case judge == 1:
		return max(1000, evidence.Budget(100_000))
	default:
		return max(1000, evidence.Budget(100_000)/10)
	}
}

// stride is one, but in a short run all but some cases of a file are left out: of the
// reference, which is slow and depends on no platform.
func stride(f vectors.File) int {
	if testing.Short() {
		return (len(f.Cases) + 11) / 12
	}
	return 1
}

// Every implementation gives every answer.
func TestAnswers(t *testing.T) {
	for _, f := range load(t) {
		for i, j := range judges(t, f) {
			t.Run(f.Name+"/"+j.path, func(t *testing.T) {
				t.Parallel()
				if testing.Short() && i == 0 && f.Cases[0].Count > 0 {
					t.Skip("slow")
				}
				total := 0
				for k, c := range f.Cases {
					if c.Count > longest(i) || i == 0 && k%stride(f) != 0 {
						continue
					}
					n, err := j.check(f, c)
					if err != nil {
						t.Error(err)
					}
					total += n
				}
				if total == 0 {
					t.Error("nothing was judged")
				}
				evidence.Add(suiteOf[f.Origin], f.Row, j.path, total)
			})
		}
	}
}

// Every row has figures that are not ours, and round keys where its reference has them.
func TestRowsHaveVectors(t *testing.T) {
	files := load(t)
	for _, card := range catalogue.Cards() {
		if !slices.ContainsFunc(files, func(f vectors.File) bool {
			return f.Row == card.Name && f.Origin != vectors.Own && f.Operation != vectors.OpRoundKeys
		}) {
			t.Errorf("%s has no vectors that are not ours", card.Name)
		}
		if card.Maturity.Level == spec.OfficialVectors && !slices.ContainsFunc(files, func(f vectors.File) bool {
			return f.Row == card.Name && f.Origin == vectors.Official
		}) {
			t.Errorf("the card of %s speaks of official vectors, and there are none", card.Name)
		}
	}
	for _, row := range catalogue.Blocks() {
		if row.Reference.RoundKeys != nil && !slices.ContainsFunc(files, func(f vectors.File) bool {
			return f.Row == row.Name && f.Operation == vectors.OpRoundKeys
		}) {
			t.Errorf("%s has no round keys", row.Name)
		}
	}
}

// One wrong bit in any expected value of any file is found.
func TestCorruptedVectors(t *testing.T) {
	for _, f := range load(t) {
		all := judges(t, f)
		j := all[min(1, len(all)-1)] // the default path, or the reference where it is alone
		for _, c := range f.Cases {
			if c.Count > 1000 {
				continue
			}
			expected := [][]byte{c.Ciphertext, c.Encrypt, c.Decrypt, c.Digest, c.Tag, c.Subkey, c.Result}
			if c.Invalid != "" {
				continue // a wrong bit leaves it invalid
			}
			if f.Operation == vectors.OpBlock {
				expected = append(expected, c.Plaintext)
			}
			for _, k := range c.RoundKeys {
				expected = append(expected, k)
			}
			for _, value := range expected {
				if len(value) == 0 {
					continue
				}
				value[len(value)/2] ^= 0x10
				if _, err := j.check(f, c); err == nil {
					t.Errorf("%s, case %s: a wrong bit was not found", f.Name, c.ID)
				}
				value[len(value)/2] ^= 0x10
			}
		}
	}
}

func TestMutants(t *testing.T) {
	if testing.Short() {
		t.Skip("mutants")
	}
	files := load(t)
	for _, row := range catalogue.Blocks() {
		caught(t, files, row.Name, catalogue.BlockMutants(row), func(row catalogue.Block) judge { return blockJudge(row, row.Paths[0]) })
	}
	for _, row := range catalogue.Hashes() {
		caught(t, files, row.Name, catalogue.HashMutants(row), func(row catalogue.Hash) judge { return hashJudge(row.Paths[0]) })
	}
	for _, row := range catalogue.MACs() {
		caught(t, files, row.Name, catalogue.MACMutants(row), func(row catalogue.MAC) judge { return macJudge(row.Paths[0]) })
	}
	for _, row := range catalogue.KDFs() {
		caught(t, files, row.Name, catalogue.KDFMutants(row), func(row catalogue.KDF) judge { return kdfJudge(row.Paths[0]) })
	}
	for _, row := range catalogue.Streams() {
		caught(t, files, row.Name, catalogue.StreamMutants(row), func(row catalogue.Stream) judge { return streamJudge(row, row.Paths[0]) })
	}
	for _, row := range catalogue.Modes() {
		caught(t, files, row.Name, catalogue.ModeMutants(row), func(row catalogue.Mode) judge { return modeJudge(row.Paths[0]) })
	}
	for _, row := range catalogue.Tags() {
		caught(t, files, row.Name, catalogue.TagMutants(row), func(row catalogue.Tag) judge { return tagJudge(row.Paths[0]) })
	}
	for _, row := range catalogue.AEADs() {
		caught(t, files, row.Name, catalogue.AEADMutants(row), func(row catalogue.AEAD) judge { return aeadJudge(row.Paths[0]) })
	}
	for _, row := range catalogue.KeyWraps() {
		caught(t, files, row.Name, catalogue.KeyWrapMutants(row), func(row catalogue.KeyWrap) judge { return keyWrapJudge(row, row.Paths[0]) })
	}
	for _, row := range catalogue.Fields() {
		caught(t, files, row.Name, catalogue.FieldMutants(row), func(row catalogue.Field) judge { return fieldJudge(row.Paths[0]) })
	}
}

// caught puts the mutants of a row before its files.
func caught[R any](t *testing.T, files []vectors.File, name string, mutants []catalogue.Mutant[R], of func(R) judge) {
	t.Helper()
	n := 0
	for _, m := range mutants {
		if !m.Of(catalogue.Vectors) {
			continue
		}
		j := of(m.Row)
		if slices.ContainsFunc(files, func(f vectors.File) bool {
			return f.Row == name && slices.ContainsFunc(f.Cases, func(c vectors.Case) bool {
				if c.Count > 1000 {
					return false
				}
				_, err := j.check(f, c)
				return err != nil
			})
		}) {
			n++
		} else {
			t.Errorf("%s: the vectors did not catch: %s", name, m.Fault)
		}
	}
	evidence.Add(evidence.Mutants, name, string(catalogue.Vectors), n)
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
