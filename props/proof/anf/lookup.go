package anf

// Lookup returns, as bits from the least significant, the entry of a table at an index of
// which bits are given from the least significant: bit b of the result is
//
//	Σ over sets S of index bits of c(S)·Π S,  c(S) = Σ over T ⊆ S of bit b of table[T],
//
// the Möbius transform of the column of the table. Entries beyond the table's end count as
// zero; the caller has seen to it that no index is there.
func (r *Ring) Lookup(table func(i int) uint64, entries, width int, index []*Poly) []*Poly {
	n := len(index)
	c := make([]uint64, 1<<n)
	for i := range min(entries, len(c)) {
		c[i] = table(i)
	}
	for b := range n {
		for i := range c {
			if i>>b&1 == 1 {
				c[i] ^= c[i^1<<b]
			}
		}
	}
	products := make([]*Poly, len(c))
	products[0] = r.one
	var product func(i int) *Poly
	product = func(i int) *Poly {
		if products[i] == nil {
			low := i & -i
			products[i] = r.And(product(i^low), index[trailing(low)])
		}
		return products[i]
	}
	terms := make([][]term, width)
	for i := range c {
		if c[i] == 0 {
			continue // a product that no bit needs may be large
		}
		p := product(i)
		for b := range width {
			if c[i]>>b&1 == 1 {
				terms[b] = append(terms[b], p.terms...)
			}
		}
	}
	bits := make([]*Poly, width)
	for b := range bits {
		bits[b] = r.intern(cancel(terms[b]))
	}
	return bits
}

func trailing(power int) (n int) {
	for ; power > 1; power >>= 1 {
		n++
	}
	return n
}
