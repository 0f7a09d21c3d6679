package contract

import (
	"bytes"
	"crypto/cipher"
	"fmt"
	"slices"
	"testing"
)

// A Stream is an implementation of [cipher.Stream] to be examined: a cipher that adds
// modulo 2 a keystream that depends on key, iv and position alone.
type Stream struct {
	New      func(key, iv []byte) (cipher.Stream, error)
	KeySizes []int             // every accepted key length, in bytes
	IVSizes  []int             // every accepted iv length, in bytes
	Methods  []string          // exported methods allowed besides XORKeyStream
	Except   map[string]string // laws known to be broken, with the reason
}

// TestStream examines s for every law of stream ciphers, each in a subtest.
func TestStream(t *testing.T, s Stream) { run(t, streamLaws, s, s.Except) }

// StreamLaws returns the names of the laws that TestStream examines.
func StreamLaws() []string { return names(streamLaws) }

// CheckStream examines s for all laws and reports to t, each failure after the name of
// its law. It is TestStream for callers without a *testing.T.
func CheckStream(t T, s Stream) {
	t.Helper()
	check(t, streamLaws, s)
}

var streamLaws = []law[Stream]{
	{"KeyAndIVSizes", streamSizes},
	{"KeyNotRetained", streamKeyNotRetained},
	{"IVNotRetained", streamIVNotRetained},
	{"EveryKeyBit", streamEveryKeyBit},
	{"EveryIVBit", streamEveryIVBit},
	{"Twice", streamTwice},
	{"Linear", streamLinear},
	{"Chunks", streamChunks},
	{"Offsets", streamOffsets},
	{"InPlace", streamInPlace},
	{"SourceUnchanged", streamSourceUnchanged},
	{"LongDestination", streamLongDestination},
	{"ShortDestination", streamShortDestination},
	{"Empty", streamEmpty},
	{"Overlap", streamOverlap},
	{"Alignment", streamAlignment},
	{"GuardPages", streamGuardPages},
	{"NoRepetition", streamNoRepetition},
	{"Independent", streamIndependent},
	{"Concurrent", streamConcurrent},
	{"Methods", streamMethods},
}

// streamLongest is a length that the laws for every length go up to: beyond it are
// several blocks of the widest kernels.
const streamLongest = 3*256 + 16

// streamBorders are lengths around those where a stream cipher takes another way.
var streamBorders = []int{0, 1, 2, 7, 8, 9, 15, 16, 17, 63, 64, 65, 127, 128, 129, 255, 256, 257, streamLongest}

// each calls f with a constructor of equal streams, for every key and iv size.
func (s Stream) each(t T, r *source, f func(stream func() cipher.Stream)) {
	t.Helper()
	for _, k := range s.KeySizes {
		for _, n := range s.IVSizes {
			key, iv := r.bytes(k), r.bytes(n)
			s.must(t, bytes.Clone(key), bytes.Clone(iv)) // or f never runs
			f(func() cipher.Stream { return s.must(t, bytes.Clone(key), bytes.Clone(iv)) })
		}
	}
}

func (s Stream) must(t T, key, iv []byte) cipher.Stream {
	t.Helper()
	c, err := s.New(key, iv)
	if err != nil {
		t.Fatalf("key of %d bytes with an iv of %d bytes refused: %v", len(key), len(iv), err)
	}
	return c
}

// xored returns what c makes of the pieces of a message, one call for each.
func xored(c cipher.Stream, pieces ...[]byte) []byte {
	dst := make([]byte, len(bytes.Join(pieces, nil)))
	rest := dst
	for _, p := range pieces {
		c.XORKeyStream(rest[:len(p)], p)
		rest = rest[len(p):]
	}
	return dst
}

// at moves c forward by n bytes.
func at(c cipher.Stream, n int) cipher.Stream {
	if n > 0 {
		xored(c, make([]byte, n))
	}
	return c
}

// key is the key of s, whose effect is seen in the keystream for iv.
func (s Stream) key(iv []byte) parameter {
	return parameter{"key", s.KeySizes, func(key []byte) (any, func() []byte, error) {
		c, err := s.New(key, iv)
		return c, func() []byte { return xored(c, make([]byte, streamLongest)) }, err
	}}
}

// iv is the iv of s, whose effect is seen in the keystream for key.
func (s Stream) iv(key []byte) parameter {
	return parameter{"iv", s.IVSizes, func(iv []byte) (any, func() []byte, error) {
		c, err := s.New(key, iv)
		return c, func() []byte { return xored(c, make([]byte, streamLongest)) }, err
	}}
}

