package asm_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/zvirka/zvirka/impl/hazmat/clmul"
	"github.com/zvirka/zvirka/props/proof/anf"
	"github.com/zvirka/zvirka/props/proof/asm"
	"github.com/zvirka/zvirka/props/proof/word"
)

// once skips where the suites run for another platform: a proof is of the source, and done once.
func once(t testing.TB) {
	t.Helper()
	if os.Getenv("ZVIRKA_PROFILE") != "" {
		t.Skip("a proof does not depend on the platform")
	}
}

func load(t testing.TB, arch string) *asm.Program {
	t.Helper()
	once(t)
	p, err := asm.Load(context.Background(), arch, filepath.FromSlash("../../../impl/hazmat/clmul/clmul_"+arch+".s"))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// product is the definition: bit k is the sum of the products of bits i and k-i.
func product(m *word.Machine, x, y word.Word) word.Word {
	z := make(word.Word, len(x)+len(y))
	for k := range z {
		var terms []*anf.Poly
		for i := max(0, k-len(y)+1); i < len(x) && i <= k; i++ {
			terms = append(terms, m.Ring.And(x[i], y[k-i]))
		}
		z[k] = m.Sum(terms...)
	}
	return z
}

// A kernel is a function with its buffers and what must be in the first of them afterwards.
type kernel struct {
	name string
	run  func(m *word.Machine, f *asm.Function) (got, want word.Word, inputs []word.Word, err error)
}

// multiplication is mulN.
func multiplication(n int) kernel {
	return kernel{fmt.Sprintf("mul%d", n), func(m *word.Machine, f *asm.Function) (word.Word, word.Word, []word.Word, error) {
		x, y := m.Vars("x", 64*n), m.Vars("y", 64*n)
		z := &asm.Buffer{Name: "z", Bits: m.Vars("z", 128*n)}
		err := f.Run(m, asm.Arg{Name: "z", Value: z}, asm.Arg{Name: "x", Value: &asm.Buffer{Name: "x", Bits: append(word.Word{}, x...)}},
			asm.Arg{Name: "y", Value: &asm.Buffer{Name: "y", Bits: append(word.Word{}, y...)}})
		return z.Bits, product(m, x, y), []word.Word{x, y}, err
	}}
}

// The digits of factors of 2, 4 and 8 words, as impl/hazmat/clmul defines them.
var digits = map[int][][]int{
	2: {{0}}, 4: {{0}, {1}, {0, 1}}, 8: {{0}, {1}, {0, 1}, {2}, {3}, {2, 3}, {0, 2}, {1, 3}, {0, 1, 2, 3}},
}

// accumulation is addW for n blocks.
func accumulation(words, n int, instructions string) kernel {
	return kernel{fmt.Sprintf("add%d%s", words, instructions), func(m *word.Machine, f *asm.Function) (word.Word, word.Word, []word.Word, error) {
		count := len(digits[words])
		acc, blocks, rows := m.Vars("acc", 64*words), m.Vars("blocks", 64*words*n), m.Vars("rows", 8*512*count)
		s := &asm.Buffer{Name: "s", Bits: m.Vars("s", 9*6*64)}
		want := append(word.Word{}, s.Bits...)
		for k, digit := range digits[words] {
			parts := [3]word.Word{m.Const(128, 0), m.Const(128, 0), m.Const(128, 0)}
			for i := range n {
				x := blocks[64*words*i : 64*words*(i+1)]
				if i == 0 {
					x = m.Xor(x, acc)
				}
				d := m.Const(128, 0)
				for _, pair := range digit {
					d = m.Xor(d, x[128*pair:128*pair+128])
				}
				entry := rows[8*512*k:][128*(16-n+i):][:128]
				mixed := rows[8*512*k+8*256:][128*(16-n+i):][:64]
				for j, p := range []word.Word{product(m, d[:64], entry[:64]), product(m, d[64:], entry[64:]), product(m, m.Xor(d[:64], d[64:]), mixed)} {
					parts[j] = m.Xor(parts[j], p)
				}
			}
			for j, p := range parts {
				copy(want[64*(6*k+2*j):], p)
			}
		}
		buffer := func(name string, w word.Word) asm.Arg {
			return asm.Arg{Name: name, Value: &asm.Buffer{Name: name, Bits: append(word.Word{}, w...)}}
		}
		err := f.Run(m, asm.Arg{Name: "s", Value: s}, buffer("acc", acc), buffer("blocks", blocks), buffer("rows", rows), asm.Arg{Name: "n", Value: n})
		return s.Bits, want, []word.Word{acc, blocks, rows}, err
	}}
}

// prove runs a kernel and compares. The error has an input if the two differ.
func prove(f *asm.Function, k kernel) error {
	m := word.NewMachine()
	got, want, _, err := k.run(m, f)
	if err != nil {
		return err
	}
	if got.Equal(want) {
		return nil
	}
	for i := range got {
		ones, ok := m.Witness(m.Ring.Xor(got[i], want[i]))
		if !ok {
			continue
		}
		set := map[int]bool{}
		for _, v := range ones {
			set[v] = true
		}
		value := func(v int) bool { return set[v] }
		a, b := m.Eval(value, got[i:i+1])[0][0], m.Eval(value, want[i:i+1])[0][0]
		if a == b {
			return fmt.Errorf("the witness of a difference shows none")
		}
		return &refuted{fmt.Sprintf("bit %d of the result is %t and not %t where of all inputs %v are 1", i, a, b, names(m, ones))}
	}
	return nil
}

func names(m *word.Machine, variables []int) (all []string) {
	for _, v := range variables {
		all = append(all, m.Name(v))
	}
	return all
}

type refuted struct{ what string }

func (e *refuted) Error() string { return e.what }

// TestKernels: all kernels of both architectures, for all inputs.
func TestKernels(t *testing.T) {
	for arch, sets := range map[string][]string{"amd64": {"PCLMULQDQ", "VPCLMULQDQ"}, "arm64": {"PMULL"}} {
		p := load(t, arch)
		var kernels []kernel
		for n := 2; n <= 8; n++ {
			kernels = append(kernels, multiplication(n))
		}
		counts := []int{1, 2}
		if os.Getenv("ZVIRKA_PROVE") != "" {
			counts = []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}
		}
		for _, instructions := range sets {
			for _, words := range []int{2, 4, 8} {
				for _, n := range counts {
					if instructions == "VPCLMULQDQ" && n%2 == 1 {
						continue // two blocks at a time
					}
					kernels = append(kernels, accumulation(words, n, instructions))
				}
			}
		}
		for _, k := range kernels {
			begin := time.Now()
			f, err := p.Func(k.name)
			if err == nil {
				err = prove(f, k)
			}
			if err != nil {
				t.Errorf("%s, %s: %v", arch, k.name, err)
				continue
			}
			t.Logf("%s, %s: %v", arch, k.name, time.Since(begin).Round(time.Millisecond))
		}
	}
}

