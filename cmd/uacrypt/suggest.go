package main

import (
	"fmt"
	"strings"
)

// didYouMean returns a remark that names the candidate closest to word, the first of
// several, or nothing if none is close.
func didYouMean(word string, candidates []string) string {
	limit := max(1, len(strings.TrimLeft(word, "-"))/3)
	best, least := "", limit+1
	for _, c := range candidates {
		if d := distance(word, c); d < least {
			best, least = c, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(", did you mean %q?", best)
}

// distance returns the optimal string alignment distance of two strings: the least
// number of insertions, deletions, substitutions and swaps of neighbours that turn one
// into the other, if no substring is edited twice.
func distance(a, b string) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			substitution := 1
			if a[i-1] == b[j-1] {
				substitution = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+substitution)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}