// streamSizes: a pair of lengths is either accepted or an error, from none to more than
// the longest.
func streamSizes(t T, s Stream) {
	lengths := func(sizes []int) [][]byte {
		values := [][]byte{nil}
		for n := range 2*slices.Max(sizes) + 2 {
			values = append(values, make([]byte, n))
		}
		return values
	}
	for _, key := range lengths(s.KeySizes) {
		for _, iv := range lengths(s.IVSizes) {
			accept := slices.Contains(s.KeySizes, len(key)) && slices.Contains(s.IVSizes, len(iv))
			c, err := s.New(key, iv)
			constructed(t, fmt.Sprintf("key of %d bytes with an iv of %d bytes", len(key), len(iv)), accept, c, err)
		}
	}
}

func streamKeyNotRetained(t T, s Stream) {
	r := random("KeyNotRetained")
	for _, n := range s.IVSizes {
		s.key(r.bytes(n)).notRetained(t, r)
	}
}

func streamIVNotRetained(t T, s Stream) {
	r := random("IVNotRetained")
	for _, n := range s.KeySizes {
		s.iv(r.bytes(n)).notRetained(t, r)
	}
}

func streamEveryKeyBit(t T, s Stream) {
	r := random("EveryKeyBit")
	for _, n := range s.IVSizes {
		s.key(r.bytes(n)).everyBit(t, r)
	}
}

func streamEveryIVBit(t T, s Stream) {
	r := random("EveryIVBit")
	for _, n := range s.KeySizes {
		s.iv(r.bytes(n)).everyBit(t, r)
	}
}

// streamTwice: encryption of the encrypted gives the message.
func streamTwice(t T, s Stream) {
	r := random("Twice")
	s.each(t, r, func(stream func() cipher.Stream) {
		for _, n := range streamBorders {
			message := r.bytes(n)
			if !bytes.Equal(xored(stream(), xored(stream(), message)), message) {
				t.Errorf("%d bytes encrypted twice are not the message", n)
			}
		}
	})
}

// streamLinear: the same is added to every message, and it is what zeros show.
func streamLinear(t T, s Stream) {
	r := random("Linear")
	s.each(t, r, func(stream func() cipher.Stream) {
		for _, n := range streamBorders {
			message, ones := r.bytes(n), bytes.Repeat([]byte{0xff}, n)
			keystream := xored(stream(), make([]byte, n))
			for _, src := range [][]byte{message, ones} {
				for i, x := range xored(stream(), src) {
					if x != src[i]^keystream[i] {
						t.Errorf("byte %d of %d: the difference of two messages is not that of their encryptions", i, n)
						break
					}
				}
			}
		}
	})
}

// streamChunks: the result does not depend on how a message is cut into pieces.
func streamChunks(t T, s Stream) {
	r := random("Chunks")
	s.each(t, r, func(stream func() cipher.Stream) {
		message := r.bytes(streamLongest)
		want := xored(stream(), message)
		for cut := range len(message) + 1 {
			if !bytes.Equal(xored(stream(), message[:cut], message[cut:]), want) {
				t.Errorf("pieces of %d and %d bytes give another result", cut, len(message)-cut)
			}
		}
		for i := range 100 {
			pieces := r.pieces(message, []int{16, 64, 256}[i%3])
			if !bytes.Equal(xored(stream(), pieces...), want) {
				t.Errorf("pieces of %v bytes give another result", lengthsOf(pieces))
			}
		}
		var single [][]byte
		for i := range message {
			single = append(single, message[i:i+1])
		}
		if !bytes.Equal(xored(stream(), single...), want) {
			t.Errorf("pieces of one byte give another result")
		}
	})
}

// streamOffsets: the keystream from any position on is the tail of a longer one.
func streamOffsets(t T, s Stream) {
	s.each(t, random("Offsets"), func(stream func() cipher.Stream) {
		long := xored(stream(), make([]byte, 2*256+streamLongest))
		for offset := range 2*256 + 1 {
			tail := long[offset : offset+streamLongest]
			if !bytes.Equal(xored(at(stream(), offset), make([]byte, len(tail))), tail) {
				t.Errorf("after %d bytes the keystream is not the tail of a longer one", offset)
			}
		}
	})
}

func streamInPlace(t T, s Stream) {
	r := random("InPlace")
	s.each(t, r, func(stream func() cipher.Stream) {
		for n := range streamLongest {
			for _, used := range []int{0, 1} { // the second: with keystream left over
				buffer := r.bytes(n)
				want := xored(at(stream(), used), buffer)
				at(stream(), used).XORKeyStream(buffer, buffer)
				if !bytes.Equal(buffer, want) {
					t.Errorf("%d bytes in place give another result", n)
				}
			}
		}
	})
}

