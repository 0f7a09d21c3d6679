package asm

import (
	"strconv"

	"github.com/zvirka/zvirka/props/proof/word"
)

// A model does an instruction. Operands are in the order of Go's assembler, the destination last.
type model func(s *state, o []string)

// vector parts the name of a vector register into its number and its width in bits.
func (s *state) vector(operand string) (name string, bits int) {
	if len(operand) < 2 || operand[0] != 'X' && operand[0] != 'Y' {
		s.fail("%s is no vector register", operand)
	}
	if operand[0] == 'X' {
		return operand[1:], 128
	}
	return operand[1:], 256
}

// get reads a vector operand of a width, from a register or from memory.
func (s *state) get(operand string, bits int) word.Word {
	if isMemory(operand) {
		return s.load(s.address(operand), bits/8)
	}
	name, _ := s.vector(operand)
	w, ok := s.vectors[name]
	if !ok {
		s.fail("%s is not set", operand)
	}
	return w[:bits:bits]
}

// setLow writes the lower half of a register and keeps the upper one, as SSE does.
func (s *state) setLow(operand string, w word.Word) {
	name, _ := s.vector(operand)
	upper := s.Const(128, 0)
	if old, ok := s.vectors[name]; ok {
		upper = old[128:]
	}
	s.vectors[name] = append(append(word.Word{}, w...), upper...)
}

// set writes a register and clears what is above, as AVX does.
func (s *state) set(operand string, w word.Word) {
	name, _ := s.vector(operand)
	s.vectors[name] = s.Zext(w, 256)
}

func (s *state) immediate(operand string) int { return int(s.integer(operand).n) }

// width of an AVX instruction is that of its destination.
func (s *state) width(o []string) int {
	_, bits := s.vector(o[len(o)-1])
	return bits
}

// lanes applies f to each 128 bits.
func lanes(w word.Word, f func(lane int) word.Word) (all word.Word) {
	for i := range len(w) / 128 {
		all = append(all, f(i)...)
	}
	return all
}

func lane(w word.Word, i int) word.Word { return w[128*i : 128*i+128 : 128*i+128] }

// carryless is PCLMULQDQ on 128 bits: bit 0 of the immediate chooses the half of the destination or
// second source, bit 4 that of the first.
func (s *state) carryless(imm int, first, second word.Word) word.Word {
	if imm&^0x11 != 0 {
		s.fail("the immediate %#x", imm)
	}
	x, y := second[:64], first[:64]
	if imm&1 != 0 {
		x = second[64:]
	}
	if imm&16 != 0 {
		y = first[64:]
	}
	return s.clmul(x, y)
}

// dwords chooses four of the four words of 32 bits.
func dwords(imm int, w word.Word) (all word.Word) {
	for i := range 4 {
		k := imm >> (2 * i) & 3
		all = append(all, w[32*k:32*k+32]...)
	}
	return all
}

// zeroing reports whether an XOR has one register on both sides: then it need not be set.
func zeroing(o []string) bool { return o[0] == o[1] }

