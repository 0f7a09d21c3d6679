package strumok

import (
	"encoding/binary"

	"github.com/zvirka/zvirka/impl/internal/submix"
)

// constantTime is the kernel without lookups. As r₁ of the next step is r₂ + s₁₃, which is
// known before T(r₁) is, the substitutions of two steps go through one circuit.
var constantTime = kernel{setUpConstantTime, xorConstantTime}

// ctMixedOut is the share of submix.Out in T.
var ctMixedOut = submix.Mix(submix.Out)

// ctMul[i] and ctDiv[i] are bit i of a byte times α⁸ and α⁻¹, so that the product with
// any byte is a sum over its bits.
var ctMul, ctDiv = ctMultiples(alpha8), ctMultiples(alphaInv)

func ctMultiples(w uint64) (m [8]uint64) {
	for i := range m {
		m[i] = w
		w = submix.XTime(w)
	}
	return m
}

// ctAlpha is a·α ⊕ b·α⁻¹.
func ctAlpha(a, b uint64) uint64 {
	m, d := &ctMul, &ctDiv
	return (a<<8 ^ ctBit(a, 56)&m[0] ^ ctBit(a, 57)&m[1] ^ ctBit(a, 58)&m[2] ^ ctBit(a, 59)&m[3] ^
		ctBit(a, 60)&m[4] ^ ctBit(a, 61)&m[5] ^ ctBit(a, 62)&m[6] ^ ctBit(a, 63)&m[7]) ^
		(b>>8 ^ ctBit(b, 0)&d[0] ^ ctBit(b, 1)&d[1] ^ ctBit(b, 2)&d[2] ^ ctBit(b, 3)&d[3] ^
			ctBit(b, 4)&d[4] ^ ctBit(b, 5)&d[5] ^ ctBit(b, 6)&d[6] ^ ctBit(b, 7)&d[7])
}

// ctBit is bit i of w in all places.
func ctBit(w uint64, i int) uint64 { return uint64(int64(w<<(63-i)) >> 63) }

// A ctSub holds the planes of two words: bit 0 of byte r of plane b is bit b of byte r of
// the first word, bit 4 is that of the second. The other bits are of no meaning.
type ctSub struct {
	x  [8]uint64
	pi [4][8]uint64 // the results of the four S-boxes for all bytes
}

// sub returns T(v) and T(w). The circuit of row r computes pi(x ⊕ In) ⊕ Out.
func (s *ctSub) sub(v, w uint64) (tv, tw uint64) {
	const low = 0x0f0f0f0f0f0f0f0f
	v ^= submix.In
	w ^= submix.In
	l := v&low | w&low<<4
	h := v>>4&low | w&^low
	s.x = [8]uint64{l, l >> 1, l >> 2, l >> 3, h, h >> 1, h >> 2, h >> 3}
	submix.Pi0(&s.pi[0], &s.x, 0)
	submix.Pi1(&s.pi[1], &s.x, 0)
	submix.Pi2(&s.pi[2], &s.x, 0)
	submix.Pi3(&s.pi[3], &s.x, 0)
	l = s.choose(0) | s.choose(1)<<1 | s.choose(2)<<2 | s.choose(3)<<3
	h = s.choose(4) | s.choose(5)<<1 | s.choose(6)<<2 | s.choose(7)<<3
	v = l&low | h&low<<4
	w = l>>4&low | h&^low
	return submix.Mix(v) ^ ctMixedOut, submix.Mix(w) ^ ctMixedOut
}

// choose returns plane b of the results, rows r and r+4 from pi[r].
func (s *ctSub) choose(b int) uint64 {
	const m = 0x0000001100000011
	return s.pi[0][b]&m | s.pi[1][b]&(m<<8) | s.pi[2][b]&(m<<16) | s.pi[3][b]&(m<<24)
}

// ctShift sets the new word of the register in step i of a batch, with feedback added.
func (s *state) ctShift(i int, feedback uint64) {
	s.setWord(i+16, ctAlpha(s.word(i), s.word(i+11))^s.word(i+13)^feedback)
}

func setUpConstantTime(s *state) {
	var c ctSub
	for i := 0; i < setUpSteps; i += 2 {
		next := s.r2 + s.word(i+13)
		t, u := c.sub(s.r1, next)
		s.ctShift(i, s.sum(i))
		s.r1, s.r2 = next, t
		s.ctShift(i+1, s.sum(i+1))
		s.r1, s.r2 = t+s.word(i+14), u
	}
	s.advance(setUpSteps)
}

func xorConstantTime(s *state, dst, src []byte) {
	var c ctSub
	for len(src) > 0 {
		n := min(len(src)/wordSize, batch)
		for i := range n {
			s.ctShift(i, 0)
		}
		var t, u uint64 // T of r₁ in this step and the next
		for i := range n {
			next := s.r2 + s.word(i+13)
			if i%2 == 0 {
				t, u = c.sub(s.r1, next)
			} else {
				t = u
			}
			z := s.sum(i) ^ s.word(i)
			binary.LittleEndian.PutUint64(dst, binary.LittleEndian.Uint64(src)^z)
			s.r1, s.r2 = next, t
			dst, src = dst[wordSize:], src[wordSize:]
		}
		s.advance(n)
	}
}
