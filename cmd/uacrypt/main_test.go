package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestBrokenStdout(t *testing.T) {
	for _, args := range []string{"", "--help", "version", "list", "list --json", "selftest", "help kalyna-block", "completion zsh", "hash --in main.go"} {
		var stderr strings.Builder
		if status := run(strings.Fields(args), brokenWriter{}, &stderr); status != statusUnusable {
			t.Errorf("uacrypt %s: status %d, want %d", args, status, statusUnusable)
		}
		if want := "uacrypt: <stdout>: no space left\n"; stderr.String() != want {
			t.Errorf("uacrypt %s: %q, want %q", args, stderr.String(), want)
		}
	}
}

// tornWriter takes so many bytes and no more.
type tornWriter int

func (w *tornWriter) Write(p []byte) (int, error) {
	n := min(len(p), int(*w))
	*w -= tornWriter(n)
	if n < len(p) {
		return n, errors.New("no space left")
	}
	return n, nil
}

// What was written before stdout failed is not left to be taken for the whole.
func TestTornStdout(t *testing.T) {
	for _, room := range []tornWriter{1, 100} {
		var stderr strings.Builder
		status := run([]string{"list"}, &room, &stderr)
		want := "uacrypt: <stdout>: no space left; the output already written is INCOMPLETE and must be discarded\n"
		if status != statusUnusable || stderr.String() != want {
			t.Errorf("status %d, %q", status, &stderr)
		}
	}
}

// An argument cannot break the line of a message nor reach the terminal as a command.
func TestMessagesAreOneLine(t *testing.T) {
	for argument, want := range map[string]string{
		"a\nb":       `a\nb`,
		"\x1b[2J":    `\x1b[2J`,
		"\u202eekey": `\u202eekey`,
		"\xff":       "\ufffd", // the replacement character itself
		"ключ":       `ключ`,
		`it's`:       `it's`,
	} {
		dir := t.TempDir()
		var stderr strings.Builder
		args := []string{"kalyna-block", "encrypt", "--variant", "128-128", "--key", filepath.Join(dir, argument), "--in", "in", "--out", "out"}
		if status := run(args, io.Discard, &stderr); status != statusUnusable {
			t.Errorf("%q: status %d, want %d", argument, status, statusUnusable)
		}
		text := stderr.String()
		if !strings.Contains(text, string(os.PathSeparator)+want+": ") || strings.Count(text, "\n") != 1 {
			t.Errorf("%q: message %q, want a line with %s", argument, text, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "abc", 0},
		{"encrypt", "encrpyt", 1}, {"encrypt", "encrypts", 1}, {"encrypt", "decrypt", 2},
		{"ca", "abc", 3}, // 2 if a swapped pair could be edited again
		{"kitten", "sitting", 3},
	} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
		if got := distance(c.b, c.a); got != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d", c.b, c.a, got, c.want)
		}
	}
}

func TestDidYouMean(t *testing.T) {
	candidates := []string{"encrypt", "decrypt", "help"}
	for word, want := range map[string]string{
		"encrpyt": `, did you mean "encrypt"?`,
		"hlp":     `, did you mean "help"?`,
		"hp":      "", // two steps from help, one is the limit
		"ezcrypt": `, did you mean "encrypt"?`,
		"encript": `, did you mean "encrypt"?`,
		"eecrypt": `, did you mean "encrypt"?`, // as close to decrypt: the first wins
		"":        "",
	} {
		if got := didYouMean(word, candidates); got != want {
			t.Errorf("didYouMean(%q) = %q, want %q", word, got, want)
		}
	}
}

// A commit that fails leaves neither the temporary file nor the reservation, and a
// reservation that somebody else replaced is not removed.
func TestOutputDiscard(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	open := func() *output {
		o, err := newOutput(namedPath{"--out", path}, false, namedPath{"--in", "in"})
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	empty := func(when string) {
		if entries, err := os.ReadDir(dir); err != nil || len(entries) != 0 {
			t.Errorf("%s: left over: %v, %v", when, entries, err)
		}
	}

	o := open()
	if _, err := newOutput(namedPath{"--out", path}, false, namedPath{"--in", "in"}); exitStatus(err) != statusUnusable {
		t.Errorf("a reserved name could be reserved again: %v", err)
	}
	discard(o)
	discard(o)
	empty("discarded")

	o = open()
	os.Remove(o.tempPath)
	if err := commit(o); exitStatus(err) != statusUnusable {
		t.Errorf("commit without a file: %v", err)
	}
	discard(o)
	empty("failed")

	o = open()
	other := filepath.Join(dir, "other")
	if err := os.WriteFile(other, []byte("theirs"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(other, path); err != nil {
		t.Fatal(err)
	}
	discard(o)
	if data, err := os.ReadFile(path); err != nil || string(data) != "theirs" {
		t.Errorf("another program's file: %q, %v", data, err)
	}
}

// Of several outputs none remains if one fails, not even those that had their names.
func TestOutputsTogether(t *testing.T) {
	dir := t.TempDir()
	in := namedPath{"--in", filepath.Join(dir, "in")}
	paths := []namedPath{{"--a", filepath.Join(dir, "a")}, {"--b", filepath.Join(dir, "b")}, {"--c", filepath.Join(dir, "c")}}
	empty := func(when string) {
		t.Helper()
		if entries, err := os.ReadDir(dir); err != nil || len(entries) != 0 {
			t.Errorf("%s: left over: %v, %v", when, entries, err)
		}
	}
	for _, force := range []bool{false, true} {
		for i := range paths {
			outs, err := newOutputs(paths, force, in)
			if err != nil {
				t.Fatal(err)
			}
			os.Remove(outs[i].tempPath)
			if err := commit(outs...); exitStatus(err) != statusUnusable {
				t.Errorf("force %t: commit without file %d: %v", force, i, err)
			}
			discard(outs...)
			empty("failed commit")
		}
	}

	if _, err := newOutputs(append(paths, namedPath{"--d", filepath.Join(dir, "none", "d")}), false, in); exitStatus(err) != statusUnusable {
		t.Errorf("a directory that does not exist: %v", err)
	}
	empty("one cannot be made")

	// Whether it exists or not, one file under two names is found.
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Skip(err)
	}
	for _, force := range []bool{false, true} {
		if _, err := newOutputs(append(paths, namedPath{"--d", filepath.Join(link, "b")}), force, in); exitStatus(err) != statusUsage ||
			!strings.Contains(err.Error(), "--d and --b are the same file") {
			t.Errorf("force %t: one file under two names: %v", force, err)
		}
		empty("one file under two names")
	}
}
