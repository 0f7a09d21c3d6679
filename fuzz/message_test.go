package fuzz

import (
	"testing"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/internal/evidence"
	"github.com/zvirka/zvirka/props"
	"github.com/zvirka/zvirka/props/contract"
	"github.com/zvirka/zvirka/vectors"
)

// maxMessage bounds a message, in bytes: the reference is slow, and beyond a few blocks
// there is only more of the same.
const maxMessage = 1 << 10

func short(message []byte) []byte { return message[:min(len(message), maxMessage)] }

// answers returns the cases of one operation, with their rows.
func answers(tb testing.TB, op vectors.Operation) (rows []string, cases []vectors.Case) {
	tb.Helper()
	files, err := vectors.Load()
	if err != nil {
		tb.Fatal(err)
	}
	for _, f := range files {
		if f.Operation == op {
			for _, c := range f.Cases {
				rows, cases = append(rows, f.Row), append(cases, c)
			}
		}
	}
	return rows, cases
}

// cuts are the ways in which seeds cut their messages.
var cuts = [][]byte{nil, {1}, {64, 0, 1}, {0, 63, 2}}

// hashes is the body of FuzzHash: a message of any number of bits, cut anyhow.
func hashes(t contract.T, row catalogue.Hash, message, cut []byte, unused uint8) {
	message = short(message)
	props.HashEqualsReference(t, row, message, max(0, 8*len(message)-int(unused%8)), cut)
}

// FuzzHash: every path is its reference.
func FuzzHash(f *testing.F) {
	rows, cases := answers(f, vectors.OpDigest)
	for i, c := range cases {
		f.Add(rows[i], []byte(c.Message), cuts[i%len(cuts)], uint8(8*len(c.Message)-c.Bits()))
	}
	f.Fuzz(func(t *testing.T, name string, message, cut []byte, unused uint8) {
		row, ok := catalogue.HashNamed(name)
		if !ok {
			t.Skip()
		}
		hashes(t, row, message, cut, unused)
	})
}

// FuzzMAC: every path is its reference for a key of the right size, and refuses others.
func FuzzMAC(f *testing.F) {
	rows, cases := answers(f, vectors.OpMAC)
	for i, c := range cases {
		f.Add(rows[i], []byte(c.Key), []byte(c.Message), cuts[i%len(cuts)])
		f.Add(rows[i], []byte(c.Key[1:]), []byte(c.Message), cuts[i%len(cuts)])
	}
	f.Fuzz(func(t *testing.T, name string, key, message, cut []byte) {
		row, ok := catalogue.MACNamed(name)
		if !ok {
			t.Skip()
		}
		macs(t, row, key, message, cut)
	})
}

// macs is the body of FuzzMAC.
func macs(t contract.T, row catalogue.MAC, key, message, cut []byte) {
	props.MACKeySize(t, row, key)
	props.MACEqualsReference(t, row, fit(key, row.Sizes.Key), short(message), cut)
}

// FuzzKDF: every path is its reference for input of the right sizes, and refuses other.
func FuzzKDF(f *testing.F) {
	rows, cases := answers(f, vectors.OpKDF)
	for i, c := range cases {
		f.Add(rows[i], []byte(c.Key), []byte(c.Context), *c.SubkeyID)
		f.Add(rows[i], []byte(c.Key), []byte(c.Context[1:]), *c.SubkeyID)
	}
	f.Fuzz(func(t *testing.T, name string, master, context []byte, id uint64) {
		row, ok := catalogue.KDFNamed(name)
		if !ok {
			t.Skip()
		}
		kdfs(t, row, master, context, id)
	})
}

// kdfs is the body of FuzzKDF.
func kdfs(t contract.T, row catalogue.KDF, master, context []byte, id uint64) {
	props.KDFSizes(t, row, master, context)
	props.KDFEqualsReference(t, row, fit(master, row.Sizes.Key), fit(context, row.ContextSize), id)
}