func streamSourceUnchanged(t T, s Stream) {
	r := random("SourceUnchanged")
	s.each(t, r, func(stream func() cipher.Stream) {
		for _, n := range streamBorders {
			arena := r.bytes(8 + n + 64) // something before, and capacity to spare
			before := bytes.Clone(arena)
			stream().XORKeyStream(make([]byte, n), arena[8:8+n])
			if !bytes.Equal(arena, before) {
				t.Errorf("%d bytes: the source or what lies around it changed", n)
			}
		}
	})
}

// streamLongDestination: of a longer destination as many bytes as of the source are
// written, and nothing around it.
func streamLongDestination(t T, s Stream) {
	r := random("LongDestination")
	s.each(t, r, func(stream func() cipher.Stream) {
		for _, n := range streamBorders {
			src := r.bytes(n)
			for _, used := range []int{0, 1} {
				want := xored(at(stream(), used), src)
				for _, extra := range []int{0, 1, 7, 8, 15, 16, 31, 63, 64, 256, 300} {
					arena := r.bytes(8 + n + extra + 64) // canaries, and beyond cap
					expected := bytes.Clone(arena)
					at(stream(), used).XORKeyStream(arena[8:8+n+extra:8+n+extra], src)
					copy(expected[8:], want)
					if !bytes.Equal(arena, expected) {
						t.Errorf("%d bytes with %d to spare: wrong result or stray writes", n, extra)
					}
				}
			}
		}
	})
}

// streamShortDestination: a destination shorter than the source panics, and nothing is
// written. After that nothing is promised of the stream itself.
func streamShortDestination(t T, s Stream) {
	r := random("ShortDestination")
	s.each(t, r, func(stream func() cipher.Stream) {
		for _, n := range streamBorders {
			for short := range n {
				arena := r.bytes(n) // capacity there is
				before := bytes.Clone(arena)
				c := at(stream(), short%2)
				if !panicked(func() { c.XORKeyStream(arena[:short], r.bytes(n)) }) {
					t.Errorf("%d bytes into %d did not panic", n, short)
				}
				if !bytes.Equal(arena, before) {
					t.Errorf("%d bytes into %d: something was written", n, short)
				}
			}
		}
		if c := stream(); !panicked(func() { c.XORKeyStream(nil, []byte{1}) }) {
			t.Errorf("a byte into nil did not panic")
		}
	})
}

// streamEmpty: an empty source is allowed and does nothing.
func streamEmpty(t T, s Stream) {
	r := random("Empty")
	s.each(t, r, func(stream func() cipher.Stream) {
		message := r.bytes(streamLongest)
		for _, used := range streamBorders {
			c := at(stream(), used)
			dst := r.bytes(256)
			before := bytes.Clone(dst)
			for _, src := range [][]byte{nil, {}, dst[16:16]} {
				for _, dst := range [][]byte{nil, {}, dst} {
					if panicked(func() { c.XORKeyStream(dst, src) }) {
						t.Errorf("nothing into %d bytes panicked", len(dst))
					}
				}
			}
			if !bytes.Equal(dst, before) {
				t.Errorf("after %d bytes: something was written for an empty source", used)
			}
			if !bytes.Equal(xored(c, message), xored(at(stream(), used), message)) {
				t.Errorf("after %d bytes: an empty source moved the stream", used)
			}
		}
	})
}

// streamOverlap: over one array, the same place is allowed and right, a shifted one
// panics, one that only touches is allowed.
func streamOverlap(t T, s Stream) {
	r := random("Overlap")
	s.each(t, r, func(stream func() cipher.Stream) {
		for _, n := range []int{0, 1, 2, 15, 16, 17, 63, 64, 65, 257} {
			used := func() cipher.Stream { return at(stream(), 5) }
			for shift := -n - 1; shift <= n+1; shift++ {
				for _, stream := range []func() cipher.Stream{stream, used} {
					CheckStreamOverlap(t, stream, r.bytes(3*n+2), n+1+shift, n+1, n)
				}
			}
		}
	})
}

