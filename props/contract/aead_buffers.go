package contract

import (
	"bytes"
	"crypto/cipher"
	"fmt"
	"slices"
)

// aeadAppendsToDst: what both return is the destination and the result. Capacity that is
// enough is used; where it is not, the array behind is left alone. The destination may be
// the nonce or the data, behind which the result is written.
func aeadAppendsToDst(t T, a AEAD) {
	r := random("AppendsToDst")
	a.each(t, r, func(key []byte, c cipher.AEAD) {
		for _, size := range [][2]int{{0, 5}, {1, 0}, {17, 5}, {65, 1}} {
			if !a.has(size[0], size[1]) {
				continue
			}
			m := a.seal(r, c, size[0], size[1])
			for _, o := range operations {
				input, result := o.parts(m)
				what := fmt.Sprintf("%s of %v", o.name, m)
				to := func(b []byte) []byte { return o.call(t, c, b, m.nonce, input, m.data) }
				appends(t, r, what, result, to)
				usesCapacity(t, what, len(result), to)
				behind(t, what+" behind the nonce", m.nonce, result, func(nonce []byte) []byte {
					return o.call(t, c, nonce, nonce, input, m.data)
				})
				behind(t, what+" behind the data", m.data, result, func(data []byte) []byte {
					return o.call(t, c, data, m.nonce, input, data)
				})
			}
		}
	})
}

// usesCapacity reports an f, which appends n bytes, that has a new array where the old one
// has room, or that writes to an old one that has not.
func usesCapacity(t T, what string, n int, f func(b []byte) []byte) {
	t.Helper()
	if n == 0 {
		return
	}
	if b := make([]byte, 1, n+1); &f(b)[0] != &b[0] {
		t.Errorf("%s: capacity to spare is not used", what)
	}
	b := make([]byte, n)
	if f(b[: 0 : n-1]); !bytes.Equal(b, make([]byte, n)) {
		t.Errorf("%s: something was written where the capacity does not suffice", what)
	}
}

// behind reports an f that is given prefix, with room behind it for the result, and that
// does not return both.
func behind(t T, what string, prefix, result []byte, f func(prefix []byte) []byte) {
	t.Helper()
	roomy := append(make([]byte, 0, len(prefix)+len(result)), prefix...)
	if !bytes.Equal(f(roomy), slices.Concat(prefix, result)) {
		t.Errorf("%s: not that and the result", what)
	}
}

// aeadInPlace: the result may be written over the input, to input[:0] or to what ends
// where the input begins. Without room for the tag the plaintext is left as it was.
func aeadInPlace(t T, a AEAD) {
	r := random("InPlace")
	a.each(t, r, func(key []byte, c cipher.AEAD) {
		for n := range aeadLongest + 1 {
			if !a.has(n, 5) {
				continue
			}
			m := a.seal(r, c, n, 5)
			for _, o := range operations {
				input, result := o.parts(m)
				before := n % 8
				arena := r.bytes(8 + len(m.ciphertext) + 8)
				copy(arena[8:], input)
				expected := bytes.Clone(arena)
				copy(expected[8:], result)
				out := o.call(t, c, arena[8-before:8], m.nonce, arena[8:8+len(input)], m.data)
				if o.name == "Open" { // what lay behind the plaintext was the tag
					copy(expected[8+n:8+len(input)], arena[8+n:])
				}
				if !bytes.Equal(out, expected[8-before:8+len(result)]) || !bytes.Equal(arena, expected) {
					t.Errorf("%s of %v in place: another result, or stray writes, or it is elsewhere", o.name, m)
				}
			}
			tight := bytes.Clone(m.plaintext)
			if out := c.Seal(tight[:0:n], m.nonce, tight, m.data); !bytes.Equal(out, m.ciphertext) {
				t.Errorf("Seal of %v in place without room for the tag: another result", m)
			}
			if a.Overhead > 0 && !bytes.Equal(tight, m.plaintext) {
				t.Errorf("Seal of %v in place without room for the tag: the plaintext changed", m)
			}
		}
	})
}

// aeadOverlap: over one array, the same place is allowed and right, a shifted one panics,
// one that only touches is allowed.
func aeadOverlap(t T, a AEAD) {
	r := random("Overlap")
	a.each(t, r, func(key []byte, c cipher.AEAD) {
		for _, n := range []int{0, 1, 17, 32} {
			if !a.has(n, 5) {
				continue
			}
			size := n + a.Overhead
			for shift := -size - 1; shift <= size+1; shift++ {
				arena := r.bytes(3*size + 2)
				CheckAEADOverlap(t, c, r.bytes(a.NonceSize), r.bytes(5), arena, size+1+shift, size+1, n)
			}
		}
	})
}

