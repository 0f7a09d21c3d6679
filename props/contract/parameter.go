package contract

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
)

// A parameter is what a constructor takes, a key or an iv, in one of several lengths.
type parameter struct {
	name  string
	sizes []int // every accepted length, in bytes
	// build constructs with the value p. What output returns depends on all of p.
	build func(p []byte) (v any, output func() []byte, err error)
}

func (p parameter) must(t T, value []byte) (output func() []byte) {
	t.Helper()
	_, output, err := p.build(value)
	if err != nil {
		t.Fatalf("%s of %d bytes refused: %v", p.name, len(value), err)
	}
	return output
}

// lengths: a length is either accepted or an error, from none to more than the longest.
func (p parameter) lengths(t T) {
	for n := range 2*slices.Max(p.sizes) + 2 {
		v, _, err := p.build(make([]byte, n))
		constructed(t, fmt.Sprintf("%s of %d bytes", p.name, n), slices.Contains(p.sizes, n), v, err)
	}
	v, _, err := p.build(nil)
	constructed(t, "nil "+p.name, slices.Contains(p.sizes, 0), v, err)
}

// constructed reports what is wrong with the results v, err of a constructor that has to
// accept its argument, or else to refuse it.
func constructed(t T, argument string, accept bool, v any, err error) {
	nothing := absent(v)
	switch {
	case accept && err != nil:
		t.Errorf("%s refused: %v", argument, err)
	case accept && nothing:
		t.Errorf("%s: neither a result nor an error", argument)
	case !accept && err == nil:
		t.Errorf("%s accepted", argument)
	case !accept && !nothing:
		t.Errorf("%s: a result beside the error", argument)
	}
}

// absent reports whether v is nothing: nil, or a nil pointer in an interface.
func absent(v any) bool {
	x := reflect.ValueOf(v)
	return v == nil || x.Kind() == reflect.Pointer && x.IsNil()
}

func (p parameter) notRetained(t T, r *source) {
	for _, n := range p.sizes {
		value := r.bytes(n)
		before := bytes.Clone(value)
		output, other := p.must(t, value), p.must(t, bytes.Clone(value))
		if !bytes.Equal(value, before) {
			t.Errorf("the constructor changed the buffer of a %d-byte %s", n, p.name)
		}
		for i := range value {
			value[i] ^= 0xff
		}
		if !bytes.Equal(output(), other()) {
			t.Errorf("the output changed when the caller changed the buffer of a %d-byte %s", n, p.name)
		}
	}
}

func (p parameter) everyBit(t T, r *source) {
	for _, n := range p.sizes {
		value := r.bytes(n)
		out := p.must(t, value)()
		for bit := range 8 * n {
			if bytes.Equal(out, p.must(t, flipped(value, bit))()) {
				t.Errorf("bit %d of a %d-byte %s has no effect", bit, n, p.name)
			}
		}
	}
}

// keyAndIV are the parameters of a constructor that takes both.
type keyAndIV struct {
	keySizes []int
	ivSizes  []int // nil: there is no iv
	// build constructs with both. What output returns depends on all of them.
	build func(key, iv []byte) (v any, output func() []byte, err error)
}

func (p keyAndIV) key(iv []byte) parameter {
	return parameter{"key", p.keySizes, func(key []byte) (any, func() []byte, error) { return p.build(key, iv) }}
}

func (p keyAndIV) iv(key []byte) parameter {
	return parameter{"iv", p.ivSizes, func(iv []byte) (any, func() []byte, error) { return p.build(key, iv) }}
}

// ofKey and ofIV make laws of one for a single parameter: it holds with every size of the
// other.
func ofKey(name string, check func(parameter, T, *source)) law[keyAndIV] {
	return law[keyAndIV]{name, func(t T, p keyAndIV) {
		r := random(name)
		if p.ivSizes == nil {
			check(p.key(nil), t, r)
		}
		for _, n := range p.ivSizes {
			check(p.key(r.bytes(n)), t, r)
		}
	}}
}

func ofIV(name string, check func(parameter, T, *source)) law[keyAndIV] {
	return law[keyAndIV]{name, func(t T, p keyAndIV) {
		r := random(name)
		for _, n := range p.keySizes {
			check(p.iv(r.bytes(n)), t, r)
		}
	}}
}

var keyAndIVLaws = []law[keyAndIV]{
	{"KeyAndIVSizes", keyAndIVSizes},
	ofKey("KeyNotRetained", parameter.notRetained),
	ofIV("IVNotRetained", parameter.notRetained),
	ofKey("EveryKeyBit", parameter.everyBit),
	ofIV("EveryIVBit", parameter.everyBit),
}

// keyAndIVSizes: a pair of lengths is either accepted or an error, from none to more than
// the longest.
func keyAndIVSizes(t T, p keyAndIV) {
	lengths := func(sizes []int) [][]byte {
		values := [][]byte{nil}
		if sizes == nil {
			return values
		}
		for n := range 2*slices.Max(sizes) + 2 {
			values = append(values, make([]byte, n))
		}
		return values
	}
	for _, key := range lengths(p.keySizes) {
		for _, iv := range lengths(p.ivSizes) {
			accept := slices.Contains(p.keySizes, len(key)) && (p.ivSizes == nil || slices.Contains(p.ivSizes, len(iv)))
			v, _, err := p.build(key, iv)
			constructed(t, fmt.Sprintf("key of %d bytes with an iv of %d bytes", len(key), len(iv)), accept, v, err)
		}
	}
}
