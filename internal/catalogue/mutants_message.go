package catalogue

import (
	"bytes"
	"crypto/cipher"
	"hash"
	"slices"
)

// HashMutants returns broken copies of a row.
func HashMutants(row Hash) []Mutant[Hash] {
	good := row.Paths[0].New
	with := func(fault string, construct func() BitHash, caught ...Suite) Mutant[Hash] {
		m := Mutant[Hash]{row, fault, caught}
		m.Row.Paths = slices.Clone(row.Paths)
		m.Row.Paths[0] = HashPath{"mutant", row.Paths[0].Timing, construct}
		return m
	}
	wrap := func(change func(h *mutantHash)) func() BitHash {
		return func() BitHash {
			h := &mutantHash{BitHash: good()}
			change(h)
			return h
		}
	}
	return []Mutant[Hash]{
		with("one bit of every digest inverted",
			wrap(func(h *mutantHash) { h.digest = func(d []byte) { d[0] ^= 1 } }),
			Vectors, Equivalence, Agreement, Fuzz),
		with("bytes of the digest in reverse order",
			wrap(func(h *mutantHash) { h.digest = slices.Reverse[[]byte] }),
			Vectors, Equivalence, Agreement, Fuzz),
		with("the last byte of a message of exactly one block and a byte ignored",
			wrap(func(h *mutantHash) {
				written := 0
				h.write = func(p []byte) []byte {
					written += len(p)
					if written == row.Sizes.Block+1 && len(p) > 0 {
						p = append(bytes.Clone(p[:len(p)-1]), 0)
					}
					return p
				}
			}),
			Equivalence, Fuzz),
		with("wrong where a write ends with a block",
			wrap(func(h *mutantHash) {
				h.write = func(p []byte) []byte {
					if len(p) > 0 && len(p)%row.Sizes.Block == 0 {
						p = append(bytes.Clone(p[:len(p)-1]), p[len(p)-1]^1)
					}
					return p
				}
			}),
			Equivalence, Agreement, Contract, Fuzz),
		with("Sum that disturbs what is written later",
			wrap(func(h *mutantHash) { h.afterSum = func(g BitHash) { g.Write([]byte{0x80}) } }),
			Contract),
		with("Sum that overwrites the bytes before its result",
			wrap(func(h *mutantHash) { h.clobber = true }),
			Contract),
		with("Reset that forgets nothing",
			wrap(func(h *mutantHash) { h.keep = true }),
			Contract),
		with("unused bits of the last byte taken for the message",
			wrap(func(h *mutantHash) { h.dirty = true }),
			Equivalence),
	}
}

// A mutantHash is a hash seen through faults; it has no Clone and no state to marshal.
type mutantHash struct {
	BitHash
	write    func(p []byte) []byte
	digest   func(d []byte)
	afterSum func(h BitHash)
	clobber  bool
	keep     bool
	dirty    bool
}

func (h *mutantHash) Write(p []byte) (int, error) {
	q := p
	if h.write != nil {
		q = h.write(p)
	}
	h.BitHash.Write(q)
	return len(p), nil
}

func (h *mutantHash) Sum(b []byte) []byte {
	d := h.BitHash.Sum(nil)
	if h.digest != nil {
		h.digest(d)
	}
	if h.afterSum != nil {
		h.afterSum(h.BitHash)
	}
	if h.clobber {
		clear(b)
	}
	return append(b, d...)
}

func (h *mutantHash) SumBits(b []byte, last byte, n int) ([]byte, error) {
	if n == 0 {
		return h.Sum(b), nil
	}
	if h.dirty {
		last, n = last|last>>1, min(n+1, 7)
	}
	d, err := h.BitHash.SumBits(nil, last, n)
	if err == nil && h.digest != nil {
		h.digest(d)
	}
	return append(b, d...), err
}

func (h *mutantHash) Reset() {
	if !h.keep {
		h.BitHash.Reset()
	}
}

// MACMutants returns broken copies of a row.
func MACMutants(row MAC) []Mutant[MAC] {
	good := row.Paths[0].New
	with := func(fault string, construct func(key []byte) (Authenticator, error), caught ...Suite) Mutant[MAC] {
		m := Mutant[MAC]{row, fault, caught}
		m.Row.Paths = slices.Clone(row.Paths)
		m.Row.Paths[0] = MACPath{"mutant", row.Paths[0].Timing, construct}
		return m
	}
	verify := func(f func(a Authenticator, tag []byte) bool) func(key []byte) (Authenticator, error) {
		return func(key []byte) (Authenticator, error) {
			a, err := good(key)
			if err != nil {
				return nil, err
			}
			return mutantMAC{a, f}, nil
		}
	}
	return []Mutant[MAC]{
		with("the last key byte ignored",
			func(key []byte) (Authenticator, error) {
				cut := bytes.Clone(key)
				if len(cut) > 0 {
					cut[len(cut)-1] = 0
				}
				return good(cut)
			},
			Vectors, Equivalence, Agreement, Contract, Fuzz),
		with("a long key cut, a short one filled with zeros",
			func(key []byte) (Authenticator, error) {
				fitted := make([]byte, row.Sizes.Key)
				copy(fitted, key)
				return good(fitted)
			},
			Contract, Fuzz),
		with("Verify that compares as many bytes as it is given",
			verify(func(a Authenticator, tag []byte) bool { return bytes.HasPrefix(a.Sum(nil), tag) }),
			Contract),
		with("Verify that accepts everything",
			verify(func(Authenticator, []byte) bool { return true }),
			Contract),
	}
}

