package ctcheck

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// A Baseline is a list of known findings. With it an old code base can take the checker into
// its tests at once: what is in the list is accepted, what is new fails, and what is gone must
// be taken off. Entries do not know line numbers, so edits elsewhere in a file leave them valid.
type Baseline struct {
	Version  int             `json:"version"` // 1
	Findings []BaselineEntry `json:"findings"`
}

// A BaselineEntry is what findings of one rule on equal lines of one function have in common.
type BaselineEntry struct {
	Rule     string `json:"rule"`
	File     string `json:"file"`
	Function string `json:"function"`
	Line     string `json:"line"` // the source text without the space around it
	Count    int    `json:"count"`
}

func (e BaselineEntry) key() BaselineEntry { e.Count = 0; return e }

func entryOf(f Finding, sources *Sources) BaselineEntry {
	return BaselineEntry{Rule: f.Rule, File: f.Position.File, Function: f.Function, Line: strings.TrimSpace(sources.Line(f.Position))}
}

// NewBaseline lists the open ones among the findings.
func NewBaseline(findings []Finding, sources *Sources) *Baseline {
	b := &Baseline{Version: 1, Findings: []BaselineEntry{}}
	at := map[BaselineEntry]int{}
	for _, f := range Open(findings) {
		e := entryOf(f, sources)
		i, ok := at[e]
		if !ok {
			i = len(b.Findings)
			at[e] = i
			b.Findings = append(b.Findings, e)
		}
		b.Findings[i].Count++
	}
	return b
}

// baselined is the reason with which a baseline accepts a finding.
const baselined = "in the baseline"

// Apply accepts the open findings that the baseline lists. It returns all findings, and the
// entries that list more than there is.
func (b *Baseline) Apply(findings []Finding, sources *Sources) (all []Finding, stale []BaselineEntry) {
	left := map[BaselineEntry]int{}
	for _, e := range b.Findings {
		left[e.key()] += e.Count
	}
	all = slices.Clone(findings)
	for i, f := range all {
		if f.Allowed != "" {
			continue
		}
		if e := entryOf(f, sources); left[e] > 0 {
			left[e]--
			all[i].Allowed = baselined
		}
	}
	for _, e := range b.Findings {
		if n := left[e.key()]; n > 0 {
			e.Count = n
			stale = append(stale, e)
			delete(left, e.key())
		}
	}
	return all, stale
}

// ParseBaseline reads what [Baseline.Write] wrote.
func ParseBaseline(text []byte) (*Baseline, error) {
	b := new(Baseline)
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(b); err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("text after the baseline")
	}
	if b.Version != 1 {
		return nil, fmt.Errorf("baseline of version %d; this program reads version 1", b.Version)
	}
	for i, e := range b.Findings {
		if _, ok := LookupRule(e.Rule); !ok {
			return nil, fmt.Errorf("findings[%d]: unknown rule %q", i, e.Rule)
		}
		if e.Count < 1 {
			return nil, fmt.Errorf("findings[%d]: count %d", i, e.Count)
		}
	}
	return b, nil
}

// Write writes the baseline as indented JSON, one that version control can compare.
func (b *Baseline) Write(w io.Writer) error { return writeJSON(w, b) }
