package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/zvirka/zvirka/ctcheck"
	"github.com/zvirka/zvirka/ctcheck/asm"
	"github.com/zvirka/zvirka/ctcheck/dynamic"
	"github.com/zvirka/zvirka/ctcheck/static"
)

// moduleRoot returns the directory of the module that a directory belongs to.
func moduleRoot(ctx context.Context, dir string) (string, error) {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return "", fmt.Errorf("%s is not a directory", dir)
	}
	cmd := exec.CommandContext(ctx, "go", "env", "GOMOD")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go env GOMOD: %w", err)
	}
	file := strings.TrimSpace(string(out))
	if file == "" || file == os.DevNull {
		return "", fmt.Errorf("%s is in no module: there is no go.mod there or above", dir)
	}
	return filepath.Dir(file), nil
}

// check runs the layers that the command line asks for.
func (c *command) check(ctx context.Context) ([]ctcheck.Finding, error) {
	if c.dynamic {
		return dynamic.Check(ctx, dynamic.Options{Dir: c.dir, Patterns: c.patterns, Run: c.run, Tags: c.tags})
	}
	var all []ctcheck.Finding
	for _, layer := range allLayers {
		if !slices.Contains(c.layers, layer) {
			continue
		}
		var findings []ctcheck.Finding
		var err error
		if layer == layerStatic {
			findings, err = static.Check(ctx, static.Options{Dir: c.dir, Patterns: c.patterns, Arch: c.arch, Tags: c.tags, Config: c.config})
		} else {
			findings, err = asm.Check(ctx, asm.Options{Dir: c.dir, Patterns: c.patterns, Arch: c.arch, Tags: c.tags, Config: c.config,
				Compiled: layer == layerCompiled, Introduced: true})
		}
		if err != nil {
			return nil, err
		}
		all = append(all, findings...)
	}
	return ctcheck.Sort(all), nil
}

// conclude reports the findings and returns the exit status.
func (c *command) conclude(findings []ctcheck.Finding, sources *ctcheck.Sources, stdout, stderr io.Writer) (int, error) {
	for _, f := range findings {
		if f.Rule == "CT0001" {
			return 0, fmt.Errorf("%s: %s: %s", f.Position, f.Rule, f.Message)
		}
	}
	var stale []ctcheck.BaselineEntry
	switch {
	case c.writeBaseline != "":
		b := ctcheck.NewBaseline(findings, sources)
		if err := writeFile(c.writeBaseline, b.Write); err != nil {
			return 0, err
		}
		findings, _ = b.Apply(findings, sources)
	case c.baseline != "":
		text, err := os.ReadFile(c.baseline)
		if err != nil {
			return 0, err
		}
		b, err := ctcheck.ParseBaseline(text)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", c.baseline, err)
		}
		findings, stale = b.Apply(findings, sources)
	}

	report := &ctcheck.Report{Findings: findings, Sources: sources, All: c.all}
	write := report.Text
	switch {
	case c.json:
		write = report.JSON
	case c.sarif:
		write = report.SARIF
	}
	if err := write(stdout); err != nil {
		return 0, err
	}
	for _, e := range stale {
		fmt.Fprintf(stderr, "ctcheck: %s: the baseline lists %d more of %s in %s: %s\n", e.File, e.Count, e.Rule, e.Function, e.Line)
	}
	return status(findings, stale), nil
}

// status returns the exit status of a run that could check.
func status(findings []ctcheck.Finding, stale []ctcheck.BaselineEntry) int {
	unused := len(stale) > 0
	for _, f := range ctcheck.Open(findings) {
		if f.Rule != "CT0002" {
			return exitFindings
		}
		unused = true
	}
	if unused {
		return exitStale
	}
	return exitClean
}

// writeFile makes a file whole or not at all.
func writeFile(name string, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(name), ".ctcheck-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	if err := errors.Join(write(f), f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}
