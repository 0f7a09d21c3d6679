package main

import (
	"fmt"
	"slices"
	"time"
)

// A row is one cell of the comparison.
type row struct {
	name  string
	size  int                    // bytes of an operation; 0 if it is none about bytes
	batch int                    // operations between two looks at the clock
	count int                    // multiplications of an operation; 0 if it is none about them
	ours  func() (func(), error) // our side, ready to be timed
	// theirs returns the nanoseconds of one operation of the other side over one window.
	theirs func(window time.Duration) (float64, error)
	floor  float64 // the least ratio that is required; 0 if none is
}

// rows lists the comparison.
func rows(cryptopp, openssl *peer) []row {
	return slices.Concat(kalynaRows(cryptopp), analogueRows(openssl), modeRows(), fieldRows())
}

// speed formats the time of one operation as a rate.
func (r row) speed(ns float64) string {
	if r.count > 0 {
		return fmt.Sprintf("%.1f ns", ns/float64(r.count))
	}
	if r.size == 0 {
		return fmt.Sprintf("%.0f op/s", 1e9/ns)
	}
	return fmt.Sprintf("%.1f MB/s", float64(r.size)/ns*1e3)
}

// bulkBatch is the batch of operations of so many bytes, as the peers have it.
func bulkBatch(size int) int { return 1 + (64<<10)/(size+1) }