// CheckAEADOverlap examines Seal with its output at arena[dst:] and a plaintext of n bytes
// at arena[src:], and then Open with its output at arena[dst:] and the ciphertext of the
// same at arena[src:]. The capacity of the destination ends with the output. Output that
// covers a part of the input has to panic before it is written. Where Open would write over
// a part of the tag alone, it may also be right or return an error, but not a wrong
// plaintext. The arena has room for a ciphertext at both places, and is left as it was found.
func CheckAEADOverlap(t T, c cipher.AEAD, nonce, data, arena []byte, dst, src, n int) {
	t.Helper()
	before := bytes.Clone(arena)
	defer copy(arena, before)
	m := sealWith(c, nonce, bytes.Clone(arena[src:src+n]), data)
	for _, o := range operations {
		input, result := o.parts(m)
		copy(arena[src:], input)
		panics := partly(dst, len(result), src, n)
		if !panics && partly(dst, len(result), src, len(input)) {
			openOverTag(t, c, m, arena[dst:dst:dst+n], arena[src:src+len(input)])
			continue
		}
		inOneArena(t, arenaCall{
			what:   fmt.Sprintf("%s of %v with the output %d bytes from the input", o.name, m, dst-src),
			arena:  arena,
			panics: panics,
			at:     dst,
			want:   func() []byte { return result },
			call: func() {
				o.call(t, c, arena[dst:dst:dst+len(result)], nonce, arena[src:src+len(input)], data)
			},
		})
	}
}

// openOverTag reports an Open that finds a wrong plaintext because it writes over the tag.
func openOverTag(t T, c cipher.AEAD, m sealed, dst, ciphertext []byte) {
	t.Helper()
	var out []byte
	var err error
	if !panicked(func() { out, err = c.Open(dst, m.nonce, ciphertext, m.data) }) && err == nil && !bytes.Equal(out, m.plaintext) {
		t.Errorf("Open of %v with the output over a part of the tag: a wrong plaintext", m)
	}
}

// aeadDataOverlap: output that covers any part of the data panics and is not written; that
// which only touches is allowed. What is only read may be the same.
func aeadDataOverlap(t T, a AEAD) {
	r := random("DataOverlap")
	a.each(t, r, func(key []byte, c cipher.AEAD) {
		for _, size := range [][2]int{{1, 1}, {17, 1}, {17, 20}, {1, 40}} {
			m := a.seal(r, c, size[0], size[1])
			for _, o := range operations {
				input, result := o.parts(m)
				at, n := len(m.ciphertext)+1, len(result)
				for dst := range at + len(m.data) + 2 {
					arena := r.bytes(at + len(m.data) + 1 + len(m.ciphertext))
					copy(arena[at:], m.data)
					inOneArena(t, arenaCall{
						what:   fmt.Sprintf("%s of %v with the output %d bytes from the data", o.name, m, dst-at),
						arena:  arena,
						panics: share(dst, n, at, len(m.data)),
						at:     dst,
						want:   func() []byte { return result },
						call: func() {
							o.call(t, c, arena[dst:dst:dst+n], m.nonce, input, arena[at:at+len(m.data)])
						},
					})
				}
			}
		}
		one := r.bytes(max(40, a.NonceSize))
		m := sealWith(c, one[:a.NonceSize], one[3:40], one[1:30])
		if panicked(func() { both(t, c, "nonce, plaintext and data in one array", m) }) {
			t.Errorf("nonce, plaintext and data in one array: a panic")
		}
	})
}

// aeadInputsUnchanged: nonce, input and data, and what lies around them, are as before,
// also after an Open that failed.
func aeadInputsUnchanged(t T, a AEAD) {
	r := random("InputsUnchanged")
	a.each(t, r, func(key []byte, c cipher.AEAD) {
		examine := func(what string, m sealed, input []byte, call func(nonce, input, data []byte)) {
			var arena []byte
			place := func(b []byte) (from, to int) {
				arena = append(append(arena, r.bytes(8)...), b...)
				return len(arena) - len(b), len(arena)
			}
			nonce, nonceEnd := place(m.nonce)
			in, inEnd := place(input)
			data, dataEnd := place(m.data)
			arena = append(arena, r.bytes(64)...)
			before := bytes.Clone(arena)
			call(arena[nonce:nonceEnd], arena[in:inEnd], arena[data:dataEnd])
			if !bytes.Equal(arena, before) {
				t.Errorf("%s of %v changed what it was given or what lies around that", what, m)
			}
		}
		a.messages(r, c, aeadShort, func(m sealed) {
			for _, o := range operations {
				input, _ := o.parts(m)
				examine(o.name, m, input, func(nonce, input, data []byte) {
					o.call(t, c, make([]byte, 0, len(m.ciphertext)), nonce, input, data)
				})
			}
			forged := flipped(m.ciphertext, 8*len(m.ciphertext)-1)
			examine("a refused Open", m, forged, func(nonce, input, data []byte) {
				c.Open(nil, nonce, input, data)
			})
		})
	})
}

