package contract

import "bytes"

// share reports whether n bytes at offset a and m bytes at offset b have bytes in common,
// and partly whether they do without beginning together.
func share(a, n, b, m int) bool  { return n > 0 && m > 0 && a < b+m && b < a+n }
func partly(a, n, b, m int) bool { return a != b && share(a, n, b, m) }

// An arenaCall is a call whose arguments lie in one array.
type arenaCall struct {
	what   string
	arena  []byte
	panics bool          // it has to
	at     int           // where the result has to be in arena
	want   func() []byte // the result, found without the array's help
	call   func()
}

// inOneArena reports what is wrong with a call: it has to panic and write nothing, or else
// to write its result and nothing around it. The array is left as it was found.
func inOneArena(t T, c arenaCall) {
	t.Helper()
	before := bytes.Clone(c.arena)
	defer copy(c.arena, before)
	expected := bytes.Clone(before)
	if !c.panics {
		copy(expected[c.at:], c.want())
	}
	switch yes := panicked(c.call); {
	case yes && !c.panics:
		t.Errorf("%s panicked", c.what)
		return // and say no more of it
	case !yes && c.panics:
		t.Errorf("%s did not panic", c.what)
		return
	}
	if !bytes.Equal(c.arena, expected) {
		t.Errorf("%s: wrong result or stray writes", c.what)
	}
}

// appends examines f, which returns want appended to what it is given: of the memory behind
// that it writes at most those bytes that belong to its result, whether they fit or not.
func appends(t T, r *source, what string, want []byte, f func(b []byte) []byte) {
	t.Helper()
	n := len(want)
	for _, length := range []int{0, 1, 17, n + 1} {
		for _, spare := range []int{0, 1, max(0, n-1), n, n + 1, n + 128} {
			arena := r.bytes(8 + length + spare + n)
			expected := bytes.Clone(arena)
			out := f(arena[8 : 8+length : 8+length+spare])
			if !bytes.Equal(out, append(bytes.Clone(expected[8:8+length]), want...)) {
				t.Errorf("%s to %d bytes with capacity for %d more: not those bytes and the result", what, length, spare)
				continue
			}
			for i, x := range want[:min(n, spare)] {
				if at := 8 + length + i; arena[at] == x {
					expected[at] = x
				}
			}
			if !bytes.Equal(arena, expected) {
				t.Errorf("%s to %d bytes with capacity for %d more wrote outside its result", what, length, spare)
			}
		}
	}
}
