// Package asm executes Go assembly on symbols, so that a kernel can be proved equal to its definition
// for all inputs: data are Boolean functions of the inputs in algebraic normal form (packages anf and
// word), and equal results are equal forms.
//
// It reads the assembler's own listing, in which macros are expanded and jumps are resolved; nothing is
// disassembled. It knows the instructions of carry-less multiplication kernels on amd64 (SSE, AVX2,
// PCLMULQDQ, VPCLMULQDQ) and arm64 (NEON, PMULL), and names any other with its function and line.
//
// Data are in vector registers and in memory. Integer registers hold pointers and numbers that do
// not depend on data, and so loops have known counts.
//
// A proof rests on the listing, on the models of the instructions, and on the assembler. A test runs what the models
// say beside the processor.
package asm

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// A Program is the functions of an assembly file.
type Program struct {
	arch      string
	functions map[string]*Function
}

// A Function is the instructions of a function, in the order of the listing.
type Function struct {
	Name string
	code []Instruction
	arch string
}

// An Instruction is one line of the listing.
type Instruction struct {
	File     string
	Line     int
	Mnemonic string
	Operands []string
	offset   int
}

func (in Instruction) String() string { return in.Mnemonic + " " + strings.Join(in.Operands, ", ") }

var (
	listedFunction = regexp.MustCompile(`^p\.(\S+) STEXT`)
	listedLine     = regexp.MustCompile(`^\t0x[0-9a-f]+ (\d+) \((.*):(\d+)\)\t(\S+)(?:\t(.*))?$`)
)

// Load assembles a file for an architecture, "amd64" or "arm64", and reads the listing.
func Load(ctx context.Context, arch, file string) (*Program, error) {
	if arch != "amd64" && arch != "arm64" {
		return nil, fmt.Errorf("asm: no model of %s, only of amd64 and arm64", arch)
	}
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("asm: go env GOROOT: %w", err)
	}
	// The output is not os.DevNull: the assembler removes it when it fails, and root can remove that.
	temp, err := os.MkdirTemp("", "asm")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	cmd := exec.CommandContext(ctx, "go", "tool", "asm", "-S", "-p", "p", "-D", "GOARCH_"+arch, "-D", "GOOS_linux",
		"-I", filepath.Join(strings.TrimSpace(string(root)), "pkg", "include"), "-o", filepath.Join(temp, "out.o"), file)
	cmd.Env = append(os.Environ(), "GOARCH="+arch, "GOOS=linux")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		line, _, _ := strings.Cut(strings.TrimSpace(errs.String()+out.String()), "\n")
		return nil, fmt.Errorf("asm: %s: %s", file, line)
	}
	p := &Program{arch: arch, functions: map[string]*Function{}}
	var current *Function
	for line := range strings.Lines(out.String()) {
		line = strings.TrimRight(line, "\n")
		if m := listedFunction.FindStringSubmatch(line); m != nil {
			current = &Function{Name: m[1], arch: arch}
			p.functions[m[1]] = current
			continue
		}
		m := listedLine.FindStringSubmatch(line)
		if m == nil || current == nil {
			continue
		}
		switch m[4] {
		case "TEXT", "FUNCDATA", "PCDATA":
			continue
		}
		offset, err1 := strconv.Atoi(m[1])
		number, err2 := strconv.Atoi(m[3])
		if err1 != nil || err2 != nil {
			return nil, fmt.Errorf("asm: %s: a line of the listing that is not understood: %q", file, line)
		}
		current.code = append(current.code, Instruction{m[2], number, m[4], operands(m[5]), offset})
	}
	return p, nil
}

// operands parts the operands at commas outside of brackets.
func operands(text string) (all []string) {
	depth, start := 0, 0
	for i, c := range text {
		switch c {
		case '[', '(':
			depth++
		case ']', ')':
			depth--
		case ',':
			if depth == 0 {
				all = append(all, strings.TrimSpace(text[start:i]))
				start = i + 1
			}
		}
	}
	if rest := strings.TrimSpace(text[start:]); rest != "" {
		all = append(all, rest)
	}
	return all
}

// Func returns a function by its name.
func (p *Program) Func(name string) (*Function, error) {
	f := p.functions[name]
	if f == nil {
		return nil, fmt.Errorf("asm: no function %s", name)
	}
	return f, nil
}

// Instructions returns a copy of the instructions, for inspection and for mutants.
func (f *Function) Instructions() []Instruction { return append([]Instruction{}, f.code...) }

// With returns the function with other instructions. Jumps go to the offsets that instructions
// had.
func (f *Function) With(code []Instruction) *Function { return &Function{f.Name, code, f.arch} }