// FuzzStream: every path is its reference for key and IV of the right sizes, and refuses
// others.
func FuzzStream(f *testing.F) {
	rows, cases := answers(f, vectors.OpKeystream)
	for i, c := range cases {
		f.Add(rows[i], []byte(c.Key), []byte(c.IV), fit(c.Plaintext, 100*i%maxMessage), cuts[i%len(cuts)])
		f.Add(rows[i], []byte(c.Key), []byte(c.IV[1:]), []byte(c.Plaintext), cuts[i%len(cuts)])
	}
	f.Fuzz(func(t *testing.T, name string, key, iv, data, cut []byte) {
		row, ok := catalogue.StreamNamed(name)
		if !ok {
			t.Skip()
		}
		streams(t, row, key, iv, data, cut)
	})
}

// streams is the body of FuzzStream.
func streams(t contract.T, row catalogue.Stream, key, iv, data, cut []byte) {
	props.StreamSizes(t, row, key, iv)
	props.StreamEqualsReference(t, row, fit(key, row.Sizes.Key), fit(iv, row.Sizes.IV), data[:min(len(data), 2*maxMessage)], cut)
}

// The seeds alone catch the mutants that fuzzing is there to catch.
func TestMessageMutants(t *testing.T) {
	_, cases := answers(t, vectors.OpDigest)
	for _, row := range catalogue.Hashes() {
		catch(t, row.Name, catalogue.HashMutants(row), len(cases), func(t contract.T, m catalogue.Hash, i int) {
			c := cases[i]
			for n := range 130 { // the seeds of all rows, at every length around a block
				hashes(t, m, fit(c.Message, n), cuts[(i+n)%len(cuts)], 0)
			}
		})
	}
	_, tags := answers(t, vectors.OpMAC)
	for _, row := range catalogue.MACs() {
		catch(t, row.Name, catalogue.MACMutants(row), len(tags), func(t contract.T, m catalogue.MAC, i int) {
			macs(t, m, tags[i].Key, tags[i].Message, nil)
			macs(t, m, tags[i].Key[1:], tags[i].Message, nil)
		})
	}
	_, subkeys := answers(t, vectors.OpKDF)
	for _, row := range catalogue.KDFs() {
		catch(t, row.Name, catalogue.KDFMutants(row), len(subkeys), func(t contract.T, m catalogue.KDF, i int) {
			kdfs(t, m, fit(subkeys[i].Key, m.Sizes.Key), subkeys[i].Context, *subkeys[i].SubkeyID)
			kdfs(t, m, fit(subkeys[i].Key, m.Sizes.Key), subkeys[i].Context[1:], 0)
		})
	}
	_, texts := answers(t, vectors.OpKeystream)
	for _, row := range catalogue.Streams() {
		catch(t, row.Name, catalogue.StreamMutants(row), len(texts), func(t contract.T, m catalogue.Stream, i int) {
			streams(t, m, fit(texts[i].Key, m.Sizes.Key), texts[i].IV, fit(texts[i].Plaintext, 100*i), cuts[i%len(cuts)])
			streams(t, m, fit(texts[i].Key, m.Sizes.Key), texts[i].IV[1:], nil, nil)
		})
	}
}

// catch runs the seeds over each mutant until one catches it, but not in a short run.
func catch[R any](t *testing.T, row string, mutants []catalogue.Mutant[R], seeds int, run func(t contract.T, m R, seed int)) {
	t.Helper()
	if testing.Short() {
		t.Skip("mutants")
	}
	caught := 0
	for _, m := range mutants {
		if !m.Of(catalogue.Fuzz) {
			continue
		}
		found := false
		for i := 0; i < seeds && !found; i++ {
			found = contract.FirstFailure(func(t contract.T) { run(t, m.Row, i) }) != ""
		}
		if found {
			caught++
		} else {
			t.Errorf("%s: the seeds did not catch: %s", row, m.Fault)
		}
	}
	evidence.Add(evidence.Mutants, row, string(catalogue.Fuzz), caught)
}
