package proof

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/zvirka/zvirka/props/proof/anf"
	"github.com/zvirka/zvirka/props/proof/word"
)

// Boxes are tables that stay uninterpreted functions in a proof. A lookup in any other table of
// as many entries is looked through: if each bit of its entries is a sum of bits of one box, or of the
// index, for all entries, then the lookup is that sum. This is exact, and shows that the table is a
// linear image of the box. A box after its inverse is nothing.
type boxes struct {
	list    []*box
	results map[*anf.Poly]*use
	images  map[string]*image // by the entries of a table
}

// An image says of a table which sums of bits of a box its bits are; no box if of none.
type image struct {
	box  *box
	sums []uint64
}

// A box is an S-box, or the identity.
type box struct {
	name    string
	entries []uint64
	width   int
	basis   []vector // of the columns of its bits and of the constant, reduced
	inverse *box
}

// A vector is the column of one bit of a table, with which bits of the box it is the sum of. The
// bit behind those of the box stands for the constant 1.
type vector struct {
	column []uint64
	of     uint64
}

// A use is an application of a box.
type use struct {
	box *box
	arg word.Word
	out word.Word
}

func newBoxes(tables []Box) *boxes {
	b := &boxes{results: map[*anf.Poly]*use{}, images: map[string]*image{}}
	for _, t := range tables {
		entries := make([]uint64, len(t.Table))
		for i := range entries {
			entries[i] = uint64(t.Table[i])
		}
		b.list = append(b.list, newBox(t.Name, entries, 8))
	}
	for _, x := range b.list {
		for _, y := range b.list {
			if len(x.entries) == len(y.entries) && !slices.ContainsFunc(numbers(len(x.entries)), func(i int) bool {
				return x.entries[i] >= uint64(len(y.entries)) || y.entries[x.entries[i]] != uint64(i)
			}) {
				x.inverse = y
			}
		}
	}
	return b
}

func numbers(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

func newBox(name string, entries []uint64, width int) *box {
	b := &box{name: name, entries: entries, width: width}
	for i := range width {
		b.extend(vector{column(entries, i), 1 << i})
	}
	one := make([]uint64, len(entries))
	for i := range one {
		one[i] = 1
	}
	b.extend(vector{column(one, 0), 1 << width})
	return b
}

// column packs one bit of all entries.
func column(entries []uint64, bit int) []uint64 {
	c := make([]uint64, (len(entries)+63)/64)
	for i, e := range entries {
		c[i/64] |= e >> bit & 1 << (i % 64)
	}
	return c
}

// extend adds a vector to the basis, if it is none of its sums.
func (b *box) extend(v vector) {
	if v = b.reduce(v); lead(v.column) >= 0 {
		b.basis = append(b.basis, v)
	}
}

// reduce subtracts vectors of the basis until their leading bits are gone.
func (b *box) reduce(v vector) vector {
	c := slices.Clone(v.column)
	of := v.of
	for _, u := range b.basis {
		l := lead(u.column)
		if c[l/64]>>(l%64)&1 == 1 {
			for i := range c {
				c[i] ^= u.column[i]
			}
			of ^= u.of
		}
	}
	return vector{c, of}
}

// lead is the place of the lowest bit that is set, or -1.
func lead(c []uint64) int {
	for i, w := range c {
		if w != 0 {
			return 64*i + bits.TrailingZeros64(w)
		}
	}
	return -1
}

// express writes the bits of a table as sums of bits of the box and the constant.
func (b *box) express(entries []uint64, width int) ([]uint64, bool) {
	sums := make([]uint64, width)
	for i := range sums {
		v := b.reduce(vector{column: column(entries, i)})
		if lead(v.column) >= 0 {
			return nil, false
		}
		sums[i] = v.of
	}
	return sums, true
}

// lookUp is a lookup in a table of known numbers. It reports false for other tables.
func (m *machine) lookUp(values []value, i integer) (value, bool) {
	entries := make([]uint64, len(values))
	width := 0
	for k, v := range values {
		n, ok := v.(integer)
		if !ok || !n.known {
			return nil, false
		}
		entries[k], width = n.v, n.width
	}
	index := i.w[:min(bits.Len(uint(len(values)-1)), len(i.w))]
	if m.boxes != nil && len(entries) == 1<<len(index) {
		if w, ok := m.throughBox(entries, width, index); ok {
			return m.number(w), true
		}
	}
	return m.number(m.Lookup(func(k int) uint64 { return entries[k] }, len(entries), width, index)), true
}

// throughBox is a lookup by way of the first box that the table is a linear image of.
func (m *machine) throughBox(entries []uint64, width int, index word.Word) (word.Word, bool) {
	of := m.boxes.imageOf(entries, width, len(index))
	if of.box == nil {
		return nil, false
	}
	out := index
	if of.box.name != "" {
		out = m.applyBox(of.box, index)
	}
	w := make(word.Word, width)
	for i, sum := range of.sums {
		var terms []*anf.Poly
		for k := range of.box.width {
			if sum>>k&1 == 1 {
				terms = append(terms, out[k])
			}
		}
		if sum>>of.box.width&1 == 1 {
			terms = append(terms, m.One())
		}
		w[i] = m.Sum(terms...)
	}
	return w, true
}

// imageOf finds the box that a table is an image of: the identity, which has no name, or one of
// those that the proof was given.
func (b *boxes) imageOf(entries []uint64, width, indexBits int) *image {
	key := make([]byte, 0, 8*len(entries)+1)
	for _, e := range entries {
		key = binary.LittleEndian.AppendUint64(key, e)
	}
	key = append(key, byte(width))
	if of, ok := b.images[string(key)]; ok {
		return of
	}
	identity := make([]uint64, len(entries))
	for i := range identity {
		identity[i] = uint64(i)
	}
	of := &image{}
	for _, candidate := range append([]*box{newBox("", identity, indexBits)}, b.list...) {
		if len(candidate.entries) != len(entries) {
			continue
		}
		if sums, ok := candidate.express(entries, width); ok {
			of = &image{candidate, sums}
			break
		}
	}
	b.images[string(key)] = of
	return of
}

// applyBox is a box applied to an index.
func (m *machine) applyBox(b *box, index word.Word) word.Word {
	if u := m.boxes.results[index[0]]; u != nil && u.out.Equal(index) && u.box.inverse == b {
		return u.arg
	}
	if v, ok := m.Value(index); ok {
		return m.Const(b.width, b.entries[v])
	}
	out := m.Apply("box "+b.name, b.width, func(args [][]bool) []bool {
		return word.Bools(b.entries[word.Uint64(args[0])], b.width)
	}, index)
	m.boxes.results[out[0]] = &use{b, index, out}
	return out
}

// A Box names a table of 256 bytes, an S-box, for [Boxes].
type Box struct {
	Name  string
	Table string
}
