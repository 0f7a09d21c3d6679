//go:build ctgrind

package policy

import (
	"crypto/cipher"
	"fmt"
	"runtime/debug"
	"slices"
	"testing"

	"github.com/zvirka/zvirka/ctcheck/dynamic"
	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/internal/multiblock"
	"github.com/zvirka/zvirka/spec"
)

// A meter counts the complaints of the operations of one path of a row.
type meter struct {
	row, path  string
	timing     spec.Timing
	operations int
	total      int
	leaks      []string // operations that gave rise to any
}

// run counts what f gives rise to.
func (m *meter) run(name string, f func()) {
	n := dynamic.Count(f)
	m.operations++
	m.total += n
	if n > 0 {
		m.leaks = append(m.leaks, fmt.Sprintf("%s %d", name, n))
	}
}

// verdict returns what is wrong with the counts, or nothing.
func (m *meter) verdict() string {
	switch {
	case m.operations == 0:
		return "no operation ran"
	case m.timing == spec.ConstantTime && m.total > 0:
		return fmt.Sprintf("is declared %s, and memcheck complains: %v", m.timing, m.leaks)
	case m.timing == spec.TableLookup && m.total == 0:
		return fmt.Sprintf("is declared %s, and memcheck sees no lookup in %d operations", m.timing, m.operations)
	}
	return ""
}

// secret returns bytes that are secret and not all the same.
func secret(n int) []byte {
	b := plain(n)
	dynamic.Secret(b)
	return b
}

func plain(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(37*i + n)
	}
	return b
}

// public returns a public copy.
func public(b []byte) []byte {
	b = slices.Clone(b)
	dynamic.Public(b)
	return b
}

func must[R any](r R, err error) R {
	if err != nil {
		panic(err)
	}
	return r
}

// meters runs all rows.
func meters() (all []*meter) {
	add := func(card spec.Card, path string, timing spec.Timing) *meter {
		m := &meter{row: card.Name, path: path, timing: timing}
		all = append(all, m)
		return m
	}
	for _, r := range catalogue.Blocks() {
		for _, p := range r.Paths {
			m := add(r.Card, p.Name, p.Timing)
			for _, size := range r.KeySizes {
				m.block(p.New, r.Sizes.Block, size)
			}
		}
	}
	for _, r := range catalogue.Hashes() {
		for _, p := range r.Paths {
			add(r.Card, p.Name, p.Timing).hash(p.New)
		}
	}
	for _, r := range catalogue.MACs() {
		for _, p := range r.Paths {
			add(r.Card, p.Name, p.Timing).mac(p.New, r.Sizes.Key)
		}
	}
	for _, r := range catalogue.KDFs() {
		for _, p := range r.Paths {
			m := add(r.Card, p.Name, p.Timing)
			m.run("key", func() { must(p.New(secret(r.Sizes.Key), plain(r.ContextSize), 1)) })
		}
	}
	for _, r := range catalogue.Streams() {
		for _, p := range r.Paths {
			m := add(r.Card, p.Name, p.Timing)
			for _, size := range r.KeySizes {
				m.stream(p.New, size, r.Sizes.IV)
			}
		}
	}
	for _, r := range catalogue.Modes() {
		for _, p := range r.Paths {
			m := add(r.Card, p.Name, p.Timing)
			for _, size := range r.KeySizes {
				for _, width := range r.Widths {
					c := must(p.New(secret(size), width))
					n := max(r.Min, r.Unit) / r.Unit * r.Unit
					for _, length := range []int{n, n + 20*r.Unit, n + 67*r.Unit} {
						m.run("encrypt", func() { must(c.Encrypt(plain(r.Sizes.IV), secret(length))) })
						m.run("decrypt", func() { must(c.Decrypt(plain(r.Sizes.IV), secret(length))) })
					}
				}
			}
		}
	}
	for _, r := range catalogue.AEADs() {
		for _, p := range r.Paths {
			m := add(r.Card, p.Name, p.Timing)
			for _, size := range r.KeySizes {
				for _, parameters := range r.Parameters {
					m.aead(func(key []byte) (cipher.AEAD, error) { return p.New(key, parameters) }, size)
				}
			}
		}
	}
	for _, r := range catalogue.Tags() {
		for _, p := range r.Paths {
			m := add(r.Card, p.Name, p.Timing)
			for _, size := range r.KeySizes {
				m.tag(func(key []byte) (catalogue.Tagger, error) { return p.New(key, r.TagSizes[0]) }, size)
			}
		}
	}
	for _, r := range catalogue.KeyWraps() {
		for _, p := range r.Paths {
			m := add(r.Card, p.Name, p.Timing)
			for _, size := range r.KeySizes {
				m.keyWrap(p.New, size, r.Sizes.Block)
			}
		}
	}
	for _, r := range catalogue.Fields() {
		for _, p := range r.Paths {
			m := add(r.Card, p.Name, p.Timing)
			m.field(p.New(), r.Degree)
		}
	}
	return all
}

