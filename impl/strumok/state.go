package strumok

import "encoding/binary"

const wordSize = 8

// batch is how many steps a kernel takes before it moves the register to the front of its
// window.
const (
	batch     = 64
	batchSize = batch * wordSize
)

// setUpSteps are the steps that feed the sum of the FSM back to the register.
const setUpSteps = 32

// A state is the two words of the FSM and the 16 of the shift register, little-endian. In
// step i of a batch s_j of the text is window[i+j] and the new s₁₅ is window[i+16], so no
// word moves. Between batches the register is window[0] to window[15].
type state struct {
	r1, r2 uint64
	window [batch + 16][wordSize]byte
}

// A kernel is one implementation of the step, as two functions so that a program links
// only those it can call.
type kernel struct {
	setUp func(s *state)                  // setUpSteps steps
	xor   func(s *state, dst, src []byte) // whole words, equal in length
}

func (s *state) word(i int) uint64       { return binary.LittleEndian.Uint64(s.window[i][:]) }
func (s *state) setWord(i int, w uint64) { binary.LittleEndian.PutUint64(s.window[i][:], w) }

// advance ends a batch of n steps.
func (s *state) advance(n int) { copy(s.window[:16], s.window[n:n+16]) }

// load sets the register to its first value.
func (s *state) load(key, iv []byte) {
	word := binary.LittleEndian.Uint64
	iv0, iv1, iv2, iv3 := word(iv), word(iv[8:]), word(iv[16:]), word(iv[24:])
	k0, k1, k2, k3 := word(key), word(key[8:]), word(key[16:]), word(key[24:])
	var w [16]uint64
	if len(key) == KeySize256 {
		w = [16]uint64{
			k3 ^ iv0, k2, k1 ^ iv1, k0 ^ iv2, k3, k2 ^ iv3, ^k1, ^k0,
			k3, k2, ^k1, k0, k3, ^k2, k1, ^k0,
		}
	} else {
		k4, k5, k6, k7 := word(key[32:]), word(key[40:]), word(key[48:]), word(key[56:])
		w = [16]uint64{
			k7 ^ iv0, k6, k5, k4 ^ iv1, k3, k2 ^ iv2, k1, ^k0,
			k4 ^ iv3, ^k6, k5, ^k7, k3, k2, ^k1, k0,
		}
	}
	for i, w := range w {
		s.setWord(i, w)
	}
}
