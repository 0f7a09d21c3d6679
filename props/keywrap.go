package props

import (
	"bytes"
	"slices"

	"pgregory.net/rapid"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/props/contract"
)

// KeyWrapEquivalence: on a drawn key and payload of any number of bits every path of a row
// is its reference.
func KeyWrapEquivalence(t *rapid.T, row catalogue.KeyWrap) {
	payload := rapid.SliceOfN(rapid.Byte(), 1, 4*row.Sizes.Block).Draw(t, "payload")
	KeyWrapEqualsReference(t, row, Bytes(row.Sizes.Key).Draw(t, "key"), payload, 8*len(payload)-rapid.IntRange(0, 7).Draw(t, "unused bits"))
}

// KeyWrapEqualsReference compares every path of a row with its reference, in both
// directions. bits is at least one, and in the last byte of the payload.
func KeyWrapEqualsReference(t contract.T, row catalogue.KeyWrap, key, payload []byte, bits int) {
	t.Helper()
	payload = bytes.Clone(payload)
	if used := bits % 8; used != 0 {
		payload[len(payload)-1] &^= 0xff >> used
	}
	wrapped := row.Reference.Wrap(key, payload, bits)
	if back, ok := row.Reference.Unwrap(key, wrapped, bits); !ok || !bytes.Equal(back, payload) {
		t.Fatalf("%s: the reference does not unwrap what it wrapped: %d bits\nkey %x\npayload %x", row.Name, bits, key, payload)
	}
	for _, p := range row.Paths {
		w, err := p.New(key)
		if err != nil {
			t.Fatalf("%s, path %s: %v", row.Name, p.Name, err)
		}
		for _, o := range operationsFor(w, row.Sizes.Block, bits) {
			got, err := o.wrap(payload)
			if err != nil || !bytes.Equal(got, wrapped) {
				t.Fatalf("%s, path %s: %s of %d bits differs from reference (%v)\nkey     %x\npayload %x\ngot     %x\nwant    %x",
					row.Name, p.Name, o.name, bits, err, key, payload, got, wrapped)
			}
			if got, err = o.unwrap(wrapped); err != nil || !bytes.Equal(got, payload) {
				t.Fatalf("%s, path %s: Un%s of %d bits differs from reference (%v)\nkey     %x\npayload %x\ngot     %x",
					row.Name, p.Name, o.name, bits, err, key, payload, got)
			}
		}
	}
}

// A wrapOperation is a pair of a Wrapper's operations.
type wrapOperation struct {
	name         string
	wrap, unwrap func(text []byte) ([]byte, error)
}

// operationsFor returns those that take a payload of so many bits.
func operationsFor(w catalogue.Wrapper, block, bits int) []wrapOperation {
	var all []wrapOperation
	switch {
	case bits%(8*block) == 0:
		return []wrapOperation{{"Wrap", w.Wrap, w.Unwrap}}
	case bits%8 == 0:
		all = append(all, wrapOperation{"WrapPadded", w.WrapPadded, w.UnwrapPadded})
	}
	return append(all, wrapOperation{"WrapBits",
		func(payload []byte) ([]byte, error) { return w.WrapBits(payload, bits) },
		func(wrapped []byte) ([]byte, error) { return w.UnwrapBits(wrapped, bits) }})
}

// KeyWrapRefuses: no path unwraps what nobody wrapped, by any of its operations, nor
// panics.
func KeyWrapRefuses(t contract.T, row catalogue.KeyWrap, key, wrapped []byte) {
	t.Helper()
	for _, p := range row.Paths {
		w, err := p.New(key)
		if err != nil {
			t.Fatalf("%s, path %s: %v", row.Name, p.Name, err)
		}
		for name, unwrap := range map[string]func([]byte) ([]byte, error){
			"Unwrap": w.Unwrap, "UnwrapPadded": w.UnwrapPadded,
			"UnwrapBits": func(b []byte) ([]byte, error) { return w.UnwrapBits(b, 8*len(b)-8*row.Sizes.Block-1) },
		} {
			before := bytes.Clone(wrapped)
			if got, err := unwrap(wrapped); err == nil || got != nil {
				t.Fatalf("%s, path %s: %s accepts %d bytes that nobody wrapped\nkey     %x\nwrapped %x", row.Name, p.Name, name, len(wrapped), key, wrapped)
			}
			if !bytes.Equal(before, wrapped) {
				t.Fatalf("%s, path %s: %s changed its input", row.Name, p.Name, name)
			}
		}
	}
}

// KeyWrapSizes: every path takes keys and payloads of the row's sizes and refuses all
// others: whole blocks by Wrap, other whole bytes by WrapPadded, neither too long.
func KeyWrapSizes(t contract.T, row catalogue.KeyWrap, keySize, payloadSize int) {
	t.Helper()
	n := row.Sizes.Block
	for _, p := range row.Paths {
		w, err := p.New(make([]byte, keySize))
		if (err == nil) != slices.Contains(row.KeySizes, keySize) {
			t.Errorf("%s, path %s: key of %d bytes: %v", row.Name, p.Name, keySize, err)
		}
		if err != nil {
			continue
		}
		_, err = w.Wrap(make([]byte, payloadSize))
		if want := payloadSize > 0 && payloadSize%n == 0 && payloadSize <= row.MaxBlocks*n; (err == nil) != want {
			t.Errorf("%s, path %s: Wrap of %d bytes: %v", row.Name, p.Name, payloadSize, err)
		}
		_, err = w.WrapPadded(make([]byte, payloadSize))
		if want := payloadSize%n != 0 && payloadSize+n/2 <= row.MaxBlocks*n; (err == nil) != want {
			t.Errorf("%s, path %s: WrapPadded of %d bytes: %v", row.Name, p.Name, payloadSize, err)
		}
	}
}