func (m *meter) block(construct func([]byte) (cipher.Block, error), block, key int) {
	var c cipher.Block
	m.run("new", func() { c = must(construct(secret(key))) })
	dst := make([]byte, 9*block)
	m.run("encrypt", func() { c.Encrypt(dst, secret(block)) })
	m.run("decrypt", func() { c.Decrypt(dst, secret(block)) })
	m.run("encrypt many", func() { multiblock.Of(c).EncryptBlocks(dst, secret(9*block)) })
	m.run("decrypt many", func() { multiblock.Of(c).DecryptBlocks(dst, secret(9*block)) })
	m.run("chain", func() { multiblock.Chain(c, dst[:block], secret(3*block)) })
}

func (m *meter) hash(construct func() catalogue.BitHash) {
	for _, size := range []int{0, 1, 63, 64, 200, 1000} {
		m.run("sum", func() {
			h := construct()
			h.Write(secret(size))
			h.Sum(nil)
		})
	}
	m.run("sum bits", func() {
		h := construct()
		h.Write(secret(10))
		must(h.SumBits(nil, secret(1)[0], 3))
	})
}

func (m *meter) mac(construct func([]byte) (catalogue.Authenticator, error), key int) {
	var a catalogue.Authenticator
	m.run("new", func() { a = must(construct(secret(key))) })
	for _, size := range []int{0, 1, 100, 300} {
		var sum []byte
		m.run("sum", func() {
			a.Reset()
			a.Write(secret(size))
			sum = a.Sum(nil)
		})
		good, bad := public(sum), public(sum)
		bad[0] ^= 1
		m.run("verify", func() { expect(a.Verify(good), true) })
		m.run("verify another", func() { expect(a.Verify(bad), false) })
	}
}

// expect stops a run whose operations do not do what they are for.
func expect(got, want bool) {
	if got != want {
		panic(fmt.Sprintf("verified: %t, want %t", got, want))
	}
}

func (m *meter) stream(construct func(key, iv []byte) (cipher.Stream, error), key, iv int) {
	var s cipher.Stream
	m.run("new", func() { s = must(construct(secret(key), plain(iv))) })
	for _, size := range []int{1, 7, 64, 200, 1024, 3000} {
		m.run("xor", func() { s.XORKeyStream(make([]byte, size), secret(size)) })
	}
}

func (m *meter) aead(construct func([]byte) (cipher.AEAD, error), key int) {
	var a cipher.AEAD
	m.run("new", func() { a = must(construct(secret(key))) })
	nonce := plain(a.NonceSize())
	for _, size := range []int{1, 64, 100, 2500} {
		var sealed []byte
		m.run("seal", func() { sealed = a.Seal(nil, nonce, secret(size), plain(33)) })
		good, bad := public(sealed), public(sealed)
		bad[len(bad)-1] ^= 1
		m.run("open", func() { must(a.Open(nil, nonce, good, plain(33))) })
		m.run("open another", func() {
			_, err := a.Open(nil, nonce, bad, plain(33))
			expect(err == nil, false)
		})
	}
}

func (m *meter) tag(construct func([]byte) (catalogue.Tagger, error), key int) {
	var a catalogue.Tagger
	m.run("new", func() { a = must(construct(secret(key))) })
	for _, size := range []int{1, 64, 100, 700} {
		var sum []byte
		m.run("tag", func() {
			a.Reset()
			a.Write(secret(size))
			sum = must(a.Tag())
		})
		good, bad := public(sum), public(sum)
		bad[0] ^= 1
		m.run("verify", func() { expect(a.Verify(good) == nil, true) })
		m.run("verify another", func() { expect(a.Verify(bad) == nil, false) })
		m.run("tag of bits", func() { must(a.TagBits(secret(1)[0], 3)) })
	}
}

