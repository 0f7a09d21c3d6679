package anf

import (
	"errors"
	"math/rand/v2"
	"testing"
)

// TestCanonical builds random expressions over five variables twice, as polynomials and as
// truth tables. Polynomials must agree with the tables everywhere, and be the same pointer
// exactly where the tables are the same.
func TestCanonical(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	r := NewRing()
	const n = 5
	type pair struct {
		p     *Poly
		table uint32 // bit i: the value where variable j is bit j of i
	}
	var pool []pair
	for j := range n {
		table := uint32(0)
		for i := range 1 << n {
			table |= uint32(i>>j&1) << i
		}
		pool = append(pool, pair{r.Var(string(rune('a' + j))), table})
	}
	pool = append(pool, pair{r.Zero(), 0}, pair{r.One(), ^uint32(0)})
	for range 2000 {
		x, y, z := pool[random.IntN(len(pool))], pool[random.IntN(len(pool))], pool[random.IntN(len(pool))]
		switch random.IntN(6) {
		case 0:
			pool = append(pool, pair{r.Xor(x.p, y.p), x.table ^ y.table})
		case 1:
			pool = append(pool, pair{r.And(x.p, y.p), x.table & y.table})
		case 2:
			pool = append(pool, pair{r.Or(x.p, y.p), x.table | y.table})
		case 3:
			pool = append(pool, pair{r.Not(x.p), ^x.table})
		case 4:
			pool = append(pool, pair{r.Mux(z.p, x.p, y.p), z.table&x.table | ^z.table&y.table})
		case 5:
			pool = append(pool, pair{r.Sum(x.p, y.p, z.p, x.p), y.table ^ z.table})
		}
	}
	byTable := map[uint32]*Poly{}
	for _, x := range pool {
		for i := range 1 << n {
			if got := r.Eval(x.p, func(v int) bool { return i>>v&1 == 1 }); got != (x.table>>i&1 == 1) {
				t.Fatalf("%s at %05b is %t", r.String(x.p), i, got)
			}
		}
		if p, ok := byTable[x.table]; ok && p != x.p {
			t.Fatalf("%s and %s are the same function", r.String(p), r.String(x.p))
		}
		byTable[x.table] = x.p
		ones, ok := r.Witness(x.p)
		if ok != (x.table != 0) {
			t.Fatalf("%s: witness %t", r.String(x.p), ok)
		}
		if ok {
			set := map[int]bool{}
			for _, v := range ones {
				set[v] = true
			}
			if !r.Eval(x.p, func(v int) bool { return set[v] }) {
				t.Fatalf("%s is 0 at its witness %v", r.String(x.p), ones)
			}
		}
	}
	if len(byTable) < 500 {
		t.Errorf("only %d different functions were examined", len(byTable))
	}
}

func TestLookup(t *testing.T) {
	r := NewRing()
	var table [256]byte
	rand.NewChaCha8([32]byte{}).Read(table[:])
	var index []*Poly
	for range 8 {
		index = append(index, r.Var("i"))
	}
	bits := r.Lookup(func(i int) uint64 { return uint64(table[i]) }, 256, 8, index)
	for i := range 256 {
		got := byte(0)
		for b, p := range bits {
			if r.Eval(p, func(v int) bool { return i>>v&1 == 1 }) {
				got |= 1 << b
			}
		}
		if got != table[i] {
			t.Fatalf("entry %d is %d, not %d", i, got, table[i])
		}
	}
}

func TestLimit(t *testing.T) {
	r := NewRing()
	r.Limit = 10
	defer func() {
		err, _ := recover().(error)
		var limit *LimitError
		if !errors.As(err, &limit) {
			t.Errorf("recovered %v", err)
		}
	}()
	sum := r.Zero()
	for range 20 {
		sum = r.Xor(sum, r.Var("x"))
	}
}

func TestInspect(t *testing.T) {
	r := NewRing()
	a, b := r.Var("a"), r.Var("b")
	p := r.Sum(r.And(a, b), b, r.One())
	if got := r.String(p); got != "1 + b + a·b" && got != "1 + a·b + b" {
		t.Error(got)
	}
	if r.Degree(p) != 2 || p.Size() != 3 || len(r.Support(p)) != 2 {
		t.Errorf("degree %d, size %d, support %v", r.Degree(p), p.Size(), r.Support(p))
	}
	if i, ok := r.Index(b); !ok || r.Name(i) != "b" {
		t.Errorf("b is variable %d, %t", i, ok)
	}
	if _, ok := r.Index(p); ok {
		t.Error("a sum is called a variable")
	}
}
