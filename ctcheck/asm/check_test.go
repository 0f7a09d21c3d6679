package asm_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/zvirka/zvirka/ctcheck"
	"github.com/zvirka/zvirka/ctcheck/asm"
)

var arches = []string{"amd64", "arm64"}

func check(t *testing.T, o asm.Options) []ctcheck.Finding {
	t.Helper()
	findings, err := asm.Check(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return findings
}

var wantComment = regexp.MustCompile(`// want ((?:CT\d{4} ?)+)$`)

// wants reads the "// want RULE RULE" comments of a folder's files: "file:line RULE" each.
func wants(t *testing.T, dir string) []string {
	t.Helper()
	var all []string
	files, _ := filepath.Glob(filepath.Join(dir, "*"))
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		line := 0
		for lines := bufio.NewScanner(f); lines.Scan(); {
			line++
			if m := wantComment.FindStringSubmatch(lines.Text()); m != nil {
				for rule := range strings.FieldsSeq(m[1]) {
					all = append(all, fmt.Sprintf("%s:%d %s", filepath.Base(name), line, rule))
				}
			}
		}
	}
	slices.Sort(all)
	return all
}

// got has the form of wants.
func got(findings []ctcheck.Finding) []string {
	var all []string
	for _, f := range findings {
		all = append(all, fmt.Sprintf("%s:%d %s", filepath.Base(f.Position.File), f.Position.Line, f.Rule))
	}
	slices.Sort(all)
	return all
}

func compare(t *testing.T, findings []ctcheck.Finding, want []string) {
	t.Helper()
	got := got(findings)
	for _, g := range got {
		if !slices.Contains(want, g) {
			t.Errorf("reported and not wanted: %s", g)
		}
	}
	for _, w := range want {
		if !slices.Contains(got, w) {
			t.Errorf("wanted and not reported: %s", w)
		}
	}
	if !t.Failed() && len(got) != len(want) {
		t.Errorf("reported %d times, wanted %d: %s", len(got), len(want), got)
	}
}

// Each rule has a leak that is reported on its line and a twin that is not reported.
func TestRules(t *testing.T) {
	for _, arch := range arches {
		t.Run(arch, func(t *testing.T) {
			findings := check(t, asm.Options{Patterns: []string{"./testdata/" + arch}, Arch: arch})
			compare(t, ctcheck.Open(findings), wants(t, "testdata/"+arch))
			for _, f := range findings {
				if !strings.HasPrefix(f.Position.File, "ctcheck/asm/testdata/") || f.Package == "" || f.Function == "" || f.Message == "" {
					t.Errorf("incomplete: %+v", f)
				}
				if len(f.Flow) < 2 || f.Flow[len(f.Flow)-1].Position != f.Position {
					t.Errorf("%s: flow %+v", f.Position, f.Flow)
				}
			}
		})
	}
}

// The module's own assembly has no finding.
func TestModule(t *testing.T) {
	for _, arch := range arches {
		for _, f := range ctcheck.Open(check(t, asm.Options{Dir: "../..", Patterns: []string{"./impl/..."}, Arch: arch, AllSecret: true})) {
			t.Errorf("%s: %s %s %s", arch, f.Position, f.Rule, f.Message)
		}
	}
}
