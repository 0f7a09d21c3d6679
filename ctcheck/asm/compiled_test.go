package asm_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/zvirka/zvirka/ctcheck"
	"github.com/zvirka/zvirka/ctcheck/asm"
)

// What the compiler makes is looked at: branches that the source has and the machine code has
// not are not reported, and those that only the machine code has are. The runtime's check of
// the stack is none.
func TestCompiled(t *testing.T) {
	for _, arch := range arches {
		t.Run(arch, func(t *testing.T) {
			findings := check(t, asm.Options{Patterns: []string{"./testdata/compiled"}, Arch: arch, Compiled: true})
			compare(t, ctcheck.Open(findings), wants(t, "testdata/compiled"))
			allowed := slices.DeleteFunc(slices.Clone(findings), func(f ctcheck.Finding) bool { return f.Allowed == "" })
			if len(allowed) != 1 || allowed[0].Allowed != "the low bit is public" {
				t.Errorf("accepted: %v", allowed)
			}
		})
	}
}

// The constant-time path of Kalyna compiles to code without a branch or a division on the key
// or the data.
func TestCompiledKalyna(t *testing.T) {
	const pkg = "github.com/zvirka/zvirka/impl/kalyna."
	config := &ctcheck.Config{Secrets: []ctcheck.SecretSetting{
		{Func: pkg + "newConstantTime", Params: []string{"key"}},
		{Func: pkg + "(*constantTime).*", Params: []string{"src", "x"}},
	}}
	for field := range strings.FieldsSeq("first last minus narrow wide") {
		config.Secrets = append(config.Secrets, ctcheck.SecretSetting{Field: pkg + "constantTime." + field})
	}
	for _, arch := range arches {
		for _, f := range ctcheck.Open(check(t, asm.Options{Dir: "../..", Patterns: []string{"./impl/kalyna"}, Arch: arch, Config: config, Compiled: true})) {
			t.Errorf("%s: %s %s %s", arch, f.Position, f.Rule, f.Message)
		}
	}
}
