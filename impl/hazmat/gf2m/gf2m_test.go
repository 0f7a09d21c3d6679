package gf2m

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/zvirka/zvirka/impl/hazmat/clmul"
	"github.com/zvirka/zvirka/internal/dispatch"
	constants "github.com/zvirka/zvirka/spec/gf2m"
)

// A tested field has its operations on encodings, each in place where it can be: the
// results go over the first operand.
type tested struct {
	constants.Field
	unary  map[string]func(a []byte) []byte
	binary map[string]func(a, b []byte) []byte
	set    func(b []byte) error
	trace  func(a []byte) int
	choose func(a, b []byte, cond int) []byte
	equal  func(a, b []byte) (equal, zero int)
}

type element[E any] interface {
	*E
	Add(x, y *E) *E
	Multiply(x, y *E) *E
	Square(x *E) *E
	Invert(x *E) *E
	MultiplyX(x *E) *E
	Sqrt(x *E) *E
	Trace() int
	SetBytes(b []byte) (*E, error)
	Bytes() []byte
	Equal(y *E) int
	IsZero() int
	Select(a, b *E, cond int) *E
}

func fieldOf[E any, P element[E]](m int) tested {
	f, _ := constants.Lookup(m)
	decode := func(b []byte) *E {
		e, err := P(new(E)).SetBytes(b)
		if err != nil {
			panic(err)
		}
		return e
	}
	unary := func(op func(z, x P) *E) func(a []byte) []byte {
		return func(a []byte) []byte { x := P(decode(a)); return P(op(x, x)).Bytes() }
	}
	t := tested{Field: f,
		unary: map[string]func(a []byte) []byte{
			"square":    unary(func(z, x P) *E { return z.Square(x) }),
			"invert":    unary(func(z, x P) *E { return z.Invert(x) }),
			"multiplyX": unary(func(z, x P) *E { return z.MultiplyX(x) }),
			"sqrt":      unary(func(z, x P) *E { return z.Sqrt(x) }),
		},
		binary: map[string]func(a, b []byte) []byte{
			"add": func(a, b []byte) []byte { x := P(decode(a)); return P(x.Add(x, decode(b))).Bytes() },
			"multiply": func(a, b []byte) []byte {
				x, y := P(decode(a)), P(decode(b))
				if bytes.Equal(a, b) {
					return P(x.Multiply(x, x)).Bytes()
				}
				return P(y.Multiply(x, y)).Bytes()
			},
		},
		set:    func(b []byte) error { _, err := P(new(E)).SetBytes(b); return err },
		trace:  func(a []byte) int { return P(decode(a)).Trace() },
		choose: func(a, b []byte, cond int) []byte { x := P(decode(a)); return P(x.Select(x, decode(b), cond)).Bytes() },
		equal:  func(a, b []byte) (int, int) { x := P(decode(a)); return x.Equal(decode(b)), x.IsZero() },
	}
	if h, ok := any(P(new(E))).(interface{ HalfTrace(x *E) *E }); ok {
		_ = h
		t.unary["halftrace"] = unary(func(z, x P) *E { return any(z).(interface{ HalfTrace(x *E) *E }).HalfTrace(x) })
	}
	return t
}

func fields() []tested {
	return []tested{
		fieldOf[E128](128), fieldOf[E256](256), fieldOf[E512](512),
		fieldOf[E163](163), fieldOf[E167](167), fieldOf[E173](173), fieldOf[E179](179), fieldOf[E191](191),
		fieldOf[E233](233), fieldOf[E257](257), fieldOf[E307](307), fieldOf[E367](367), fieldOf[E431](431),
	}
}

func TestEveryFieldIsTested(t *testing.T) {
	if got, want := len(fields()), len(constants.Fields()); got != want {
		t.Errorf("%d fields tested of %d", got, want)
	}
}

// onPaths runs f while each path of the multiplication is live.
func onPaths(t *testing.T, f func(t *testing.T)) {
	sw := dispatch.Of("clmul")
	for _, path := range sw.Available() {
		if err := sw.With(path, func() { t.Run(path, f) }); err != nil {
			t.Fatal(err)
		}
	}
}

// number returns an encoding as the number whose bit i is the coefficient of xⁱ.
func number(b []byte) *big.Int {
	c := slices.Clone(b)
	slices.Reverse(c)
	return new(big.Int).SetBytes(c)
}

func (f tested) bytes(n *big.Int) []byte {
	b := n.FillBytes(make([]byte, f.Size()))
	slices.Reverse(b)
	return b
}

