package static

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/zvirka/zvirka/ctcheck"
)

func check(t *testing.T, o Options) []ctcheck.Finding {
	t.Helper()
	findings, err := Check(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return findings
}

// want marks a line, and want above the line before it, where a directive has no room.
var want = regexp.MustCompile(`// want( above)?((?: CT\d+)+)`)

// wanted reads what the comments of the files below a folder ask for: rules by line.
func wanted(t *testing.T, dir string) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	err := filepath.WalkDir(dir, func(file string, d os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, ".go") {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, file)
		if err != nil {
			return err
		}
		line := 0
		for l := range strings.Lines(string(text)) {
			line++
			if m := want.FindStringSubmatch(l); m != nil {
				at := line
				if m[1] != "" {
					at--
				}
				for _, rule := range strings.Fields(m[2]) {
					all[fmt.Sprintf("%s:%d %s", filepath.ToSlash(rel), at, rule)] = true
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// compare holds open findings against what is wanted, in both directions.
func compare(t *testing.T, findings []ctcheck.Finding, wanted map[string]bool) {
	t.Helper()
	got := map[string]string{}
	for _, f := range ctcheck.Open(findings) {
		got[fmt.Sprintf("%s:%d %s", f.Position.File, f.Position.Line, f.Rule)] = f.Message
	}
	for place, message := range got {
		if !wanted[place] {
			t.Errorf("not wanted: %s: %s", place, message)
		}
	}
	for place := range wanted {
		if _, ok := got[place]; !ok {
			t.Errorf("missed: %s", place)
		}
	}
}

// TestLeaks runs over programs that leak on marked lines and nowhere else.
func TestLeaks(t *testing.T) {
	w := wanted(t, "testdata/m")
	compare(t, check(t, Options{Dir: "testdata/m", Patterns: []string{"./..."}}), w)

	rules := map[string]bool{}
	for place := range w {
		rules[place[strings.LastIndexByte(place, ' ')+1:]] = true
	}
	for _, r := range ctcheck.Rules() {
		if (r.Layer == ctcheck.Static || r.Layer == ctcheck.Directives) && !rules[r.ID] {
			t.Errorf("no program leaks under %s", r.ID)
		}
	}
}

// module writes a module of one package.
func module(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range map[string]string{"go.mod": "module example.org/m\n\ngo 1.26\n", "m.go": "package m\n\n" + text} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestExamples: the examples of the rules are what their pages say.
func TestExamples(t *testing.T) {
	for _, r := range ctcheck.Rules() {
		if r.Layer != ctcheck.Static && r.Layer != ctcheck.Directives {
			continue
		}
		bad := check(t, Options{Dir: module(t, r.Bad)})
		if !slices.ContainsFunc(bad, func(f ctcheck.Finding) bool { return f.Rule == r.ID && f.Allowed == "" }) {
			t.Errorf("%s is not reported in\n%s", r.ID, r.Bad)
		}
		for _, f := range check(t, Options{Dir: module(t, r.Good)}) {
			t.Errorf("%s: %s is reported in\n%s", r.ID, f.Rule, r.Good)
		}
	}
}

// TestFlow: a finding tells the way of the secret, and from where.
func TestFlow(t *testing.T) {
	findings := check(t, Options{Dir: module(t, `type state struct{ k byte }

var box [256]byte

//ct:secret key
func Start(key []byte) byte {
	s := &state{k: key[0]}
	return s.finish()
}

func (s *state) finish() byte { return look(s.k) }

func look(i byte) byte { return box[i] }
`)})
	if len(findings) != 1 {
		t.Fatalf("%d findings, want 1", len(findings))
	}
	f := findings[0]
	if f.Position != (ctcheck.Position{File: "m.go", Line: 15, Column: 33}) || f.Function != "look" || f.Package != "example.org/m" {
		t.Errorf("found %s in %s.%s", f.Position, f.Package, f.Function)
	}
	var steps []string
	for _, s := range f.Flow {
		steps = append(steps, fmt.Sprintf("%d %s", s.Position.Line, s.What))
	}
	wanted := []string{"7 key of Start is named as secret", "9 is stored in the field state.k", "13 is passed to look as i"}
	if !slices.Equal(steps, wanted) {
		t.Errorf("flow %q, want %q", steps, wanted)
	}
}

// TestAllow: acceptances on the line, before it, and for a function; and their precedence.
func TestAllow(t *testing.T) {
	findings := check(t, Options{Dir: module(t, `var box [256]byte

//ct:secret k
func Line(k byte) byte {
	return box[k] //ct:allow on the line
}

//ct:secret k
func Before(k byte) byte {
	//ct:allow before the line
	return box[k]
}

//ct:secret k
//ct:allow for the function
func Function(k byte) byte {
	_ = box[k] //ct:allow for one line
	return box[k]
}
`)})
	var got []string
	for _, f := range findings {
		got = append(got, f.Allowed)
	}
	wanted := []string{"on the line", "before the line", "for one line", "for the function"}
	if !slices.Equal(got, wanted) {
		t.Errorf("accepted for %q, want %q", got, wanted)
	}
}

func TestConfig(t *testing.T) {
	dir := module(t, `import "os"

type Box struct{ key [4]byte }

var table [256]byte

func New(key []byte) *Box { b := &Box{}; copy(b.key[:], key); return b }

func (b *Box) Look() byte { return table[b.key[0]] }

func ModVarTime(x, y uint64) uint64 { return x % y }

func slow(x byte) byte { return x }

func Use(x, y uint64, k byte) (uint64, byte) { return ModVarTime(x, y), slow(k) }

func Write(x []byte) { os.Stdout.Write(x) }
`)
	for _, c := range []struct {
		config string
		want   []string
	}{
		{`{}`, nil},
		{`{"secrets":[{"func":"example.org/m.New","params":["key"]}]}`, []string{"11 CT1001"}},
		{`{"secrets":[{"field":"example.org/m.Box.key"}]}`, []string{"11 CT1001"}},
		{`{"secrets":[{"func":"example.org/m.(*Box).Look","params":["b"]}]}`, []string{"11 CT1001"}},
		{`{"secrets":[{"func":"example.org/m.Use","params":["x"]}]}`, []string{"17 CT1007"}},
		{`{"secrets":[{"func":"example.org/m.Use","params":["k"]}],"vartime":[{"func":"example.org/m.sl*","reason":"r"}]}`, []string{"17 CT1007"}},
		{`{"secrets":[{"func":"example.org/m.New","params":["key"]}],"allow":[{"func":"example.org/m.(*Box).*","reason":"r"}]}`, nil},
		{`{"secrets":[{"func":"example.org/m.New","params":["key"]}],"allow":[{"func":"example.org/m.(*Box).*","rule":"CT1002","reason":"r"}]}`,
			[]string{"0 CT0002", "11 CT1001"}},
	} {
		config, err := ctcheck.ParseConfig([]byte(c.config))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range ctcheck.Open(check(t, Options{Dir: dir, Config: config})) {
			got = append(got, fmt.Sprintf("%d %s", f.Position.Line, f.Rule))
		}
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: found %v, want %v", c.config, got, c.want)
		}
	}
}

// TestPlanted puts leaks into a copy of this module and finds each on its line.
func TestPlanted(t *testing.T) {
	if testing.Short() {
		t.Skip("copies and reads a part of the module")
	}
	for _, c := range []struct{ file, before, after, rule string }{
		{"impl/hazmat/gf2m/gf2m.go", "mask := -uint64(subtle.ConstantTimeEq(int32(cond), 1))", "mask := [2]uint64{0, ^uint64(0)}[cond] + 0*uint64(subtle.ConstantTimeEq(0, 0))", "CT1001"},
		{"impl/hazmat/gf2m/gf2m.go", "any |= w\n", "if w != 0 {\n any |= 1\n}\n", "CT1002"},
		{"impl/kalyna/ct_wide.go", "func (s *wide) transpose() {", "func (s *wide) transpose() {\n\ts[0].X[0] %= 1<<61 - 1\n", "CT1005"},
		{"impl/internal/verdict/verdict.go", "return Of(subtle.ConstantTimeCompare(a, b))", "for i := range a {\nif a[i] != b[i] {\nreturn false\n}\n}\nreturn Of(subtle.ConstantTimeCompare(a, b))", "CT1002"},
	} {
		dir := scratch(t)
		file := filepath.Join(dir, filepath.FromSlash(c.file))
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		planted := strings.Replace(string(text), c.before, c.after, 1)
		if planted == string(text) {
			t.Errorf("%s has no %q", c.file, c.before)
			continue
		}
		if err := os.WriteFile(file, []byte(planted), 0o600); err != nil {
			t.Fatal(err)
		}
		open := ctcheck.Open(check(t, Options{Dir: dir, Patterns: []string{"./impl/..."}}))
		found := slices.ContainsFunc(open, func(f ctcheck.Finding) bool { return f.Rule == c.rule && f.Position.File == c.file })
		if !found {
			t.Errorf("%s in %s is not reported (%d findings)", c.rule, c.file, len(open))
		}
		for _, f := range open {
			if f.Position.File != c.file {
				t.Errorf("%s: %s is reported besides the planted %s", f.Position, f.Rule, c.rule)
			}
		}
	}
}

// scratch copies what of this module programs import.
func scratch(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile("../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, folder := range []string{"impl", "spec", "internal/dispatch", "internal/profile", "internal/multiblock", "internal/memcheck"} {
		if err := os.CopyFS(filepath.Join(dir, folder), os.DirFS("../../"+folder)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestErrors(t *testing.T) {
	dir := module(t, "var x = y\n")
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{Dir: dir}, "undefined: y"},
		{Options{Dir: dir, Patterns: []string{"./none"}}, "none"},
		{Options{Dir: filepath.Join(dir, "none")}, "none"},
		{Options{Dir: dir, Arch: "vax"}, "vax"},
		{Options{Dir: module(t, "func F() int { return 1.5 }\n")}, "m.go:3:"},
	} {
		_, err := Check(context.Background(), c.o)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%+v: %v, want one line with %q", c.o, err, c.want)
		}
	}
}
