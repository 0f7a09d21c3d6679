package proof

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"
)

var (
	lemmas   []*Lemma
	lemmasMu sync.Mutex
)

func record(l *Lemma) {
	lemmasMu.Lock()
	defer lemmasMu.Unlock()
	lemmas = append(lemmas, l)
}

// Lemmas returns what was proved in this process, in the order of its proving.
func Lemmas() []*Lemma {
	lemmasMu.Lock()
	defer lemmasMu.Unlock()
	return slices.Clone(lemmas)
}

// Rests is what every proof rests on.
const Rests = "go/ssa's form of the source, the executor's semantics of it, the algebra of anf and word, and the Go compiler"

// WriteTable writes what was proved.
func WriteTable(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%-100s %6s %10s %6s %7s %7s  %s\n", "for all inputs", "bits", "time", "degree", "terms", "applied", "rests besides on")
	for _, l := range Lemmas() {
		fmt.Fprintf(&b, "%-100s %6d %10s %6d %7d %7d  %s\n", l.Statement, l.Bits, l.Time.Round(time.Millisecond), l.Degree, l.Terms, l.Applications,
			strings.Join(l.Rests, "; "))
	}
	fmt.Fprintf(&b, "All rest on %s.\n", Rests)
	_, err := io.WriteString(w, b.String())
	return err
}
