package asm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// A listed is a package as go list -json has it.
type listed struct {
	Dir, ImportPath, Export, Name string
	GoFiles, SFiles, Imports      []string
	ImportMap                     map[string]string
	Error                         *struct{ Err string }
}

// A toolchain runs go commands for a platform.
type toolchain struct {
	dir, module string
	arch, goos  string
	tags        []string
}

func newToolchain(o Options) *toolchain {
	goos := runtime.GOOS
	if o.Arch != runtime.GOARCH {
		goos = "linux"
	}
	return &toolchain{dir: o.Dir, module: moduleDir(o.Dir), arch: o.Arch, goos: goos, tags: o.Tags}
}

// run runs the go command and returns what it prints.
func (t *toolchain) run(ctx context.Context, dir string, args ...string) (stdout, stderr string, err error) {
	var out, errs bytes.Buffer
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &errs
	cmd.Env = append(os.Environ(), "GOARCH="+t.arch, "GOOS="+t.goos, "CGO_ENABLED=0")
	err = cmd.Run()
	if ctx.Err() != nil {
		return "", "", ctx.Err()
	}
	if err != nil {
		if message := firstLine(errs.String()); message != "" {
			err = errors.New(strings.ReplaceAll(message, t.module+string(filepath.Separator), ""))
		}
	}
	return out.String(), errs.String(), err
}

func firstLine(text string) string {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			return line
		}
	}
	return strings.TrimSpace(text)
}

// list resolves patterns. It returns the packages that match and the export data of what they
// import, by import path. The packages themselves are not built.
func (t *toolchain) list(ctx context.Context, patterns []string) (pkgs []*listed, exports map[string]string, err error) {
	pkgs, err = t.query(ctx, patterns, "-json=Dir,ImportPath,Name,GoFiles,SFiles,Imports,ImportMap,Error")
	if err != nil {
		return nil, nil, err
	}
	var imports []string
	for _, p := range pkgs {
		for _, path := range p.Imports {
			if mapped, ok := p.ImportMap[path]; ok {
				path = mapped
			}
			if path != "unsafe" && path != "C" {
				imports = append(imports, path)
			}
		}
	}
	slices.Sort(imports)
	exports = make(map[string]string)
	if imports = slices.Compact(imports); len(imports) == 0 {
		return pkgs, exports, nil
	}
	built, err := t.query(ctx, imports, "-export", "-json=ImportPath,Export,Error")
	if err != nil {
		return nil, nil, err
	}
	for _, p := range built {
		exports[p.ImportPath] = p.Export
	}
	return pkgs, exports, nil
}

// query runs go list.
func (t *toolchain) query(ctx context.Context, patterns []string, args ...string) ([]*listed, error) {
	args = append([]string{"list", "-tags=" + strings.Join(t.tags, ",")}, args...)
	out, _, err := t.run(ctx, t.dir, slices.Concat(args, []string{"--"}, patterns)...)
	if err != nil {
		return nil, err
	}
	var pkgs []*listed
	for d := json.NewDecoder(strings.NewReader(out)); ; {
		p := new(listed)
		if err := d.Decode(p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		if p.Error != nil {
			return nil, errors.New(firstLine(p.Error.Err))
		}
		pkgs = append(pkgs, p)
	}
	if len(pkgs) == 0 {
		return nil, fmt.Errorf("%s: no packages match", strings.Join(patterns, " "))
	}
	return pkgs, nil
}

// check type-checks the Go files of a package.
func (p *listed) check(arch string, exports map[string]string) (*unit, error) {
	u := &unit{listed: p, fset: token.NewFileSet(), sizes: types.SizesFor("gc", arch)}
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(u.fset, filepath.Join(p.Dir, name), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		u.syntax = append(u.syntax, file)
	}
	imports := importer.ForCompiler(u.fset, "gc", func(path string) (io.ReadCloser, error) {
		if mapped, ok := p.ImportMap[path]; ok {
			path = mapped
		}
		file := exports[path]
		if file == "" {
			return nil, fmt.Errorf("no export data of %s", path)
		}
		return os.Open(file)
	})
	config := types.Config{Importer: imports, Sizes: u.sizes, Error: func(error) {}}
	u.info = &types.Info{Defs: make(map[*ast.Ident]types.Object)}
	// The build has accepted the package; what is left untyped is taken as unknown.
	u.types, _ = config.Check(p.ImportPath, u.fset, u.syntax, u.info)
	return u, nil
}

// assemblyFiles are the package's .s files for the platform.
func (p *listed) assemblyFiles() []string {
	files := slices.Clone(p.SFiles)
	for i := range files {
		files[i] = filepath.Join(p.Dir, files[i])
	}
	return files
}