func (f tested) polynomial() *big.Int {
	p := big.NewInt(1)
	p.SetBit(p, f.M, 1)
	for _, e := range f.Middle {
		if e > 0 {
			p.SetBit(p, e, 1)
		}
	}
	return p
}

// product multiplies bit by bit.
func (f tested) product(a, b []byte) []byte {
	x, y, p := number(a), number(b), new(big.Int)
	for i := range y.BitLen() {
		if y.Bit(i) == 1 {
			p.Xor(p, new(big.Int).Lsh(x, uint(i)))
		}
	}
	modulus := f.polynomial()
	for p.BitLen() > f.M {
		p.Xor(p, new(big.Int).Lsh(modulus, uint(p.BitLen()-1-f.M)))
	}
	return f.bytes(p)
}

// elements returns edges and random elements, dense and with words of all ones or none.
func (f tested) elements(random int) [][]byte {
	one := big.NewInt(1)
	all := new(big.Int).Sub(new(big.Int).Lsh(one, uint(f.M)), one)
	edges := [][]byte{f.bytes(new(big.Int)), f.bytes(one), f.bytes(big.NewInt(2)), f.bytes(all)}
	for _, bit := range []int{63, 64, f.M - 64, f.M - 2, f.M - 1} {
		edges = append(edges, f.bytes(new(big.Int).Lsh(one, uint(bit))))
	}
	for range random {
		n := new(big.Int)
		for range (f.M + 63) / 64 {
			w := []uint64{0, 1<<64 - 1, rand.Uint64(), rand.Uint64(), 1 << rand.N(64)}[rand.N(5)]
			n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(w))
		}
		edges = append(edges, f.bytes(n.And(n, all)))
	}
	return edges
}

func TestArithmetic(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		for _, f := range fields() {
			t.Run(fmt.Sprint(f.M), func(t *testing.T) { f.arithmetic(t) })
		}
	})
}

func (f tested) arithmetic(t *testing.T) {
	multiply, square, add := f.binary["multiply"], f.unary["square"], f.binary["add"]
	zero, one, x := f.bytes(new(big.Int)), f.bytes(big.NewInt(1)), f.bytes(big.NewInt(2))
	check := func(what string, got, want []byte, of ...[]byte) {
		if !bytes.Equal(got, want) {
			t.Fatalf("%s of %x: %x, want %x", what, of, got, want)
		}
	}
	elements := f.elements(10)
	for i, a := range elements {
		for _, b := range elements[i:] {
			check("product", multiply(a, b), f.product(a, b), a, b)
			check("sum", add(a, b), f.bytes(new(big.Int).Xor(number(a), number(b))), a, b)
			for cond, want := range [][]byte{b, a} {
				check("choice", f.choose(a, b, cond), want, a, b)
			}
			equal, isZero := f.equal(a, b)
			if (equal == 1) != bytes.Equal(a, b) || (isZero == 1) != bytes.Equal(a, zero) {
				t.Fatalf("%x and %x: Equal %d, IsZero %d", a, b, equal, isZero)
			}
		}
		check("square", square(a), f.product(a, a), a)
		check("product by x", f.unary["multiplyX"](a), f.product(a, x), a)
		check("square of the root", square(f.unary["sqrt"](a)), a, a)
		inverse := f.unary["invert"](a)
		if bytes.Equal(a, zero) {
			check("inverse", inverse, zero, a)
		} else {
			check("product by the inverse", f.product(a, inverse), one, a)
		}
		sum, conjugate := zero, a
		for range f.M {
			sum, conjugate = add(sum, conjugate), square(conjugate)
		}
		check("sum of the conjugates", sum, f.bytes(big.NewInt(int64(f.trace(a)))), a)
		if halfTrace := f.unary["halftrace"]; halfTrace == nil != (f.M%2 == 0) {
			t.Error("half-trace in a field of even degree, or none in one of odd")
		} else if halfTrace != nil && f.trace(a) == 0 {
			z := halfTrace(a)
			check("z² + z for z = half-trace", add(square(z), z), a, a)
		}
	}
}

func TestSetBytes(t *testing.T) {
	for _, f := range fields() {
		for n := range f.Size() + 9 {
			err := f.set(make([]byte, n))
			if want := (SizeError{n, f.Size()}); n == f.Size() && err != nil || n != f.Size() && err != error(want) {
				t.Errorf("m = %d: %d bytes: %v", f.M, n, err)
			}
		}
		for bit := f.M; bit < 8*f.Size(); bit++ {
			b := make([]byte, f.Size())
			b[bit/8] = 1 << (bit % 8)
			if err := f.set(b); err != error(DegreeError(f.M)) {
				t.Errorf("m = %d: bit %d: %v", f.M, bit, err)
			}
		}
	}
}

