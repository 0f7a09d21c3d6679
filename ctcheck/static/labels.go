package static

import "slices"

// A label is a place that may hold a secret: a parameter of a function, a field of a struct
// type, a package-level variable. It is an index into a table of names, which are the same in
// every package that speaks of the place.
type label int32

// A table numbers the names of labels.
type table struct {
	names  []string
	byName map[string]label
}

func newTable() *table { return &table{byName: map[string]label{}} }

func (t *table) of(name string) label {
	l, ok := t.byName[name]
	if !ok {
		l = label(len(t.names))
		t.names = append(t.names, name)
		t.byName[name] = l
	}
	return l
}

// A set is a sorted set of labels. Sets are shared and never changed.
type set []label

func (s set) union(t set) set {
	if len(t) == 0 || len(s) > 0 && &s[0] == &t[0] && len(s) == len(t) {
		return s
	}
	if len(s) == 0 {
		return t
	}
	if s.contains(t) {
		return s
	}
	u := make(set, 0, len(s)+len(t))
	for len(s) > 0 && len(t) > 0 {
		switch {
		case s[0] < t[0]:
			u, s = append(u, s[0]), s[1:]
		case s[0] > t[0]:
			u, t = append(u, t[0]), t[1:]
		default:
			u, s, t = append(u, s[0]), s[1:], t[1:]
		}
	}
	return append(append(u, s...), t...)
}

// contains reports whether t is a subset of s.
func (s set) contains(t set) bool {
	for _, l := range t {
		i, ok := slices.BinarySearch(s, l)
		if !ok {
			return false
		}
		s = s[i+1:]
	}
	return true
}

// A taint is what a value and what it points to depend on.
type taint struct{ v, c set }

func (t taint) union(u taint) taint { return taint{t.v.union(u.v), t.c.union(u.c)} }

// all is everything that can be learnt from a value.
func (t taint) all() set { return t.v.union(t.c) }

func (t taint) equal(u taint) bool { return slices.Equal(t.v, u.v) && slices.Equal(t.c, u.c) }
