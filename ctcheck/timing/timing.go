// Package timing measures whether the running times of an operation differ between one fixed secret
// and random ones. It is evidence: a large difference is a leak, a small one proves nothing, and
// no test should fail for it.
//
// The classes take turns at random. Before each call a stretch of memory is read, so that
// tables of the operation are not in the first caches, and then time is taken with the
// processor's counter. The slow tail, which interrupts make, is cut at several places, and the
// statistic is the largest |t| of Welch's test over all cuts.
package timing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"

	"github.com/zvirka/zvirka/ctcheck"
)

// Options say how to measure. The zero value measures 20000 calls with 1 MiB evicted.
type Options struct {
	Samples int    // calls that are measured, of both classes together
	Evict   int    // bytes that are read before each call; below zero none are
	Seed    uint64 // of the order of the classes and of the random secrets
}

// The thresholds of |t|.
const (
	leak       = 10
	suspicious = 4.5
)

// A Verdict is what a result says.
type Verdict string

// The verdicts.
const (
	Leak       Verdict = "leak"       // |t| above 10
	Suspicious Verdict = "suspicious" // above 4.5: measure again, with more samples
	Quiet      Verdict = "quiet"      // no difference was seen
)

// A Result is what was measured.
type Result struct {
	T       float64 `json:"t"` // the largest |t|
	Crops   []Crop  `json:"crops"`
	Unit    string  `json:"unit"` // "cycles" of the time-stamp counter, or "ns"
	Fixed   []int64 `json:"-"`    // times, sorted
	Random  []int64 `json:"-"`
	Samples int     `json:"samples"`
}

// A Crop is Welch's t over the calls that took no longer than a share of all did.
type Crop struct {
	Share float64 `json:"share"` // 1 is all of them
	T     float64 `json:"t"`
}

// shares are where the tail is cut.
var shares = []float64{1, 0.99, 0.95, 0.9, 0.75, 0.5, 0.25}

// Measure measures an operation. Before each call prepare sets its secrets up: the same ones
// whenever fixed, else others from the source of randomness. It is not measured, and it should do
// the same work for both classes.
func Measure(ctx context.Context, o Options, prepare func(fixed bool, random *rand.Rand), operation func()) (*Result, error) {
	o.Samples, o.Evict = cmp.Or(o.Samples, 20000), cmp.Or(o.Evict, 1<<20)
	if o.Samples < 100 {
		return nil, fmt.Errorf("%d samples tell nothing; take at least 100", o.Samples)
	}
	if prepare == nil || operation == nil {
		return nil, errors.New("there is nothing to prepare or to measure")
	}
	random := rand.New(rand.NewPCG(o.Seed, 0x63746368))
	evicted := make([]byte, max(o.Evict, 0))
	r := &Result{Unit: unit, Samples: o.Samples}
	noise := byte(0)
	for i := range o.Samples + warmUp {
		if i%256 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		fixed := random.Uint64()&1 == 1
		prepare(fixed, random)
		noise ^= evict(evicted)
		begin := now()
		operation()
		took := now() - begin
		switch {
		case i < warmUp:
		case fixed:
			r.Fixed = append(r.Fixed, took)
		default:
			r.Random = append(r.Random, took)
		}
	}
	runtime.KeepAlive(noise) // or the reads might be left out
	slices.Sort(r.Fixed)
	slices.Sort(r.Random)
	r.judge()
	return r, nil
}

// warmUp calls are not counted.
const warmUp = 100

// evict reads a byte of each cache line, and returns their sum.
func evict(memory []byte) (sum byte) {
	for i := 0; i < len(memory); i += 64 {
		sum ^= memory[i]
	}
	return sum
}

// judge computes the statistics.
func (r *Result) judge() {
	all := append(slices.Clone(r.Fixed), r.Random...)
	slices.Sort(all)
	for _, share := range shares {
		limit := all[int(share*float64(len(all)-1))]
		t := welch(upTo(r.Fixed, limit), upTo(r.Random, limit))
		r.Crops = append(r.Crops, Crop{share, t})
		r.T = max(r.T, math.Abs(t))
	}
}

// upTo returns the beginning of sorted times.
func upTo(times []int64, limit int64) []int64 {
	n, _ := slices.BinarySearch(times, limit+1)
	return times[:n]
}

// welch is Welch's t of two samples, and 0 where they are too few.
func welch(x, y []int64) float64 {
	if len(x) < 2 || len(y) < 2 {
		return 0
	}
	mx, vx := moments(x)
	my, vy := moments(y)
	d := math.Sqrt(vx/float64(len(x)) + vy/float64(len(y)))
	if d == 0 {
		if mx == my {
			return 0
		}
		return math.Copysign(math.MaxFloat64, mx-my) // no scatter at all, and yet different
	}
	return (mx - my) / d
}

// moments are the mean and the variance of a sample.
func moments(x []int64) (mean, variance float64) {
	for i, v := range x { // Welford's, so as not to cancel
		d := float64(v) - mean
		mean += d / float64(i+1)
		variance += d * (float64(v) - mean)
	}
	return mean, variance / float64(len(x)-1)
}

// Verdict says what the largest |t| means.
func (r *Result) Verdict() Verdict {
	switch {
	case r.T > leak:
		return Leak
	case r.T > suspicious:
		return Suspicious
	}
	return Quiet
}

// Finding returns a finding under CT4001 if the result is a leak.
func (r *Result) Finding(function string) (ctcheck.Finding, bool) {
	if r.Verdict() != Leak {
		return ctcheck.Finding{}, false
	}
	return ctcheck.Finding{Rule: "CT4001", Function: function,
		Message: fmt.Sprintf("running times for a fixed and for random secrets differ: |t| = %.1f over %d calls", r.T, r.Samples)}, true
}

// WriteText writes the result as one line.
func (r *Result) WriteText(w io.Writer, name string) error {
	_, err := fmt.Fprintf(w, "%s: %s, |t| = %.1f, medians %d and %d %s, %d calls\n",
		name, r.Verdict(), r.T, median(r.Fixed), median(r.Random), r.Unit, r.Samples)
	return err
}

func median(sorted []int64) int64 {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[len(sorted)/2]
}
