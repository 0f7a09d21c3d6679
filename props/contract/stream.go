package contract

import (
	"bytes"
	"crypto/cipher"
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

var streamLaws = slices.Concat(over(keyAndIVLaws, Stream.parameters), []law[Stream]{
	{"Twice", streamTwice},
	{"Linear", streamLinear},
}, over(transformLaws, Stream.transforms), []law[Stream]{
	{"Offsets", streamOffsets},
	{"NoRepetition", streamNoRepetition},
	{"Methods", streamMethods},
})

// parameters are those of New, whose effect is seen in the keystream.
func (s Stream) parameters(t T, _ string, check func(T, keyAndIV)) {
	check(t, keyAndIV{s.KeySizes, s.IVSizes, func(key, iv []byte) (any, func() []byte, error) {
		c, err := s.New(key, iv)
		return c, func() []byte { return xored(c, make([]byte, streamLongest)) }, err
	}})
}

// transforms are streams with one key and iv, for every size of both.
func (s Stream) transforms(t T, law string, check func(T, transforms)) {
	r := random(law)
	s.each(t, r, func(stream func() cipher.Stream) {
		check(t, transforms{
			start: func() transform { return stream().XORKeyStream },
			other: func() transform {
				return s.must(t, r.bytes(s.KeySizes[0]), r.bytes(s.IVSizes[0])).XORKeyStream
			},
			r:       r,
			unit:    1,
			lengths: streamBorders,
			few:     []int{0, 1, 2, 15, 16, 17, 63, 64, 65, 257},
		})
	})
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

// xored returns what c makes of a message, and at moves c forward by n bytes.
func xored(c cipher.Stream, message []byte) []byte { return transform(c.XORKeyStream).of(message) }
func at(c cipher.Stream, n int) cipher.Stream      { transform(c.XORKeyStream).after(n); return c }

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

// CheckStreamOverlap examines a stream with the destination at arena[dst:] and the source
// at arena[src:], each n bytes long. Every call of s returns a stream of its own, all in
// the same state. A destination that covers a part of its source has to panic before it
// writes; what the stream is good for after that, no law says, and it is not used again.
// The arena is left as it was found.
func CheckStreamOverlap(t T, s func() cipher.Stream, arena []byte, dst, src, n int) {
	t.Helper()
	checkTransformOverlap(t, func() transform { return s().XORKeyStream }, arena, dst, src, n)
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

func streamMethods(t T, s Stream) {
	s.each(t, random("Methods"), func(stream func() cipher.Stream) {
		exported(t, stream(), append([]string{"XORKeyStream"}, s.Methods...))
	})
}
