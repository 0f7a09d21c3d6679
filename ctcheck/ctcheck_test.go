package ctcheck

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)

// sample is a report over one file: an open finding, the same line once more, and an
// accepted finding.
func sample(t *testing.T) *Report {
	t.Helper()
	dir := t.TempDir()
	text := "package p\n\n//ct:secret key\nfunc F(key []byte) byte {\n\treturn table[key[0]]\n}\n\tü := x / y\n"
	if err := os.WriteFile(filepath.Join(dir, "p.go"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	read := Finding{Rule: "CT1001", Position: Position{"p.go", 5, 9}, Package: "p", Function: "F",
		Message: "table[key[0]] is read at an index that depends on the secret key",
		Flow:    []Step{{Position{"p.go", 3, 0}, "key is annotated //ct:secret"}}}
	divided := Finding{Rule: "CT1005", Position: Position{"p.go", 7, 8}, Package: "p", Function: "G",
		Message: "x / y divides a secret", Allowed: "both are public here"}
	return &Report{Findings: Sort([]Finding{divided, read, read}), Sources: NewSources(dir)}
}

func TestText(t *testing.T) {
	r := sample(t)
	var b bytes.Buffer
	if err := r.Text(&b); err != nil {
		t.Fatal(err)
	}
	const want = `p.go:5:9: CT1001 secret-index: table[key[0]] is read at an index that depends on the secret key
     5 | 	return table[key[0]]
       | 	       ^
    flow: p.go:3: key is annotated //ct:secret

1 finding, 1 accepted
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	r.All = true
	b.Reset()
	if err := r.Text(&b); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "accepted: both are public here") {
		t.Errorf("no accepted finding in\n%s", b.String())
	}
}

func TestJSON(t *testing.T) {
	var b bytes.Buffer
	if err := (&Report{Sources: NewSources("")}).JSON(&b); err != nil {
		t.Fatal(err)
	}
	if got, want := b.String(), "{\n  \"findings\": []\n}\n"; got != want {
		t.Errorf("no findings give %q, not %q", got, want)
	}
}

func TestSARIF(t *testing.T) {
	var b bytes.Buffer
	if err := sample(t).SARIF(&b); err != nil {
		t.Fatal(err)
	}
	log, err := sarif.FromBytes(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if err := log.Validate(); err != nil {
		t.Errorf("against the 2.1.0 schema: %v", err)
	}
	results := log.Runs[0].Results
	if len(results) != 2 {
		t.Fatalf("%d results, want 2", len(results))
	}
	if flow := results[0].CodeFlows[0].ThreadFlows[0].Locations; len(flow) != 2 {
		t.Errorf("a flow of %d places, want the secret and the finding", len(flow))
	}
	if s := results[1].Suppressions; len(s) != 1 || *s[0].Justification != "both are public here" {
		t.Errorf("the accepted finding is not suppressed with its reason")
	}
	if c := *results[1].Locations[0].PhysicalLocation.Region.StartColumn; c != 7 {
		t.Errorf("column %d, want 7: ü is two bytes and one UTF-16 unit", c)
	}
	for i, id := range []string{"CT1001", "CT1005"} {
		if rule := log.Runs[0].Tool.Driver.Rules[results[i].RuleIndex]; *rule.ID != id {
			t.Errorf("result %d points at rule %s, not %s", i, *rule.ID, id)
		}
	}

	// The validation can fail.
	broken := bytes.Replace(b.Bytes(), []byte(`"startLine": 5`), []byte(`"startLine": "five"`), 1)
	if log, err := sarif.FromBytes(broken); err == nil && log.Validate() == nil {
		t.Errorf("a log with a word for a line number is called valid")
	}
}

func TestBaseline(t *testing.T) {
	r := sample(t)
	base := NewBaseline(r.Findings, r.Sources)
	var b bytes.Buffer
	if err := base.Write(&b); err != nil {
		t.Fatal(err)
	}
	base, err := ParseBaseline(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	all, stale := base.Apply(r.Findings, r.Sources)
	if len(Open(all)) != 0 || len(stale) != 0 {
		t.Errorf("its own findings: %d open, %d stale", len(Open(all)), len(stale))
	}
	// A second finding on an equal line is new.
	again := r.Findings[0]
	again.Message = "another"
	all, _ = base.Apply(append(r.Findings, again), r.Sources)
	if open := Open(all); len(open) != 1 {
		t.Errorf("%d open findings with a new one, want 1", len(open))
	}
	_, stale = base.Apply(nil, r.Sources)
	if want := base.Findings; !reflect.DeepEqual(stale, want) {
		t.Errorf("stale: %v, want %v", stale, want)
	}
	for _, bad := range []string{``, `{}`, `{"version":2}`, `{"version":1,"x":0}`, `{"version":1}{}`,
		`{"version":1,"findings":[{"rule":"CT9","count":1}]}`, `{"version":1,"findings":[{"rule":"CT1001","count":0}]}`} {
		if _, err := ParseBaseline([]byte(bad)); err == nil {
			t.Errorf("baseline %q accepted", bad)
		}
	}
}

func TestDirectives(t *testing.T) {
	for comment, want := range map[string]*Directive{
		"// a comment":         nil,
		"// ct is short":       nil,
		"//go:noescape":        nil,
		"//ct:secret":          {Verb: Secret},
		"//ct:secret key, src": {Verb: Secret, Names: []string{"key", "src"}},
		"//ct:allow a reason":  {Verb: Allow, Reason: "a reason"},
		"//ct:declassify yes":  {Verb: Declassify, Reason: "yes"},
	} {
		got, err := ParseDirective(comment)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v, %v; want %v", comment, got, err, want)
		}
	}
	for _, bad := range []string{"//ct:", "//ct:alow x", "//ct:allow", "//ct:allow ", "//ct:declassify",
		"//ct:secret key src", "//ct:secret key,,src", "// ct:allow x", "//ct:Secret key"} {
		if d, err := ParseDirective(bad); err == nil {
			t.Errorf("%q accepted as %v", bad, d)
		}
	}
}

func TestConfig(t *testing.T) {
	const good = `{"secrets":[{"func":"a.F","params":["k"]},{"field":"a.T.k"}],"allow":[{"func":"a.*","rule":"CT1001","reason":"r"}],"safe":[{"func":"a.G","reason":"r"}]}`
	if _, err := ParseConfig([]byte(good)); err != nil {
		t.Error(err)
	}
	for _, bad := range []string{``, `[]`, `{"secret":[]}`, `{} {}`, `{"secrets":[{}]}`, `{"secrets":[{"func":"a.F"}]}`,
		`{"secrets":[{"func":"a.F","params":["k"],"field":"a.T.k"}]}`, `{"secrets":[{"field":"a.T.k","params":["k"]}]}`,
		`{"safe":[{"func":"a.F"}]}`, `{"allow":[{"func":"a.F"}]}`, `{"allow":[{"func":"a.F","reason":"r","rule":"CT9"}]}`} {
		if _, err := ParseConfig([]byte(bad)); err == nil {
			t.Errorf("configuration %q accepted", bad)
		}
	}
	if _, err := LoadConfig(filepath.Join(t.TempDir(), "none.json")); err == nil {
		t.Error("a missing file is no error")
	}
	for _, c := range []struct {
		setting, function string
		want              bool
	}{{"a.F", "a.F", true}, {"a.F", "a.FG", false}, {"a.*", "a.FG", true}, {"a.(*T).*", "a.(*T).M", true}, {"a.(*T).*", "a.(*U).M", false}} {
		if got := Matches(c.setting, c.function); got != c.want {
			t.Errorf("Matches(%q, %q) = %v", c.setting, c.function, got)
		}
	}
}

func TestRules(t *testing.T) {
	names := map[string]bool{}
	last := ""
	for _, r := range Rules() {
		if r.ID <= last {
			t.Errorf("%s comes after %s", r.ID, last)
		}
		last = r.ID
		if names[r.Name] {
			t.Errorf("%s: name %s is taken", r.ID, r.Name)
		}
		names[r.Name] = true
		if r.Summary == "" || r.Why == "" || r.Remedy == "" {
			t.Errorf("%s lacks a text", r.ID)
		}
		if (r.Layer == Static || r.Layer == Assembly || r.Layer == Directives) && (r.Bad == "" || r.Good == "") {
			t.Errorf("%s lacks an example", r.ID)
		}
		if got, ok := LookupRule(r.ID); !ok || got.ID != r.ID {
			t.Errorf("LookupRule(%s) fails", r.ID)
		}
	}
}