// TestProcessor: what the models say of mul2 to mul8 is what the processor does, on random
// and on extreme operands. Each instruction of the multiplications is in it.
func TestProcessor(t *testing.T) {
	p := load(t, "amd64")
	random := rand.New(rand.NewPCG(7, 8))
	for n := 2; n <= 8; n++ {
		f, err := p.Func(fmt.Sprintf("mul%d", n))
		if err != nil {
			t.Fatal(err)
		}
		m := word.NewMachine()
		got, _, inputs, err := multiplication(n).run(m, f)
		if err != nil {
			t.Fatal(err)
		}
		first := map[int]int{} // the place in x and y of a variable
		for i, w := range inputs {
			for j, b := range w {
				v, _ := m.Index(b)
				first[v] = 64*n*i + j
			}
		}
		for round := range 20 {
			var x, y [8]uint64
			for i := range n {
				x[i], y[i] = random.Uint64(), random.Uint64()
				if round%4 == 0 {
					x[i] = ^uint64(0)
				}
			}
			bits := m.Eval(func(v int) bool {
				at := first[v]
				if at < 64*n {
					return x[at/64]>>(at%64)&1 == 1
				}
				at -= 64 * n
				return y[at/64]>>(at%64)&1 == 1
			}, got)[0]
			want := native(n, &x, &y)
			for i := range 2 * n {
				if g := word.Uint64(bits[64*i : 64*i+64]); g != want[i] {
					t.Fatalf("mul%d, word %d: the model gives %x, the processor %x", n, i, g, want[i])
				}
			}
		}
	}
}

