package asm

import (
	"cmp"
	"math"
	"slices"

	"github.com/zvirka/zvirka/ctcheck"
)

// A value is what is known of a word in a register or in memory: whether it depends on a
// secret, and to which places it may point. The content of those places is the state's.
type value struct {
	secret *origin // nil: public
	at     []place // by object, one for each
}

// An origin is how a secret came: the last step of its way.
type origin struct {
	step ctcheck.Step
	from *origin
}

func (o *origin) flow() []ctcheck.Step {
	var steps []ctcheck.Step
	for ; o != nil; o = o.from {
		steps = append(steps, o.step)
	}
	slices.Reverse(steps)
	return steps
}

// A place is an offset in a region of memory: exactly off, or anything from off on. It stays
// in the object from low up to high, if one is known.
type place struct {
	region    int
	off       int64
	free      bool
	low, high int64
}

// at is a place without known bounds.
func at(region int, off int64) place {
	return place{region: region, off: off, low: math.MinInt64, high: math.MaxInt64}
}

func public(v value) bool { return v.secret == nil }

// join is what is known of a value that is a or b, and of one made of both.
func join(a, b value) value {
	if a.secret == nil {
		a.secret = b.secret
	}
	if len(b.at) == 0 {
		return a
	}
	if len(a.at) == 0 {
		a.at = b.at
		return a
	}
	if slices.Equal(a.at, b.at) {
		return a
	}
	a.at = tidy(slices.Concat(a.at, b.at))
	return a
}

// tidy puts places in order and joins those in one object.
func tidy(places []place) []place {
	slices.SortStableFunc(places, compareObjects)
	kept := places[:0]
	for _, p := range places {
		if n := len(kept); n > 0 && compareObjects(kept[n-1], p) == 0 {
			kept[n-1] = joinPlaces(kept[n-1], p)
		} else {
			kept = append(kept, p)
		}
	}
	return kept
}

// compareObjects orders places by the objects that they are in.
func compareObjects(p, q place) int {
	return cmp.Or(cmp.Compare(p.region, q.region), cmp.Compare(p.low, q.low), cmp.Compare(p.high, q.high))
}

// joinPlaces joins places in one object. It widens: what goes down in a loop goes down without
// end.
func joinPlaces(p, q place) place {
	if p == q {
		return p
	}
	switch {
	case p.free && q.off < p.off:
		p.off = p.low
	case p.off != q.off || q.free:
		p.off, p.free = min(p.off, q.off), true
	}
	return p
}

// moved is a pointer with a constant added.
func (v value) moved(by int64) value {
	if by == 0 || len(v.at) == 0 {
		return v
	}
	v.at = slices.Clone(v.at)
	for i := range v.at {
		p := &v.at[i]
		if p.off != math.MinInt64 {
			p.off += by
		}
		if p.free && (p.off < p.low || p.off >= p.high) {
			p.off, p.low, p.high = math.MinInt64, math.MinInt64, math.MaxInt64 // it was in no such object
		}
	}
	v.at = tidy(v.at)
	return v
}

// indexed is a pointer with a number added that is not known: an index of what lies there, so
// that it is not below it.
func (v value) indexed() value {
	v.at = slices.Clone(v.at)
	for i := range v.at {
		v.at[i].free = true
	}
	return v
}

// loosened is a pointer after arithmetic that may have moved it either way.
func (v value) loosened() value {
	v.at = slices.Clone(v.at)
	for i := range v.at {
		v.at[i].off, v.at[i].free = v.at[i].low, true
	}
	return v
}

// same reports whether as much is known of one as of the other.
func same(a, b value) bool {
	return (a.secret == nil) == (b.secret == nil) && slices.Equal(a.at, b.at)
}
