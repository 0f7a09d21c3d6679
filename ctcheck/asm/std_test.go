package asm_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/zvirka/zvirka/ctcheck"
	"github.com/zvirka/zvirka/ctcheck/asm"
)

// The standard library's assembly is clean but for what the golden file names and explains.
func TestStd(t *testing.T) {
	golden, err := os.ReadFile("testdata/std.golden")
	if err != nil {
		t.Fatal(err)
	}
	for _, arch := range arches {
		t.Run(arch, func(t *testing.T) {
			var want []string
			for line := range strings.Lines(string(golden)) {
				if line = strings.TrimSpace(line); strings.HasPrefix(line, arch+" ") {
					want = append(want, line)
				}
			}
			var patterns []string
			for _, p := range []string{"aes", "aes/gcm", "edwards25519/field", "sha256", "sha512", "sha3", "nistec", "bigmod", "subtle"} {
				patterns = append(patterns, "crypto/internal/fips140/"+p)
			}
			patterns = append(patterns, "vendor/golang.org/x/crypto/chacha20", "vendor/golang.org/x/crypto/chacha20poly1305",
				"vendor/golang.org/x/crypto/internal/poly1305")
			var got []string
			for _, f := range check(t, asm.Options{Patterns: patterns, Arch: arch, AllSecret: true}) {
				got = append(got, fmt.Sprintf("%s %s %s %s", arch, f.Package, f.Function, f.Rule))
			}
			slices.Sort(got)
			if got = slices.Compact(got); !slices.Equal(got, want) {
				t.Errorf("reported %q, not %q", got, want)
			}
		})
	}
}

// A line planted in clean code is what is reported, and nothing else.
func TestPlanted(t *testing.T) {
	type plant struct{ after, code, rule string }
	std := func(arch string) string { return "/src/crypto/internal/fips140/sha256/sha256block_" + arch + ".s" }
	for _, c := range []struct {
		arch, file, declaration string
		plants                  []plant
	}{
		{"amd64", std("amd64"), "//ct:secret p\nfunc blockAVX2(dig *[108]byte, p []byte)\n\n//ct:secret p\nfunc blockSHANI(dig *[108]byte, p []byte)", []plant{
			{"VMOVDQU 96(DI), Y3", "MOVQ (DI), R8; MOVB (DI)(R8*1), R8", "CT2001"},
			{"VMOVDQU 96(DI), Y3", "VMOVQ X2, R8; TESTQ R8, R8; JEQ 1(PC)", "CT2003"},
			{"VMOVDQU 96(DI), Y3", "MOVL (DI), R8; CVTSL2SD R8, X7; SQRTSD X7, X7", "CT2004"},
			{"VMOVDQU 96(DI), Y3", "VPGATHERDD Y4, (DI)(Y3*1), Y5", "CT2002"},
		}},
		{"arm64", std("arm64"), "//ct:secret p\nfunc blockSHA2(dig *[108]byte, p []byte)", []plant{
			{"VLD1.P\t16(R1), [V7.B16]                            // load 16bytes message", "VMOV V4.D[0], R8; MOVBU (R1)(R8), R8", "CT2001"},
			{"VLD1.P\t16(R1), [V7.B16]                            // load 16bytes message", "VMOV V4.D[0], R8; CBZ R8, 1(PC)", "CT2003"},
			{"VLD1.P\t16(R1), [V7.B16]                            // load 16bytes message", "MOVW (R1), R8; UDIV R3, R8", "CT2004"},
		}},
	} {
		text, err := os.ReadFile(filepath.Join(goroot(t), c.file))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range append([]plant{{}}, c.plants...) {
			t.Run(c.arch+p.rule, func(t *testing.T) {
				dir := t.TempDir()
				planted, want := text, []string(nil)
				if p.rule != "" {
					before, after, ok := bytes.Cut(text, []byte(p.after))
					if !ok {
						t.Fatalf("%s has no %q", c.file, p.after)
					}
					planted = slices.Concat(before, []byte(p.after+"\n\t"+p.code), after)
					want = []string{fmt.Sprintf("block_%s.s:%d %s", c.arch, bytes.Count(before, []byte("\n"))+2, p.rule)}
				}
				write(t, dir, "go.mod", "module planted\n\ngo 1.26\n")
				write(t, dir, "block.go", "package planted\n\n"+c.declaration+"\n\nvar _K = []uint32{0}\n")
				write(t, dir, "block_"+c.arch+".s", string(planted))
				compare(t, ctcheck.Open(check(t, asm.Options{Dir: dir, Arch: c.arch})), want)
			})
		}
	}
}
