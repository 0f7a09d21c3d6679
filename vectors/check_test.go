package vectors_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/zvirka/zvirka/vectors"
)

// parse reads a file whose cases are given and whose head is in order.
func parse(name string, op vectors.Operation, cases ...string) (vectors.File, error) {
	return vectors.Parse(name, []byte(`{"row": "toy", "operation": "`+string(op)+`", "standard": "none", "origin": "own",
		"source": "made up", "verified_with": [], "cases": [`+strings.Join(cases, ", ")+`]}`))
}

const (
	digestCase    = `{"id": "1", "msg": "01f0", "msg_len_bits": 12, "digest": "0cf1"}`
	macCase       = `{"id": "1", "key": "01", "msg": "0203", "tag": "010203"}`
	kdfCase       = `{"id": "1", "key": "01", "context": "02", "subkey_id": "18446744073709551615", "subkey": "0102ff"}`
	keystreamCase = `{"id": "1", "key": "01", "iv": "02", "pt": "04ff", "ct": "07fc"}`
)

// toy gives the toys' answers, each made of all its arguments, with the bits of flip in the
// last byte changed.
type toy struct {
	flip byte
	err  error
}

func (f toy) out(b ...byte) ([]byte, error) {
	b[len(b)-1] ^= f.flip
	return b, f.err
}

func (f toy) digest(message []byte, bits int) ([]byte, error) {
	sum := byte(bits)
	used := byte(0xff << (8 - bits%8)) // of the last byte
	return f.out(sum, message[0]^message[1]&used)
}

func (f toy) mac(key, message []byte, bits, tagSize int) ([]byte, error) {
	return f.out(slices.Concat(key, message)[:tagSize]...)
}

func (f toy) kdf(master, context []byte, id uint64) ([]byte, error) {
	return f.out(master[0], context[0], byte(id))
}

func (f toy) xor(key, iv, data []byte) ([]byte, error) {
	return f.out(data[0]^key[0]^iv[0], data[1]^key[0]^iv[0])
}

// checks calls one check on the only case of a file.
var checks = []struct {
	op     vectors.Operation
	c      string
	judged int
	check  func(vectors.File, vectors.Case, toy) (int, error)
}{
	{vectors.OpDigest, digestCase, 2, func(f vectors.File, c vectors.Case, y toy) (int, error) { return f.CheckDigest(c, y.digest) }},
	{vectors.OpMAC, macCase, 1, func(f vectors.File, c vectors.Case, y toy) (int, error) { return f.CheckMAC(c, y.mac) }},
	{vectors.OpKDF, kdfCase, 1, func(f vectors.File, c vectors.Case, y toy) (int, error) { return f.CheckKDF(c, y.kdf) }},
	{vectors.OpKeystream, keystreamCase, 2, func(f vectors.File, c vectors.Case, y toy) (int, error) { return f.CheckStream(c, 1, 1, y.xor) }},
}

// A check counts what is right, reports what is wrong, and leaves the cases of other
// operations alone.
func TestChecks(t *testing.T) {
	for _, file := range checks {
		f, err := parse("own/toy-"+string(file.op)+".json", file.op, file.c)
		if err != nil {
			t.Fatal(err)
		}
		for _, check := range checks {
			want := 0
			if check.op == file.op {
				want = check.judged
			}
			if n, err := check.check(f, f.Cases[0], toy{}); n != want || err != nil {
				t.Errorf("%s: the check of %s judged %d, error %v; want %d", f.Name, check.op, n, err, want)
			}
		}
		failure := errors.New("failure")
		for _, y := range []toy{{flip: 1}, {err: failure}} {
			n, err := file.check(f, f.Cases[0], y)
			if n != 0 || err == nil || !strings.Contains(err.Error(), f.Name) || errors.Is(err, failure) != (y.err != nil) {
				t.Errorf("%s: with %+v judged %d, error %v", f.Name, y, n, err)
			}
		}
	}
}

// A hash function that looks at the unused bits of the last byte is found.
func TestUnusedBits(t *testing.T) {
	f, err := parse("own/toy-digest.json", vectors.OpDigest, digestCase)
	if err != nil {
		t.Fatal(err)
	}
	n, err := f.CheckDigest(f.Cases[0], func(message []byte, bits int) ([]byte, error) {
		return []byte{byte(bits), message[0] ^ message[1]}, nil
	})
	if n != 1 || err == nil {
		t.Errorf("judged %d, error %v", n, err)
	}
}

