package proof

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/zvirka/zvirka/props/proof/word"
)

// A Lemma is an equality that was proved: of two functions, for all inputs of a shape.
type Lemma struct {
	Statement    string
	Bits         int           // of the inputs that are not fixed
	Time         time.Duration // of both executions and the comparison
	Degree       int           // the largest of an output bit
	Terms        int           // the most of an output bit
	Applications int           // of uninterpreted functions: S-boxes, sums with carries
	Rests        []string      // lemmas, uninterpreted tables
	f, g         *ssa.Function
	inputs       []Input
}

// An Option changes how a proof is done.
type Option func(*proofOptions)

type proofOptions struct {
	boxes  []Box
	using  []*Lemma
	mutant *Mutant
}

// Boxes leaves S-boxes uninterpreted, so that a proof over many rounds stays small: the two
// functions are shown to be equal whatever the S-boxes are, except for the equalities that hold between
// the tables of the program, which are checked entry by entry.
func Boxes(all ...Box) Option { return func(o *proofOptions) { o.boxes = append(o.boxes, all...) } }

// Using replaces, where a proof calls the first function of a lemma, the second: where the numbers
// that the lemma fixes are the arguments of the call, and the arguments that point to memory
// point to parts that do not overlap, as in the lemma.
func Using(lemmas ...*Lemma) Option {
	return func(o *proofOptions) { o.using = append(o.using, lemmas...) }
}

// A DifferentError says that two functions differ, and where.
type DifferentError struct {
	Inputs       []string // name = value in hexadecimal, in the order of the arguments
	First, Other string   // what the functions give there
}

func (e *DifferentError) Error() string {
	return fmt.Sprintf("the functions differ: %s gives %s and %s", strings.Join(e.Inputs, ", "), e.First, e.Other)
}

// An UndecidedError says that the forms differ and no input was found on which the functions do.
type UndecidedError struct{ What string }

func (e *UndecidedError) Error() string {
	return "not proved: the forms differ at " + e.What + ", and the functions agree wherever they were tried"
}

// Equal proves that two functions of a program give the same results, and leave the same in
// the memory that their arguments point to, for all inputs. The error is a [DifferentError] with an
// input on which they differ, an [UndecidedError], or says what could not be executed.
func (p *Program) Equal(f, g string, inputs []Input, options ...Option) (*Lemma, error) {
	begin := time.Now()
	var o proofOptions
	for _, option := range options {
		option(&o)
	}
	first, err := p.Func(f)
	if err != nil {
		return nil, err
	}
	other, err := p.Func(g)
	if err != nil {
		return nil, err
	}
	if o.mutant != nil {
		if err := p.tryOut(first, other, inputs, o.mutant); err != nil {
			return nil, err
		}
	}
	m := newMachine(p)
	m.mutant = o.mutant
	l := &Lemma{f: first, g: other, inputs: inputs}
	if len(o.boxes) > 0 {
		m.boxes = newBoxes(o.boxes)
		l.Rests = append(l.Rests, fmt.Sprintf("%d uninterpreted S-boxes", len(o.boxes)))
	}
	for _, u := range o.using {
		if u == nil || u.f == nil {
			return nil, errors.New("a lemma that was not proved is used")
		}
		m.replace[u.f] = append(m.replace[u.f], u)
		if s := "lemma: " + shortName(u.f.String()); !slices.Contains(l.Rests, s) {
			l.Rests = append(l.Rests, s)
		}
	}
	symbols := make([]word.Word, len(inputs))
	var names []string
	for i, in := range inputs {
		symbols[i] = m.Vars(in.name, in.bits)
		l.Bits += in.bits
		names = append(names, in.name)
	}
	l.Statement = fmt.Sprintf("%s = %s (%s)", shortName(f), shortName(g), strings.Join(names, ", "))
	one, err := m.outputs(first, inputs, symbols)
	if err != nil {
		return nil, err
	}
	two, err := m.outputs(other, inputs, symbols)
	if err != nil {
		return nil, err
	}
	l.Applications = m.Applications()
	if err := m.compare(one, two, inputs, symbols); err != nil {
		return nil, err
	}
	for _, w := range one {
		for _, b := range w {
			l.Degree = max(l.Degree, m.Degree(b))
			l.Terms = max(l.Terms, b.Size())
		}
	}
	l.Time = time.Since(begin)
	if o.mutant == nil {
		record(l)
	}
	return l, nil
}

// maxTryOut is how many instructions a mutant may take.
const maxTryOut = 5_000_000

// tryOut runs two functions on a few fixed inputs. Most mistakes show there, at once.
func (p *Program) tryOut(f, g *ssa.Function, inputs []Input, mutant *Mutant) error {
	random := rand.New(rand.NewPCG(1, 2))
	for range 3 {
		m := newMachine(p)
		m.mutant, m.limit = mutant, maxTryOut
		values := make([]word.Word, len(inputs))
		for i, in := range inputs {
			values[i] = make(word.Word, in.bits)
			for b := range values[i] {
				values[i][b] = m.Ring.Const(random.Uint64()&1 == 1)
			}
		}
		one, err := m.outputs(f, inputs, values)
		var long *stepsError
		var stop *panicError
		if errors.As(err, &long) || errors.As(err, &stop) { // the other function ends on everything
			return &DifferentError{Inputs: []string{"most inputs"}, First: err.Error(), Other: "a result"}
		}
		if err != nil {
			return err
		}
		two, err := m.outputs(g, inputs, values)
		if err != nil {
			return err
		}
		if err := m.compare(one, two, inputs, values); err != nil {
			return err
		}
	}
	return nil
}