type mutantMAC struct {
	hash.Hash
	verify func(a Authenticator, tag []byte) bool
}

func (m mutantMAC) Verify(tag []byte) bool { return m.verify(m.Hash.(Authenticator), tag) }

// KDFMutants returns broken copies of a row.
func KDFMutants(row KDF) []Mutant[KDF] {
	good := row.Paths[0].New
	with := func(fault string, key func(master, context []byte, id uint64) ([]byte, error), caught ...Suite) Mutant[KDF] {
		m := Mutant[KDF]{row, fault, caught}
		m.Row.Paths = []KDFPath{{"mutant", row.Paths[0].Timing, key}}
		return m
	}
	return []Mutant[KDF]{
		with("the upper half of the key's number ignored",
			func(master, context []byte, id uint64) ([]byte, error) {
				return good(master, context, id&0xffffffff)
			},
			Vectors, Equivalence, Fuzz),
		with("a context of another length cut or filled with zeros",
			func(master, context []byte, id uint64) ([]byte, error) {
				fitted := make([]byte, row.ContextSize)
				copy(fitted, context)
				return good(master, fitted, id)
			},
			Contract, Fuzz),
		with("the master key changed",
			func(master, context []byte, id uint64) ([]byte, error) {
				k, err := good(master, context, id)
				clear(master)
				return k, err
			},
			Contract),
	}
}

// StreamMutants returns broken copies of a row.
func StreamMutants(row Stream) []Mutant[Stream] {
	good := row.Paths[0].New
	with := func(fault string, construct func(key, iv []byte) (cipher.Stream, error), caught ...Suite) Mutant[Stream] {
		m := Mutant[Stream]{row, fault, caught}
		m.Row.Paths = slices.Clone(row.Paths)
		m.Row.Paths[0] = StreamPath{"mutant", row.Paths[0].Timing, construct}
		return m
	}
	wrap := func(f func(s cipher.Stream) func(dst, src []byte)) func(key, iv []byte) (cipher.Stream, error) {
		return func(key, iv []byte) (cipher.Stream, error) {
			s, err := good(key, iv)
			if err != nil {
				return nil, err
			}
			return mutantStream{f(s)}, nil
		}
	}
	return []Mutant[Stream]{
		with("the keystream inverted",
			wrap(func(s cipher.Stream) func(dst, src []byte) {
				return func(dst, src []byte) {
					s.XORKeyStream(dst, src)
					for i := range src {
						dst[i] = ^dst[i]
					}
				}
			}),
			Vectors, Equivalence, Agreement, Fuzz),
		with("the rest of a word forgotten between calls",
			wrap(func(s cipher.Stream) func(dst, src []byte) {
				return func(dst, src []byte) {
					s.XORKeyStream(dst, src)
					if n := len(src) % 8; n != 0 {
						var rest [8]byte
						s.XORKeyStream(rest[n:], rest[n:])
					}
				}
			}),
			Equivalence, Contract, Fuzz),
		with("one byte wrong after a kilobyte",
			wrap(func(s cipher.Stream) func(dst, src []byte) {
				at := 0
				return func(dst, src []byte) {
					s.XORKeyStream(dst, src)
					if at <= 1024 && 1024 < at+len(src) {
						dst[1024-at] ^= 1
					}
					at += len(src)
				}
			}),
			Equivalence, Agreement, Fuzz),
		with("shifted overlap accepted",
			wrap(func(s cipher.Stream) func(dst, src []byte) {
				return func(dst, src []byte) { s.XORKeyStream(dst, bytes.Clone(src)) }
			}),
			Contract),
		with("a byte written beyond the message",
			wrap(func(s cipher.Stream) func(dst, src []byte) {
				return func(dst, src []byte) {
					s.XORKeyStream(dst, src)
					if len(dst) > len(src) {
						dst[len(src)] = 0
					}
				}
			}),
			Contract),
		with("the last IV byte ignored",
			func(key, iv []byte) (cipher.Stream, error) {
				cut := bytes.Clone(iv)
				if len(cut) > 0 {
					cut[len(cut)-1] = 0
				}
				return good(key, cut)
			},
			Vectors, Equivalence, Agreement, Contract, Fuzz),
		with("a short IV filled with zeros",
			func(key, iv []byte) (cipher.Stream, error) {
				fitted := make([]byte, row.Sizes.IV)
				copy(fitted, iv)
				return good(key, fitted)
			},
			Contract, Fuzz),
	}
}

type mutantStream struct{ xor func(dst, src []byte) }

func (m mutantStream) XORKeyStream(dst, src []byte) { m.xor(dst, src) }
