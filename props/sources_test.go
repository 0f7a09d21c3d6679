package props_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A sourceMutant is one small edit of a source file and the tests that must fail by it,
// each alone. The text to be replaced stands in the file once.
type sourceMutant struct {
	fault    string
	file     string
	old, new string
	caught   []namedTest
}

// namedTest is a package, relative to the module's root, and a test of it.
type namedTest struct{ pkg, test string }

var (
	algebra    = namedTest{"./spec/kalyna", "TestSubstitutions"}
	matrices   = namedTest{"./spec/kalyna", "TestMatrices"}
	params     = namedTest{"./spec/kalyna", "TestParams"}
	derived    = namedTest{"./impl/internal/submix", "TestTables"}
	circuits   = namedTest{"./impl/internal/submix", "TestCircuits"}
	examples   = namedTest{"./vectors", "TestAnswers/dstu/kalyna-.*-block"}
	roundKeys  = namedTest{"./vectors", "TestAnswers/dstu/kalyna-.*-round-keys"}
	kupynas    = namedTest{"./vectors", "TestAnswers/dstu/kupyna-.*-digest"}
	strumoks   = namedTest{"./vectors", "TestAnswers/dstu/strumok"}
	g          = namedTest{"./spec/strumok", "TestGIsTheTextsPowers"}
	alpha      = namedTest{"./impl/strumok", "TestAlphaTables"}
	macs       = namedTest{"./vectors", "TestAnswers/.*/kalyna-128-.*-cmac"}
	counters   = namedTest{"./vectors", "TestAnswers/own/kalyna-.*-counter"}
	wraps      = namedTest{"./props", "TestCounterWraps"}
	tampered   = namedTest{"./vectors", "TestAnswers/own/kalyna-.*-tampered"}
	refusals   = namedTest{"./props", "TestKeyWrapContract"}
	moduli     = namedTest{"./spec/gf2m", "TestIrreducible"}
	elements   = namedTest{"./vectors", "TestAnswers/own/gf2m-.*-field"}
	products   = namedTest{"./impl/hazmat/clmul", "TestMul"}
	equivalent = namedTest{"./props", "TestBlockEquivalence"}
	agree      = namedTest{"./props", "TestBlockPathsAgree"}
)

