//go:build !ctgrind

package policy

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/zvirka/zvirka/ctcheck"
	"github.com/zvirka/zvirka/ctcheck/dynamic"
	"github.com/zvirka/zvirka/ctcheck/static"
)

var update = flag.Bool("update", false, "write what is found in foreign code to testdata/foreign.json")

// foreignModule makes a module that requires others.
func foreignModule(t *testing.T, require map[string]string, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	abs, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	mod := "module example.org/foreign\n\ngo 1.26\n\nreplace github.com/zvirka/zvirka => " + abs + "\n"
	for path, version := range require {
		mod += fmt.Sprintf("\nrequire %s %s\n", path, version)
	}
	sum, err := os.ReadFile(root + "/go.sum")
	if err != nil {
		t.Fatal(err)
	}
	files["go.mod"], files["go.sum"] = mod, string(sum)
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("GOFLAGS", "-mod=mod")
	cmd := exec.Command("go", "mod", "download", "all")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go mod download: %v\n%s", err, out)
	}
	return dir
}

const xcrypto = "golang.org/x/crypto"

// blockCipherConfig names the secrets of a block cipher of x/crypto.
func blockCipherConfig(pkg string) *ctcheck.Config {
	p := xcrypto + "/" + pkg + "."
	return &ctcheck.Config{Secrets: []ctcheck.SecretSetting{
		{Func: p + "NewCipher", Params: []string{"key"}},
		{Func: p + "(*Cipher).Encrypt", Params: []string{"src"}},
		{Func: p + "(*Cipher).Decrypt", Params: []string{"src"}},
	}}
}

// A count is how much is found, and on how many lines.
type count struct {
	Findings  int            `json:"findings"`
	Lines     int            `json:"lines"`
	Rules     map[string]int `json:"rules"`
	Functions []string       `json:"functions,omitempty"` // where it is few
}

func tally(findings []ctcheck.Finding) count {
	c := count{Rules: map[string]int{}}
	lines := map[string]bool{}
	for _, f := range findings {
		c.Findings++
		c.Rules[f.Rule]++
		lines[fmt.Sprintf("%s:%d", f.Position.File, f.Position.Line)] = true
		if !slices.Contains(c.Functions, f.Function) {
			c.Functions = append(c.Functions, f.Function)
		}
	}
	c.Lines = len(lines)
	slices.Sort(c.Functions)
	return c
}

