package evidence

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/zvirka/zvirka/spec"
)

// Table prints what the entries say of each card. Counts are sums over all runs given;
// "vectors" counts outputs compared with official, independent and own figures, on all
// paths; a row without an entry has a dash, which no passing run leaves.
func Table(w io.Writer, cards []spec.Card, entries []Entry) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "row\tvectors\tvs reference\tbetween paths\tlaws\tmutants\tpaths (profiles)\ttiming\tmaturity")
	for _, c := range cards {
		var own []Entry
		for _, e := range entries {
			if e.Row == c.Name {
				own = append(own, e)
			}
		}
		fmt.Fprintf(tw, "%s\t%s/%s/%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", c.Name,
			sum(own, Official), sum(own, Independent), sum(own, OwnVectors),
			sum(own, Reference), sum(own, Paths), sum(own, Contract), sum(own, Mutants),
			exercised(own), c.Timing, c.Maturity)
	}
	fmt.Fprintln(tw, "\nvectors: outputs equal to official / independent / our own figures. vs reference: blocks or messages."+
		"\nbetween paths: blocks, or bytes of messages. mutants: broken rows caught, once a suite.")
	return tw.Flush()
}

// sum returns the cases of one suite, "-" if it did not run.
func sum(entries []Entry, suite string) string {
	n := 0
	for _, e := range entries {
		if e.Suite == suite {
			n += e.Cases
		}
	}
	if n == 0 {
		return "-"
	}
	return strconv.Itoa(n)
}

// exercised lists the paths that were compared with the reference, with their profiles.
func exercised(entries []Entry) string {
	var order []string
	profiles := map[string][]string{}
	for _, e := range entries {
		if e.Suite != Reference {
			continue
		}
		if !slices.Contains(order, e.Path) {
			order = append(order, e.Path)
		}
		p := e.Arch + " " + e.Profile
		if !slices.Contains(profiles[e.Path], p) {
			profiles[e.Path] = append(profiles[e.Path], p)
		}
	}
	var parts []string
	for _, path := range order {
		parts = append(parts, fmt.Sprintf("%s (%d)", path, len(profiles[path])))
	}
	return strings.Join(parts, " ")
}
