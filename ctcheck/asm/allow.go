package asm

import (
	"fmt"
	"os"
	"strings"

	"github.com/zvirka/zvirka/ctcheck"
)

// An allowance is a //ct:allow of an assembly file and the lines that it covers.
type allowance struct {
	at          ctcheck.Position
	first, last int // lines
	reason      string
	used        bool
}

// directives reads the directives of an assembly file: one at the end of a line is for that
// line, one on its own for the next line with code, one in the comment above a TEXT for the
// whole function. Those that cannot stand here come back as findings.
func (u *unit) directives(src *source, file string) ([]*allowance, []ctcheck.Finding, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, nil, err
	}
	var allowances []*allowance
	var bad []ctcheck.Finding
	var pending []*allowance  // on lines of their own, up to here
	var function []*allowance // of the function that this line is in
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		code, comment := cutComment(strings.TrimSpace(line))
		if code == "" && comment == "" {
			// A blank line parts a comment from what follows.
			pending = nil
			continue
		}
		if code != "" {
			if strings.HasPrefix(code, "TEXT") {
				function, pending = pending, nil
			}
			for _, a := range pending {
				a.first, a.last = number, number
			}
			pending = nil
		}
		for _, a := range function {
			a.first, a.last = min(a.first, number), number
		}
		at := src.position(file, number)
		directive, err := ctcheck.ParseDirective(comment)
		if err == nil && directive != nil && directive.Verb != ctcheck.Allow {
			err = fmt.Errorf("//ct:%s has no effect in an assembly file; write it at the Go declaration", directive.Verb)
		}
		if err != nil {
			bad = append(bad, ctcheck.Finding{Rule: "CT0001", Position: at, Package: u.ImportPath, Message: err.Error()})
			continue
		}
		if directive == nil {
			continue
		}
		a := &allowance{at: at, first: number, last: number, reason: directive.Reason}
		allowances = append(allowances, a)
		if code == "" {
			pending = append(pending, a)
		}
	}
	return allowances, bad, nil
}

// cutComment parts a line at its comment.
func cutComment(line string) (code, comment string) {
	quoted := false
	for i := range len(line) {
		switch {
		case line[i] == '"':
			quoted = !quoted
		case !quoted && strings.HasPrefix(line[i:], "//"):
			return strings.TrimSpace(line[:i]), line[i:]
		}
	}
	return line, ""
}

// accept sets Allowed of the findings that an allowance or a setting covers. If all must be
// used it adds a finding for each allowance that covers none.
func (u *unit) accept(src *source, findings []ctcheck.Finding, allowances []*allowance, all bool) []ctcheck.Finding {
	for i := range findings {
		f := &findings[i]
		for _, a := range allowances {
			if a.at.File == f.Position.File && a.first <= f.Position.Line && f.Position.Line <= a.last {
				a.used = true
				f.Allowed = a.reason
			}
		}
		for _, s := range src.config.Allow {
			if f.Allowed == "" && (s.Rule == "" || s.Rule == f.Rule) && ctcheck.Matches(s.Func, f.Package+"."+f.Function) {
				f.Allowed = s.Reason
			}
		}
	}
	for _, a := range allowances {
		if all && !a.used {
			findings = append(findings, ctcheck.Finding{Rule: "CT0002", Position: a.at, Package: u.ImportPath,
				Message: "no finding needs this //ct:allow"})
		}
	}
	return findings
}