// Update is Horner's rule, for every number of blocks around several strides, and leaves
// the blocks alone.
func TestEvaluator(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		for _, f := range fields()[:3] {
			n := f.Size()
			for blocks := range 3*clmul.Stride + 2 {
				for _, h := range f.elements(2) {
					e, err := NewEvaluator(h)
					if err != nil || e.Size() != n {
						t.Fatal(err)
					}
					text := make([]byte, 0, blocks*n)
					for len(text) < blocks*n {
						x := f.elements(1)
						text = append(text, x[rand.N(len(x))]...)
					}
					want := f.elements(1)[9]
					got, before := slices.Clone(want), slices.Clone(text)
					for x := range slices.Chunk(text, n) {
						want = f.product(f.binary["add"](want, x), h)
					}
					if e.Update(got, text); !bytes.Equal(got, want) || !bytes.Equal(text, before) {
						t.Fatalf("m = %d, %d blocks: %x, want %x", f.M, blocks, got, want)
					}
				}
			}
		}
	})
}

func TestEvaluatorRefuses(t *testing.T) {
	for n := range 70 {
		_, err := NewEvaluator(make([]byte, n))
		if ok := n == 16 || n == 32 || n == 64; (err == nil) != ok || !ok && !errors.As(err, new(SizeError)) {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
	e, _ := NewEvaluator(make([]byte, 32))
	for what, f := range map[string]func(){
		"short acc":   func() { e.Update(make([]byte, 31), nil) },
		"part blocks": func() { e.Update(make([]byte, 32), make([]byte, 33)) },
		"no field":    func() { Double(make([]byte, 24)) },
	} {
		func() {
			defer func() {
				if _, ok := recover().(string); !ok {
					t.Errorf("%s: no panic", what)
				}
			}()
			f()
		}()
	}
}

func TestDouble(t *testing.T) {
	for _, f := range fields()[:3] {
		for _, a := range f.elements(100) {
			want := f.unary["multiplyX"](a)
			if Double(a); !bytes.Equal(a, want) {
				t.Fatalf("m = %d: %x, want %x", f.M, a, want)
			}
		}
	}
}

func TestDoNotAllocate(t *testing.T) {
	for _, n := range []int{16, 32, 64} {
		e, _ := NewEvaluator(make([]byte, n))
		acc, text := make([]byte, n), make([]byte, 20*n)
		if a := testing.AllocsPerRun(10, func() { e.Update(acc, text) }); a != 0 {
			t.Errorf("Update of %d-byte blocks: %v allocations", n, a)
		}
	}
	var x, y E431
	if a := testing.AllocsPerRun(10, func() { x.Multiply(&x, &y); x.Square(&x); x.Invert(&x) }); a != 0 {
		t.Errorf("arithmetic: %v allocations", a)
	}
}

func BenchmarkField(b *testing.B) {
	sw := dispatch.Of("clmul")
	for _, path := range sw.Available() {
		sw.With(path, func() {
			benchmark[E128](b, "128/"+path)
			benchmark[E256](b, "256/"+path)
			benchmark[E512](b, "512/"+path)
			benchmark[E163](b, "163/"+path)
			benchmark[E257](b, "257/"+path)
			benchmark[E431](b, "431/"+path)
		})
	}
}

func benchmark[E any, P element[E]](b *testing.B, name string) {
	var x E
	seed := P(&x).Bytes()
	seed[0], seed[5] = 3, 7
	P(&x).SetBytes(seed)
	y := x
	b.Run("multiply/"+name, func(b *testing.B) {
		for b.Loop() {
			P(&x).Multiply(&x, &y)
		}
	})
	b.Run("square/"+name, func(b *testing.B) {
		for b.Loop() {
			P(&x).Square(&x)
		}
	})
	b.Run("invert/"+name, func(b *testing.B) {
		for b.Loop() {
			P(&x).Invert(&x)
		}
	})
}

func BenchmarkUpdate(b *testing.B) {
	sw := dispatch.Of("clmul")
	for _, path := range sw.Available() {
		sw.With(path, func() {
			for _, n := range []int{16, 32, 64} {
				b.Run(fmt.Sprintf("%d/%s", 8*n, path), func(b *testing.B) {
					e, _ := NewEvaluator(bytes.Repeat([]byte{0x5b}, n))
					acc, text := make([]byte, n), make([]byte, 64<<10)
					b.SetBytes(int64(len(text)))
					for b.Loop() {
						e.Update(acc, text)
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(text)/n), "ns/block")
				})
			}
		})
	}
}
