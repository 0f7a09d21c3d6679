package proof

import (
	"reflect"

	"golang.org/x/tools/go/ssa"
)

// replaced is what is executed in place of a function: the other side of a lemma that fits the
// call, or the function itself.
func (m *machine) replaced(f *ssa.Function, args []value) *ssa.Function {
	for _, l := range m.replace[f] {
		if l.fits(args) {
			return l.g
		}
	}
	return f
}

// fits reports whether a lemma speaks of a call: its fixed numbers are those of the call, and what
// its arguments point to is apart. Lemmas that fix other things than numbers fit nothing.
func (l *Lemma) fits(args []value) bool {
	leaves := map[*cell]bool{}
	for i, in := range l.inputs {
		if in.fixed != nil {
			n, ok := args[i].(integer)
			want, isNumber := fixedNumber(in.fixed)
			if !ok || !isNumber || !n.known || n.v != want.v || n.width != want.width {
				return false
			}
		}
		if !apart(args[i], leaves) {
			return false
		}
	}
	return true
}

func fixedNumber(v any) (integer, bool) {
	r := reflect.ValueOf(v)
	if !r.CanInt() && !r.CanUint() && r.Kind() != reflect.Bool {
		return integer{}, false
	}
	return fixed(r).(integer), true
}

// apart adds the memory of an argument to what was seen, and reports whether none of it was.
func apart(v value, leaves map[*cell]bool) bool {
	switch x := v.(type) {
	case pointer:
		return x.to.apart(leaves)
	case slice:
		for _, c := range x.cells {
			if !c.apart(leaves) {
				return false
			}
		}
	case element:
		return false
	}
	return true
}

func (c *cell) apart(leaves map[*cell]bool) bool {
	if leaves[c] {
		return false
	}
	leaves[c] = true
	for _, part := range c.parts {
		if !part.apart(leaves) {
			return false
		}
	}
	return true
}
