package contract

import (
	"bytes"
	"encoding"
	"fmt"
	"hash"
	"testing"
)

// A Hash is an implementation of [hash.Hash] to be examined. If it implements
// [hash.Cloner], or [encoding.BinaryMarshaler] and [encoding.BinaryUnmarshaler], these are
// examined as well, unless they answer with [errors.ErrUnsupported].
type Hash struct {
	New       func() hash.Hash
	Size      int               // bytes of a digest
	BlockSize int               // bytes
	Methods   []string          // exported methods allowed besides those of the interfaces above
	Except    map[string]string // laws known to be broken, with the reason
}

// TestHash examines h for every law of hash functions, each in a subtest.
func TestHash(t *testing.T, h Hash) { run(t, hashLaws, h, h.Except) }

// HashLaws returns the names of the laws that TestHash examines.
func HashLaws() []string { return names(hashLaws) }

// CheckHash examines h for all laws and reports to t, each failure after the name of its
// law. It is TestHash for callers without a *testing.T.
func CheckHash(t T, h Hash) {
	t.Helper()
	check(t, hashLaws, h)
}

var hashLaws = []law[Hash]{
	{"Sizes", hashSizes},
	{"WriteResult", hashWriteResult},
	{"SourceUnchanged", hashSourceUnchanged},
	{"SourceNotRetained", hashSourceNotRetained},
	{"Chunks", hashChunks},
	{"ByteByByte", hashByteByByte},
	{"LargeMessage", hashLargeMessage},
	{"SumHarmless", hashSumHarmless},
	{"SumAppends", hashSumAppends},
	{"SumFresh", hashSumFresh},
	{"Reset", hashReset},
	{"AnyOrder", hashAnyOrder},
	{"EveryLength", hashEveryLength},
	{"EveryBit", hashEveryBit},
	{"Independent", hashIndependent},
	{"Alignment", hashAlignment},
	{"GuardPages", hashGuardPages},
	{"Clone", hashClone},
	{"Marshal", hashMarshal},
	{"MarshalAppends", hashMarshalAppends},
	{"Refuses", hashRefuses},
	{"RefusalHarmless", hashRefusalHarmless},
	{"Concurrent", hashConcurrent},
	{"Methods", hashMethods},
}

// of returns the digest of the pieces, each written in one call.
func (h Hash) of(pieces ...[]byte) []byte { return h.after(pieces...).Sum(nil) }

// after returns an object to which the pieces have been written.
func (h Hash) after(pieces ...[]byte) hash.Hash {
	d := h.New()
	for _, p := range pieces {
		d.Write(p)
	}
	return d
}

// longest is a length that the laws for every length go up to.
func (h Hash) longest() int { return 3*h.BlockSize + 16 }

// borders returns lengths around those where a hash function takes another way.
func (h Hash) borders() []int {
	n := h.BlockSize
	return []int{0, 1, n - 1, n, n + 1, 2*n - 1, 2 * n, 2*n + 1, h.longest()}
}

func hashSizes(t T, h Hash) {
	d := h.New()
	for _, n := range []int{1, h.longest(), 0} {
		if got := d.Size(); got != h.Size {
			t.Errorf("Size() = %d, want %d", got, h.Size)
		}
		if got := d.BlockSize(); got != h.BlockSize {
			t.Errorf("BlockSize() = %d, want %d", got, h.BlockSize)
		}
		if got := len(d.Sum(nil)); got != h.Size {
			t.Errorf("Sum appends %d bytes, want %d", got, h.Size)
		}
		d.Write(make([]byte, n))
	}
}

// hashWriteResult: Write takes all of its argument, which may be nil, and never fails.
func hashWriteResult(t T, h Hash) {
	r := random("WriteResult")
	d := h.New()
	write := func(p []byte) {
		if n, err := d.Write(p); n != len(p) || err != nil {
			t.Errorf("Write of %d bytes returned %d, %v", len(p), n, err)
		}
	}
	write(nil)
	for n := range h.longest() {
		write(r.bytes(n))
		write([]byte{})
		write(nil)
	}
}

