package strumok

import (
	"encoding/binary"

	"github.com/zvirka/zvirka/impl/internal/submix"
	"github.com/zvirka/zvirka/spec/kalyna"
)

// small is the kernel without derived tables: the S-boxes of the standard, and arithmetic
// on the eight bytes of a word at once.
var small = kernel{setUpSmall, xorSmall}

// With α a root of the polynomial g(z) = z⁸ + g₇z⁷ + .. + g₀ over GF(2⁸), and byte i of a
// word the coefficient of αⁱ:
const (
	alpha8   = 0xd73f04125e000004 // α⁸ = g₇α⁷ + .. + g₀
	alphaInv = 0x47fcc6018a990000 // α⁻¹ = g₀⁻¹·(α⁷ + g₇α⁶ + .. + g₁)
)

// mulByte is c·w, by Horner's rule over the bits of c.
func mulByte(c byte, w uint64) (p uint64) {
	for i := 7; i >= 0; i-- {
		p = submix.XTime(p) ^ -uint64(c>>i&1)&w
	}
	return p
}

// subSmall is T of a word.
//
//ct:allow table lookup: the card says TableLookup
func subSmall(w uint64) uint64 {
	return submix.Mix(uint64(kalyna.Pi0[byte(w)]) |
		uint64(kalyna.Pi1[byte(w>>8)])<<8 |
		uint64(kalyna.Pi2[byte(w>>16)])<<16 |
		uint64(kalyna.Pi3[byte(w>>24)])<<24 |
		uint64(kalyna.Pi0[byte(w>>32)])<<32 |
		uint64(kalyna.Pi1[byte(w>>40)])<<40 |
		uint64(kalyna.Pi2[byte(w>>48)])<<48 |
		uint64(kalyna.Pi3[byte(w>>56)])<<56)
}

// step takes step i of a batch, with feedback added to the new word of the register.
func (s *state) step(i int, feedback uint64) {
	w0, w11, w13 := s.word(i), s.word(i+11), s.word(i+13)
	s.setWord(i+16, w0<<8^mulByte(byte(w0>>56), alpha8)^w11>>8^mulByte(byte(w11), alphaInv)^w13^feedback)
	s.r1, s.r2 = s.r2+w13, subSmall(s.r1)
}

// sum is the result of the FSM in step i of a batch.
func (s *state) sum(i int) uint64 { return (s.word(i+15) + s.r1) ^ s.r2 }

func setUpSmall(s *state) {
	for i := range setUpSteps {
		s.step(i, s.sum(i))
	}
	s.advance(setUpSteps)
}

func xorSmall(s *state, dst, src []byte) {
	for len(src) > 0 {
		n := min(len(src)/wordSize, batch)
		for i := range n {
			z := s.sum(i) ^ s.word(i)
			binary.LittleEndian.PutUint64(dst, binary.LittleEndian.Uint64(src)^z)
			s.step(i, 0)
			dst, src = dst[wordSize:], src[wordSize:]
		}
		s.advance(n)
	}
}
