package props

import (
	"bytes"
	"hash"

	"pgregory.net/rapid"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/props/contract"
)

// hashOf widens the result of a constructor.
func hashOf[H hash.Hash](f func() H) func() hash.Hash { return func() hash.Hash { return f() } }

// MACEquivalence: on a drawn key and message, cut at drawn places, every path of a row is
// its reference.
func MACEquivalence(t *rapid.T, row catalogue.MAC) {
	key := Bytes(row.Sizes.Key).Draw(t, "key")
	message := rapid.SliceOfN(rapid.Byte(), 0, 3*row.Sizes.Block).Draw(t, "message")
	MACEqualsReference(t, row, key, message, rapid.SliceOf(rapid.Byte()).Draw(t, "cut"))
}

// MACEqualsReference compares every path of a row with its reference.
func MACEqualsReference(t contract.T, row catalogue.MAC, key, message []byte, cut Cut) {
	t.Helper()
	macsEqual(t, row, key, message, cut, "reference", row.Reference(key, message))
}

// MACPathsAgree compares every path of a row with the last one, the constant-time one.
func MACPathsAgree(t contract.T, row catalogue.MAC, key, message []byte, cut Cut) {
	t.Helper()
	last := row.Paths[len(row.Paths)-1]
	m, err := last.New(key)
	if err != nil {
		t.Fatalf("%s, path %s: %v", row.Name, last.Name, err)
	}
	m.Write(message)
	macsEqual(t, row, key, message, cut, last.Name, m.Sum(nil))
}

func macsEqual(t contract.T, row catalogue.MAC, key, message []byte, cut Cut, with string, want []byte) {
	t.Helper()
	for _, p := range row.Paths {
		m, err := p.New(key)
		if err != nil {
			t.Fatalf("%s, path %s: %v", row.Name, p.Name, err)
		}
		cut.Pieces(message, func(piece []byte) { m.Write(piece) })
		if got := m.Sum(nil); !bytes.Equal(got, want) {
			t.Fatalf("%s, path %s: tag differs from %s\nkey     %x\nmessage %x\ngot     %x\nwant    %x",
				row.Name, p.Name, with, key, message, got, want)
		}
		if !m.Verify(want) {
			t.Fatalf("%s, path %s: Verify refuses the right tag\nkey     %x\nmessage %x", row.Name, p.Name, key, message)
		}
	}
}

// MACKeySize: every path takes keys of the row's length and refuses all others.
func MACKeySize(t contract.T, row catalogue.MAC, key []byte) {
	t.Helper()
	for _, p := range row.Paths {
		if _, err := p.New(key); (err == nil) != (len(key) == row.Sizes.Key) {
			t.Errorf("%s, path %s, key of %d bytes: %v", row.Name, p.Name, len(key), err)
		}
	}
}

// MACContract returns what props/contract needs to examine a path.
func MACContract(row catalogue.MAC, p catalogue.MACPath) contract.MAC {
	return contract.MAC{
		New: func(key []byte) (hash.Hash, error) {
			m, err := p.New(key)
			if err != nil {
				return nil, err
			}
			return m, nil
		},
		KeySizes: []int{row.Sizes.Key}, Size: row.Sizes.Output, BlockSize: row.Sizes.Block, Methods: []string{"Verify"},
	}
}

// KDFEquivalence: on drawn input every path of a row is its reference.
func KDFEquivalence(t *rapid.T, row catalogue.KDF) {
	KDFEqualsReference(t, row, Bytes(row.Sizes.Key).Draw(t, "master"), Bytes(row.ContextSize).Draw(t, "context"),
		rapid.OneOf(rapid.Uint64(), rapid.SampledFrom([]uint64{0, 1, 1 << 32, 1<<64 - 1})).Draw(t, "id"))
}

// KDFEqualsReference compares every path of a row with its reference.
func KDFEqualsReference(t contract.T, row catalogue.KDF, master, context []byte, id uint64) {
	t.Helper()
	want := row.Reference(master, context, id)
	for _, p := range row.Paths {
		got, err := p.New(master, context, id)
		if err != nil || !bytes.Equal(got, want) {
			t.Fatalf("%s, path %s: key %d differs from reference (%v)\nmaster  %x\ncontext %x\ngot     %x\nwant    %x",
				row.Name, p.Name, id, err, master, context, got, want)
		}
	}
}

// KDFSizes: a path derives a key from input of the row's lengths and refuses all other.
// It changes neither argument.
func KDFSizes(t contract.T, row catalogue.KDF, master, context []byte) {
	t.Helper()
	for _, p := range row.Paths {
		m, c := bytes.Clone(master), bytes.Clone(context)
		key, err := p.New(m, c, 7)
		fits := len(master) == row.Sizes.Key && len(context) == row.ContextSize
		switch {
		case fits && (err != nil || len(key) != row.Sizes.Output):
			t.Errorf("%s, path %s: key of %d bytes, %v", row.Name, p.Name, len(key), err)
		case !fits && (err == nil || key != nil):
			t.Errorf("%s, path %s: master key of %d bytes, context of %d: accepted", row.Name, p.Name, len(master), len(context))
		case !bytes.Equal(m, master) || !bytes.Equal(c, context):
			t.Errorf("%s, path %s: an argument was changed", row.Name, p.Name)
		}
	}
}
