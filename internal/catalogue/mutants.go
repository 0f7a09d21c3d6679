package catalogue

import (
	"bytes"
	"crypto/cipher"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/zvirka/zvirka/internal/multiblock"
)

// A Mutant is a row that is broken on purpose: the first path of a good row, seen through
// a fault. The suites named must catch it; one that does not is worth nothing.
type Mutant[R any] struct {
	Row    R
	Fault  string
	Caught []Suite
}

// Of reports whether the mutant is one that the suite must catch.
func (m Mutant[R]) Of(s Suite) bool { return slices.Contains(m.Caught, s) }

// Suite names a suite that mutants are put before.
type Suite string

// The suites.
const (
	Vectors     Suite = "vectors"
	Equivalence Suite = "equivalence" // every path against the reference
	Agreement   Suite = "agreement"   // every path against the others, many blocks
	Contract    Suite = "contract"
	Fuzz        Suite = "fuzz"
)

// BlockMutants returns broken copies of a row.
func BlockMutants(row Block) []Mutant[Block] {
	var mutants []Mutant[Block]
	n := row.Sizes.Block
	good := row.Paths[0].New

	add := func(fault string, newCipher func(key []byte) (cipher.Block, error), caught ...Suite) {
		m := Mutant[Block]{row, fault, caught}
		m.Row.Paths = slices.Clone(row.Paths)
		m.Row.Paths[0] = BlockPath{"mutant", row.Paths[0].Timing, newCipher}
		mutants = append(mutants, m)
	}
	// wrap adds a mutant whose methods are those of a good cipher, seen through f.
	wrap := func(fault string, f func(good cipher.Block) mutant, caught ...Suite) {
		add(fault, func(key []byte) (cipher.Block, error) {
			c, err := good(key)
			if err != nil {
				return nil, err
			}
			m := f(c)
			m.size = n
			return m, nil
		}, caught...)
	}
	// both makes a fault of the output of both directions.
	both := func(change func(b []byte)) func(cipher.Block) mutant {
		return func(c cipher.Block) mutant {
			return mutant{
				encrypt: func(dst, src []byte) { c.Encrypt(dst, src); change(dst[:n]) },
				decrypt: func(dst, src []byte) {
					check(n, dst, src)
					b := bytes.Clone(src[:n])
					change(b)
					c.Decrypt(dst, b)
				},
			}
		}
	}

	wrap("one bit of every block inverted, in a way that decryption undoes",
		both(func(b []byte) { b[n-1] ^= 0x80 }),
		Vectors, Equivalence, Agreement, Fuzz)
	wrap("bytes of the block in reverse order",
		both(slices.Reverse[[]byte]),
		Vectors, Equivalence, Agreement, Fuzz)
	wrap("one bit wrong when decrypting, nowhere else",
		func(c cipher.Block) mutant {
			return mutant{encrypt: c.Encrypt, decrypt: func(dst, src []byte) { c.Decrypt(dst, src); dst[0] ^= 1 }}
		},
		Vectors, Equivalence, Agreement, Contract, Fuzz)
	wrap("wrong for one block in 16",
		func(c cipher.Block) mutant {
			return mutant{decrypt: c.Decrypt, encrypt: func(dst, src []byte) {
				check(n, dst, src)
				rare := src[n/2]&15 == 15
				c.Encrypt(dst, src)
				if rare {
					dst[n/2] ^= 4
				}
			}}
		},
		Equivalence, Agreement, Contract)
	wrap("the third block of a call for several blocks is wrong",
		func(c cipher.Block) mutant {
			e := multiblock.Of(c)
			bulk := func(f func(dst, src []byte)) func(dst, src []byte) {
				return func(dst, src []byte) {
					f(dst, src)
					if len(dst) >= 3*n {
						dst[2*n] ^= 1
					}
				}
			}
			return mutant{encrypt: c.Encrypt, decrypt: c.Decrypt,
				Seam: multiblock.At(entry{bulk(e.EncryptBlocks), bulk(e.DecryptBlocks)})}
		},
		Equivalence, Agreement, Fuzz)
	wrap("the last of an odd number of blocks is left out",
		func(c cipher.Block) mutant {
			e := multiblock.Of(c)
			bulk := func(f func(dst, src []byte)) func(dst, src []byte) {
				return func(dst, src []byte) { k := len(src) / (2 * n) * (2 * n); f(dst[:k], src[:k]) }
			}
			return mutant{encrypt: c.Encrypt, decrypt: c.Decrypt,
				Seam: multiblock.At(entry{bulk(e.EncryptBlocks), bulk(e.DecryptBlocks)})}
		},
		Equivalence, Agreement, Fuzz)
	wrap("output written before the input is read, which in-place use exposes",
		func(c cipher.Block) mutant {
			through := func(f func(dst, src []byte)) func(dst, src []byte) {
				return func(dst, src []byte) {
					check(n, dst, src)
					clear(dst[:n/2])
					out := make([]byte, n)
					f(out, src)
					copy(dst, out)
				}
			}
			return mutant{encrypt: through(c.Encrypt), decrypt: through(c.Decrypt)}
		},
		Contract, Fuzz)
	wrap("shifted overlap accepted",
		func(c cipher.Block) mutant {
			return mutant{
				encrypt: func(dst, src []byte) { c.Encrypt(dst, bytes.Clone(src)) },
				decrypt: func(dst, src []byte) { c.Decrypt(dst, bytes.Clone(src)) },
			}
		},
		Contract, Fuzz)
	wrap("one byte written beyond the block",
		func(c cipher.Block) mutant {
			return mutant{decrypt: c.Decrypt, encrypt: func(dst, src []byte) {
				c.Encrypt(dst, src)
				if len(dst) > n {
					dst[n] = 0
				}
			}}
		},
		Contract)
	wrap("a short destination filled as far as it goes",
		func(c cipher.Block) mutant {
			return mutant{decrypt: c.Decrypt, encrypt: func(dst, src []byte) {
				if len(dst) >= n {
					c.Encrypt(dst, src)
					return
				}
				out := make([]byte, n)
				c.Encrypt(out, src)
				copy(dst, out)
			}}
		},
		Contract)
	wrap("the source changed",
		func(c cipher.Block) mutant {
			return mutant{decrypt: c.Decrypt, encrypt: func(dst, src []byte) {
				c.Encrypt(dst, src)
				if &dst[0] != &src[0] {
					src[0] ^= 1
				}
			}}
		},
		Contract)
	wrap("state carried from one call to the next",
		func(c cipher.Block) mutant {
			var calls atomic.Int32
			return mutant{decrypt: c.Decrypt, encrypt: func(dst, src []byte) {
				c.Encrypt(dst, src)
				if calls.Add(1)%16 == 0 {
					dst[0] ^= 1
				}
			}}
		},
		Contract)
	wrap("one buffer shared by concurrent callers",
		func(c cipher.Block) mutant {
			// The lock makes the fault one of logic: the race detector has nothing to say.
			var mu sync.Mutex
			shared := make([]byte, n)
			return mutant{decrypt: c.Decrypt, encrypt: func(dst, src []byte) {
				check(n, dst, src)
				mu.Lock()
				c.Encrypt(shared, src)
				mu.Unlock()
				runtime.Gosched()
				mu.Lock()
				copy(dst, shared)
				mu.Unlock()
			}}
		},
		Contract)
	add("the caller's key buffer kept",
		func(key []byte) (cipher.Block, error) {
			if _, err := good(key); err != nil {
				return nil, err
			}
			lazily := func(direction func(cipher.Block, []byte, []byte)) func(dst, src []byte) {
				return func(dst, src []byte) { c, _ := good(key); direction(c, dst, src) }
			}
			return mutant{size: n, encrypt: lazily(cipher.Block.Encrypt), decrypt: lazily(cipher.Block.Decrypt)}, nil
		},
		Contract)
	wrap("a byte read beyond the block",
		func(c cipher.Block) mutant {
			return mutant{decrypt: c.Decrypt, encrypt: func(dst, src []byte) {
				c.Encrypt(dst, src)
				readBeyond(&src[0], n)
			}}
		},
		Contract)
	wrap("wrong where the source's address is odd",
		func(c cipher.Block) mutant {
			return mutant{decrypt: c.Decrypt, encrypt: func(dst, src []byte) {
				c.Encrypt(dst, src)
				dst[0] ^= byte(uintptr(unsafe.Pointer(&src[0])) & 1)
			}}
		},
		Contract)
	wrap("one bit of the block without effect",
		func(c cipher.Block) mutant {
			return mutant{decrypt: c.Decrypt, encrypt: func(dst, src []byte) {
				check(n, dst, src)
				b := bytes.Clone(src[:n])
				b[n-1] &= 0xfe
				c.Encrypt(dst, b)
			}}
		},
		Equivalence, Agreement, Contract, Fuzz)
	add("twice the block size reported",
		func(key []byte) (cipher.Block, error) {
			c, err := good(key)
			if err != nil {
				return nil, err
			}
			return mutant{size: 2 * n, encrypt: c.Encrypt, decrypt: c.Decrypt}, nil
		},
		Vectors, Contract, Fuzz)
	add("a long key cut, a short one filled with zeros",
		func(key []byte) (cipher.Block, error) {
			fitted := make([]byte, row.Sizes.Key)
			copy(fitted, key)
			return good(fitted)
		},
		Contract, Fuzz)
	add("the last key byte ignored",
		func(key []byte) (cipher.Block, error) {
			cut := bytes.Clone(key)
			if len(cut) > 0 {
				cut[len(cut)-1] = 0
			}
			return good(cut)
		},
		Vectors, Equivalence, Agreement, Contract, Fuzz)
	add("a method that crypto/cipher would call in place of its own",
		func(key []byte) (cipher.Block, error) {
			c, err := good(key)
			return withCTR{c}, err
		},
		Contract)
	return mutants
}

