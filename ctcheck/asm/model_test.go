package asm

import (
	"context"
	"go/types"
	"math"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/zvirka/zvirka/ctcheck"
)

// encodings are the assembler's own tests, which have each instruction that it knows.
var encodings = map[string][]string{
	"amd64": {"amd64enc.s", "amd64enc_extra.s", "avx512enc/*.s"},
	"arm64": {"arm64.s", "arm64enc.s"},
}

// No instruction that the assembler knows loses a secret: put into any register that it
// reads, it is afterwards where the instruction writes, or it is reported.
func TestModels(t *testing.T) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	goroot := strings.TrimSpace(string(root))
	for arch, patterns := range encodings {
		t.Run(arch, func(t *testing.T) {
			seen := 0
			for _, pattern := range patterns {
				files, err := filepath.Glob(filepath.Join(goroot, "src/cmd/asm/internal/asm/testdata", pattern))
				if err != nil || len(files) == 0 {
					t.Skipf("this Go has no %s", pattern)
				}
				for _, file := range files {
					tools := &toolchain{arch: arch, goos: "linux"}
					listing, _, err := tools.run(t.Context(), "", "tool", "asm", "-S", "-p", "p",
						"-I", filepath.Join(goroot, "pkg/include"), "-o", filepath.Join(t.TempDir(), "o"), file)
					if err != nil {
						t.Fatal(err)
					}
					functions, err := parseListing(listing, models[arch], func(string) ctcheck.Position { return ctcheck.Position{} })
					if err != nil {
						t.Fatal(err)
					}
					for _, f := range functions {
						for _, in := range f.code {
							seen += keepsSecrets(t, models[arch], f, in)
						}
					}
				}
			}
			if seen < 1000 {
				t.Errorf("only %d operands were tried", seen)
			}
			t.Logf("%d operands", seen)
		})
	}
}

// keepsSecrets tries each register that an instruction reads, and the memory, and returns how
// many there are.
func keepsSecrets(t *testing.T, m *model, f *function, in *instruction) (tried int) {
	if in.flow != next || isIdiom(in) {
		return 0
	}
	for i := range max(0, len(in.operands)-1) {
		source := &in.operands[i]
		switch {
		case source.kind == memory && (source.base >= 0 || source.index >= 0) && !strings.HasPrefix(in.mnemonic, "LEA") && !strings.HasPrefix(in.mnemonic, "PRFM"):
			tried++
			x := instructionAlone(m, f, in, &origin{})
			m.do(x)
			if !reaches(x) {
				t.Errorf("%s %s: the secret in memory is lost", in.mnemonic, texts(in))
			}
		case source.kind == register && !(i == 1 && strings.HasPrefix(in.mnemonic, "MULX")): // which it writes
			for _, r := range source.regs {
				if r < 0 || r == m.stack {
					continue
				}
				tried++
				x := instructionAlone(m, f, in, nil)
				x.set(r, value{secret: &origin{}})
				m.do(x)
				if !reaches(x) {
					t.Errorf("%s %s: the secret in %s is lost", in.mnemonic, texts(in), source.text)
				}
			}
		}
	}
	return tried
}

// instructionAlone has an instruction on a state in which each register points to memory,
// with a secret in it or without.
func instructionAlone(m *model, f *function, in *instruction, secret *origin) *execution {
	w := newWorld(types.SizesFor("gc", m.name), func(*types.Var) *origin { return nil })
	x := &execution{state: newState(), in: in, f: f, machine: &machine{ctx: context.Background(), model: m, world: w,
		seen: make(map[findingKey]bool), reported: func(string) bool { return true }}}
	var parts []part
	if secret != nil {
		parts = []part{{mode: all, secret: secret}}
	}
	memory := w.intern(regionKey{symbol: "memory"}, parts)
	for i := range x.regs {
		x.regs[i].at = []place{at(memory, int64(i)<<20)}
	}
	if secret == nil {
		x.set(m.stack, value{at: []place{at(frame, -1<<20)}})
	}
	return x
}

// reaches reports a secret in what an instruction writes: its last operand, or the one before
// a condition that stands last, the flags, or memory; or a finding that says so.
func reaches(x *execution) bool {
	last := x.last()
	if last.kind == immediate {
		last = x.op(len(x.in.operands) - 2)
	}
	for r := reg(64); r < registerCount; r++ {
		if !public(x.get(r)) {
			return true
		}
	}
	for _, m := range x.mem {
		if !public(m.smeared(math.MinInt64, math.MaxInt64)) {
			return true
		}
		for _, v := range m.words {
			if !public(v) {
				return true
			}
		}
	}
	return len(x.findings) > 0 || last.kind == register && slices.ContainsFunc(last.regs, func(r reg) bool { return r == zero || !public(x.get(r)) })
}

// isIdiom reports an instruction whose result is the same for all values of a register that
// it reads twice.
func isIdiom(in *instruction) bool {
	idiom := strings.HasPrefix(in.mnemonic, "VPTERNLOG")
	for _, name := range []string{"XOR", "EOR", "SUB", "SBB", "ANDN", "PCMPEQ", "PCMPGT"} {
		idiom = idiom || strings.Contains(in.mnemonic, name)
	}
	n := len(in.operands)
	return idiom && n >= 2 && in.operands[n-2].text == in.operands[max(0, n-3)].text || idiom && n == 2 && in.operands[0].text == in.operands[1].text
}

func texts(in *instruction) string {
	var all []string
	for _, o := range in.operands {
		all = append(all, o.text)
	}
	return strings.Join(all, ", ")
}
