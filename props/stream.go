package props

import (
	"bytes"
	"slices"

	"pgregory.net/rapid"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/props/contract"
)

// StreamEquivalence: on drawn key, IV and data, cut at drawn places, every path of a row
// is its reference.
func StreamEquivalence(t *rapid.T, row catalogue.Stream) {
	key, iv := Bytes(row.Sizes.Key).Draw(t, "key"), Bytes(row.Sizes.IV).Draw(t, "iv")
	data := rapid.SliceOfN(rapid.Byte(), 0, 600).Draw(t, "data")
	StreamEqualsReference(t, row, key, iv, data, rapid.SliceOf(rapid.Byte()).Draw(t, "cut"))
}

// StreamEqualsReference compares every path of a row with its reference.
func StreamEqualsReference(t contract.T, row catalogue.Stream, key, iv, data []byte, cut Cut) {
	t.Helper()
	want := row.Reference(key, iv, data)
	for _, p := range row.Paths {
		streamEquals(t, row, p, key, iv, data, cut, "reference", want)
	}
}

// StreamPathsAgree compares every path of a row with the last one, the constant-time one.
func StreamPathsAgree(t contract.T, row catalogue.Stream, key, iv, data []byte, cut Cut) {
	t.Helper()
	last := row.Paths[len(row.Paths)-1]
	s, err := last.New(key, iv)
	if err != nil {
		t.Fatalf("%s, path %s: %v", row.Name, last.Name, err)
	}
	want := make([]byte, len(data))
	s.XORKeyStream(want, data)
	for _, p := range row.Paths {
		streamEquals(t, row, p, key, iv, data, cut, last.Name, want)
	}
}

func streamEquals(t contract.T, row catalogue.Stream, p catalogue.StreamPath, key, iv, data []byte, cut Cut, with string, want []byte) {
	t.Helper()
	s, err := p.New(key, iv)
	if err != nil {
		t.Fatalf("%s, path %s: %v", row.Name, p.Name, err)
	}
	got := bytes.Clone(data)
	cut.Pieces(got, func(piece []byte) { s.XORKeyStream(piece, piece) })
	if !bytes.Equal(got, want) {
		at := 0
		for got[at] == want[at] {
			at++
		}
		t.Fatalf("%s, path %s: byte %d of %d differs from %s\nkey %x\niv  %x", row.Name, p.Name, at, len(data), with, key, iv)
	}
}

// StreamSizes: every path takes keys and IVs of the row's lengths and refuses all others.
func StreamSizes(t contract.T, row catalogue.Stream, key, iv []byte) {
	t.Helper()
	want := slices.Contains(row.KeySizes, len(key)) && len(iv) == row.Sizes.IV
	for _, p := range row.Paths {
		if _, err := p.New(key, iv); (err == nil) != want {
			t.Errorf("%s, path %s, key of %d bytes, IV of %d: %v", row.Name, p.Name, len(key), len(iv), err)
		}
	}
}

// StreamContract returns what props/contract needs to examine a path.
func StreamContract(row catalogue.Stream, p catalogue.StreamPath) contract.Stream {
	return contract.Stream{New: p.New, KeySizes: row.KeySizes, IVSizes: []int{row.Sizes.IV}}
}
