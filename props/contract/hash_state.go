package contract

import (
	"bytes"
	"encoding"
	"errors"
	"fmt"
	"hash"
)

// cloned returns a clone of d, or an error, which wraps errors.ErrUnsupported if d is
// nothing to be cloned.
func cloned(d hash.Hash) (hash.Hash, error) {
	if c, ok := d.(hash.Cloner); ok {
		return c.Clone()
	}
	return nil, errors.ErrUnsupported
}

// hashClone: a clone continues from where the original is, and neither hears of the other.
func hashClone(t T, h Hash) {
	r := random("Clone")
	for n := range 2*h.BlockSize + 2 {
		head, left, right := r.bytes(n), r.bytes(h.BlockSize+1), r.bytes(h.BlockSize+1)
		d := h.after(head)
		c, err := cloned(d)
		if errors.Is(err, errors.ErrUnsupported) {
			return
		}
		if err != nil {
			t.Fatalf("Clone after %d bytes: %v", n, err)
		}
		if !bytes.Equal(c.Sum(nil), h.of(head)) {
			t.Errorf("a clone after %d bytes has another digest", n)
		}
		d.Write(left[:1])
		c.Write(right)
		d.Write(left[1:])
		if !bytes.Equal(d.Sum(nil), h.of(head, left)) {
			t.Errorf("a clone after %d bytes disturbs its original", n)
		}
		if !bytes.Equal(c.Sum(nil), h.of(head, right)) {
			t.Errorf("a clone after %d bytes is disturbed by its original", n)
		}
		d.Reset()
		if !bytes.Equal(c.Sum(nil), h.of(head, right)) {
			t.Errorf("Reset of the original after %d bytes changes the clone", n)
		}
		c.Reset()
		if !bytes.Equal(c.Sum(nil), h.of()) {
			t.Errorf("Reset of a clone after %d bytes: not as a new object", n)
		}
	}
}

// marshalled returns the state of d, or an error, which wraps errors.ErrUnsupported if d
// has none to give.
func marshalled(d hash.Hash) ([]byte, error) {
	m, ok := d.(encoding.BinaryMarshaler)
	if _, both := d.(encoding.BinaryUnmarshaler); ok && both {
		return m.MarshalBinary()
	}
	return nil, errors.ErrUnsupported // half of the two: see the law Methods
}

func unmarshal(t T, d hash.Hash, state []byte) {
	t.Helper()
	if err := d.(encoding.BinaryUnmarshaler).UnmarshalBinary(state); err != nil {
		t.Fatalf("UnmarshalBinary of what MarshalBinary returned: %v", err)
	}
}

// hashMarshal: at every offset another object resumes from a state, which shares no memory
// with either of them.
func hashMarshal(t T, h Hash) {
	r := random("Marshal")
	for n := range 2*h.BlockSize + 2 {
		head, tail := r.bytes(n), r.bytes(h.BlockSize+1)
		d := h.after(head)
		state, err := marshalled(d)
		if errors.Is(err, errors.ErrUnsupported) {
			return
		}
		if err != nil {
			t.Fatalf("MarshalBinary after %d bytes: %v", n, err)
		}
		before := bytes.Clone(state)
		d.Write(tail)
		if !bytes.Equal(d.Sum(nil), h.of(head, tail)) {
			t.Errorf("MarshalBinary after %d bytes disturbs what is written later", n)
		}
		if !bytes.Equal(state, before) {
			t.Errorf("a state marshalled after %d bytes changes with later writes", n)
		}
		used := h.after(r.bytes(r.below(2 * h.BlockSize)))
		unmarshal(t, used, state)
		if !bytes.Equal(state, before) {
			t.Errorf("UnmarshalBinary changes a state of %d bytes", n)
		}
		for i := range state {
			state[i] ^= 0xff
		}
		if !bytes.Equal(used.Sum(nil), h.of(head)) {
			t.Errorf("a state marshalled after %d bytes has another digest", n)
		}
		used.Write(tail)
		if !bytes.Equal(used.Sum(nil), h.of(head, tail)) {
			t.Errorf("a state marshalled after %d bytes does not resume", n)
		}
		if !bytes.Equal(d.Sum(nil), h.of(head, tail)) {
			t.Errorf("an object changed with the state that it had marshalled after %d bytes", n)
		}
		used.Reset()
		if !bytes.Equal(used.Sum(nil), h.of()) {
			t.Errorf("Reset after a state of %d bytes: not as a new object", n)
		}
	}
}

// hashMarshalAppends: AppendBinary(b) is b and what MarshalBinary returns.
func hashMarshalAppends(t T, h Hash) {
	r := random("MarshalAppends")
	for n := range 2*h.BlockSize + 2 {
		d := h.after(r.bytes(n))
		state, err := marshalled(d)
		a, ok := d.(encoding.BinaryAppender)
		if err != nil || !ok {
			return
		}
		appends(t, r, fmt.Sprintf("AppendBinary after %d bytes", n), state, func(b []byte) []byte {
			out, err := a.AppendBinary(b)
			if err != nil {
				t.Errorf("AppendBinary after %d bytes: %v", n, err)
			}
			return out
		})
	}
}

// foreign calls f with states that no object of h can have.
func foreign(state []byte, f func(what string, state []byte)) {
	f("nil", nil)
	for n := range state {
		f(fmt.Sprintf("the first %d of %d bytes", n, len(state)), state[:n:n])
	}
	f("one byte more", append(bytes.Clone(state), 0))
	f("another first byte", append([]byte{state[0] ^ 1}, state[1:]...))
}

// hashRefuses: UnmarshalBinary takes nothing for a state that is of another length, or that
// does not begin as its own do.
func hashRefuses(t T, h Hash) {
	r := random("Refuses")
	for _, n := range h.borders() {
		state, err := marshalled(h.after(r.bytes(n)))
		if err != nil {
			return
		}
		if len(state) == 0 {
			t.Fatalf("the state after %d bytes is empty", n)
		}
		foreign(state, func(what string, state []byte) {
			var err error
			if panicked(func() { err = h.New().(encoding.BinaryUnmarshaler).UnmarshalBinary(state) }) {
				t.Errorf("UnmarshalBinary of %s panicked", what)
			} else if err == nil {
				t.Errorf("UnmarshalBinary accepted %s", what)
			}
		})
	}
}

// hashRefusalHarmless: a refused state leaves the object as it was. Besides those that
// must be refused, it may be any with a wrong bit.
func hashRefusalHarmless(t T, h Hash) {
	r := random("RefusalHarmless")
	message := r.bytes(h.BlockSize + 1)
	want := h.of(message)
	state, err := marshalled(h.after(r.bytes(h.BlockSize / 2)))
	if err != nil {
		return
	}
	try := func(what string, state []byte) {
		d := h.after(message[:h.BlockSize/2])
		var err error
		if panicked(func() { err = d.(encoding.BinaryUnmarshaler).UnmarshalBinary(state) }) {
			t.Errorf("UnmarshalBinary of %s panicked", what)
			return
		}
		if err == nil {
			return
		}
		d.Write(message[h.BlockSize/2:])
		if !bytes.Equal(d.Sum(nil), want) {
			t.Errorf("UnmarshalBinary refused %s, yet changed the object", what)
		}
	}
	foreign(state, try)
	for bit := range 8 * len(state) {
		try(fmt.Sprintf("a state with bit %d changed", bit), flipped(state, bit))
	}
}