func shortName(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }

// outputs executes a function and returns its results and the memory of its arguments, as words.
func (m *machine) outputs(f *ssa.Function, inputs []Input, symbols []word.Word) ([]word.Word, error) {
	args := make([]value, len(inputs))
	var failed error
	func() {
		defer func() {
			if r := recover(); r != nil {
				failed = fmt.Errorf("the inputs of %s: %v", f, r)
			}
		}()
		for i, in := range inputs {
			args[i] = in.build(m, symbols[i])
		}
	}()
	if failed != nil {
		return nil, failed
	}
	if len(args) != len(f.Params) {
		return nil, fmt.Errorf("%s has %d parameters, not %d", f, len(f.Params), len(args))
	}
	results, err := m.run(f, args)
	if err != nil {
		return nil, err
	}
	var all []word.Word
	all = m.flatten(all, results)
	for i, a := range args {
		if inputs[i].bits > 0 { // a fixed input, or a variable of the program, is not an output
			switch a.(type) {
			case pointer, slice:
				all = m.flatten(all, a)
			}
		}
	}
	return all, nil
}

// flatten lists the numbers that a value consists of, with those that it points to.
func (m *machine) flatten(all []word.Word, v value) []word.Word {
	switch x := v.(type) {
	case integer:
		return append(all, m.word(x))
	case []value:
		for _, part := range x {
			all = m.flatten(all, part)
		}
	case pointer:
		return m.flatten(all, x.to.load())
	case slice:
		all = append(all, m.Const(64, uint64(x.len)))
		for _, c := range x.cells[:x.len] {
			all = m.flatten(all, c.load())
		}
	case text:
		all = append(all, m.Const(64, uint64(len(x))))
		for _, c := range x {
			all = append(all, m.word(c))
		}
	case dynamic:
		return m.flatten(all, x.v)
	case nil:
		return append(all, m.Const(1, 0))
	}
	return all
}

// compare returns nil if all outputs are equal, else the reason to think that they are not.
func (m *machine) compare(one, two []word.Word, inputs []Input, symbols []word.Word) error {
	if len(one) != len(two) { // a slice of another length, say
		return &DifferentError{Inputs: []string{"any inputs"}, First: fmt.Sprintf("%d numbers", len(one)), Other: fmt.Sprintf("%d numbers", len(two))}
	}
	for i := range one {
		if x, ok := m.Value(one[i]); ok {
			if y, ok := m.Value(two[i]); ok && x != y {
				return m.refute(i, one, two, inputs, symbols)
			}
		}
		if len(one[i]) != len(two[i]) {
			return fmt.Errorf("output %d has %d and %d bits", i, len(one[i]), len(two[i]))
		}
		if !one[i].Equal(two[i]) {
			return m.refute(i, one, two, inputs, symbols)
		}
	}
	return nil
}

// tries is how many assignments are tried on outputs whose forms differ.
const tries = 300

// refute looks for inputs on which outputs differ whose forms do.
func (m *machine) refute(at int, one, two []word.Word, inputs []Input, symbols []word.Word) error {
	difference := m.Machine.Xor(one[at], two[at])
	random := rand.New(rand.NewPCG(uint64(at), 1))
	for try := range tries {
		assigned := map[int]bool{}
		var choose func(v int) bool
		switch {
		case try < len(difference):
			// What makes one product of the difference 1, and nothing else.
			ones, _ := m.Witness(difference[try])
			for _, v := range ones {
				assigned[v] = true
			}
			choose = func(v int) bool { return assigned[v] }
		default:
			dense := random.Uint64N(8) // sparse and dense words have long carries
			choose = func(v int) bool {
				b, ok := assigned[v]
				if !ok {
					b = random.Uint64N(8) <= dense
					assigned[v] = b
				}
				return b
			}
		}
		values := m.Eval(choose, append([]word.Word{one[at], two[at]}, symbols...)...)
		if word.Uint64(values[0]) != word.Uint64(values[1]) {
			e := &DifferentError{First: hex(values[0]), Other: hex(values[1])}
			for i, in := range inputs {
				if in.bits > 0 {
					e.Inputs = append(e.Inputs, in.name+" = "+hex(values[2+i]))
				}
			}
			return e
		}
	}
	return &UndecidedError{fmt.Sprintf("output %d", at)}
}

// hex writes bits as a number.
func hex(bits []bool) string {
	var digits []byte
	for i := 0; i < len(bits); i += 4 {
		digits = append(digits, "0123456789abcdef"[word.Uint64(bits[i:min(i+4, len(bits))])])
	}
	for i, j := 0, len(digits)-1; i < j; i, j = i+1, j-1 {
		digits[i], digits[j] = digits[j], digits[i]
	}
	return "0x" + string(digits)
}

// Run executes a function on fixed inputs and returns the numbers that its results consist of,
// with the lengths of slices before their elements. It is how the executor itself is tested.
func (p *Program) Run(f string, inputs ...Input) ([]uint64, error) {
	fn, err := p.Func(f)
	if err != nil {
		return nil, err
	}
	m := newMachine(p)
	symbols := make([]word.Word, len(inputs))
	for i, in := range inputs {
		if in.bits > 0 {
			return nil, fmt.Errorf("input %s is not fixed", in.name)
		}
		symbols[i] = nil
	}
	words, err := m.outputs(fn, inputs, symbols)
	if err != nil {
		return nil, err
	}
	var all []uint64
	for _, w := range words {
		v, ok := m.Value(w)
		if !ok {
			return nil, errors.New("a result depends on what is not fixed")
		}
		all = append(all, v)
	}
	return all, nil
}
