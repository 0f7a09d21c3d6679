package props

import (
	"bytes"
	"crypto/cipher"
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/props/contract"
)

// ModeEquivalence: on a drawn key, IV and message, cut at drawn places, every path of a
// row is its reference.
func ModeEquivalence(t *rapid.T, row catalogue.Mode) {
	units := rapid.IntRange((row.Min+row.Unit-1)/row.Unit, 5*row.Sizes.Block/row.Unit).Draw(t, "units")
	ModeEqualsReference(t, row, Bytes(row.Sizes.Key).Draw(t, "key"), Bytes(row.Sizes.IV).Draw(t, "iv"),
		rapid.SampledFrom(row.Widths).Draw(t, "width"), rapid.SliceOfN(rapid.Byte(), units*row.Unit, units*row.Unit).Draw(t, "message"),
		rapid.SliceOf(rapid.Byte()).Draw(t, "cut"))
}

// ModeEqualsReference compares every path of a row with its reference, in both directions.
// The message is one that the row does not refuse.
func ModeEqualsReference(t contract.T, row catalogue.Mode, key, iv []byte, width int, message []byte, cut Cut) {
	t.Helper()
	encrypted := row.Reference.Encrypt(key, iv, width, message)
	if back := row.Reference.Decrypt(key, iv, width, encrypted); !bytes.Equal(back, message) {
		t.Fatalf("%s: the reference does not decrypt what it encrypted\nkey %x\niv  %x", row.Name, key, iv)
	}
	for _, p := range row.Paths {
		modeEquals(t, row, p, key, iv, width, message, encrypted, cut, "reference")
	}
}

// ModePathsAgree compares every path of a row with the last one, the constant-time one.
func ModePathsAgree(t contract.T, row catalogue.Mode, key, iv []byte, width int, message []byte, cut Cut) {
	t.Helper()
	last := row.Paths[len(row.Paths)-1]
	m, err := last.New(key, width)
	if err != nil {
		t.Fatalf("%s, path %s: %v", row.Name, last.Name, err)
	}
	encrypted, err := m.Encrypt(iv, message)
	if err != nil {
		t.Fatalf("%s, path %s: %v", row.Name, last.Name, err)
	}
	for _, p := range row.Paths {
		modeEquals(t, row, p, key, iv, width, message, encrypted, cut, last.Name)
	}
}

func modeEquals(t contract.T, row catalogue.Mode, p catalogue.ModePath, key, iv []byte, width int, message, encrypted []byte, cut Cut, with string) {
	t.Helper()
	m, err := p.New(key, width)
	if err != nil {
		t.Fatalf("%s, path %s: %v", row.Name, p.Name, err)
	}
	for _, d := range []struct {
		name     string
		f        func(iv []byte, pieces ...[]byte) ([]byte, error)
		in, want []byte
	}{{"encrypt", m.Encrypt, message, encrypted}, {"decrypt", m.Decrypt, encrypted, message}} {
		for _, pieces := range [][][]byte{{d.in}, cut.Units(d.in, row.Unit)} {
			got, err := d.f(iv, pieces...)
			if err != nil || !bytes.Equal(got, d.want) {
				t.Fatalf("%s, path %s: %s of %d bytes in %d pieces differs from %s at byte %d (%v)\nkey %x\niv  %x\nwidth %d",
					row.Name, p.Name, d.name, len(d.in), len(pieces), with, firstDifference(got, d.want), err, key, iv, width)
			}
		}
	}
}

// Units cuts the message into pieces that are whole numbers of units.
func (c Cut) Units(message []byte, unit int) [][]byte {
	var pieces [][]byte
	rest := message
	c.Pieces(make([]byte, len(message)/unit), func(piece []byte) {
		pieces = append(pieces, rest[:len(piece)*unit])
		rest = rest[len(piece)*unit:]
	})
	return pieces
}

