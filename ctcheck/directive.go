package ctcheck

import (
	"fmt"
	"slices"
	"strings"
)

// The directives. Each stands in a line comment that starts with "//ct:" in column order like
// any Go directive, without a space after the slashes:
//
//	//ct:secret key,src     in a function's doc comment: these parameters hold secrets
//	//ct:secret             on a field of a struct: the field holds a secret
//	//ct:allow REASON       on a line, or on the line before: its findings are accepted
//	//ct:allow REASON       in a function's doc comment: those of the function are
//	//ct:declassify REASON  in a function's doc comment: what it returns is public
const (
	Secret     = "secret"
	Allow      = "allow"
	Declassify = "declassify"
)

// A Directive is the content of one directive comment.
type Directive struct {
	Verb   string   // Secret, Allow or Declassify
	Names  []string // of Secret: the parameters; empty on a field
	Reason string   // of Allow and Declassify
}

const prefix = "//ct:"

// ParseDirective reads a comment, from its two slashes to the end of its line. It returns nil
// and no error for a comment that is no directive.
func ParseDirective(comment string) (*Directive, error) {
	text, ok := strings.CutPrefix(comment, prefix)
	if !ok {
		if near := strings.TrimLeft(strings.TrimPrefix(comment, "//"), " \t"); strings.HasPrefix(near, "ct:") &&
			slices.Contains([]string{Secret, Allow, Declassify}, verbOf(near[len("ct:"):])) {
			return nil, fmt.Errorf("%q has a space before ct: and would have no effect; write %s%s", comment, prefix, near[len("ct:"):])
		}
		return nil, nil
	}
	verb := verbOf(text)
	rest := strings.TrimSpace(text[len(verb):])
	d := &Directive{Verb: verb}
	switch verb {
	case Secret:
		if rest == "" {
			return d, nil
		}
		for name := range strings.SplitSeq(rest, ",") {
			name = strings.TrimSpace(name)
			if name == "" || strings.ContainsAny(name, " \t") {
				return nil, fmt.Errorf("%q: the names after %ssecret are parted by commas", comment, prefix)
			}
			d.Names = append(d.Names, name)
		}
	case Allow, Declassify:
		if rest == "" {
			return nil, fmt.Errorf("%q gives no reason; write %s%s REASON", comment, prefix, verb)
		}
		d.Reason = rest
	default:
		return nil, fmt.Errorf("%q: unknown directive; there are secret, allow and declassify", comment)
	}
	return d, nil
}

// verbOf returns the leading letters of a directive's text.
func verbOf(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool { return r < 'a' || r > 'z' })
	if end < 0 {
		return text
	}
	return text[:end]
}
