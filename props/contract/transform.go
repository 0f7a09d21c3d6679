package contract

import (
	"bytes"
	"fmt"
	"slices"
)

// A transform is a method that writes to dst what it makes of src, as many bytes, and goes
// on in the next call where this one ended: XORKeyStream or CryptBlocks.
type transform func(dst, src []byte)

// of returns what f makes of the pieces of a message, one call for each.
func (f transform) of(pieces ...[]byte) []byte {
	dst := make([]byte, len(bytes.Join(pieces, nil)))
	rest := dst
	for _, p := range pieces {
		f(rest[:len(p)], p)
		rest = rest[len(p):]
	}
	return dst
}

// after moves f forward by n bytes.
func (f transform) after(n int) transform {
	if n > 0 {
		f.of(make([]byte, n))
	}
	return f
}

// transforms are equal ones to be examined, and what to examine them with.
type transforms struct {
	start func() transform // a new one
	other func() transform // a new one with other parameters
	r     *source
	unit  int // bytes: every length is a multiple of it
	// lengths, in bytes, are those around which an implementation takes another way, in
	// ascending order; few is for what is tried at each offset.
	lengths, few []int
}

// longest is a length that the laws for every length go up to.
func (x transforms) longest() int { return x.lengths[len(x.lengths)-1] }

// cut cuts message at random into pieces of about mean bytes.
func (x transforms) cut(message []byte, mean int) [][]byte {
	var pieces [][]byte
	for _, p := range x.r.pieces(make([]byte, len(message)/x.unit), max(1, mean/x.unit)) {
		n := len(p) * x.unit
		pieces = append(pieces, message[:n])
		message = message[n:]
	}
	return pieces
}

var transformLaws = []law[transforms]{
	{"Chunks", transformChunks},
	{"InPlace", transformInPlace},
	{"SourceUnchanged", transformSourceUnchanged},
	{"LongDestination", transformLongDestination},
	{"ShortDestination", transformShortDestination},
	{"Empty", transformEmpty},
	{"Overlap", transformOverlap},
	{"Alignment", transformAlignment},
	{"GuardPages", transformGuardPages},
	{"Independent", transformIndependent},
	{"Concurrent", transformConcurrent},
}

// transformChunks: the result does not depend on how a message is cut into pieces.
func transformChunks(t T, x transforms) {
	message := x.r.bytes(x.longest())
	want := x.start().of(message)
	var single [][]byte
	for cut := 0; cut <= len(message); cut += x.unit {
		if !bytes.Equal(x.start().of(message[:cut], message[cut:]), want) {
			t.Errorf("pieces of %d and %d bytes give another result", cut, len(message)-cut)
		}
		if cut < len(message) {
			single = append(single, message[cut:cut+x.unit])
		}
	}
	for i := range 50 {
		pieces := x.cut(message, x.longest()/[]int{49, 12, 3}[i%3])
		if !bytes.Equal(x.start().of(pieces...), want) {
			t.Errorf("pieces of %v bytes give another result", lengthsOf(pieces))
		}
	}
	if !bytes.Equal(x.start().of(single...), want) {
		t.Errorf("pieces of %d bytes give another result", x.unit)
	}
}

func transformInPlace(t T, x transforms) {
	for n := 0; n <= x.longest(); n += x.unit {
		for _, used := range []int{0, x.unit} { // the second: in the midst of things
			buffer := x.r.bytes(n)
			want := x.start().after(used).of(buffer)
			x.start().after(used)(buffer, buffer)
			if !bytes.Equal(buffer, want) {
				t.Errorf("%d bytes in place give another result", n)
			}
		}
	}
}

func transformSourceUnchanged(t T, x transforms) {
	for _, n := range x.lengths {
		arena := x.r.bytes(8 + n + 64) // something before, and capacity to spare
		before := bytes.Clone(arena)
		x.start()(make([]byte, n), arena[8:8+n])
		if !bytes.Equal(arena, before) {
			t.Errorf("%d bytes: the source or what lies around it changed", n)
		}
	}
}

// transformLongDestination: of a longer destination as many bytes as of the source are
// written, and nothing around it.
func transformLongDestination(t T, x transforms) {
	for _, n := range x.lengths {
		src := x.r.bytes(n)
		for _, used := range []int{0, x.unit} {
			want := x.start().after(used).of(src)
			for _, extra := range []int{0, 1, 8, 15, 16, 63, 64, 300} {
				arena := x.r.bytes(8 + n + extra + 64) // canaries, and beyond cap
				expected := bytes.Clone(arena)
				x.start().after(used)(arena[8:8+n+extra:8+n+extra], src)
				copy(expected[8:], want)
				if !bytes.Equal(arena, expected) {
					t.Errorf("%d bytes with %d to spare: wrong result or stray writes", n, extra)
				}
			}
		}
	}
}

// refusesToWrite reports a call of f, with dst and src, that does not panic or that writes
// to dst, up to its capacity. After that nothing is promised of f, and it is not used again.
func refusesToWrite(t T, f transform, dst, src []byte) {
	t.Helper()
	all := dst[:cap(dst)]
	before := bytes.Clone(all)
	if !panicked(func() { f(dst, src) }) {
		t.Errorf("%d bytes into %d did not panic", len(src), len(dst))
	}
	if !bytes.Equal(all, before) {
		t.Errorf("%d bytes into %d: something was written", len(src), len(dst))
	}
}

