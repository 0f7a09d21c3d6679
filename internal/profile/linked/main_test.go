package main

import "testing"

// The small profile has no fused table and the default one has two of 16 KiB each; what
// NewConstantTime links does not depend on the profile.
func TestTablesAreDropped(t *testing.T) {
	if testing.Short() {
		t.Skip("links eight programs")
	}
	const tables = 2 * 8 * 256 * 8 // bytes
	size := func(i int, profile string) int64 {
		s, err := measure(probes[i], profile)
		if err != nil {
			t.Fatal(err)
		}
		return s.data
	}
	if full, small := size(0, "default"), size(0, "smalltables"); full-small < tables-1024 || small > tables/2 {
		t.Errorf("New links %d bytes of data by default and %d with small tables", full, small)
	}
	// The profile's tags are themselves a string in the program, hence a few bytes.
	if full, small := size(1, "default"), size(1, "smalltables"); max(full-small, small-full) > 64 {
		t.Errorf("NewConstantTime links %d bytes of data by default and %d with small tables", full, small)
	}
}
