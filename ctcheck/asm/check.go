package asm

import (
	"context"
	"fmt"
	"go/types"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/zvirka/zvirka/ctcheck"
)

// Options say what to look at.
type Options struct {
	Dir      string   // where the patterns are resolved; "" is the current folder
	Patterns []string // of packages; none is "."
	Arch     string   // "amd64" or "arm64"; "" is the host's
	Tags     []string // build tags
	Config   *ctcheck.Config

	// Compiled looks at what the compiler makes of Go functions in place of .s files.
	Compiled bool

	// Introduced, with Compiled, leaves out the jumps on lines where the source has a branch, an
	// index, a cut or a call, which the static layer judges with better knowledge of types: what
	// is left was introduced by the compiler.
	Introduced bool

	// AllSecret takes every parameter as secret, with what it points to, as far as it is data:
	// for code without annotations. Lengths and capacities stay public, and integers that are
	// named n, m, len, length, size, count, num, rounds, round, nr, blocks, nblocks, words,
	// limbs, stride or end in len, in any case of letters.
	AllSecret bool
}

var models = map[string]*model{"amd64": amd64, "arm64": arm64}

// Check reports where time depends on a secret: all findings in the order of [ctcheck.Sort],
// those that something accepts with Allowed set.
func Check(ctx context.Context, o Options) ([]ctcheck.Finding, error) {
	if o.Arch == "" {
		o.Arch = runtime.GOARCH
	}
	if len(o.Patterns) == 0 {
		o.Patterns = []string{"."}
	}
	m, ok := models[o.Arch]
	if !ok {
		return nil, fmt.Errorf("there is no model of %s, only of amd64 and arm64", o.Arch)
	}
	src, units, err := load(ctx, o)
	if err != nil {
		return nil, err
	}
	var listings map[string]string
	if o.Compiled && len(units) > 0 {
		if listings, err = src.listings(ctx, units); err != nil {
			return nil, err
		}
	}
	var findings []ctcheck.Finding
	for _, u := range units {
		var found []ctcheck.Finding
		if o.Compiled {
			found, err = u.compiled(ctx, src, m, listings[u.ImportPath])
		} else {
			found, err = u.assembly(ctx, src, m)
		}
		if err != nil {
			return nil, err
		}
		findings = append(findings, found...)
	}
	return ctcheck.Sort(findings), nil
}

// machine is one for the unit's functions.
func (u *unit) machine(ctx context.Context, m *model) *machine {
	return &machine{ctx: ctx, model: m, world: newWorld(u.sizes, func(v *types.Var) *origin { return u.secrets[v] }),
		pkg: u.ImportPath, seen: make(map[findingKey]bool), done: make(map[*function][]summary), active: make(map[*function]bool), fuel: maxSteps,
		reported: func(string) bool { return true },
	}
}

// assembly checks the .s files of a package.
func (u *unit) assembly(ctx context.Context, src *source, m *model) ([]ctcheck.Finding, error) {
	folder, err := os.MkdirTemp("", "ctcheck")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	if err := os.WriteFile(filepath.Join(folder, "go_asm.h"), []byte(header(u.types, u.sizes)), 0o600); err != nil {
		return nil, err
	}
	var functions []*function
	var allowances []*allowance
	var bad []ctcheck.Finding
	for _, file := range u.assemblyFiles() {
		listing, err := u.assemble(ctx, src, folder, file)
		if err != nil {
			return nil, err
		}
		parsed, err := parseListing(listing, m, src.listed)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", u.ImportPath, err)
		}
		functions = append(functions, parsed...)
		a, b, err := u.directives(src, file)
		if err != nil {
			return nil, err
		}
		allowances, bad = append(allowances, a...), append(bad, b...)
	}
	machine := u.machine(ctx, m)
	machine.lookup = func(from *function, symbol string) *function {
		var found *function
		for _, f := range functions {
			if f.symbol == symbol && (found == nil || f.file == from.file) {
				found = f
			}
		}
		return found
	}
	for _, f := range functions {
		if d := u.decls[f.name()]; d != nil && !d.body && len(f.code) > 0 {
			if f.abi {
				machine.run(f, machine.call(d))
			} else {
				machine.run(f, machine.entry(d))
			}
			if machine.failed != nil {
				return nil, machine.failed
			}
		}
	}
	return append(u.accept(src, machine.findings, allowances, true), bad...), nil
}

// maxSteps bounds the instructions that are run for one package: many times what the largest
// that were seen take.
const maxSteps = 20_000_000

// assemble is what the assembler lists of a file. The object goes into the folder: an assembler
// that fails removes its output, and /dev/null with it if it may.
func (u *unit) assemble(ctx context.Context, src *source, folder, file string) (string, error) {
	root, _, err := src.run(ctx, u.Dir, "env", "GOROOT")
	if err != nil {
		return "", err
	}
	args := []string{"tool", "asm", "-S", "-p", u.ImportPath, "-D", "GOARCH_" + src.arch, "-D", "GOOS_" + src.goos,
		"-I", folder, "-I", filepath.Join(strings.TrimSpace(root), "pkg", "include"), "-I", u.Dir, "-o", filepath.Join(folder, "object")}
	if src.arch == "amd64" {
		args = append(args, "-D", "GOAMD64_v1")
	}
	listing, _, err := src.run(ctx, u.Dir, append(args, file)...)
	if err != nil {
		return "", err
	}
	return listing, nil
}

// entry is the state in which Go calls an assembly function: its arguments on the stack.
func (m *machine) entry(d *declaration) *state {
	s := newState()
	s.set(m.stack, value{at: []place{at(frame, 0)}})
	m.begin(m.layOut(d))
	return s
}

// begin sets what a function that Go calls has for arguments on the stack. What was learnt of
// others with other arguments does not hold for it.
func (m *machine) begin(parts []part) {
	if len(parts)+len(m.regions[arguments].parts) > 0 {
		clear(m.done)
	}
	m.regions[arguments].parts = parts
}

// layOut places the parameters of a function as on the stack.
func (m *machine) layOut(d *declaration) []part {
	vars := slices.Collect(parameters(d.signature))
	var parts []part
	for i, off := range m.sizes.Offsetsof(vars) {
		p := part{off: off, typ: vars[i].Type(), root: vars[i].Name()}
		if secret := d.secrets[vars[i].Name()]; secret != nil {
			p.mode, p.secret = all, secret
		}
		parts = append(parts, p)
	}
	return parts
}