func (m *meter) keyWrap(construct func([]byte) (catalogue.Wrapper, error), key, block int) {
	var w catalogue.Wrapper
	m.run("new", func() { w = must(construct(secret(key))) })
	for _, c := range []struct {
		name         string
		wrap, unwrap func([]byte) ([]byte, error)
		size         int
	}{
		{"wrap", w.Wrap, w.Unwrap, 2 * block},
		{"wrap padded", w.WrapPadded, w.UnwrapPadded, block + 5},
		{"wrap bits", func(p []byte) ([]byte, error) { return w.WrapBits(p, 8*block+35) },
			func(p []byte) ([]byte, error) { return w.UnwrapBits(p, 8*block+35) }, block + 5},
	} {
		var wrapped []byte
		m.run(c.name, func() { wrapped = must(c.wrap(secret(c.size))) })
		good, bad := public(wrapped), public(wrapped)
		bad[0] ^= 1
		m.run("un"+c.name, func() { must(c.unwrap(good)) })
		m.run("un"+c.name+" another", func() {
			_, err := c.unwrap(bad)
			expect(err == nil, false)
		})
	}
}

func (m *meter) field(f catalogue.FieldArithmetic, degree int) {
	size := (degree + 7) / 8
	element := func() []byte {
		b := plain(size)
		b[size-1] &= 0xff >> (8*size - degree)
		dynamic.Secret(b)
		return b
	}
	for name, two := range map[string]func(a, b []byte) []byte{"add": f.Add, "multiply": f.Multiply} {
		m.run(name, func() { two(element(), element()) })
	}
	for name, one := range map[string]func(a []byte) []byte{
		"square": f.Square, "invert": f.Invert, "multiply by x": f.MultiplyX, "square root": f.Sqrt, "half-trace": f.HalfTrace,
	} {
		if one != nil {
			m.run(name, func() { one(element()) })
		}
	}
	m.run("trace", func() { f.Trace(element()) })
	if f.Evaluate != nil {
		m.run("evaluate", func() { f.Evaluate(element(), secret(9*size)) })
	}
}

func TestOperations(t *testing.T) {
	if !dynamic.Running() {
		t.Fatal("not under valgrind")
	}
	debug.SetGCPercent(-1) // memory that is used again would carry marks
	total := 0
	for _, m := range meters() {
		fmt.Printf("%-28s %-10s %-12s %3d operations, %7d complaints\n", m.row, m.path, m.timing, m.operations, m.total)
		total += m.operations
		if wrong := m.verdict(); wrong != "" {
			t.Errorf("%s, path %s: %s", m.row, m.path, wrong)
		}
	}
	if !t.Failed() {
		fmt.Printf("%d operations agree with their declared class\n", total)
	}
}

// TestOperationsControls: a table path that is declared constant-time, a constant-time path that
// is declared otherwise, and one into which a lookup is put, are caught.
func TestOperationsControls(t *testing.T) {
	row, ok := catalogue.BlockNamed("kalyna-128-128")
	if !ok {
		t.Fatal("no kalyna-128-128")
	}
	table, constant := row.Paths[0], row.Paths[len(row.Paths)-1]
	if table.Timing != spec.TableLookup || constant.Timing != spec.ConstantTime {
		t.Fatalf("the paths of %s are not what this test takes them for", row.Name)
	}
	planted := func(key []byte) (cipher.Block, error) {
		c, err := constant.New(key)
		return leaking{c}, err
	}
	for _, c := range []struct {
		name      string
		construct func([]byte) (cipher.Block, error)
		timing    spec.Timing
		caught    bool
	}{
		{"a table declared constant", table.New, spec.ConstantTime, true},
		{"constant declared a table", constant.New, spec.TableLookup, true},
		{"a planted lookup", planted, spec.ConstantTime, true},
		{"a table", table.New, spec.TableLookup, false},
		{"constant", constant.New, spec.ConstantTime, false},
	} {
		m := &meter{row: row.Name, path: c.name, timing: c.timing}
		m.block(c.construct, row.Sizes.Block, row.KeySizes[0])
		if caught := m.verdict() != ""; caught != c.caught {
			t.Errorf("%s: caught is %t (%d complaints)", c.name, caught, m.total)
		}
	}
}

// leaking looks something up at an address that the last byte of a block decides.
type leaking struct{ cipher.Block }

var entries [256]byte

func (l leaking) Encrypt(dst, src []byte) {
	l.Block.Encrypt(dst, src)
	dst[0] ^= entries[src[l.BlockSize()-1]]
}