// TestForeign holds what is found in code that nobody here wrote against testdata/foreign.json.
// The modules are fetched by version.
func TestForeign(t *testing.T) {
	if testing.Short() {
		t.Skip("fetches modules")
	}
	dir := foreignModule(t, map[string]string{
		xcrypto: "v0.59.0", "filippo.io/edwards25519": "v1.1.0", "github.com/emmansun/gmsm": "v0.31.0", "golang.org/x/sys": "v0.50.0",
	}, map[string]string{"foreign.go": "package foreign\n"})
	got := map[string]count{}
	run := func(name string, o static.Options) {
		o.Dir = dir
		findings, err := static.Check(context.Background(), o)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		got[name] = tally(ctcheck.Open(findings))
	}
	for _, pkg := range []string{"twofish", "blowfish", "cast5"} {
		run(xcrypto+"/"+pkg, static.Options{Patterns: []string{xcrypto + "/" + pkg}, Config: blockCipherConfig(pkg)})
	}
	const field = "filippo.io/edwards25519/field"
	run(field, static.Options{Patterns: []string{field}, Config: &ctcheck.Config{Secrets: elementSecrets(field)}})
	const curve = "crypto/internal/fips140/edwards25519"
	run(curve, static.Options{Patterns: []string{curve}, Config: &ctcheck.Config{Secrets: append(
		elementSecrets(curve+"/field"),
		ctcheck.SecretSetting{Field: curve + ".Scalar.s"},
		ctcheck.SecretSetting{Func: curve + ".(*Scalar).SetUniformBytes", Params: []string{"x"}},
		ctcheck.SecretSetting{Func: curve + ".(*Scalar).SetCanonicalBytes", Params: []string{"x"}},
		ctcheck.SecretSetting{Func: curve + ".(*Scalar).SetBytesWithClamping", Params: []string{"x"}},
		ctcheck.SecretSetting{Func: curve + ".(*Point).SetBytes", Params: []string{"x"}},
	)}})
	const sm4 = "github.com/emmansun/gmsm/internal/sm4"
	run(sm4, static.Options{Patterns: []string{sm4}, Tags: []string{"purego"}, Config: &ctcheck.Config{Secrets: []ctcheck.SecretSetting{
		{Func: sm4 + ".NewCipher", Params: []string{"key"}},
		{Func: sm4 + ".(*sm4Cipher).Encrypt", Params: []string{"src"}},
		{Func: sm4 + ".(*sm4Cipher).Decrypt", Params: []string{"src"}},
	}}})

	file := filepath.Join("testdata", "foreign.json")
	if *update {
		text, err := json.MarshalIndent(got, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, append(text, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var want map[string]count
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	for name, c := range got {
		a, _ := json.Marshal(c)
		b, _ := json.Marshal(want[name])
		if string(a) != string(b) {
			t.Errorf("%s: found %s, want %s", name, a, b)
		}
	}
	if got[field].Findings != 0 {
		t.Errorf("%d findings in %s, which is constant time", got[field].Findings, field)
	}
	for _, f := range got[curve].Functions {
		if !strings.Contains(f, "VarTime") && !slices.Contains(guards, f) {
			t.Errorf("%s: findings in %s, which is neither a VarTime function nor a check of validity", curve, f)
		}
	}
}

// guards are the functions of crypto/internal/fips140/edwards25519 in which something is found
// though VarTime is not in their names: those that check what they are given, those that panic where a
// number is out of range, and three helpers of VarTimeDoubleScalarBaseMult whose comments say so.
var guards = []string{"(*Scalar).SetCanonicalBytes", "(*Point).SetBytes", "checkInitialized", "(*Scalar).signedRadix16",
	"(*Scalar).nonAdjacentForm", "(*nafLookupTable5).SelectInto", "(*nafLookupTable8).SelectInto"}

// elementSecrets names the limbs of a field element.
func elementSecrets(pkg string) []ctcheck.SecretSetting {
	var all []ctcheck.SecretSetting
	for _, limb := range []string{"l0", "l1", "l2", "l3", "l4"} {
		all = append(all, ctcheck.SecretSetting{Field: pkg + ".Element." + limb})
	}
	return all
}

// TestMemcheckLines: every line at which memcheck complains in three ciphers of x/crypto is found
// in the source as well.
func TestMemcheckLines(t *testing.T) {
	if testing.Short() || runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("takes a minute, on linux/amd64")
	}
	if _, err := exec.LookPath("valgrind"); err != nil && os.Getenv("CI") == "" {
		t.Skip("valgrind is not installed")
	}
	const file = `package foreign

import (
	"crypto/cipher"
	"testing"

	"github.com/zvirka/zvirka/ctcheck/dynamic"
	"golang.org/x/crypto/blowfish"
	"golang.org/x/crypto/cast5"
	"golang.org/x/crypto/twofish"
)

func examine(t *testing.T, name string, construct func([]byte) (cipher.Block, error)) {
	key := make([]byte, 16)
	dynamic.Secret(key)
	n := dynamic.Count(func() {
		c, err := construct(key)
		if err != nil {
			t.Fatal(err)
		}
		b := make([]byte, c.BlockSize())
		c.Encrypt(b, b)
		c.Decrypt(b, b)
	})
	if n == 0 {
		t.Errorf("%s: memcheck sees nothing", name)
	}
	t.Logf("%s: %d complaints", name, n)
}

func TestCiphers(t *testing.T) {
	examine(t, "twofish", func(k []byte) (cipher.Block, error) { return twofish.NewCipher(k) })
	examine(t, "blowfish", func(k []byte) (cipher.Block, error) { return blowfish.NewCipher(k) })
	examine(t, "cast5", func(k []byte) (cipher.Block, error) { return cast5.NewCipher(k) })
}
`
	dir := foreignModule(t, map[string]string{xcrypto: "v0.59.0", "github.com/zvirka/zvirka": "v0.0.0", "golang.org/x/sys": "v0.50.0"},
		map[string]string{"foreign_test.go": file})
	results, err := dynamic.Run(context.Background(), dynamic.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(results[0].Output) {
		if strings.Contains(line, "complaints") {
			t.Log(strings.TrimSpace(line))
		}
	}
	found := map[string]bool{}
	for _, pkg := range []string{"twofish", "blowfish", "cast5"} {
		findings, err := static.Check(context.Background(), static.Options{Dir: dir, Patterns: []string{xcrypto + "/" + pkg}, Config: blockCipherConfig(pkg)})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range findings {
			found[fmt.Sprintf("%s:%d", f.Position.File, f.Position.Line)] = true
		}
	}
	lines := map[string]bool{}
	for _, f := range results[0].Findings {
		_, file, ok := strings.Cut(filepath.ToSlash(f.Position.File), "/golang.org/x/crypto@v0.59.0/")
		if !ok {
			t.Errorf("memcheck complains outside of the ciphers: %s in %s", f.Position, f.Function)
			continue
		}
		line := fmt.Sprintf("%s:%d", file, f.Position.Line)
		lines[line] = true
		if !found[line] {
			t.Errorf("memcheck complains at %s, which is not found in the source", line)
		}
	}
	t.Logf("%d lines, all found in the source", len(lines))
	if len(lines) < 20 {
		t.Errorf("memcheck complains on %d lines only", len(lines))
	}
}