var sourceMutants = []sourceMutant{
	{
		"one S-box entry of the standard", "spec/kalyna/sboxes.go",
		`"\xa8\x43\x5f\x06`, `"\xa8\x43\x5f\x07`,
		[]namedTest{algebra, examples, roundKeys},
	},
	{
		"one entry of the mixing matrix", "spec/kalyna/params.go",
		`"\x01\x01\x05\x01\x08\x06\x07\x04"`, `"\x01\x01\x05\x01\x08\x06\x07\x05"`,
		[]namedTest{matrices, examples, roundKeys},
	},
	{
		"one row rotation of a variant", "spec/kalyna/params.go",
		`{"kalyna-256-512", 32, 64, 4, 8, 18, [8]int{0, 0, 1, 1, 2, 2, 3, 3}`, `{"kalyna-256-512", 32, 64, 4, 8, 18, [8]int{0, 0, 1, 1, 2, 2, 3, 2}`,
		[]namedTest{params, examples},
	},
	{
		"two columns of the table path, 512-bit blocks", "impl/kalyna/table512.go",
		"rounds512(k, x0, x1, x2, x3, x4, x5, x6, x7)\n\t\tbinary", "rounds512(k, x0, x2, x1, x3, x4, x5, x6, x7)\n\t\tbinary",
		[]namedTest{examples, equivalent, agree},
	},
	{
		"the last key of a block in a chain", "impl/kalyna/table128.go",
		`x1 += k.last[1]`, `x1 += k.last[0]`,
		[]namedTest{macs},
	},
	{
		"the rotation of the odd round keys", "impl/kalyna/schedule.go",
		`lo>>s | hi<<(64-s)`, `lo>>s | hi<<(63-s)`,
		[]namedTest{examples, equivalent},
	},
	{
		"one round key index of the even keys", "impl/kalyna/schedule.go",
		`return i/4 + p.Words`, `return i / 4`,
		[]namedTest{examples, equivalent},
	},
	{
		"one round key index of decryption", "impl/kalyna/table128.go",
		`&middle[len(middle)-1-i]`, `&middle[i]`,
		[]namedTest{examples, equivalent, agree},
	},
	{
		"one word of the encryption table", "impl/internal/submix/tables_gen.go",
		`0xa832a829d77f9aa8`, `0xa832a829d77f9aa9`,
		[]namedTest{derived, agree},
	},
	{
		"one gate of an S-box circuit", "impl/internal/submix/circuits_gen.go",
		`v118 := v15 | v16`, `v118 := v15 & v16`,
		[]namedTest{circuits, agree},
	},
	{
		"one round constant of Kupyna", "spec/kupyna/params.go",
		`PlusConstant = 0x00f0f0f0f0f0f0f3`, `PlusConstant = 0x00f0f0f0f0f0f1f3`,
		[]namedTest{kupynas},
	},
	{
		"one coefficient of Strumok's g", "spec/strumok/params.go",
		`const G = "\x04\x00\x00\x5e`, `const G = "\x04\x00\x00\x5f`,
		[]namedTest{g, strumoks},
	},
	{
		"one word of Strumok's table", "impl/strumok/tables_gen.go",
		`0xd73f04125e000004`, `0xd73f04125e000005`,
		[]namedTest{alpha},
	},
	{
		"the carry of the modes' counter out of its first word", "impl/dstu7624/keystream.go",
		`c1 += carry & k.carry`, `c1 += carry &^ k.carry`,
		[]namedTest{counters, wraps},
	},
	{
		"the zero block of a wrapped key not looked at", "impl/dstu7624/kw.go",
		`!verdict.Equal(check, zero[:n])`, `!verdict.Equal(check, check) && verdict.Equal(check, zero[:n])`,
		[]namedTest{tampered, refusals},
	},
	{
		"one exponent of a field's modulus", "spec/gf2m/gf2m.go",
		`{163, [3]int{7, 6, 3}`, `{163, [3]int{7, 6, 2}`,
		[]namedTest{moduli, elements},
	},
	{
		"one bit of the portable multiplication", "impl/hazmat/clmul/clmul_generic.go",
		`t0<<60 ^ t1<<61`, `t0<<60 ^ t1<<60`,
		[]namedTest{products, elements},
	},
	{
		"the rotation of the reference's odd round keys", "reference/kalyna/keyschedule.go",
		`m := l/32 + 3`, `m := l/32 + 4`,
		[]namedTest{roundKeys, equivalent},
	},
}

// Each mutant is caught by every test it names. The source is not touched: the go command
// reads the edited file in place of the real one.
func TestSourceMutants(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs other tests")
	}
	if runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" || os.Getenv("ZVIRKA_PROFILE") != "" {
		t.Skip("part of make test, once")
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range sourceMutants {
		t.Run(strings.ReplaceAll(m.fault, " ", "_"), func(t *testing.T) {
			overlay := overlayOf(t, root, m)
			for _, test := range m.caught {
				args := []string{"test", "-short", "-overlay", overlay, "-run", test.test, test.pkg}
				if test.pkg == "./props" {
					args = append(args, "-rapid.nofailfile") // a mutant's failure is not kept
				}
				cmd := exec.Command("go", args...)
				cmd.Dir = root
				out, err := cmd.CombinedOutput()
				name, _, _ := strings.Cut(test.test, "/")
				switch {
				case err == nil:
					t.Errorf("%s of %s passes", test.test, test.pkg)
				case !strings.Contains(string(out), "--- FAIL: "+name):
					t.Errorf("%s of %s did not fail but broke:\n%s", test.test, test.pkg, out)
				}
			}
		})
	}
}

// overlayOf writes the edited file and the description of it that go -overlay reads.
func overlayOf(t *testing.T, root string, m sourceMutant) string {
	t.Helper()
	name := filepath.Join(root, m.file)
	source, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(source), m.old); n != 1 {
		t.Fatalf("%q stands %d times in %s, want once", m.old, n, m.file)
	}
	dir := t.TempDir()
	edited, overlay := filepath.Join(dir, filepath.Base(m.file)), filepath.Join(dir, "overlay.json")
	description, err := json.Marshal(map[string]map[string]string{"Replace": {name: edited}})
	if err != nil {
		t.Fatal(err)
	}
	for file, data := range map[string][]byte{
		edited:  []byte(strings.Replace(string(source), m.old, m.new, 1)),
		overlay: description,
	} {
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return overlay
}