// aeadBuffersNotRetained: what was passed and what was returned is the caller's own.
func aeadBuffersNotRetained(t T, a AEAD) {
	r := random("BuffersNotRetained")
	spoil := func(buffers ...[]byte) {
		for _, b := range buffers {
			for i := range b[:cap(b)] {
				b[:cap(b)][i] ^= 0xff
			}
		}
	}
	a.each(t, r, func(key []byte, c cipher.AEAD) {
		fresh := a.must(t, key)
		for _, n := range aeadShort {
			if !a.has(n, 5) {
				continue
			}
			m, other := a.seal(r, c, n, 5), a.seal(r, c, 17, 5)
			for _, o := range operations {
				input, want := o.parts(m)
				nonce, data := bytes.Clone(m.nonce), bytes.Clone(m.data)
				input = bytes.Clone(input)
				first := o.call(t, c, nil, nonce, input, data)
				both(t, c, "meanwhile", other)
				if !bytes.Equal(first, want) {
					t.Errorf("the result of %s of %v changed by later use", o.name, m)
				}
				last := o.call(t, c, nil, nonce, input, data)
				spoil(nonce, input, data, first, last)
				both(t, c, "from buffers that changed", sealWith(fresh, nonce, other.plaintext, data))
				both(t, c, "after the caller changed what it passed and got", m)
			}
		}
	})
}

// aeadAlignment: buffers may lie at any address.
func aeadAlignment(t T, a AEAD) {
	r := random("Alignment")
	a.each(t, r, func(key []byte, c cipher.AEAD) {
		for _, n := range aeadShort {
			if !a.has(n, 20) {
				continue
			}
			m := a.seal(r, c, n, 20)
			for _, o := range operations {
				input, want := o.parts(m)
				for offset := range 64 {
					at := func(offset int, b []byte) []byte { return append(make([]byte, offset, offset+len(b)), b...)[offset:] }
					dst := make([]byte, 63-offset, 63-offset+len(want))
					out := o.call(t, c, dst, at(offset, m.nonce), at(offset, input), at(offset, m.data))
					if !bytes.Equal(out[63-offset:], want) {
						t.Errorf("%s of %v: wrong at offsets %d, %d", o.name, m, 63-offset, offset)
					}
				}
			}
		}
	})
}

// aeadGuardPages: buffers that end at the last byte before, or begin at the first byte
// after, a page without access are read and written without touching that page.
func aeadGuardPages(t T, a AEAD) {
	betweenGuards(t, func(inputs, outputs []byte) {
		betweenGuards(t, func(nonces, datas []byte) {
			r := random("GuardPages")
			a.each(t, r, func(key []byte, c cipher.AEAD) {
				pages := guarded{inputs, outputs, nonces, datas}
				examine := func(m sealed) { pages.examine(t, c, m) }
				a.messages(r, c, aeadLengths, examine)
				a.everyLength(r, c, examine)
				for n := range a.Overhead + a.MinPlaintext {
					m := sealed{nonce: r.bytes(a.NonceSize), ciphertext: r.bytes(n)}
					refuses(t, c, fmt.Sprintf("%d bytes at a page border", n),
						atBorder(nonces, m.nonce, true), atBorder(inputs, m.ciphertext, true), nil)
				}
			})
		})
	})
}

// guarded are pages between pages without access.
type guarded struct{ inputs, outputs, nonces, datas []byte }

// atBorder copies b to where a page ends, or begins.
func atBorder(page, b []byte, end bool) []byte {
	from := 0
	if end {
		from = len(page) - len(b)
	}
	copy(page[from:], b)
	return page[from : from+len(b) : from+len(b)]
}

func (g guarded) examine(t T, c cipher.AEAD, m sealed) {
	for _, o := range operations {
		for _, end := range []bool{false, true} {
			input, want := o.parts(m)
			dst := atBorder(g.outputs, want, end)
			clear(dst)
			nonce, input, data := atBorder(g.nonces, m.nonce, end), atBorder(g.inputs, input, end), atBorder(g.datas, m.data, end)
			var out []byte
			if panicked(func() { out = o.call(t, c, dst[:0], nonce, input, data) }) {
				t.Errorf("%s of %v at a page border: the page beyond was touched", o.name, m)
			} else if !bytes.Equal(out, want) {
				t.Errorf("%s of %v at a page border: wrong result", o.name, m)
			}
		}
	}
}
