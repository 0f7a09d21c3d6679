package dynamic

import (
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/zvirka/zvirka/ctcheck"
)

var (
	prefix = regexp.MustCompile(`^==\d+== ?`)
	frame  = regexp.MustCompile(`^\s+(?:at|by) 0x[0-9A-F]+: (.*) \((.*):(\d+)\)$`)
)

// messages are what memcheck says, in the words of this program.
var messages = []struct{ begins, says string }{
	{"Conditional jump or move depends on uninitialised value", "a jump or a conditional move depends on a secret"},
	{"Use of uninitialised value", "a secret is used as an address"},
	{"Syscall param", "a secret is passed to the operating system"},
}

// parse turns memcheck's log into findings, one for each place.
func parse(log string, p pkg) []ctcheck.Finding {
	var findings []ctcheck.Finding
	var current *ctcheck.Finding
	end := func() {
		if current != nil && current.Position.File != "" {
			findings = append(findings, *current)
		}
		current = nil
	}
	for line := range strings.Lines(log) {
		line = prefix.ReplaceAllString(strings.TrimRight(line, "\n"), "")
		if line == "" {
			end()
			continue
		}
		for _, m := range messages {
			if strings.HasPrefix(line, m.begins) {
				end()
				current = &ctcheck.Finding{Rule: "CT3001", Message: m.says}
			}
		}
		if current == nil {
			continue
		}
		function, position, ok := parseFrame(line, p.root)
		if !ok {
			continue
		}
		if current.Position.File == "" {
			current.Position = position
			current.Package, current.Function = split(function)
			continue
		}
		// The stack, outermost first, down to the call of the place itself, as far as valgrind
		// can follow it: on Go's stacks to the end of a page. What is outside the module says
		// nothing to its reader.
		if !filepath.IsAbs(position.File) {
			_, name := split(function)
			current.Flow = append([]ctcheck.Step{{Position: position, What: "in " + name}}, current.Flow...)
		}
	}
	end()
	return findings
}

// parseFrame reads a line of a stack.
func parseFrame(line, root string) (function string, p ctcheck.Position, ok bool) {
	m := frame.FindStringSubmatch(line)
	if m == nil {
		return "", p, false
	}
	n, err := strconv.Atoi(m[3])
	if err != nil {
		return "", p, false
	}
	file := filepath.Clean(m[2])
	if rel, err := filepath.Rel(root, file); root != "" && err == nil && filepath.IsLocal(rel) {
		file = filepath.ToSlash(rel)
	}
	return m[1], ctcheck.Position{File: file, Line: n}, true
}

// split parts a symbol into the import path and what follows. The linker writes dots of the
// last element of a path as %2e.
func split(symbol string) (pkg, function string) {
	symbol = strings.TrimSuffix(symbol, ".abi0")
	slash := strings.LastIndexByte(symbol, '/') + 1
	if i := strings.IndexByte(symbol[slash:], '.'); i >= 0 {
		return strings.ReplaceAll(symbol[:slash+i], "%2e", "."), symbol[slash+i+1:]
	}
	return "", symbol
}
