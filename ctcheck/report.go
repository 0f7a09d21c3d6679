package ctcheck

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// A Report is what a run found.
type Report struct {
	Findings []Finding // sorted
	Sources  *Sources
	All      bool // show the accepted findings as well
}

func (r *Report) shown() []Finding {
	if r.All {
		return r.Findings
	}
	return Open(r.Findings)
}

// Text writes the findings for people: position, rule, sentence, the source line, and the way
// of the secret to it.
func (r *Report) Text(w io.Writer) error {
	var text strings.Builder
	for _, f := range r.shown() {
		rule, _ := LookupRule(f.Rule)
		fmt.Fprintf(&text, "%s: %s %s: %s\n", f.Position, f.Rule, rule.Name, f.Message)
		excerpt(&text, f.Position, r.Sources)
		for i, s := range f.Flow {
			head := "      "
			if i == 0 {
				head = "flow: "
			}
			fmt.Fprintf(&text, "    %s%s: %s\n", head, s.Position, s.What)
		}
		if f.Allowed != "" {
			fmt.Fprintf(&text, "    accepted: %s\n", f.Allowed)
		}
		text.WriteByte('\n')
	}
	open := len(Open(r.Findings))
	fmt.Fprintf(&text, "%d %s", open, plural(open, "finding"))
	if accepted := len(r.Findings) - open; accepted > 0 {
		fmt.Fprintf(&text, ", %d accepted", accepted)
	}
	text.WriteByte('\n')
	_, err := io.WriteString(w, text.String())
	return err
}

// excerpt writes the line at a position with a caret under the column.
func excerpt(text *strings.Builder, p Position, sources *Sources) {
	line := sources.Line(p)
	if strings.TrimSpace(line) == "" {
		return
	}
	fmt.Fprintf(text, "%6d | %s\n", p.Line, line)
	if p.Column < 1 || p.Column > len(line) {
		return
	}
	// Tabs stay tabs, so that the caret stands under its column at any tab width.
	under := strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, line[:p.Column-1])
	fmt.Fprintf(text, "       | %s^\n", under)
}

func plural(n int, noun string) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}

// JSON writes the findings as an object with the one field "findings".
func (r *Report) JSON(w io.Writer) error {
	findings := r.shown()
	if findings == nil {
		findings = []Finding{}
	}
	return writeJSON(w, map[string][]Finding{"findings": findings})
}

func writeJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

// Explain writes all that is to be said about a rule, in Markdown.
func (r Rule) Explain(w io.Writer) error {
	var text strings.Builder
	fmt.Fprintf(&text, "# %s %s\n\nReported by the %s layer: %s.\n\n%s\n\n**What to do.** %s\n", r.ID, r.Name, r.Layer, r.Summary, r.Why, r.Remedy)
	for _, example := range []struct{ head, code string }{{"Reported", r.Bad}, {"Not reported", r.Good}} {
		if example.code != "" {
			language := "go"
			if r.Layer == Assembly {
				language = "asm"
			}
			fmt.Fprintf(&text, "\n%s:\n\n```%s\n%s```\n", example.head, language, example.code)
		}
	}
	_, err := io.WriteString(w, text.String())
	return err
}