var amd64 = map[string]model{
	"MOVQ": func(s *state, o []string) {
		switch {
		case o[1][0] == 'X' && isMemory(o[0]):
			s.setLow(o[1], s.Zext(s.load(s.address(o[0]), 8), 128))
		case o[0][0] == 'X' && isMemory(o[1]):
			s.store(s.address(o[1]), s.get(o[0], 64))
		case isMemory(o[0]) || isMemory(o[1]):
			s.fail("data in an integer register")
		default:
			s.integers[o[1]] = s.integer(o[0])
		}
	},
	"MOVHPS": func(s *state, o []string) {
		if isMemory(o[1]) {
			s.store(s.address(o[1]), s.get(o[0], 128)[64:])
			return
		}
		s.setLow(o[1], append(append(word.Word{}, s.get(o[1], 64)...), s.load(s.address(o[0]), 8)...))
	},
	"MOVO":  moveUnaligned,
	"MOVOU": moveUnaligned,
	"PXOR": func(s *state, o []string) {
		if zeroing(o) {
			s.setLow(o[1], s.Const(128, 0))
			return
		}
		s.setLow(o[1], s.Xor(s.get(o[0], 128), s.get(o[1], 128)))
	},
	"POR":   func(s *state, o []string) { s.setLow(o[1], s.Or(s.get(o[0], 128), s.get(o[1], 128))) },
	"PAND":  func(s *state, o []string) { s.setLow(o[1], s.And(s.get(o[0], 128), s.get(o[1], 128))) },
	"PSLLO": func(s *state, o []string) { s.setLow(o[1], s.Shl(s.get(o[1], 128), 8*s.immediate(o[0]))) },
	"PSRLO": func(s *state, o []string) { s.setLow(o[1], s.Shr(s.get(o[1], 128), 8*s.immediate(o[0]))) },
	"PSHUFD": func(s *state, o []string) {
		s.setLow(o[2], dwords(s.immediate(o[0]), s.get(o[1], 128)))
	},
	"PCLMULQDQ": func(s *state, o []string) {
		s.setLow(o[2], s.carryless(s.immediate(o[0]), s.get(o[1], 128), s.get(o[2], 128)))
	},

	"VMOVDQU": func(s *state, o []string) {
		if isMemory(o[1]) {
			_, bits := s.vector(o[0])
			s.store(s.address(o[1]), s.get(o[0], bits))
			return
		}
		s.set(o[1], s.get(o[0], s.width(o)))
	},
	"VPXOR": func(s *state, o []string) {
		n := s.width(o)
		if zeroing(o) {
			s.set(o[2], s.Const(n, 0))
			return
		}
		s.set(o[2], s.Xor(s.get(o[0], n), s.get(o[1], n)))
	},
	"VPOR":  func(s *state, o []string) { n := s.width(o); s.set(o[2], s.Or(s.get(o[0], n), s.get(o[1], n))) },
	"VPAND": func(s *state, o []string) { n := s.width(o); s.set(o[2], s.And(s.get(o[0], n), s.get(o[1], n))) },
	"VPSHUFD": func(s *state, o []string) {
		w, imm := s.get(o[1], s.width(o)), s.immediate(o[0])
		s.set(o[2], lanes(w, func(i int) word.Word { return dwords(imm, lane(w, i)) }))
	},
	"VPCLMULQDQ": func(s *state, o []string) {
		n, imm := s.width(o), s.immediate(o[0])
		x, y := s.get(o[1], n), s.get(o[2], n)
		s.set(o[3], lanes(x, func(i int) word.Word { return s.carryless(imm, lane(x, i), lane(y, i)) }))
	},
	"VEXTRACTI128": func(s *state, o []string) {
		w := lane(s.get(o[1], 256), s.immediate(o[0])&1)
		if isMemory(o[2]) {
			s.store(s.address(o[2]), w)
			return
		}
		s.set(o[2], w)
	},
	"VINSERTI128": func(s *state, o []string) {
		w := append(word.Word{}, s.get(o[2], 256)...)
		copy(w[128*(s.immediate(o[0])&1):], s.get(o[1], 128))
		s.set(o[3], w)
	},
	"VZEROUPPER": func(s *state, o []string) {
		for name, w := range s.vectors {
			s.vectors[name] = s.Zext(w[:128], 256)
		}
	},

	"LEAQ": func(s *state, o []string) { s.integers[o[1]] = s.address(o[0]) },
	"ADDQ": func(s *state, o []string) { s.count(o[1], s.add(s.integer(o[1]), s.integer(o[0]))) },
	"SUBQ": func(s *state, o []string) { s.count(o[1], s.subtract(s.integer(o[1]), s.integer(o[0]))) },
	"DECQ": func(s *state, o []string) { s.count(o[0], s.subtract(s.integer(o[0]), integer{n: 1})) },
	"SHLQ": func(s *state, o []string) {
		x := s.integer(o[1])
		if x.buffer != nil {
			s.fail("a shift of a pointer")
		}
		s.count(o[1], integer{n: x.n << s.immediate(o[0])})
	},
}

// count writes a number and remembers for the next jump whether it is zero.
func (s *state) count(register string, v integer) {
	if _, err := strconv.Atoi(register); err == nil || isMemory(register) {
		s.fail("a count that is not in a register")
	}
	s.integers[register] = v
	s.zero = v.buffer == nil && v.n == 0
}

func moveUnaligned(s *state, o []string) {
	if isMemory(o[1]) {
		s.store(s.address(o[1]), s.get(o[0], 128))
		return
	}
	s.setLow(o[1], s.get(o[0], 128))
}
