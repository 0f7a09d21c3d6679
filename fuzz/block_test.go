package fuzz

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	gofuzz "github.com/google/gofuzz"
	"pgregory.net/rapid"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/props"
	"github.com/zvirka/zvirka/props/contract"
	"github.com/zvirka/zvirka/vectors"
)

// fit returns b at exactly n bytes, repeated or cut.
func fit(b []byte, n int) []byte {
	if len(b) == 0 {
		b = []byte{0}
	}
	return bytes.Repeat(b, n/len(b)+1)[:n]
}

// blocks is the body of FuzzBlock: any key and data, fitted to the row.
func blocks(t contract.T, row catalogue.Block, key, data []byte) {
	n := row.Sizes.Block
	count := min(len(data)/n+1, props.MaxBlocks) // beyond, there is only more of the same
	props.BlockEqualsReference(t, row, fit(key, row.Sizes.Key), fit(data, count*n))
}

// placement is the structured input of FuzzBlockBuffers.
type placement struct {
	Key, Arena []byte
	Dst, Src   uint16
}

// buffers is the body of FuzzBlockBuffers.
func buffers(t contract.T, row catalogue.Block, data []byte) {
	var p placement
	gofuzz.NewFromGoFuzz(data).NilChance(0).NumElements(1, 200).Fuzz(&p)
	props.BlockOverlap(t, row, fit(p.Key, row.Sizes.Key), fit(p.Arena, 3*row.Sizes.Block), int(p.Dst), int(p.Src))
}

// A seed is one argument list of the block targets.
type seed struct {
	row       string
	key, data []byte
}

// blockSeeds returns seeds for every known answer, around the sizes at which kernels for
// several blocks change their course, and for every file of GO_FUZZ_CORPUS.
func blockSeeds(tb testing.TB) []seed {
	files, err := vectors.Load()
	if err != nil {
		tb.Fatal(err)
	}
	var seeds []seed
	for _, f := range files {
		for _, c := range f.Cases {
			if f.Operation != vectors.OpBlock {
				continue
			}
			for _, count := range []int{0, 1, 2, 3, 14, 15, 16, 38} { // one more is processed
				seeds = append(seeds, seed{f.Row, c.Key, fit(c.Plaintext, count*len(c.Plaintext))})
			}
		}
	}
	for _, name := range corpusFiles(tb, "aes") {
		data, err := os.ReadFile(name)
		if err != nil {
			tb.Fatal(err)
		}
		for _, row := range catalogue.Blocks() {
			seeds = append(seeds, seed{row.Name, data, data})
		}
	}
	return seeds
}

// corpusFiles returns the files of one name in the folder GO_FUZZ_CORPUS, none without it.
func corpusFiles(tb testing.TB, name string) []string {
	folder := os.Getenv("GO_FUZZ_CORPUS")
	if folder == "" {
		return nil
	}
	files, err := filepath.Glob(filepath.Join(folder, name, "*", "*"))
	if err != nil || len(files) == 0 {
		tb.Fatalf("GO_FUZZ_CORPUS=%s: no files %s/*/* (%v)", folder, name, err)
	}
	return files
}

// rowNamed returns the named row, or skips: to the fuzzer a name is only more bytes.
func rowNamed(t *testing.T, name string) catalogue.Block {
	row, ok := catalogue.BlockNamed(name)
	if !ok {
		t.Skip()
	}
	return row
}

// FuzzBlock: every path is its reference, in both directions, one block and many.
func FuzzBlock(f *testing.F) {
	for _, s := range blockSeeds(f) {
		f.Add(s.row, s.key, s.data)
	}
	f.Fuzz(func(t *testing.T, row string, key, data []byte) {
		blocks(t, rowNamed(t, row), key, data)
	})
}

// FuzzBlockKeySize: a key length is accepted or refused, and nothing else happens.
func FuzzBlockKeySize(f *testing.F) {
	for _, row := range catalogue.Blocks() {
		for _, n := range []int{0, 1, 15, 16, 17, 24, 32, 33, 64, 65, 128} {
			f.Add(row.Name, make([]byte, n))
		}
	}
	f.Fuzz(func(t *testing.T, row string, key []byte) {
		props.BlockKeySize(t, rowNamed(t, row), key)
	})
}

// FuzzBlockBuffers: source and destination anywhere in one array.
func FuzzBlockBuffers(f *testing.F) {
	for _, s := range blockSeeds(f) {
		f.Add(s.row, slices.Concat(s.key, s.data))
	}
	f.Fuzz(func(t *testing.T, row string, data []byte) {
		buffers(t, rowNamed(t, row), data)
	})
}

// FuzzBlockLaw: the property of the property tests, its draws made by the fuzzer.
func FuzzBlockLaw(f *testing.F) {
	for _, s := range blockSeeds(f) {
		f.Add(fit(s.data, 512))
	}
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) {
		props.BlockEquivalence(t, rapid.SampledFrom(catalogue.Blocks()).Draw(t, "row"))
	}))
}

// The seeds alone catch the mutants that fuzzing is there to catch.
func TestBlockMutants(t *testing.T) {
	seeds := blockSeeds(t)
	for _, row := range catalogue.Blocks() {
		own := slices.DeleteFunc(slices.Clone(seeds), func(s seed) bool { return s.row != row.Name })
		catch(t, row.Name, catalogue.BlockMutants(row), len(own), func(t contract.T, m catalogue.Block, i int) {
			s := own[i]
			blocks(t, m, s.key, s.data)
			props.BlockKeySize(t, m, s.key[1:])
			for extra := range 32 {
				buffers(t, m, append(slices.Concat(s.key, s.data), byte(extra)))
			}
		})
	}
}
