package main

import (
	"io"
	"path/filepath"
	"strings"
	"testing"
)

func TestParseCheckList(t *testing.T) {
	const (
		digits = "0123456789abcdef0123456789ABCDEF0123456789abcdef0123456789ABCDEF"
		shape  = "is not 64 hexadecimal digits, two spaces and a path"
	)
	line := digits + "  a\n"
	for _, c := range []struct {
		list  string
		paths string // that are read, joined by "|"
		err   string
	}{
		{line, "a", ""},
		{digits + "  a", "a", ""},
		{digits + "  a\r\n" + digits + "  b", "a|b", ""},
		{"\ufeff" + line + line, "a|a", ""},
		{digits + "   a  b \n", " a  b ", ""},
		{digits + "  -\n", "-", ""},
		{digits + "  шлях\n", "шлях", ""},

		{"", "", "an empty list"},
		{"\ufeff", "", "an empty list"},
		{"\n", "", "line 1: " + shape},
		{"\r\n", "", "line 1: " + shape},
		{line + "\n", "", "line 2: " + shape},
		{line + "\n" + line, "", "line 2: " + shape},
		{line + "# remark\n", "", "line 2: " + shape},
		{digits + "\n", "", "line 1: " + shape},
		{digits + " a\n", "", "line 1: " + shape},
		{digits + " *a\n", "", "line 1: " + shape},
		{digits + "\t\ta\n", "", "line 1: " + shape},
		{digits[1:] + "  a\n", "", "line 1: " + shape},
		{"0" + line, "", "line 1: " + shape},
		{" " + line, "", "line 1: " + shape},
		{digits + digits + "  a\n", "", "line 1: " + shape},
		{line + line + "\ufeff" + line, "", "line 3: " + shape},
		{"\ufeff\ufeff" + line, "", "line 1: " + shape},
		{"g" + digits[1:] + "  a\n", "", "line 1: the digest is not hexadecimal"},
		{digits + "  \n", "", "line 1: the path is empty"},
		{digits + "  \r\n", "", "line 1: the path is empty"},
		{digits + "  a\xff\n", "", "line 1: the path is not UTF-8"},
		{line + digits + "  a\tb\n", "", "line 2: the path has a control character"},
		{digits + "  a\x00\n", "", "line 1: the path has a control character"},
		{digits + "  a\u0085b\n", "", "line 1: the path has a control character"},
		{digits + "  a\r\r\n", "", "line 1: the path has a control character"},
		{digits + "  a\r", "", "line 1: the path has a control character"}, // no LF: it is the path's
		{strings.ReplaceAll(line, "\n", "\r") + line, "", "line 1: the path has a control character"},
		{"\xff\xfe0\x00", "", "is UTF-16, a list is UTF-8"},
		{"\xfe\xff\x000", "", "is UTF-16, a list is UTF-8"},
	} {
		lines, err := parseCheckList([]byte(c.list))
		var paths []string
		for _, l := range lines {
			paths = append(paths, l.path)
			if l.digest != lines[0].digest || l.digest[31] != 0xef {
				t.Errorf("%q: digest %x", c.list, l.digest)
			}
		}
		text := ""
		if err != nil {
			text = err.Error()
		}
		if strings.Join(paths, "|") != c.paths || text != c.err {
			t.Errorf("%q: paths %q, error %q; want %q, %q", c.list, paths, text, c.paths, c.err)
		}
	}
}

// A list may have 16 MiB and no byte more.
func TestCheckListSize(t *testing.T) {
	list := []byte(strings.Repeat("0", 64) + "  " + strings.Repeat("a", maxCheckList-66))
	if lines, err := parseCheckList(list); len(lines) != 1 || err != nil {
		t.Errorf("16 MiB: %d lines, %v", len(lines), err)
	}
	if _, err := parseCheckList(append(list, 'a')); err == nil || !strings.HasPrefix(err.Error(), "more than the 16777216 bytes") {
		t.Errorf("16 MiB and a byte: %v", err)
	}
	path := filepath.Join(t.TempDir(), "zeros")
	sparseFile(t, path, maxCheckList+1)
	if status := run([]string{"hash", "--check", path}, io.Discard, io.Discard); status != statusRefused {
		t.Errorf("status %d", status)
	}
}

// A path that would break the line of its digest is a usage error, before it is looked for.
func TestHashPaths(t *testing.T) {
	for path, want := range map[string]string{
		"a\nb":     `--in: "a\nb" has a control character`,
		"a\x1b[2J": `has a control character`,
		"\x7f":     `has a control character`,
		"a\u009b":  `has a control character`,
		"\xff":     `--in: "\xff" is not UTF-8`,
		"":         `--in needs a value`,
	} {
		var stdout, stderr strings.Builder
		status := run([]string{"hash", "--in", path}, &stdout, &stderr)
		if status != statusUsage || stdout.Len() > 0 || !strings.Contains(stderr.String(), want) {
			t.Errorf("%q: status %d, %q, %q; want %d, %q", path, status, &stdout, &stderr, statusUsage, want)
		}
	}
}
