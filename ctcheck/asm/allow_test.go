package asm_test

import (
	"slices"
	"testing"

	"github.com/zvirka/zvirka/ctcheck"
	"github.com/zvirka/zvirka/ctcheck/asm"
)

// Directives and settings accept findings; those that accept none, and those that cannot be
// read, are findings.
func TestAllow(t *testing.T) {
	findings := check(t, asm.Options{Patterns: []string{"./testdata/allow"}, Arch: "amd64", Config: &ctcheck.Config{
		Allow: []ctcheck.AllowSetting{{Func: "github.com/zvirka/zvirka/ctcheck/asm/testdata/allow.setting", Rule: "CT2001", Reason: "a setting"}},
	}})
	compare(t, ctcheck.Open(findings), []string{
		"allow_amd64.s:31 CT0002", "allow_amd64.s:32 CT0001", "allow_amd64.s:33 CT0001",
		"allow_amd64.s:35 CT0001", "allow_amd64.s:38 CT0002",
	})
	var reasons []string
	for _, f := range findings {
		if f.Allowed != "" {
			reasons = append(reasons, f.Allowed)
		}
	}
	want := []string{"the table is in one line of the cache", "so is this one",
		"the function is for public keys", "the function is for public keys", "a setting"}
	if !slices.Equal(reasons, want) {
		t.Errorf("accepted for %q, not for %q", reasons, want)
	}
}
