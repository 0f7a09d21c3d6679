package contract

import (
	"bytes"
	"crypto/cipher"
	"fmt"
)

// refuses reports an Open that returns no error, or that panics.
func refuses(t T, c cipher.AEAD, what string, nonce, ciphertext, data []byte) {
	t.Helper()
	var err error
	if panicked(func() { _, err = c.Open(nil, nonce, ciphertext, data) }) {
		t.Errorf("Open of %s panicked", what)
	} else if err == nil {
		t.Errorf("Open accepted %s", what)
	}
}

// forgeries calls f with short messages and for each with a ciphertext, data or both that
// do not belong to it.
func (a AEAD) forgeries(r *source, c cipher.AEAD, f func(m sealed, ciphertext, data []byte)) {
	for _, n := range aeadShort {
		if !a.has(n, 5) {
			continue
		}
		m := a.seal(r, c, n, 5)
		f(m, flipped(m.ciphertext, 0), m.data)
		f(m, flipped(m.ciphertext, 8*len(m.ciphertext)-1), m.data)
		f(m, m.ciphertext, m.data[1:])
		f(m, m.ciphertext, nil)
		f(m, append(bytes.Clone(m.ciphertext), 0), m.data)
		f(m, m.ciphertext[:len(m.ciphertext)-1], m.data)
	}
}

// aeadTamperedCiphertext: a ciphertext with one bit changed is refused, and so is one with
// another tag.
func aeadTamperedCiphertext(t T, a AEAD) {
	r := random("TamperedCiphertext")
	a.each(t, r, func(key []byte, c cipher.AEAD) {
		for _, n := range []int{max(1, a.MinPlaintext), 17} {
			m, other := a.seal(r, c, n, 5), a.seal(r, c, n, 5)
			for bit := range 8 * len(m.ciphertext) {
				refuses(t, c, fmt.Sprintf("%v, bit %d of %d changed", m, bit, 8*len(m.ciphertext)),
					m.nonce, flipped(m.ciphertext, bit), m.data)
			}
			for i, tag := range [][]byte{
				make([]byte, a.Overhead),
				bytes.Repeat([]byte{0xff}, a.Overhead),
				other.ciphertext[n:],
				m.ciphertext[:min(n, a.Overhead)],
			} {
				forged := bytes.Clone(m.ciphertext)
				copy(forged[n:], tag)
				refuses(t, c, fmt.Sprintf("%v with wrong tag %d", m, i), m.nonce, forged, m.data)
			}
		}
	})
}

// aeadTamperedNonce: with one bit of the nonce changed a message is refused. Where the
// nonce is not bound it may be accepted, but as another.
func aeadTamperedNonce(t T, a AEAD) {
	r := random("TamperedNonce")
	a.each(t, r, func(key []byte, c cipher.AEAD) {
		m := a.seal(r, c, 17, 5)
		accepted := 0
		for bit := range 8 * a.NonceSize {
			what := fmt.Sprintf("%v with bit %d of the nonce changed", m, bit)
			nonce := flipped(m.nonce, bit)
			if !a.NonceUnbound {
				refuses(t, c, what, nonce, m.ciphertext, m.data)
				continue
			}
			plaintext, err := c.Open(nil, nonce, m.ciphertext, m.data)
			if err == nil {
				accepted++
			}
			if bytes.Equal(plaintext, m.plaintext) {
				t.Errorf("Open accepted %s as what it was", what)
			}
		}
		if a.NonceUnbound && accepted == 0 {
			t.Errorf("NonceUnbound, yet no wrong nonce was accepted")
		}
	})
}

// aeadTamperedData: data of which a bit or the length is changed are refused, and so are
// bytes that were moved between data and ciphertext.
func aeadTamperedData(t T, a AEAD) {
	r := random("TamperedData")
	a.each(t, r, func(key []byte, c cipher.AEAD) {
		for _, n := range []int{0, 1, 17, 65} {
			m := a.seal(r, c, 17, n)
			tampered := func(what string, ciphertext, data []byte) {
				refuses(t, c, fmt.Sprintf("%v, %s", m, what), m.nonce, ciphertext, data)
			}
			for bit := range 8 * n {
				tampered(fmt.Sprintf("bit %d of the data changed", bit), m.ciphertext, flipped(m.data, bit))
			}
			tampered("a zero behind the data", m.ciphertext, append(bytes.Clone(m.data), 0))
			tampered("a zero before the data", m.ciphertext, append([]byte{0}, m.data...))
			tampered("the data twice and a byte", m.ciphertext, append(append(bytes.Clone(m.data), m.data...), 1))
			if n > 0 {
				tampered("data cut short", m.ciphertext, m.data[:n-1])
				tampered("no data", m.ciphertext, nil)
			}
			all := append(bytes.Clone(m.data), m.ciphertext...)
			for border := range n + 17 {
				if border != n {
					tampered(fmt.Sprintf("the data end at %d", border), all[border:], all[:border])
				}
			}
		}
		zeros := make([]byte, 33)
		m := sealWith(c, r.bytes(a.NonceSize), r.bytes(17), zeros[:17])
		for n := range zeros {
			if n != len(m.data) {
				refuses(t, c, fmt.Sprintf("%v, %d zeros for as many", m, n), m.nonce, m.ciphertext, zeros[:n])
			}
		}
	})
}