func hashSourceUnchanged(t T, h Hash) {
	r := random("SourceUnchanged")
	for n := range h.longest() {
		arena := r.bytes(8 + n + h.BlockSize) // something before, and capacity to spare
		before := bytes.Clone(arena)
		for _, first := range []int{0, 1} { // the second: to a state with bytes in its buffer
			d := h.after(r.bytes(first))
			d.Write(arena[8 : 8+n])
			d.Sum(nil)
		}
		if !bytes.Equal(arena, before) {
			t.Errorf("Write of %d bytes or Sum changed its source or what lies around it", n)
		}
	}
}

func hashSourceNotRetained(t T, h Hash) {
	r := random("SourceNotRetained")
	for n := range h.longest() {
		message := r.bytes(n)
		want := h.of(message, message)
		d := h.New()
		for range 2 {
			buffer := bytes.Clone(message)
			d.Write(buffer)
			for i := range buffer {
				buffer[i] ^= 0xff
			}
		}
		if !bytes.Equal(d.Sum(nil), want) {
			t.Errorf("the digest changed when the caller changed a buffer of %d bytes after Write", n)
		}
	}
}

// hashChunks: the digest depends on what is written, not on how it is cut into pieces.
func hashChunks(t T, h Hash) {
	r := random("Chunks")
	for _, n := range h.borders() {
		message := r.bytes(n)
		want := h.of(message)
		for cut := range n + 1 {
			if !bytes.Equal(h.of(message[:cut], message[cut:]), want) {
				t.Errorf("%d bytes written as %d and %d give another digest", n, cut, n-cut)
			}
		}
		for range 32 {
			pieces := r.pieces(message, h.BlockSize)
			if !bytes.Equal(h.of(pieces...), want) {
				t.Errorf("%d bytes written as %v give another digest", n, lengthsOf(pieces))
			}
		}
	}
}

func lengthsOf(pieces [][]byte) []int {
	var all []int
	for _, p := range pieces {
		all = append(all, len(p))
	}
	return all
}

func hashByteByByte(t T, h Hash) {
	message := random("ByteByByte").bytes(h.longest())
	for n := range len(message) + 1 {
		d := h.New()
		for i := range n {
			d.Write(message[i : i+1])
		}
		if !bytes.Equal(d.Sum(nil), h.of(message[:n])) {
			t.Errorf("%d bytes written one by one give another digest", n)
		}
	}
}

// hashLargeMessage: a length in bits beyond 16 bits, by one Write and by many.
func hashLargeMessage(t T, h Hash) { h.large(t, 1<<20) }

// large examines a message of n bytes.
func (h Hash) large(t T, n int) {
	r := random("LargeMessage")
	message := r.bytes(n)
	d := h.New()
	for rest := message; len(rest) > 0; {
		n := min(len(rest), 2*r.below(20*h.BlockSize)+1)
		d.Write(rest[:n])
		rest = rest[n:]
	}
	if !bytes.Equal(d.Sum(nil), h.of(message)) {
		t.Errorf("%d bytes written in odd pieces give another digest", len(message))
	}
}

// hashSumHarmless: Sum leaves the state as it is, whatever is done next.
func hashSumHarmless(t T, h Hash) {
	message := random("SumHarmless").bytes(h.longest())
	want := h.of(message)
	for n := range len(message) + 1 {
		d := h.after(message[:n])
		if !bytes.Equal(d.Sum(nil), d.Sum(nil)) {
			t.Errorf("a second Sum after %d bytes differs", n)
		}
		d.Write(message[n:])
		if !bytes.Equal(d.Sum(nil), want) {
			t.Errorf("Sum after %d bytes disturbs what is written later", n)
		}
	}
}

// hashSumAppends: Sum(b) is b and the digest.
func hashSumAppends(t T, h Hash) {
	r := random("SumAppends")
	for _, n := range h.borders() {
		d := h.after(r.bytes(n))
		appends(t, r, fmt.Sprintf("Sum of %d bytes", n), d.Sum(nil), d.Sum)
	}
}

