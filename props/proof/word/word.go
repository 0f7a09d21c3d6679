// Package word computes with machine words whose bits are Boolean functions in algebraic
// normal form. What has no small normal form, such as the carries of a general addition, is an
// uninterpreted function of its operands: equal operands give equal results and nothing else is
// known. Equality of two words therefore holds for all inputs; their difference may be one of
// form alone, and [Machine.Eval] tells the cases apart on concrete inputs.
package word

import (
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/zvirka/zvirka/props/proof/anf"
)

// A Word is a number of bits, the least significant first. Words are not changed once made.
type Word []*anf.Poly

// Equal reports whether two words are the same function, bit for bit.
func (a Word) Equal(b Word) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// key is a string that only equal words share.
func (a Word) key() string {
	b := make([]byte, 0, 4*len(a))
	for _, p := range a {
		b = binary.LittleEndian.AppendUint32(b, uint32(p.ID()))
	}
	return string(b)
}

// A Machine holds a ring and the uninterpreted functions that were applied.
type Machine struct {
	*anf.Ring
	applied      map[string]Word // results by function and arguments
	applications []application   // in the order of their making
	fresh        map[int]bit     // by variable: the application that it is a result of
	sums         map[string]*sum // by result: what was added
}

// An application is one use of an uninterpreted function.
type application struct {
	args     []Word
	evaluate func(args [][]bool) []bool
}

type bit struct{ application, index int }

// NewMachine returns a machine with a ring of its own.
func NewMachine() *Machine {
	return &Machine{Ring: anf.NewRing(), applied: map[string]Word{}, fresh: map[int]bit{}, sums: map[string]*sum{}}
}

// Const returns the low bits of v; of a word above 64 bits the rest are zeros.
func (m *Machine) Const(width int, v uint64) Word {
	w := make(Word, width)
	for i := range w {
		w[i] = m.Ring.Const(i < 64 && v>>i&1 == 1)
	}
	return w
}

// Vars returns a word of variables, called name.0, name.1 and so on.
func (m *Machine) Vars(name string, width int) Word {
	w := make(Word, width)
	for i := range w {
		w[i] = m.Var(fmt.Sprintf("%s.%d", name, i))
	}
	return w
}

// Value returns the value of a constant word of at most 64 bits.
func (m *Machine) Value(a Word) (v uint64, ok bool) {
	for i, p := range a {
		bit, constant := m.IsConst(p)
		if !constant || bit && i >= 64 {
			return 0, false
		}
		if bit {
			v |= 1 << i
		}
	}
	return v, true
}

// Apply applies an uninterpreted function. It is told apart by its name alone; evaluate gives
// its result, of the given width, on concrete bits, and serves to try inputs out.
func (m *Machine) Apply(name string, width int, evaluate func(args [][]bool) []bool, args ...Word) Word {
	var key strings.Builder
	fmt.Fprintf(&key, "%s/%d", name, width)
	for _, a := range args {
		fmt.Fprintf(&key, "/%d/", len(a))
		key.WriteString(a.key())
	}
	if w, ok := m.applied[key.String()]; ok {
		return w
	}
	w := make(Word, width)
	for i := range w {
		w[i] = m.Var(fmt.Sprintf("%s#%d.%d", name, len(m.applications), i))
		v, _ := m.Index(w[i])
		m.fresh[v] = bit{len(m.applications), i}
	}
	m.applied[key.String()] = w
	m.applications = append(m.applications, application{args, evaluate})
	return w
}

// Applications is the number of applications of uninterpreted functions.
func (m *Machine) Applications() int { return len(m.applications) }

// An Assignment gives values to the variables that are not results of functions.
type Assignment func(variable int) bool

// Eval returns the bits of words under an assignment, with the functions evaluated.
func (m *Machine) Eval(value Assignment, words ...Word) [][]bool {
	results := make([][]bool, len(m.applications))
	var of Assignment
	of = func(variable int) bool {
		b, ok := m.fresh[variable]
		if !ok {
			return value(variable)
		}
		if results[b.application] == nil {
			a := m.applications[b.application]
			args := make([][]bool, len(a.args))
			for i, w := range a.args {
				args[i] = m.bits(w, of)
			}
			results[b.application] = a.evaluate(args)
		}
		return results[b.application][b.index]
	}
	all := make([][]bool, len(words))
	for i, w := range words {
		all[i] = m.bits(w, of)
	}
	return all
}

func (m *Machine) bits(w Word, value Assignment) []bool {
	bits := make([]bool, len(w))
	for i, p := range w {
		bits[i] = m.Ring.Eval(p, value)
	}
	return bits
}

// IsInput reports whether a variable is no result of an uninterpreted function.
func (m *Machine) IsInput(variable int) bool {
	_, applied := m.fresh[variable]
	return !applied
}

// Uint64 packs at most 64 bits.
func Uint64(bits []bool) (v uint64) {
	for i, b := range bits {
		if b {
			v |= 1 << i
		}
	}
	return v
}

// Bools unpacks the low bits of v.
func Bools(v uint64, width int) []bool {
	bits := make([]bool, width)
	for i := range bits {
		bits[i] = i < 64 && v>>i&1 == 1
	}
	return bits
}