// aeadCiphertextLengths: the beginning of a ciphertext, its end, and one with bytes to
// spare are refused, and so is anything too short to hold a tag.
func aeadCiphertextLengths(t T, a AEAD) {
	r := random("CiphertextLengths")
	a.each(t, r, func(key []byte, c cipher.AEAD) {
		a.messages(r, c, []int{0, 1, 17}, func(m sealed) {
			for n := range m.ciphertext {
				refuses(t, c, fmt.Sprintf("%v, the first %d bytes of it", m, n), m.nonce, m.ciphertext[:n:n], m.data)
				refuses(t, c, fmt.Sprintf("%v, the last %d bytes of it", m, n), m.nonce, m.ciphertext[len(m.ciphertext)-n:], m.data)
			}
			refuses(t, c, fmt.Sprintf("%v, nil of it", m), m.nonce, nil, m.data)
			refuses(t, c, fmt.Sprintf("%v and a byte", m), m.nonce, append(bytes.Clone(m.ciphertext), 0), m.data)
			refuses(t, c, fmt.Sprintf("%v after a byte", m), m.nonce, append([]byte{0}, m.ciphertext...), m.data)
		})
		for n := range a.Overhead + a.MinPlaintext + 2 {
			refuses(t, c, fmt.Sprintf("%d random bytes", n), r.bytes(a.NonceSize), r.bytes(n), nil)
		}
	})
}

// aeadNothingBesideError: with an error Open returns no bytes, whatever its destination.
func aeadNothingBesideError(t T, a AEAD) {
	r := random("NothingBesideError")
	a.each(t, r, func(key []byte, c cipher.AEAD) {
		a.forgeries(r, c, func(m sealed, ciphertext, data []byte) {
			for _, dst := range [][]byte{nil, make([]byte, 0, 200), make([]byte, 3), make([]byte, 3, 200)} {
				if out, err := c.Open(dst, m.nonce, ciphertext, data); err != nil && len(out) > 0 {
					t.Errorf("%v, forged, to %d bytes: %d bytes beside the error", m, len(dst), len(out))
				}
			}
		})
	})
}

// aeadDestinationWiped: after an Open that failed, each byte of the destination up to its
// capacity is as before or zero, and what lies around it, and what it begins with, is as
// before. In place that is the ciphertext.
func aeadDestinationWiped(t T, a AEAD) {
	r := random("DestinationWiped")
	a.each(t, r, func(key []byte, c cipher.AEAD) {
		a.forgeries(r, c, func(m sealed, ciphertext, data []byte) {
			n := len(m.plaintext)
			for _, spare := range []int{0, max(0, n-1), n, n + 1, n + a.Overhead, n + 64} {
				arena := r.bytes(8 + 5 + spare + n + 8)
				before := bytes.Clone(arena)
				c.Open(arena[8:13:13+spare], m.nonce, ciphertext, data)
				wiped(t, fmt.Sprintf("%v, forged, with capacity for %d", m, spare), arena, before, 13, 13+spare)
			}
			arena := r.bytes(8 + len(ciphertext) + 8)
			copy(arena[8:], ciphertext)
			before := bytes.Clone(arena)
			c.Open(arena[8:8], m.nonce, arena[8:8+len(ciphertext)], data)
			wiped(t, fmt.Sprintf("%v, forged, in place", m), arena, before, 8, 8+len(ciphertext))
		})
	})
}

// wiped reports bytes of arena that are not as before, unless they are zero and lie between
// from and to.
func wiped(t T, what string, arena, before []byte, from, to int) {
	t.Helper()
	for i, x := range arena {
		if x != before[i] && (x != 0 || i < from || i >= to) {
			t.Errorf("%s: byte %d of the destination is neither zero nor as before", what, i-from)
			return
		}
	}
}