// firstDifference returns the index of the first byte in which a and b differ.
func firstDifference(a, b []byte) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// ModeSizes: every path takes keys, IVs, widths and messages of the row's sizes and refuses
// all others, with an error or, where one of Go's block modes says so, a panic.
func ModeSizes(t contract.T, row catalogue.Mode, keySize, ivSize, width, messageSize int) {
	t.Helper()
	want := slices.Contains(row.KeySizes, keySize) && (ivSize == row.Sizes.IV || row.Sizes.IV == 0) &&
		slices.Contains(row.Widths, width) && messageSize%row.Unit == 0 && messageSize >= row.Min
	for _, p := range row.Paths {
		for direction := range 2 {
			err := recovered(func() error {
				m, err := p.New(make([]byte, keySize), width)
				if err != nil {
					return err
				}
				f := m.Encrypt
				if direction == 1 {
					f = m.Decrypt
				}
				_, err = f(make([]byte, ivSize), make([]byte, messageSize))
				return err
			})
			if (err == nil) != want {
				t.Errorf("%s, path %s: key of %d bytes, IV of %d, width %d, message of %d: %v", row.Name, p.Name, keySize, ivSize, width, messageSize, err)
			}
		}
	}
}

// recovered makes an error of a panic of f, but not of a runtime error.
func recovered(f func() error) (err error) {
	defer func() {
		switch v := recover().(type) {
		case nil:
		case string:
			err = fmt.Errorf("panic: %s", v)
		default:
			panic(v)
		}
	}()
	return f()
}

// ModeBuffers: with source and destination anywhere in one array, a path gives what it
// gives in separate ones and writes nothing else, or refuses the overlap.
func ModeBuffers(t contract.T, row catalogue.Mode, key, iv, arena []byte, size, dst, src int) {
	t.Helper()
	for _, p := range row.Paths {
		for _, width := range row.Widths {
			for direction := range 2 {
				run := func(d, s []byte) error {
					return recovered(func() error {
						m, err := p.New(key, width)
						if err != nil {
							return err
						}
						encrypt, decrypt, err := m.Bulk(iv)
						if err != nil {
							return err
						}
						if direction == 1 {
							encrypt = decrypt
						}
						encrypt(d, s)
						return nil
					})
				}
				buf := bytes.Clone(arena)
				want := make([]byte, size)
				if err := run(want, bytes.Clone(buf[src:src+size])); err != nil {
					t.Fatalf("%s, path %s: %v", row.Name, p.Name, err)
				}
				err := run(buf[dst:dst+size], buf[src:src+size])
				overlap := dst != src && dst < src+size && src < dst+size
				expected := bytes.Clone(arena)
				if !overlap {
					copy(expected[dst:], want[:size/max(width, 1)*max(width, 1)]) // CFB keeps an incomplete group
				}
				if (err != nil) != overlap || !bytes.Equal(buf, expected) {
					t.Errorf("%s, path %s, width %d: %d bytes from %d to %d: error %v, or wrong from byte %d on",
						row.Name, p.Name, width, size, src, dst, err, firstDifference(buf, expected))
				}
			}
		}
	}
}

// BlockModeContract returns what props/contract needs to examine a path whose mode is one of
// Go's block modes, false for others.
func BlockModeContract(row catalogue.Mode, p catalogue.ModePath) (c contract.BlockMode, ok bool) {
	m, err := p.New(make([]byte, row.Sizes.Key), row.Widths[0])
	if err != nil {
		return c, false
	}
	if _, ok = m.(catalogue.BlockModer); !ok {
		return c, false
	}
	direction := func(which int) func(key, iv []byte) (cipher.BlockMode, error) {
		return func(key, iv []byte) (cipher.BlockMode, error) {
			m, err := p.New(key, row.Widths[0])
			if err != nil {
				return nil, err
			}
			encrypter, decrypter, err := m.(catalogue.BlockModer).BlockModes(iv)
			return [2]cipher.BlockMode{encrypter, decrypter}[which], err
		}
	}
	c = contract.BlockMode{NewEncrypter: direction(0), NewDecrypter: direction(1), BlockSize: row.Sizes.Block, KeySizes: row.KeySizes}
	if row.Sizes.IV > 0 {
		c.IVSizes = []int{row.Sizes.IV}
	}
	return c, true
}