// A mutant is a block cipher made of functions.
type mutant struct {
	multiblock.Seam
	size             int
	encrypt, decrypt func(dst, src []byte)
}

func (m mutant) BlockSize() int          { return m.size }
func (m mutant) Encrypt(dst, src []byte) { m.encrypt(dst, src) }
func (m mutant) Decrypt(dst, src []byte) { m.decrypt(dst, src) }

type entry struct{ encrypt, decrypt func(dst, src []byte) }

func (e entry) EncryptBlocks(dst, src []byte) { e.encrypt(dst, src) }
func (e entry) DecryptBlocks(dst, src []byte) { e.decrypt(dst, src) }

type withCTR struct{ cipher.Block }

func (withCTR) NewCTR([]byte) cipher.Stream { return nil }

// readBeyond reads the byte n bytes after p, whatever it belongs to. The race detector and
// the pointer checker would see it too; the contract has to do so without them.
//
//go:noinline
//go:norace
//go:nocheckptr
func readBeyond(p *byte, n int) byte { return *(*byte)(unsafe.Add(unsafe.Pointer(p), n)) }

// check keeps a mutant's other manners good: its fault must be the only one.
func check(n int, dst, src []byte) {
	if len(src) < n || len(dst) < n {
		panic("mutant: not a full block")
	}
}
