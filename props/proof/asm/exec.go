package asm

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/zvirka/zvirka/props/proof/anf"
	"github.com/zvirka/zvirka/props/proof/word"
)

// A Buffer is memory that a pointer argument points to.
type Buffer struct {
	Name string
	Bits word.Word // eight for each byte, the first byte first
}

// An Arg is an argument by its name: a *Buffer, or an int.
type Arg struct {
	Name  string
	Value any
}

// maxSteps bounds a run.
const maxSteps = 1_000_000

// An integer is a number, or a place in a buffer.
type integer struct {
	buffer *Buffer
	n      int64
}

// A state is a function at work.
type state struct {
	*word.Machine
	args     map[string]integer
	integers map[string]integer
	vectors  map[string]word.Word // 256 bits on amd64, 128 on arm64
	zero     bool                 // what conditional jumps ask
	in       Instruction
}

// A stop is an error that ends a run.
type stop struct{ err error }

func (s *state) fail(format string, args ...any) {
	panic(stop{fmt.Errorf(format, args...)})
}

// Run executes the function. What it stores is in the buffers afterwards.
func (f *Function) Run(m *word.Machine, args ...Arg) (err error) {
	s := &state{Machine: m, args: map[string]integer{}, integers: map[string]integer{}, vectors: map[string]word.Word{}}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case stop:
			err = fmt.Errorf("asm: %s:%d: %s: %w (%s)", s.in.File, s.in.Line, f.Name, r.err, s.in)
		case *anf.LimitError:
			err = fmt.Errorf("asm: %s:%d: %s: %w", s.in.File, s.in.Line, f.Name, r)
		default:
			err = fmt.Errorf("asm: %s:%d: %s: internal error: %v (%s)", s.in.File, s.in.Line, f.Name, r, s.in)
		}
	}()
	for _, a := range args {
		switch v := a.Value.(type) {
		case *Buffer:
			s.args[a.Name] = integer{buffer: v}
		case int:
			s.args[a.Name] = integer{n: int64(v)}
		default:
			return fmt.Errorf("asm: argument %s is a %T", a.Name, a.Value)
		}
	}
	places := map[int]int{} // of instructions, by offset
	for i, in := range f.code {
		if _, ok := places[in.offset]; !ok {
			places[in.offset] = i
		}
	}
	do := amd64
	if f.arch == "arm64" {
		do = arm64
	}
	steps := 0
	for at := 0; at < len(f.code); at++ {
		s.in = f.code[at]
		if steps++; steps > maxSteps {
			s.fail("no end within %d instructions", maxSteps)
		}
		switch s.in.Mnemonic {
		case "RET":
			return nil
		case "JMP", "JNE", "JEQ", "BNE", "BEQ":
			taken := s.in.Mnemonic == "JMP" || s.zero == (s.in.Mnemonic == "JEQ" || s.in.Mnemonic == "BEQ")
			if !taken {
				continue
			}
			offset, err := strconv.Atoi(s.in.Operands[0])
			to, ok := places[offset]
			if err != nil || !ok {
				s.fail("a jump to nowhere")
			}
			at = to - 1
		default:
			model := do[s.in.Mnemonic]
			if model == nil {
				s.fail("an instruction that is not modelled")
			}
			model(s, s.in.Operands)
		}
	}
	return fmt.Errorf("asm: %s ends without a return", f.Name)
}

var (
	immediate = regexp.MustCompile(`^\$(-?\d+)$`)
	argument  = regexp.MustCompile(`^(\w+)(?:[+-]\d+)?\(FP\)$`)
	memory    = regexp.MustCompile(`^(-?\d+)?\((\w+)\)$`)
	shifted   = regexp.MustCompile(`^(\w+)<<(\d+)$`)
)

// integer reads an integer operand.
func (s *state) integer(operand string) integer {
	if m := immediate.FindStringSubmatch(operand); m != nil {
		n, err := strconv.ParseInt(m[1], 10, 64)
		if err != nil {
			s.fail("the immediate %s", operand)
		}
		return integer{n: n}
	}
	if m := argument.FindStringSubmatch(operand); m != nil {
		v, ok := s.args[m[1]]
		if !ok {
			s.fail("there is no argument %s", m[1])
		}
		return v
	}
	if m := shifted.FindStringSubmatch(operand); m != nil {
		v := s.integer(m[1])
		n, err := strconv.Atoi(m[2])
		if v.buffer != nil || err != nil || n > 62 {
			s.fail("the operand %s", operand)
		}
		return integer{n: v.n << n}
	}
	v, ok := s.integers[operand]
	if !ok {
		s.fail("%s is not set, or holds data", operand)
	}
	return v
}

// add is a sum of which at most one side is a pointer.
func (s *state) add(x, y integer) integer {
	if x.buffer != nil && y.buffer != nil {
		s.fail("a sum of two pointers")
	}
	if x.buffer == nil {
		x.buffer = y.buffer
	}
	return integer{x.buffer, x.n + y.n}
}

// subtract is a difference of numbers, or of a pointer and a number.
func (s *state) subtract(x, y integer) integer {
	if y.buffer != nil {
		s.fail("a difference of pointers")
	}
	return integer{x.buffer, x.n - y.n}
}

// address returns where a memory operand points.
func (s *state) address(operand string) integer {
	m := memory.FindStringSubmatch(operand)
	if m == nil {
		s.fail("the operand %s", operand)
	}
	v := s.integer(m[2])
	if m[1] != "" {
		n, err := strconv.ParseInt(m[1], 10, 64)
		if err != nil {
			s.fail("the operand %s", operand)
		}
		v.n += n
	}
	return v
}

// memoryAt returns the bits of n bytes of memory, in place.
func (s *state) memoryAt(a integer, n int) word.Word {
	if a.buffer == nil {
		s.fail("an address that is no pointer")
	}
	if a.n < 0 || int(a.n)+n > len(a.buffer.Bits)/8 {
		s.fail("bytes %d to %d of %s, which has %d", a.n, int(a.n)+n, a.buffer.Name, len(a.buffer.Bits)/8)
	}
	return a.buffer.Bits[8*a.n : 8*(int(a.n)+n)]
}

func (s *state) load(a integer, n int) word.Word { return append(word.Word{}, s.memoryAt(a, n)...) }

func (s *state) store(a integer, w word.Word) { copy(s.memoryAt(a, len(w)/8), w) }

// isMemory reports whether an operand is in memory.
func isMemory(operand string) bool {
	return strings.HasSuffix(operand, ")") && !strings.HasSuffix(operand, "(FP)")
}

// clmul is the product over GF(2) of two words.
func (s *state) clmul(x, y word.Word) word.Word {
	columns := make([][]*anf.Poly, len(x)+len(y))
	for i, p := range x {
		if p == s.Zero() {
			continue
		}
		for j, q := range y {
			if pq := s.Ring.And(p, q); pq != s.Zero() {
				columns[i+j] = append(columns[i+j], pq)
			}
		}
	}
	z := make(word.Word, len(columns))
	for i, c := range columns {
		z[i] = s.Sum(c...)
	}
	return z
}
