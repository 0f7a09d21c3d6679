package main

import (
	"errors"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func goEnv(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// scriptRun is "run status arg...": ctcheck with these arguments must end with this exit
// status, and if that is 2, print one line on stderr that begins with the program's name and
// nothing else.
func scriptRun(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: run status arg...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec("ctcheck", args[1:]...)
	got := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d\n%s%s", got, want, ts.ReadFile("stdout"), ts.ReadFile("stderr"))
	}
	if want == exitFailed {
		text := ts.ReadFile("stderr")
		if ts.ReadFile("stdout") != "" || strings.Count(text, "\n") != 1 || !strings.HasPrefix(text, "ctcheck: ") || strings.Contains(text, "goroutine") {
			ts.Fatalf("a failure is to be one line on stderr, not\n%s%s", ts.ReadFile("stdout"), text)
		}
	}
}