// hashSumFresh: what Sum(nil) returns is the caller's own, up to its capacity.
func hashSumFresh(t T, h Hash) {
	r := random("SumFresh")
	for _, n := range h.borders() {
		message := r.bytes(n)
		want := bytes.Clone(h.of(message))
		d := h.after(message)
		first := d.Sum(nil)
		for i := range first[:cap(first)] {
			first[:cap(first)][i] ^= 0xff
		}
		spoilt := bytes.Clone(first)
		if !bytes.Equal(d.Sum(nil), want) {
			t.Errorf("Sum after %d bytes changed when the caller changed an earlier result", n)
		}
		d.Reset()
		d.Write([]byte{1})
		d.Sum(nil)
		if !bytes.Equal(first, spoilt) {
			t.Errorf("the result of Sum after %d bytes changed by later use", n)
		}
	}
}

// hashReset: afterwards an object is as a new one, whatever it was used for.
func hashReset(t T, h Hash) {
	r := random("Reset")
	message := r.bytes(h.longest())
	want := h.of(message)
	empty := h.of()
	for n := range h.longest() {
		for _, sum := range []bool{false, true} {
			d := h.after(r.bytes(n))
			if sum {
				d.Sum(nil)
			}
			d.Reset()
			if sum && !bytes.Equal(d.Sum(nil), empty) {
				t.Errorf("after %d bytes and Reset the digest is not that of nothing", n)
			}
			d.Write(message)
			if !bytes.Equal(d.Sum(nil), want) {
				t.Errorf("after %d bytes (Sum called: %v) and Reset an object is not as a new one", n, sum)
			}
		}
	}
	d := h.New()
	d.Reset()
	d.Reset()
	if !bytes.Equal(d.Sum(nil), empty) {
		t.Errorf("Reset changes a new object")
	}
}

// hashAnyOrder: one object through a long random sequence of operations always gives the
// digest that a new one gives for the same message. Clones and states take part.
func hashAnyOrder(t T, h Hash) {
	r := random("AnyOrder")
	d := h.New()
	var message []byte
	for step := range 2000 {
		switch r.below(8) {
		case 0:
			if d.Reset(); r.below(2) == 0 {
				d = h.New()
			}
			message = message[:0]
		case 1:
			if c, err := cloned(d); err == nil {
				d.Write([]byte("not to be heard of again"))
				d = c
			}
		case 2:
			if state, err := marshalled(d); err == nil {
				d.Write([]byte("nor this"))
				unmarshal(t, d, state)
			}
		case 3, 4:
			if !bytes.Equal(d.Sum(nil), h.of(message)) {
				t.Fatalf("operation %d: wrong digest of %d bytes", step, len(message))
			}
		default:
			for _, p := range r.pieces(r.bytes(r.below(2*h.BlockSize)), h.BlockSize) {
				d.Write(p)
				message = append(message, p...)
			}
		}
	}
}

// hashEveryLength: messages that only their length, or their end, tells apart have
// different digests. It is the padding that sees to that.
func hashEveryLength(t T, h Hash) {
	seen := map[string]string{}
	for n := range h.longest() + 1 {
		for _, last := range []byte{0, 0x01, 0x80} { // as a padding may begin
			message := make([]byte, n)
			if n > 0 {
				message[n-1] = last
			} else if last > 0 {
				continue
			}
			this := fmt.Sprintf("%d bytes with %#02x at the end", n, last)
			digest := string(h.of(message))
			if other, ok := seen[digest]; ok {
				t.Errorf("%s have the digest of %s", this, other)
			}
			seen[digest] = this
		}
	}
}

func hashEveryBit(t T, h Hash) {
	r := random("EveryBit")
	n := h.BlockSize
	for _, length := range []int{1, n - 1, n, n + 1, 2*n + 3} {
		message := r.bytes(length)
		digest := h.of(message)
		for bit := range 8 * length {
			if bytes.Equal(h.of(flipped(message, bit)), digest) {
				t.Errorf("bit %d of %d bytes has no effect", bit, length)
			}
		}
	}
}