// CheckStreamOverlap examines a stream with the destination at arena[dst:] and the source
// at arena[src:], each n bytes long. Every call of s returns a stream of its own, all in
// the same state. A destination that covers a part of its source has to panic before it
// writes; what the stream is good for after that, no law says, and it is not used again.
// The arena is left as it was found.
func CheckStreamOverlap(t T, s func() cipher.Stream, arena []byte, dst, src, n int) {
	t.Helper()
	before := bytes.Clone(arena)
	defer copy(arena, before)
	expected := bytes.Clone(before)
	want := xored(s(), before[src:src+n])
	c := s()
	got := panicked(func() { c.XORKeyStream(arena[dst:dst+n], arena[src:src+n]) })
	what := fmt.Sprintf("%d bytes with the destination %d bytes from its source", n, dst-src)
	switch shift := dst - src; {
	case shift != 0 && -n < shift && shift < n:
		if !got {
			t.Errorf("%s did not panic", what)
			return // and say no more of it
		}
	case got:
		t.Errorf("%s panicked", what)
	default:
		copy(expected[dst:], want)
	}
	if !bytes.Equal(arena, expected) {
		t.Errorf("%s: wrong result or stray writes", what)
	}
}

// streamAlignment: buffers may lie at any address.
func streamAlignment(t T, s Stream) {
	r := random("Alignment")
	s.each(t, r, func(stream func() cipher.Stream) {
		for _, n := range streamBorders {
			message := r.bytes(n)
			want := xored(stream(), message)
			for offset := range 64 {
				src := append(make([]byte, offset, offset+n), message...)
				dst := make([]byte, 63-offset+n)
				stream().XORKeyStream(dst[63-offset:], src[offset:])
				if !bytes.Equal(dst[63-offset:], want) {
					t.Errorf("%d bytes: wrong at offsets %d, %d", n, 63-offset, offset)
				}
			}
		}
	})
}

// streamGuardPages: buffers that end at the last byte before, or begin at the first byte
// after, a page without access are read and written without touching that page.
func streamGuardPages(t T, s Stream) {
	betweenGuards(t, func(src, dst []byte) {
		r := random("GuardPages")
		copy(src, r.bytes(len(src)))
		s.each(t, r, func(stream func() cipher.Stream) {
			for n := range streamLongest {
				for _, from := range []int{0, len(src) - n} {
					for _, used := range []int{0, 1} { // the second: with keystream left over
						c := at(stream(), used)
						src, dst := src[from:from+n:from+n], dst[from:from+n:from+n]
						if panicked(func() { c.XORKeyStream(dst, src) }) {
							t.Errorf("%d bytes at a page border: the page beyond was touched", n)
						} else if !bytes.Equal(dst, xored(at(stream(), used), src)) {
							t.Errorf("%d bytes at a page border: wrong result", n)
						}
					}
				}
			}
		})
	})
}

// streamNoRepetition: in 64 KiB of keystream, no 32 bytes are zeros or come again.
func streamNoRepetition(t T, s Stream) {
	const window = 32
	s.each(t, random("NoRepetition"), func(stream func() cipher.Stream) {
		keystream := xored(stream(), make([]byte, 1<<16))
		seen := map[[window]byte]int{}
		for i := 0; i < len(keystream); i += window {
			w := [window]byte(keystream[i:])
			if first, ok := seen[w]; ok {
				t.Errorf("the keystream at %d is that at %d", i, first)
				return
			}
			if w == [window]byte{} {
				t.Errorf("the keystream at %d is zeros", i)
			}
			seen[w] = i
		}
	})
}

// streamIndependent: two streams in turns give what each gives alone.
func streamIndependent(t T, s Stream) {
	r := random("Independent")
	s.each(t, r, func(stream func() cipher.Stream) {
		other := s.must(t, r.bytes(s.KeySizes[0]), r.bytes(s.IVSizes[0]))
		message := r.bytes(streamLongest)
		want := xored(stream(), message)
		c := stream()
		var got []byte
		for _, p := range r.pieces(message, 64) {
			got = append(got, xored(c, p)...)
			at(other, r.below(100))
		}
		if !bytes.Equal(got, want) {
			t.Errorf("two streams used in turns disturb each other")
		}
	})
}

// streamConcurrent: streams of their own serve several goroutines at once.
func streamConcurrent(t T, s Stream) {
	const goroutines, calls = 8, 16
	r := random("Concurrent")
	s.each(t, r, func(stream func() cipher.Stream) {
		var got [goroutines][calls][]byte
		message := r.bytes(streamLongest)
		inParallel(t, goroutines, func(g int) {
			for i := range calls {
				got[g][i] = xored(stream(), message[:g+i], message[g+i:])
			}
		})
		want := xored(stream(), message)
		for _, results := range got {
			for _, result := range results {
				if !bytes.Equal(result, want) {
					t.Errorf("wrong result in one of %d goroutines", goroutines)
					break
				}
			}
		}
	})
}

func streamMethods(t T, s Stream) {
	s.each(t, random("Methods"), func(stream func() cipher.Stream) {
		exported(t, stream(), append([]string{"XORKeyStream"}, s.Methods...))
	})
}
