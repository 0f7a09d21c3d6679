// Package anf computes with Boolean functions in algebraic normal form: sums over GF(2) of
// products of variables. The form is canonical, and a [Ring] keeps one copy of each
// polynomial, so two functions are equal for all inputs if and only if their polynomials are
// the same pointer. No search is involved.
//
// The price is size: a form can have 2ⁿ terms in n variables. Linear and bilinear functions,
// S-boxes and what is made of them in one round stay small; a [Ring] has a limit on terms and
// reports when it is passed.
package anf

import (
	"fmt"
	"slices"
	"strings"
)

// A Poly is a polynomial. Two of one ring are equal if and only if they are the same pointer.
type Poly struct {
	terms []term // sorted, without repetition; the empty sum is zero
	id    int
}

// ID is a number that no other polynomial of the ring has.
func (p *Poly) ID() int { return p.id }

// Size is the number of terms.
func (p *Poly) Size() int { return len(p.terms) }

// A term numbers a product of variables; 0 is the empty product, one.
type term uint32

// A Ring holds variables, products and polynomials. It is for one goroutine.
type Ring struct {
	// Limit is the number of terms that a polynomial may have. Passing it panics with a
	// *LimitError, which the callers that execute programs recover.
	Limit int

	names    []string // of the variables
	products []product
	byVars   map[string]term
	pairs    map[[2]term]term // of products
	polys    map[uint64][]*Poly
	count    int

	zero, one *Poly
}

type product struct{ vars []int32 } // increasing

// A LimitError says that a polynomial has grown beyond the ring's limit.
type LimitError struct{ Terms, Limit int }

func (e *LimitError) Error() string {
	return fmt.Sprintf("a polynomial of %d terms passes the limit of %d: cut the computation into steps", e.Terms, e.Limit)
}

// DefaultLimit is the number of terms that a polynomial of a new ring may have.
const DefaultLimit = 1 << 20

// NewRing returns a ring without variables.
func NewRing() *Ring {
	r := &Ring{Limit: DefaultLimit, byVars: map[string]term{}, pairs: map[[2]term]term{}, polys: map[uint64][]*Poly{}}
	r.zero = r.intern(nil)
	r.one = r.intern([]term{r.product(nil)})
	return r
}

// Zero and One are the constants.
func (r *Ring) Zero() *Poly { return r.zero }

// One is the constant 1.
func (r *Ring) One() *Poly { return r.one }

// Const returns a constant.
func (r *Ring) Const(bit bool) *Poly {
	if bit {
		return r.one
	}
	return r.zero
}

// IsConst reports whether a polynomial is a constant, and which.
func (r *Ring) IsConst(p *Poly) (bit, ok bool) { return p == r.one, p == r.zero || p == r.one }

// Var makes a variable. The name is for people; names may repeat.
func (r *Ring) Var(name string) *Poly {
	r.names = append(r.names, name)
	return r.intern([]term{r.product([]int32{int32(len(r.names) - 1)})})
}

// Vars is the number of variables.
func (r *Ring) Vars() int { return len(r.names) }

// Index returns which variable a polynomial is, if it is one.
func (r *Ring) Index(p *Poly) (index int, ok bool) {
	if len(p.terms) != 1 {
		return 0, false
	}
	vars := r.products[p.terms[0]].vars
	if len(vars) != 1 {
		return 0, false
	}
	return int(vars[0]), true
}

// product returns the number of a product.
func (r *Ring) product(vars []int32) term {
	key := make([]byte, 0, 4*len(vars))
	for _, v := range vars {
		key = append(key, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
	}
	t, ok := r.byVars[string(key)]
	if !ok {
		t = term(len(r.products))
		r.products = append(r.products, product{vars})
		r.byVars[string(key)] = t
	}
	return t
}

// times returns the product of two products: a variable squared is itself.
func (r *Ring) times(a, b term) term {
	if a == b || b == 0 {
		return a
	}
	if a == 0 {
		return b
	}
	if a > b {
		a, b = b, a
	}
	t, ok := r.pairs[[2]term{a, b}]
	if !ok {
		t = r.product(union(r.products[a].vars, r.products[b].vars))
		r.pairs[[2]term{a, b}] = t
	}
	return t
}

func union(a, b []int32) []int32 {
	u := make([]int32, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			u, a = append(u, a[0]), a[1:]
		case a[0] > b[0]:
			u, b = append(u, b[0]), b[1:]
		default:
			u, a, b = append(u, a[0]), a[1:], b[1:]
		}
	}
	return append(append(u, a...), b...)
}

// intern returns the one polynomial with these terms, which are sorted.
func (r *Ring) intern(terms []term) *Poly {
	if len(terms) > r.Limit {
		panic(&LimitError{len(terms), r.Limit})
	}
	h := uint64(14695981039346656037) // FNV-1a over whole words
	for _, t := range terms {
		h = (h ^ uint64(t)) * 1099511628211
	}
	for _, p := range r.polys[h] {
		if slices.Equal(p.terms, terms) {
			return p
		}
	}
	p := &Poly{terms, r.count}
	r.count++
	r.polys[h] = append(r.polys[h], p)
	return p
}