// native multiplies on the live path of this processor.
func native(n int, x, y *[8]uint64) (z [16]uint64) {
	switch n {
	case 2:
		clmul.Mul2((*[4]uint64)(z[:]), (*[2]uint64)(x[:]), (*[2]uint64)(y[:]))
	case 3:
		clmul.Mul3((*[6]uint64)(z[:]), (*[3]uint64)(x[:]), (*[3]uint64)(y[:]))
	case 4:
		clmul.Mul4((*[8]uint64)(z[:]), (*[4]uint64)(x[:]), (*[4]uint64)(y[:]))
	case 5:
		clmul.Mul5((*[10]uint64)(z[:]), (*[5]uint64)(x[:]), (*[5]uint64)(y[:]))
	case 6:
		clmul.Mul6((*[12]uint64)(z[:]), (*[6]uint64)(x[:]), (*[6]uint64)(y[:]))
	case 7:
		clmul.Mul7((*[14]uint64)(z[:]), (*[7]uint64)(x[:]), (*[7]uint64)(y[:]))
	case 8:
		clmul.Mul8((*[16]uint64)(z[:]), (*[8]uint64)(x[:]), (*[8]uint64)(y[:]))
	}
	return z
}

// TestMutants breaks mul2 to mul8 in each instruction; each mutant is refuted with an input, fails
// on all, or is proved to be equivalent.
func TestMutants(t *testing.T) {
	for _, arch := range []string{"amd64", "arm64"} {
		p := load(t, arch)
		refutations, equivalent := 0, 0
		for n := 2; n <= 8; n++ {
			if n > 2 && os.Getenv("ZVIRKA_PROVE") == "" {
				continue
			}
			k := multiplication(n)
			f, err := p.Func(k.name)
			if err != nil {
				t.Fatal(err)
			}
			code := f.Instructions()
			for i := range code {
				for _, mutant := range mutate(code[i]) {
					broken := f.Instructions()
					broken[i] = mutant
					if mutant.Mnemonic == "" {
						broken = append(broken[:i], broken[i+1:]...)
					}
					if err := prove(f.With(broken), k); err != nil {
						refutations++
						continue
					}
					equivalent++
					t.Logf("%s, %s:%d: equivalent: %s for %s", arch, k.name, code[i].Line, mutant, code[i])
				}
			}
		}
		t.Logf("%s: of %d mutants %d are refuted and %d proved to be equivalent", arch, refutations+equivalent, refutations, equivalent)
		if 100*refutations < 95*(refutations+equivalent) {
			t.Errorf("%s: fewer than 95 %% of the mutants are refuted", arch)
		}
	}
}

// mutate returns an instruction with another immediate, another mnemonic, or another register,
// and none at all.
func mutate(in asm.Instruction) (all []asm.Instruction) {
	change := func(f func(m *asm.Instruction)) {
		m := in
		m.Operands = append([]string{}, in.Operands...)
		f(&m)
		all = append(all, m)
	}
	if in.Mnemonic == "RET" {
		return nil
	}
	change(func(m *asm.Instruction) { m.Mnemonic = "" })
	for from, to := range map[string]string{"PXOR": "POR", "PSLLO": "PSRLO", "PSRLO": "PSLLO", "VEOR": "VORR", "VPMULL": "VPMULL2", "VPMULL2": "VPMULL"} {
		if in.Mnemonic == from && !(len(in.Operands) >= 2 && in.Operands[0] == in.Operands[1]) {
			change(func(m *asm.Instruction) { m.Mnemonic = to })
		}
	}
	for i, o := range in.Operands {
		switch {
		case strings.HasPrefix(o, "$"):
			for _, other := range map[string][]string{"$0": {"$1", "$16", "$17"}, "$1": {"$0", "$17"}, "$16": {"$0", "$17"}, "$17": {"$0", "$1"}, "$8": {"$7", "$9"}}[o] {
				change(func(m *asm.Instruction) { m.Operands[i] = other })
			}
		case strings.HasPrefix(o, "X4") || strings.HasPrefix(o, "V12"):
			change(func(m *asm.Instruction) {
				m.Operands[i] = map[byte]string{'X': "X0", 'V': "V13"}[o[0]] + o[len(registerOf(o)):]
			})
		case strings.HasSuffix(o, "(SI)") || strings.HasSuffix(o, "(DX)"):
			change(func(m *asm.Instruction) { m.Operands[i] = "8" + o[strings.IndexByte(o, '('):] })
		}
	}
	return all
}

