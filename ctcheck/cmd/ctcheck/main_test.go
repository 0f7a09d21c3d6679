package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"ctcheck": main})
}

func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("GOCACHE", goEnv(t, "GOCACHE"))
			e.Setenv("GOMODCACHE", goEnv(t, "GOMODCACHE"))
			e.Setenv("GOFLAGS", "-mod=mod")
			path, _, _ := strings.Cut(e.Getenv("PATH"), string(filepath.ListSeparator))
			e.Setenv("CTCHECK", filepath.Join(path, "ctcheck"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"run": scriptRun,
		},
	})
}
