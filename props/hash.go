package props

import (
	"bytes"
	"encoding"

	"pgregory.net/rapid"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/props/contract"
)

// A Cut says how a message is cut into pieces: the next piece has the length of the next
// byte, cyclically, and an empty Cut does not cut. It makes a split of whatever bytes a
// property or a fuzzer comes with.
type Cut []byte

// Pieces calls f with the pieces of a message, in order.
func (c Cut) Pieces(message []byte, f func(piece []byte)) {
	for i := 0; len(message) > 0; i++ {
		n := len(message)
		if len(c) > 0 {
			n = min(n, int(c[i%len(c)]))
			if n == 0 && i >= len(c) { // a cut of zeros alone would never end
				n = 1
			}
		}
		f(message[:n])
		message = message[n:]
	}
}

// HashEquivalence: on a drawn message of any number of bits, cut at drawn places, every
// path of a row is its reference.
func HashEquivalence(t *rapid.T, row catalogue.Hash) {
	message := Bytes(rapid.IntRange(1, 4*row.Sizes.Block).Draw(t, "bytes")).Draw(t, "message")
	bits := 8*len(message) - rapid.IntRange(0, 7).Draw(t, "unused bits")
	HashEqualsReference(t, row, message, bits, rapid.SliceOf(rapid.Byte()).Draw(t, "cut"))
}

// HashEqualsReference compares every path of a row with its reference on the first bits
// of a message.
func HashEqualsReference(t contract.T, row catalogue.Hash, message []byte, bits int, cut Cut) {
	t.Helper()
	want := row.Reference(message, bits)
	for _, p := range row.Paths {
		h := p.New()
		cut.Pieces(message[:bits/8], func(piece []byte) { h.Write(piece) })
		got := h.Sum(nil)
		if bits%8 != 0 {
			var err error
			if got, err = h.SumBits(nil, message[bits/8], bits%8); err != nil {
				t.Fatalf("%s, path %s: %v", row.Name, p.Name, err)
			}
		}
		if !bytes.Equal(got, want) {
			t.Fatalf("%s, path %s: digest of %d bits differs from reference\nmessage %x\ngot     %x\nwant    %x",
				row.Name, p.Name, bits, message, got, want)
		}
	}
}

// HashPathsAgree compares every path of a row with the last one, the constant-time one. It
// is for long messages.
func HashPathsAgree(t contract.T, row catalogue.Hash, message []byte, cut Cut) {
	t.Helper()
	last := len(row.Paths) - 1
	var want []byte
	for i := last; i >= 0; i-- {
		h := row.Paths[i].New()
		cut.Pieces(message, func(piece []byte) { h.Write(piece) })
		got := h.Sum(nil)
		if i == last {
			want = got
		}
		if !bytes.Equal(got, want) {
			t.Fatalf("%s, path %s: digest of %d bytes is %x, %x on path %s",
				row.Name, row.Paths[i].Name, len(message), got, want, row.Paths[last].Name)
		}
	}
}

// HashOperations is a random walk on one object, held against the reference of what it
// should have in it: writes, sums, bit sums, resets, states marshalled and resumed, on
// whatever path.
func HashOperations(t *rapid.T, row catalogue.Hash) {
	path := rapid.IntRange(0, len(row.Paths)-1)
	h := row.Paths[path.Draw(t, "path")].New()
	var written []byte
	t.Repeat(map[string]func(*rapid.T){
		"write": func(t *rapid.T) {
			piece := rapid.SliceOfN(rapid.Byte(), 0, 2*row.Sizes.Block+1).Draw(t, "piece")
			if n, err := h.Write(piece); n != len(piece) || err != nil {
				t.Fatalf("Write = %d, %v for %d bytes", n, err, len(piece))
			}
			written = append(written, piece...)
		},
		"sum": func(t *rapid.T) {
			prefix := rapid.SliceOfN(rapid.Byte(), 0, 5).Draw(t, "prefix")
			want := append(bytes.Clone(prefix), row.Reference(written, 8*len(written))...)
			if got := h.Sum(prefix); !bytes.Equal(got, want) {
				t.Fatalf("Sum = %x, want %x", got, want)
			}
		},
		"sum of bits": func(t *rapid.T) {
			last, n := rapid.Byte().Draw(t, "last"), rapid.IntRange(1, 7).Draw(t, "bits")
			want := row.Reference(append(bytes.Clone(written), last), 8*len(written)+n)
			if got, err := h.SumBits(nil, last, n); err != nil || !bytes.Equal(got, want) {
				t.Fatalf("SumBits = %x, %v, want %x", got, err, want)
			}
		},
		"reset": func(t *rapid.T) {
			h.Reset()
			written = nil
		},
		"marshal": func(t *rapid.T) { // and go on with another object, on another path
			state, err := h.(encoding.BinaryMarshaler).MarshalBinary()
			if err != nil {
				t.Fatal(err)
			}
			h.Write([]byte("not part of the state"))
			h = row.Paths[path.Draw(t, "path")].New()
			if err := h.(encoding.BinaryUnmarshaler).UnmarshalBinary(state); err != nil {
				t.Fatal(err)
			}
		},
	})
}

// HashContract returns what props/contract needs to examine a path.
func HashContract(row catalogue.Hash, p catalogue.HashPath) contract.Hash {
	return contract.Hash{New: hashOf(p.New), Size: row.Sizes.Output, BlockSize: row.Sizes.Block, Methods: []string{"SumBits"}}
}