func TestLintOperations(t *testing.T) {
	edit := func(c string, oldNew ...string) string { return strings.NewReplacer(oldNew...).Replace(c) }
	for _, c := range []struct {
		op vectors.Operation
		c  string
		ok bool
	}{
		{vectors.OpDigest, `{"id": "1", "msg": "", "digest": "00"}`, true},
		{vectors.OpDigest, `{"id": "1", "msg": "00ff", "digest": "00"}`, true},
		{vectors.OpDigest, `{"id": "1", "digest": "00"}`, false},
		{vectors.OpDigest, edit(digestCase, "0cf1", ""), false},
		{vectors.OpDigest, edit(digestCase, "01f0", "01f8"), false}, // an unused bit is set
		{vectors.OpDigest, edit(digestCase, "01f0", "01f000"), false},
		{vectors.OpDigest, edit(digestCase, "01f0", "01"), false},
		{vectors.OpDigest, edit(digestCase, "12", "16"), false}, // whole bytes
		{vectors.OpDigest, edit(digestCase, "12", "-4"), false},
		{vectors.OpDigest, edit(digestCase, `"msg"`, `"key": "00", "msg"`), false},
		{vectors.OpMAC, `{"id": "1", "key": "01", "msg": "", "tag": "01"}`, true},
		{vectors.OpMAC, `{"id": "1", "key": "01", "tag": "01"}`, false},
		{vectors.OpMAC, edit(macCase, `"01"`, `""`), false},
		{vectors.OpMAC, edit(macCase, "010203", ""), false},
		{vectors.OpMAC, edit(macCase, `"tag"`, `"iv": "", "tag"`), false},
		{vectors.OpKDF, edit(kdfCase, "18446744073709551615", "0"), true},
		{vectors.OpKDF, edit(kdfCase, "18446744073709551615", "18446744073709551616"), false},
		{vectors.OpKDF, edit(kdfCase, `"18446744073709551615"`, "1"), false}, // a number that other languages would round
		{vectors.OpKDF, `{"id": "1", "key": "01", "context": "02", "subkey": "03"}`, false},
		{vectors.OpKDF, edit(kdfCase, "0102ff", ""), false},
		{vectors.OpKeystream, `{"id": "1", "key": "01", "iv": "02", "pt": "", "ct": ""}`, true},
		{vectors.OpKeystream, `{"id": "1", "key": "01", "iv": "02"}`, false},
		{vectors.OpKeystream, edit(keystreamCase, "07fc", "07"), false},
		{vectors.OpKeystream, edit(keystreamCase, `"02"`, `""`), false},
		{"sorcery", macCase, false},
	} {
		f, err := parse("own/toy-"+string(c.op)+".json", c.op, c.c)
		if (err == nil) != c.ok {
			t.Errorf("%s, %s: error %v", f.Name, c.c, err)
		}
	}
}

func TestLintNames(t *testing.T) {
	const accumulated = `{"id": "1", "label": "x", "count": 1, "encrypt": "` + zeros + `", "decrypt": "` + zeros + `"}`
	const block = `{"id": "1", "key": "00", "pt": "00", "ct": "00"}`
	for _, c := range []struct {
		name string
		op   vectors.Operation
		c    string
		ok   bool
	}{
		{"own/toy-mac.json", vectors.OpMAC, macCase, true},
		{"own/toy-mac-bits.json", vectors.OpMAC, macCase, true},
		{"own/toy-mac-2-bits.json", vectors.OpMAC, macCase, true},
		{"own/toy-mac-.json", vectors.OpMAC, macCase, false},
		{"own/toy-mac--bits.json", vectors.OpMAC, macCase, false},
		{"own/toy-macbits.json", vectors.OpMAC, macCase, false},
		{"own/toy-mac_bits.json", vectors.OpMAC, macCase, false},
		{"own/toy-mac-Bits.json", vectors.OpMAC, macCase, false},
		{"own/toy.json", vectors.OpMAC, macCase, false},
		{"own/mac.json", vectors.OpMAC, macCase, false},
		{"own/toys-mac.json", vectors.OpMAC, macCase, false},
		{"own/toy-kdf.json", vectors.OpMAC, macCase, false},
		{"own/toy-block-long.json", vectors.OpBlock, block, true},
		{"own/toy-block-accumulated.json", vectors.OpBlock, block, false},
		{"own/toy-block-accumulated.json", vectors.OpBlockAccumulated, accumulated, true},
		{"own/toy-block-accumulated-long.json", vectors.OpBlockAccumulated, accumulated, true},
		{"own/toy-block-accumulated-long.json", vectors.OpBlock, block, false},
	} {
		if _, err := parse(c.name, c.op, c.c); (err == nil) != c.ok {
			t.Errorf("%s, operation %s: error %v", c.name, c.op, err)
		}
	}
}

const zeros = "0000000000000000000000000000000000000000000000000000000000000000"
