package contract

import "bytes"

// A verdict is what a law says of a panic.
type verdict int

const (
	mustNot verdict = iota
	must
	may
)

// when is the verdict on an overlap that is forbidden, or else is none.
func when(forbidden bool) verdict {
	if forbidden {
		return must
	}
	return mustNot
}

// share reports whether n bytes at offset a and m bytes at offset b have bytes in common,
// and partly whether they do without beginning together.
func share(a, n, b, m int) bool  { return n > 0 && m > 0 && a < b+m && b < a+n }
func partly(a, n, b, m int) bool { return a != b && share(a, n, b, m) }

// An arenaCall is a call whose arguments lie in one array.
type arenaCall struct {
	what   string
	arena  []byte
	panics verdict
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
	if c.panics != must {
		copy(expected[c.at:], c.want())
	}
	switch yes := panicked(c.call); {
	case yes && c.panics == mustNot:
		t.Errorf("%s panicked", c.what)
		return // and say no more of it
	case !yes && c.panics == must:
		t.Errorf("%s did not panic", c.what)
		return
	case yes:
		copy(expected, before)
	}
	if !bytes.Equal(c.arena, expected) {
		t.Errorf("%s: wrong result or stray writes", c.what)
	}
}
