package main

import (
	"encoding/hex"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"uacrypt": main})
}

func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"run":    scriptRun,
			"report": scriptReport,
			"hex":    scriptHex,
			"hexis":  scriptHexIs,
			"files":  scriptFiles,
			"mode":   scriptMode,
			"await":  scriptAwait,
			"sparse": scriptSparse,
		},
	})
}

// scriptRun is "run status arg...": uacrypt with these arguments must end with this exit
// status, and if that is not 0, print nothing but one line on stderr that begins with
// the program's name.
func scriptRun(ts *testscript.TestScript, neg bool, args []string) {
	scriptReport(ts, neg, args)
	if args[0] != "0" && ts.ReadFile("stdout") != "" {
		ts.Fatalf("a failure printed to stdout")
	}
}

// scriptReport is "report status arg...": as run, but a failure may print to stdout what it
// found.
func scriptReport(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: run|report status arg...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec("uacrypt", args[1:]...)
	got := 0
	if e := (*exec.ExitError)(nil); errors.As(err, &e) {
		got = e.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
	if want == 0 {
		return
	}
	stderr := ts.ReadFile("stderr")
	if !strings.HasPrefix(stderr, "uacrypt: ") || strings.Index(stderr, "\n") != len(stderr)-1 {
		ts.Fatalf("stderr is not one line of uacrypt")
	}
}

// scriptHex is "hex file digits": it writes a file.
func scriptHex(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: hex file digits")
	}
	data, err := hex.DecodeString(args[1])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), data, 0o644))
}

// scriptHexIs is "hexis file digits": the file must have this content.
func scriptHexIs(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: hexis file digits")
	}
	if got := hex.EncodeToString([]byte(ts.ReadFile(args[0]))); (got == args[1]) == neg {
		ts.Fatalf("%s is %s", args[0], got)
	}
}

// scriptFiles is "files name...": these, in alphabetical order, must be all files here.
func scriptFiles(ts *testscript.TestScript, neg bool, args []string) {
	entries, err := os.ReadDir(ts.MkAbs("."))
	ts.Check(err)
	var names []string
	for _, e := range entries {
		if e.Name() != ".tmp" {
			names = append(names, e.Name())
		}
	}
	if slices.Equal(names, args) == neg {
		ts.Fatalf("files are %q", names)
	}
}

// scriptMode is "mode octal file": the file must have these permissions, on systems that
// have such.
func scriptMode(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: mode octal file")
	}
	info, err := os.Stat(ts.MkAbs(args[1]))
	ts.Check(err)
	if runtime.GOOS == "windows" {
		return
	}
	if got := strconv.FormatUint(uint64(info.Mode().Perm()), 8); (got == args[0]) == neg {
		ts.Fatalf("%s has mode %s", args[1], got)
	}
}

// scriptAwait is "await pattern": it waits until a file matches.
func scriptAwait(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: await pattern")
	}
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if found, err := filepath.Glob(ts.MkAbs(args[0])); err != nil || len(found) > 0 {
			ts.Check(err)
			return
		}
	}
	ts.Fatalf("no file %s", args[0])
}

// scriptSparse is "sparse file size": it makes a file of zeros.
func scriptSparse(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: sparse file size")
	}
	size, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), nil, 0o644))
	ts.Check(os.Truncate(ts.MkAbs(args[0]), size))
}