// hashIndependent: two objects in turns give what each gives alone.
func hashIndependent(t T, h Hash) {
	r := random("Independent")
	for range 16 {
		messages := [2][]byte{r.bytes(h.longest()), r.bytes(h.longest())}
		objects := [2]hash.Hash{h.New(), h.New()}
		rests := messages
		for len(rests[0]) > 0 || len(rests[1]) > 0 {
			i := r.below(2)
			n := min(len(rests[i]), r.below(h.BlockSize+1))
			objects[i].Write(rests[i][:n])
			rests[i] = rests[i][n:]
			if r.below(4) == 0 {
				objects[1-i].Sum(nil)
			}
		}
		for i, d := range objects {
			if !bytes.Equal(d.Sum(nil), h.of(messages[i])) {
				t.Errorf("two objects used in turns disturb each other")
			}
		}
	}
}

// hashAlignment: a message and a digest may lie at any address.
func hashAlignment(t T, h Hash) {
	r := random("Alignment")
	for _, n := range h.borders() {
		message := r.bytes(n)
		want := h.of(message)
		for offset := range 64 {
			src := append(make([]byte, offset, offset+n), message...)
			dst := make([]byte, 63-offset, 63-offset+h.Size)
			if !bytes.Equal(h.after(src[offset:]).Sum(dst)[63-offset:], want) {
				t.Errorf("%d bytes at offset %d, the digest at %d: wrong", n, offset, 63-offset)
			}
		}
	}
}

// hashGuardPages: a message that ends at the last byte before, or begins at the first
// byte after, a page without access is read without touching that page.
func hashGuardPages(t T, h Hash) {
	betweenGuards(t, func(src, dst []byte) {
		copy(src, random("GuardPages").bytes(len(src)))
		for n := range min(h.longest(), len(src)) {
			for _, at := range []int{0, len(src) - n} {
				message := src[at : at+n : at+n]
				for _, first := range []string{"", "x"} { // the second: with bytes in the buffer
					var got []byte
					end := len(dst) - h.Size
					if panicked(func() { got = h.after([]byte(first), message).Sum(dst[end:end]) }) {
						t.Errorf("%d bytes at a page border: the page beyond was touched", n)
					} else if !bytes.Equal(got, h.of([]byte(first), bytes.Clone(message))) {
						t.Errorf("%d bytes at a page border: wrong digest", n)
					}
				}
			}
		}
	})
}

// hashConcurrent: objects of their own serve several goroutines at once.
func hashConcurrent(t T, h Hash) {
	const goroutines, calls = 8, 16
	r := random("Concurrent")
	var messages [goroutines][]byte
	var got [goroutines][calls][]byte
	for g := range messages {
		messages[g] = r.bytes(h.longest())
	}
	inParallel(t, goroutines, func(g int) {
		for i := range calls {
			got[g][i] = h.of(messages[g][:i+1], messages[g][i+1:])
		}
	})
	for g, digests := range got {
		want := h.of(messages[g])
		for _, digest := range digests {
			if !bytes.Equal(digest, want) {
				t.Errorf("wrong digest in one of %d goroutines", goroutines)
				break
			}
		}
	}
}

// hashMethods: crypto/hmac and others look for methods of a hash on their own, so every
// exported method must be known, and those of the optional interfaces must be just these.
func hashMethods(t T, h Hash) {
	allowed := append([]string{"Write", "Sum", "Reset", "Size", "BlockSize"}, h.Methods...)
	d := h.New()
	_, clone := d.(hash.Cloner)
	_, marshal := d.(encoding.BinaryMarshaler)
	_, add := d.(encoding.BinaryAppender)
	_, unmarshal := d.(encoding.BinaryUnmarshaler)
	for name, ok := range map[string]bool{
		"Clone": clone, "MarshalBinary": marshal, "AppendBinary": add, "UnmarshalBinary": unmarshal,
	} {
		if ok {
			allowed = append(allowed, name)
		}
	}
	exported(t, d, allowed)
	if marshal != unmarshal || add && !marshal {
		t.Errorf("of MarshalBinary, AppendBinary and UnmarshalBinary some without the others")
	}
}
