package asm

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/zvirka/zvirka/props/proof/word"
)

var element = regexp.MustCompile(`^(V\d+)\.D\[([01])\]$`)

// register is the name of a vector register without its arrangement.
func register(operand string) string {
	name, _, _ := strings.Cut(operand, ".")
	return name
}

// neon reads a vector register.
func (s *state) neon(operand string) word.Word {
	w, ok := s.vectors[register(operand)]
	if !ok {
		s.fail("%s is not set", operand)
	}
	return w
}

// list are the registers of [V0.D2,V1.D2].
func list(operand string) []string {
	var all []string
	for part := range strings.SplitSeq(strings.Trim(operand, "[]"), ",") {
		all = append(all, register(strings.TrimSpace(part)))
	}
	return all
}

// advance adds to the base register what a post-indexed operand says, 16(R1).
func (s *state) advance(operand string) integer {
	m := memory.FindStringSubmatch(operand)
	if m == nil || m[1] == "" {
		s.fail("the operand %s", operand)
	}
	base := s.integer(m[2])
	n, err := strconv.ParseInt(m[1], 10, 64)
	if err != nil {
		s.fail("the operand %s", operand)
	}
	s.integers[m[2]] = integer{base.buffer, base.n + n}
	return base
}

func (s *state) loadList(at integer, operand string) {
	if m := element.FindStringSubmatch(operand); m != nil {
		w := append(word.Word{}, s.neon(m[1])...)
		i, _ := strconv.Atoi(m[2]) // one digit
		copy(w[64*i:64*i+64], s.load(at, 8))
		s.vectors[m[1]] = w
		return
	}
	for i, r := range list(operand) {
		s.vectors[r] = s.load(integer{at.buffer, at.n + int64(16*i)}, 16)
	}
}

func (s *state) storeList(at integer, operand string) {
	if m := element.FindStringSubmatch(operand); m != nil {
		i, _ := strconv.Atoi(m[2]) // one digit
		s.store(at, s.neon(m[1])[64*i:64*i+64])
		return
	}
	for i, r := range list(operand) {
		s.store(integer{at.buffer, at.n + int64(16*i)}, s.neon(r))
	}
}

// three are the operands of an operation of two or three.
func (s *state) three(o []string) (x, y integer, to string) {
	if len(o) == 2 {
		return s.integer(o[0]), s.integer(o[1]), o[1]
	}
	return s.integer(o[0]), s.integer(o[1]), o[2]
}

var arm64 = map[string]model{
	"MOVD": func(s *state, o []string) {
		if isMemory(o[0]) || isMemory(o[1]) {
			s.fail("data in an integer register")
		}
		s.integers[o[1]] = s.integer(o[0])
	},
	"ADD": func(s *state, o []string) { x, y, to := s.three(o); s.integers[to] = s.add(y, x) },
	"SUB": func(s *state, o []string) { x, y, to := s.three(o); s.integers[to] = s.subtract(y, x) },
	"SUBS": func(s *state, o []string) {
		x, y, to := s.three(o)
		s.count(to, s.subtract(y, x))
	},
	"VEOR": func(s *state, o []string) {
		if register(o[0]) == register(o[1]) {
			s.vectors[register(o[2])] = s.Const(128, 0)
			return
		}
		s.vectors[register(o[2])] = s.Xor(s.neon(o[0]), s.neon(o[1]))
	},
	"VORR": func(s *state, o []string) { s.vectors[register(o[2])] = s.Or(s.neon(o[0]), s.neon(o[1])) },
	"VAND": func(s *state, o []string) { s.vectors[register(o[2])] = s.And(s.neon(o[0]), s.neon(o[1])) },
	"VMOV": func(s *state, o []string) { s.vectors[register(o[1])] = s.neon(o[0]) },
	"VEXT": func(s *state, o []string) {
		// The bytes from the given one on of the second source, then of the first.
		n := 8 * s.immediate(o[0])
		if n < 0 || n > 120 {
			s.fail("the immediate %s", o[0])
		}
		pair := append(append(word.Word{}, s.neon(o[2])...), s.neon(o[1])...)
		s.vectors[register(o[3])] = pair[n : n+128 : n+128]
	},
	"VPMULL":  func(s *state, o []string) { s.vectors[register(o[2])] = s.clmul(s.neon(o[0])[:64], s.neon(o[1])[:64]) },
	"VPMULL2": func(s *state, o []string) { s.vectors[register(o[2])] = s.clmul(s.neon(o[0])[64:], s.neon(o[1])[64:]) },
	"VLD1":    func(s *state, o []string) { s.loadList(s.address(o[0]), o[1]) },
	"VLD1.P":  func(s *state, o []string) { s.loadList(s.advance(o[0]), o[1]) },
	"VST1":    func(s *state, o []string) { s.storeList(s.address(o[1]), o[0]) },
	"VST1.P":  func(s *state, o []string) { s.storeList(s.advance(o[1]), o[0]) },
}
