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
	DepOnly                       bool
	GoFiles, SFiles               []string
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

// list resolves patterns. It returns the packages that match and the export data of all that
// they import, by import path.
func (t *toolchain) list(ctx context.Context, patterns []string) (pkgs []*listed, exports map[string]string, err error) {
	args := []string{"list", "-deps", "-export", "-json=Dir,ImportPath,Export,Name,DepOnly,GoFiles,SFiles,ImportMap,Error",
		"-tags=" + strings.Join(t.tags, ","), "--"}
	out, _, err := t.run(ctx, t.dir, append(args, patterns...)...)
	if err != nil {
		return nil, nil, err
	}
	exports = make(map[string]string)
	for d := json.NewDecoder(strings.NewReader(out)); ; {
		p := new(listed)
		if err := d.Decode(p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, nil, err
		}
		if p.Error != nil {
			return nil, nil, errors.New(firstLine(p.Error.Err))
		}
		exports[p.ImportPath] = p.Export
		if !p.DepOnly {
			pkgs = append(pkgs, p)
		}
	}
	if len(pkgs) == 0 {
		return nil, nil, fmt.Errorf("%s: no packages match", strings.Join(patterns, " "))
	}
	return pkgs, exports, nil
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