// Xor returns the sum of polynomials.
func (r *Ring) Xor(p, q *Poly) *Poly {
	switch {
	case p == q:
		return r.zero
	case p == r.zero:
		return q
	case q == r.zero:
		return p
	}
	a, b := p.terms, q.terms
	sum := make([]term, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			sum, a = append(sum, a[0]), a[1:]
		case a[0] > b[0]:
			sum, b = append(sum, b[0]), b[1:]
		default: // they cancel
			a, b = a[1:], b[1:]
		}
	}
	return r.intern(append(append(sum, a...), b...))
}

// Sum returns the sum of many polynomials, in one pass.
func (r *Ring) Sum(polys ...*Poly) *Poly {
	if len(polys) <= 2 {
		s := r.zero
		for _, p := range polys {
			s = r.Xor(s, p)
		}
		return s
	}
	var all []term
	for _, p := range polys {
		all = append(all, p.terms...)
	}
	return r.intern(cancel(all))
}

// cancel sorts terms and drops pairs of equal ones.
func cancel(all []term) []term {
	slices.Sort(all)
	kept := all[:0]
	for i := 0; i < len(all); {
		j := i
		for j < len(all) && all[j] == all[i] {
			j++
		}
		if (j-i)%2 == 1 {
			kept = append(kept, all[i])
		}
		i = j
	}
	return slices.Clip(kept)
}

// And returns the product of polynomials.
func (r *Ring) And(p, q *Poly) *Poly {
	switch {
	case p == q || q == r.one:
		return p
	case p == r.one:
		return q
	case p == r.zero || q == r.zero:
		return r.zero
	}
	if n := len(p.terms) * len(q.terms); n > 64*r.Limit {
		panic(&LimitError{n, 64 * r.Limit})
	}
	all := make([]term, 0, len(p.terms)*len(q.terms))
	for _, a := range p.terms {
		for _, b := range q.terms {
			all = append(all, r.times(a, b))
		}
	}
	return r.intern(cancel(all))
}

// Not returns p + 1.
func (r *Ring) Not(p *Poly) *Poly { return r.Xor(p, r.one) }

// Or returns p + q + pq.
func (r *Ring) Or(p, q *Poly) *Poly { return r.Sum(p, q, r.And(p, q)) }

// Mux returns p where c is 1 and q where it is 0: q + c(p + q).
func (r *Ring) Mux(c, p, q *Poly) *Poly { return r.Xor(q, r.And(c, r.Xor(p, q))) }

// Degree is the number of variables in the largest product; of zero it is 0.
func (r *Ring) Degree(p *Poly) int {
	degree := 0
	for _, t := range p.terms {
		degree = max(degree, len(r.products[t].vars))
	}
	return degree
}

// Eval returns the value under an assignment to the variables.
func (r *Ring) Eval(p *Poly, value func(variable int) bool) bool {
	sum := false
	for _, t := range p.terms {
		all := true
		for _, v := range r.products[t].vars {
			if !value(int(v)) {
				all = false
				break
			}
		}
		sum = sum != all
	}
	return sum
}

// Witness returns variables such that p is 1 where these are 1 and all others are 0. Only zero
// has none. A product of the fewest variables has no other product inside it, so it alone
// counts there.
func (r *Ring) Witness(p *Poly) (ones []int, ok bool) {
	if p == r.zero {
		return nil, false
	}
	least := p.terms[0]
	for _, t := range p.terms {
		if len(r.products[t].vars) < len(r.products[least].vars) {
			least = t
		}
	}
	for _, v := range r.products[least].vars {
		ones = append(ones, int(v))
	}
	return ones, true
}

// Support returns the variables that occur in p, in increasing order.
func (r *Ring) Support(p *Poly) []int {
	seen := map[int32]bool{}
	var vars []int
	for _, t := range p.terms {
		for _, v := range r.products[t].vars {
			if !seen[v] {
				seen[v] = true
				vars = append(vars, int(v))
			}
		}
	}
	slices.Sort(vars)
	return vars
}

// Name returns the name of a variable.
func (r *Ring) Name(variable int) string { return r.names[variable] }

// String writes a polynomial out, to at most eight terms.
func (r *Ring) String(p *Poly) string {
	if p == r.zero {
		return "0"
	}
	var parts []string
	for i, t := range p.terms {
		if i == 8 {
			parts = append(parts, fmt.Sprintf("(%d more)", len(p.terms)-i))
			break
		}
		if t == 0 {
			parts = append(parts, "1")
			continue
		}
		var names []string
		for _, v := range r.products[t].vars {
			names = append(names, r.names[v])
		}
		parts = append(parts, strings.Join(names, "·"))
	}
	return strings.Join(parts, " + ")
}
