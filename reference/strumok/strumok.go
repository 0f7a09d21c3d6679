// Package strumok is the Strumok stream cipher as its standard writes it, executed: meant
// to be read beside the text and to judge faster code, never to encrypt.
//
// Standard: DSTU 8845:2019, clauses 2-7
// Timing: VariableTime
// Maturity: official vectors
//
// Clause numbers are those of the designers' paper (I. Gorbenko et al., Computer Science
// and Cybersecurity 1(9), 2018). Words have 64 bits. Bytes fill them in order, the least
// significant byte of a word first: key bytes 0 to 7 are K₀, key bytes 8 to 15 are K₁, and
// so on; the words of the IV and the keystream likewise. Every function is pure: arguments
// are not changed, results share no memory with them. The key has 32 or 64 bytes, the IV
// 32; other sizes panic.
//
// No source that was read limits the keystream under one key and IV. Decision: there is
// no limit here. A pair of key and IV must never be used twice.
package strumok

import (
	"encoding/binary"
	"fmt"

	spec "github.com/zvirka/zvirka/spec/strumok"
)

// XOR returns the data with the keystream added to it modulo 2: encryption and decryption
// are the same.
func XOR(key, iv, data []byte) []byte {
	out := Keystream(key, iv, len(data))
	for i := range data {
		out[i] ^= data[i]
	}
	return out
}

// Keystream returns the first n bytes of keystream; a negative n panics [3, 5].
func Keystream(key, iv []byte, n int) []byte {
	if n < 0 {
		panic(fmt.Sprintf("reference/strumok: %d bytes of keystream", n))
	}
	var stream []byte
	for S := Init(key, iv); len(stream) < n; S = Next(S) {
		stream = binary.LittleEndian.AppendUint64(stream, Output(S))
	}
	return stream[:n:n]
}

// A State is the register s₀ .. s₁₅ and the automaton's words r₁ and r₂.
type State struct {
	S      [spec.Words]uint64
	R1, R2 uint64
}

// Init returns the state from which the first word of keystream is read [3].
func Init(key, iv []byte) State {
	S := Load(key, iv)
	for range spec.InitSteps {
		S = NextInit(S)
	}
	return Next(S)
}

// Load returns the state with the register filled from key and IV, and r₁ = r₂ = 0 [3].
//
// The signs of inversion were read from the drawn page of the paper, for its text layer
// has lost them; the worked examples confirm each.
func Load(key, iv []byte) State {
	if _, ok := spec.Lookup(len(key)); !ok || len(iv) != spec.IVSize {
		panic(fmt.Sprintf("reference/strumok: key of %d bytes and IV of %d", len(key), len(iv)))
	}
	K, IV := words(key), words(iv)
	var s [spec.Words]uint64
	switch len(K) {
	case 4:
		s[15], s[14], s[13], s[12] = ^K[0], K[1], ^K[2], K[3]
		s[11], s[10], s[9], s[8] = K[0], ^K[1], K[2], K[3]
		s[7], s[6], s[5], s[4] = ^K[0], ^K[1], K[2]^IV[3], K[3]
		s[3], s[2], s[1], s[0] = K[0]^IV[2], K[1]^IV[1], K[2], K[3]^IV[0]
	case 8:
		s[15], s[14], s[13], s[12] = K[0], ^K[1], K[2], K[3]
		s[11], s[10], s[9], s[8] = ^K[7], K[5], ^K[6], K[4]^IV[3]
		s[7], s[6], s[5], s[4] = ^K[0], K[1], K[2]^IV[2], K[3]
		s[3], s[2], s[1], s[0] = K[4]^IV[1], K[5], K[6], K[7]^IV[0]
	}
	return State{S: s}
}

func words(b []byte) []uint64 {
	w := make([]uint64, len(b)/8)
	for i := range w {
		w[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
	return w
}

// Output returns the word of keystream that a state gives [5].
func Output(S State) uint64 { return FSM(S.S[15], S.R1, S.R2) ^ S.S[0] }

// Next returns the state one step later, in normal mode [4].
func Next(S State) State { return step(S, 0) }

// NextInit returns the state one step later, in initialisation mode: the automaton's
// output enters the register [4].
func NextInit(S State) State { return step(S, FSM(S.S[15], S.R1, S.R2)) }

// step shifts the register by one word, the new one being its feedback with f added, and
// moves the automaton.
//
// The text's line for the new r₁ does not say whether r₂ in it is the old or the new one.
// Decision: the old one, as everywhere on the right-hand sides; all examples agree with
// this and none with the other.
func step(S State, f uint64) State {
	s := S.S
	var next State
	copy(next.S[:], s[1:])
	next.S[15] = MulAlpha(s[spec.TapMulAlpha]) ^ DivAlpha(s[spec.TapDivAlpha]) ^ s[spec.Tap] ^ f
	next.R1 = S.R2 + s[13]
	next.R2 = T(S.R1)
	return next
}

// FSM is the output function of the automaton: x + y modulo 2⁶⁴, and z added modulo 2 [6].
func FSM(x, y, z uint64) uint64 { return (x + y) ^ z }