// transformShortDestination: a destination shorter than the source panics, and nothing is
// written.
func transformShortDestination(t T, x transforms) {
	examine := func(n, short int) {
		f := x.start().after(short % 2 * x.unit)
		refusesToWrite(t, f, x.r.bytes(n)[:short], x.r.bytes(n)) // capacity there is
	}
	for _, n := range x.few {
		for short := range n {
			examine(n, short)
		}
	}
	for short := 0; short < x.longest(); short += x.unit + 1 {
		examine(x.longest(), short)
	}
	refusesToWrite(t, x.start(), nil, x.r.bytes(x.unit))
}

// transformEmpty: an empty source is allowed and does nothing.
func transformEmpty(t T, x transforms) {
	message := x.r.bytes(x.longest())
	for _, used := range x.lengths {
		f := x.start().after(used)
		dst := x.r.bytes(256)
		before := bytes.Clone(dst)
		for _, src := range [][]byte{nil, {}, dst[16:16]} {
			for _, dst := range [][]byte{nil, {}, dst} {
				if panicked(func() { f(dst, src) }) {
					t.Errorf("nothing into %d bytes panicked", len(dst))
				}
			}
		}
		if !bytes.Equal(dst, before) {
			t.Errorf("after %d bytes: something was written for an empty source", used)
		}
		if !bytes.Equal(f.of(message), x.start().after(used).of(message)) {
			t.Errorf("after %d bytes: an empty source has an effect", used)
		}
	}
}

// transformOverlap: over one array, the same place is allowed and right, a shifted one
// panics, one that only touches is allowed.
func transformOverlap(t T, x transforms) {
	for _, n := range x.few {
		used := func() transform { return x.start().after(x.unit) }
		for shift := -n - 1; shift <= n+1; shift++ {
			for _, start := range []func() transform{x.start, used} {
				checkTransformOverlap(t, start, x.r.bytes(3*n+2), n+1+shift, n+1, n)
			}
		}
	}
}

// checkTransformOverlap is what CheckStreamOverlap says.
func checkTransformOverlap(t T, start func() transform, arena []byte, dst, src, n int) {
	t.Helper()
	f := start()
	inOneArena(t, arenaCall{
		what:   fmt.Sprintf("%d bytes with the destination %d bytes from its source", n, dst-src),
		arena:  arena,
		at:     dst,
		panics: partly(dst, n, src, n),
		want:   func() []byte { return start().of(arena[src : src+n]) },
		call:   func() { f(arena[dst:dst+n], arena[src:src+n]) },
	})
}

// transformAlignment: buffers may lie at any address.
func transformAlignment(t T, x transforms) {
	for _, n := range slices.Concat(x.few, []int{x.longest()}) {
		message := x.r.bytes(n)
		want := x.start().of(message)
		for offset := range 64 {
			src := append(make([]byte, offset, offset+n), message...)
			dst := make([]byte, 63-offset+n)
			x.start()(dst[63-offset:], src[offset:])
			if !bytes.Equal(dst[63-offset:], want) {
				t.Errorf("%d bytes: wrong at offsets %d, %d", n, 63-offset, offset)
			}
		}
	}
}

// transformGuardPages: buffers that end at the last byte before, or begin at the first byte
// after, a page without access are read and written without touching that page.
func transformGuardPages(t T, x transforms) {
	betweenGuards(t, func(src, dst []byte) {
		copy(src, x.r.bytes(len(src)))
		for n := 0; n <= x.longest(); n += x.unit {
			for _, from := range []int{0, len(src) - n} {
				for _, used := range []int{0, x.unit} {
					f := x.start().after(used)
					src, dst := src[from:from+n:from+n], dst[from:from+n:from+n]
					if panicked(func() { f(dst, src) }) {
						t.Errorf("%d bytes at a page border: the page beyond was touched", n)
					} else if !bytes.Equal(dst, x.start().after(used).of(src)) {
						t.Errorf("%d bytes at a page border: wrong result", n)
					}
				}
			}
		}
	})
}

// transformIndependent: two in turns give what each gives alone.
func transformIndependent(t T, x transforms) {
	other := x.other()
	message := x.r.bytes(x.longest())
	want := x.start().of(message)
	f := x.start()
	var got []byte
	for _, p := range x.cut(message, 64) {
		got = append(got, f.of(p)...)
		other.after(x.r.below(100/x.unit+2) * x.unit)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("two used in turns disturb each other")
	}
}

// transformConcurrent: objects of their own serve several goroutines at once.
func transformConcurrent(t T, x transforms) {
	const goroutines, calls = 8, 8
	var got [goroutines][calls][]byte
	message := x.r.bytes(x.longest())
	inParallel(t, goroutines, func(g int) {
		for i := range calls {
			cut := (g + i) * x.unit
			got[g][i] = x.start().of(message[:cut], message[cut:])
		}
	})
	want := x.start().of(message)
	for _, results := range got {
		for _, result := range results {
			if !bytes.Equal(result, want) {
				t.Errorf("wrong result in one of %d goroutines", goroutines)
				break
			}
		}
	}
}