func registerOf(o string) string {
	name, _, _ := strings.Cut(o, ".")
	return name
}

// TestPlanted puts one wrong immediate into a copy of the file, where halves of a product are moved
// to their places, and finds it with an input.
func TestPlanted(t *testing.T) {
	once(t)
	text, err := os.ReadFile("../../../impl/hazmat/clmul/clmul_amd64.s")
	if err != nil {
		t.Fatal(err)
	}
	planted := strings.Replace(string(text), "PSRLDQ $8, X10", "PSRLDQ $9, X10", 1)
	file := filepath.Join(t.TempDir(), "clmul_amd64.s")
	if err := os.WriteFile(file, []byte(planted), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := asm.Load(context.Background(), "amd64", file)
	if err != nil {
		t.Fatal(err)
	}
	f, err := p.Func("mul2")
	if err != nil {
		t.Fatal(err)
	}
	var found *refuted
	if err := prove(f, multiplication(2)); !errors.As(err, &found) {
		t.Errorf("the planted mistake is not refuted: %v", err)
	} else {
		t.Log(found)
	}
}

func TestErrors(t *testing.T) {
	once(t)
	file := filepath.Join(t.TempDir(), "x_amd64.s")
	const text = `
TEXT ·unknown(SB), 4, $0-8
	MOVQ p+0(FP), AX
	MOVOU (AX), X0
	AESENC X0, X0
	RET

TEXT ·beyond(SB), 4, $0-8
	MOVQ p+0(FP), AX
	MOVOU 8(AX), X0
	RET

TEXT ·data(SB), 4, $0-8
	MOVQ p+0(FP), AX
	MOVQ (AX), BX
	RET

TEXT ·endless(SB), 4, $0-8
loop:
	MOVQ p+0(FP), AX
	JMP loop

TEXT ·unset(SB), 4, $0-8
	PXOR X1, X2
	RET
`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := asm.Load(context.Background(), "amd64", file)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"unknown": "x_amd64.s:5: unknown: an instruction that is not modelled", "beyond": "x_amd64.s:10: beyond: bytes 8 to 24 of p, which has 16",
		"data": "x_amd64.s:15: data: data in an integer register", "endless": "no end", "unset": "X1 is not set",
	} {
		f, err := p.Func(name)
		if err != nil {
			t.Fatal(err)
		}
		m := word.NewMachine()
		err = f.Run(m, asm.Arg{Name: "p", Value: &asm.Buffer{Name: "p", Bits: m.Vars("p", 128)}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
	if _, err := p.Func("none"); err == nil {
		t.Error("a function that is not there was found")
	}
	if _, err := asm.Load(context.Background(), "vax", file); err == nil {
		t.Error("vax is modelled")
	}
	if err := os.WriteFile(file, []byte("TEXT ·f(SB), 4, $0-0\n\tNONSENSE AX\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := asm.Load(context.Background(), "amd64", file); err == nil || !strings.Contains(err.Error(), "NONSENSE") || strings.Contains(err.Error(), "\n") {
		t.Errorf("what does not assemble: %v", err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode()&os.ModeDevice == 0 {
		t.Errorf("%s is a device no more: %v", os.DevNull, err)
	}
}
