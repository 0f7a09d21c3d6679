package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"golang.org/x/sys/unix"
)

// openTerminal returns the two ends of a pseudo-terminal: the one that a terminal emulator
// has, and the one that a program has.
func openTerminal(t *testing.T) (emulator, program *os.File) {
	t.Helper()
	emulator, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo-terminals: %v", err)
	}
	t.Cleanup(func() { emulator.Close() })
	if err := unix.IoctlSetPointerInt(int(emulator.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Skipf("no pseudo-terminal: %v", err)
	}
	n, err := unix.IoctlGetInt(int(emulator.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Skipf("no pseudo-terminal: %v", err)
	}
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo-terminal: %v", err)
	}
	t.Cleanup(func() { program.Close() })
	return emulator, program
}

// On a terminal a large input shows its progress, a small one nothing, and what comes after
// it stands alone.
func TestProgressOnTerminal(t *testing.T) {
	if testing.Short() {
		t.Skip("hashes 64 MiB")
	}
	dir := t.TempDir()
	sparseFile(t, filepath.Join(dir, "large"), progressFrom)
	sparseFile(t, filepath.Join(dir, "small"), mebibyte)
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "uacrypt") // the name makes the test program the command
	if err := os.Symlink(program, link); err != nil {
		t.Fatal(err)
	}
	shown := func(args ...string) (stdout, onTerminal string) {
		emulator, terminal := openTerminal(t)
		cmd := exec.Command(link, args...)
		cmd.Dir, cmd.Stderr = dir, terminal
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%q: %v", args, err)
		}
		terminal.Close()
		text, _ := io.ReadAll(emulator) // it ends with an error: the other end is closed
		return string(out), string(text)
	}
	list, text := shown("hash", "--in", "small")
	if text != "" {
		t.Errorf("small: %q", text)
	}
	digest, text := shown("hash", "--in", "large")
	drawnAndErased(t, text, 1)
	list += digest + digest
	if err := os.WriteFile(filepath.Join(dir, "list"), []byte(list), 0o600); err != nil {
		t.Fatal(err)
	}
	verdicts, text := shown("hash", "--check", "list")
	drawnAndErased(t, text, 2)
	if want := "small: OK\nlarge: OK\nlarge: OK\n"; verdicts != want {
		t.Errorf("%q, want %q", verdicts, want)
	}
}

// drawnAndErased checks that text is the progress over so many large files of zeros.
func drawnAndErased(t *testing.T, text string, files int) {
	t.Helper()
	const file = `(\ruacrypt: \d+\.\d [KM]iB / 64\.0 MiB \(\d+%\) *)+\r +\r`
	if !regexp.MustCompile(fmt.Sprintf("^(%s){%d}$", file, files)).MatchString(text) {
		t.Errorf("on the terminal: %q, want %d files", text, files)
	}
}
