package props

import (
	"bytes"
	"slices"

	"pgregory.net/rapid"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/props/contract"
)

// TagEquivalence: on a drawn key and message of any number of bits, cut at drawn places,
// every path of a row is its reference, whatever the size of the tag.
func TagEquivalence(t *rapid.T, row catalogue.Tag) {
	message := rapid.SliceOfN(rapid.Byte(), 0, 3*row.Sizes.Block).Draw(t, "message")
	unused := rapid.IntRange(0, min(7, 8*len(message))).Draw(t, "unused bits")
	TagEqualsReference(t, row, Bytes(row.Sizes.Key).Draw(t, "key"), message, 8*len(message)-unused,
		rapid.SampledFrom(row.TagSizes).Draw(t, "tag size"), rapid.SliceOf(rapid.Byte()).Draw(t, "cut"))
}

// TagEqualsReference compares every path of a row with its reference on the first bits of
// a message. The empty message must be refused.
func TagEqualsReference(t contract.T, row catalogue.Tag, key, message []byte, bits, tagSize int, cut Cut) {
	t.Helper()
	var want []byte
	if bits > 0 {
		want = row.Reference(key, message, bits, tagSize)
	}
	for _, p := range row.Paths {
		tagEquals(t, row, p, key, message, bits, cut, want, tagSize, "reference")
	}
}

// TagPathsAgree compares every path of a row with the last one, the constant-time one.
func TagPathsAgree(t contract.T, row catalogue.Tag, key, message []byte, tagSize int, cut Cut) {
	t.Helper()
	last := row.Paths[len(row.Paths)-1]
	want, err := tagOf(last, key, message, 8*len(message), tagSize, nil)
	if err != nil {
		t.Fatalf("%s, path %s: %v", row.Name, last.Name, err)
	}
	for _, p := range row.Paths {
		tagEquals(t, row, p, key, message, 8*len(message), cut, want, tagSize, last.Name)
	}
}

func tagOf(p catalogue.TagPath, key, message []byte, bits, tagSize int, cut Cut) ([]byte, error) {
	m, err := p.New(key, tagSize)
	if err != nil {
		return nil, err
	}
	cut.Pieces(message[:bits/8], func(piece []byte) {
		if err == nil {
			_, err = m.Write(piece)
		}
	})
	if err != nil {
		return nil, err
	}
	if bits%8 != 0 {
		return m.TagBits(message[bits/8], bits%8)
	}
	tag, err := m.Tag()
	if err == nil {
		err = m.Verify(tag)
	}
	return tag, err
}

func tagEquals(t contract.T, row catalogue.Tag, p catalogue.TagPath, key, message []byte, bits int, cut Cut, want []byte, tagSize int, with string) {
	t.Helper()
	got, err := tagOf(p, key, message, bits, tagSize, cut)
	if (err == nil) != (want != nil) || !bytes.Equal(got, want) {
		t.Fatalf("%s, path %s: tag of %d bits differs from %s (%v)\nkey     %x\nmessage %x\ngot     %x\nwant    %x",
			row.Name, p.Name, bits, with, err, key, message, got, want)
	}
}

// TagSizes: every path takes keys and tag sizes of the row and refuses all others.
func TagSizes(t contract.T, row catalogue.Tag, keySize, tagSize int) {
	t.Helper()
	want := slices.Contains(row.KeySizes, keySize) && slices.Contains(row.TagSizes, tagSize)
	for _, p := range row.Paths {
		if m, err := p.New(make([]byte, keySize), tagSize); (err == nil) != want || (m == nil) == want {
			t.Errorf("%s, path %s: key of %d bytes, tag of %d: %v", row.Name, p.Name, keySize, tagSize, err)
		}
	}
}

// TagContract returns what props/contract needs to examine a path with the default size of
// tags.
func TagContract(row catalogue.Tag, p catalogue.TagPath) contract.Tagger {
	return contract.Tagger{
		New: func(key []byte) (contract.Authenticator, error) {
			m, err := p.New(key, row.TagSizes[0])
			if err != nil {
				return nil, err
			}
			return m, nil
		},
		KeySizes: row.KeySizes, Size: row.TagSizes[0], BlockSize: row.Sizes.Block, EmptyError: true,
		Methods: []string{"TagBits", "AppendTag", "Size", "BlockSize"},
	}
}
