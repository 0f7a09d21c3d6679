package main

import (
	"crypto/cipher"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"
)

// An iterations is the value of --iterations: a decimal number, of which 0 acts as 1.
type iterations uint64

func (n *iterations) Set(s string) error {
	v, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		return fmt.Errorf("%q is not a number", s)
	}
	*n = iterations(max(v, 1))
	return nil
}

func (n *iterations) String() string { return strconv.FormatUint(uint64(*n), 10) }
func (n *iterations) Type() string   { return "n" }

// over calls pass once for each iteration, each time with f at its start.
func (n iterations) over(f *os.File, pass func(last bool) error) error {
	for i := range n {
		if i > 0 {
			if _, err := f.Seek(0, io.SeekStart); err != nil {
				return unusable("%s: cannot be read again, as --iterations asks: %v", f.Name(), reason(err))
			}
		}
		if err := pass(i == n-1); err != nil {
			return err
		}
	}
	return nil
}

// pieces writes a file to an algorithm and finishes it, once for each iteration. What
// finish returns is not an error of the file.
func (n iterations) pieces(path string, algorithm interface {
	io.Writer
	Reset()
}, finish func() error) (watch stopwatch, err error) {
	f, err := os.Open(path)
	if err != nil {
		return watch, unreadable(path, err)
	}
	defer f.Close()
	err = n.over(f, func(bool) error {
		algorithm.Reset()
		if err := copyPieces(timedWriter{algorithm, &watch}, f); err != nil {
			return unreadable(path, err)
		}
		watch.measure(func() { err = finish() })
		return err
	})
	return watch, err
}

// whole calls an operation on so many bytes once for each iteration, each time with the same
// room for its result, and returns the last result.
func (n iterations) whole(size, room int, operation func(dst []byte) ([]byte, error)) (result []byte, watch stopwatch, err error) {
	result = make([]byte, 0, room)
	for range n {
		watch.measure(func() { result, err = operation(result[:0]) })
		if err != nil {
			return nil, watch, err
		}
		watch.bytes += int64(size)
	}
	return result, watch, nil
}

// timing returns what begins the report of n iterations that took so long in all.
func (n iterations) timing(total time.Duration) string {
	total = positive(total)
	return fmt.Sprintf("iterations=%d total_ns=%d per_op_ns=%d", n, total.Nanoseconds(), uint64(total)/uint64(n))
}

// perSecond returns the rate at which so much was done in all.
func perSecond(amount float64, total time.Duration) float64 {
	return amount / positive(total).Seconds()
}

// positive returns d, or the least duration if a coarse clock has not moved.
func positive(d time.Duration) time.Duration { return max(d, 1) }

// schedule says in a report whether the key was expanded in each iteration or once.
func schedule(raw bool) string {
	if raw {
		return "raw"
	}
	return "cached"
}

// A stopwatch adds up the time that an algorithm takes, without the reading and writing
// around it, and the bytes that it takes it for.
type stopwatch struct {
	total time.Duration
	bytes int64
}

func (s *stopwatch) measure(algorithm func()) {
	start := time.Now()
	algorithm()
	s.total += time.Since(start)
}

// line returns the report of n iterations.
func (s *stopwatch) line(n iterations) string {
	return fmt.Sprintf("%s mb_per_s=%.1f", n.timing(s.total), perSecond(float64(s.bytes)/1e6, s.total))
}

// report prints the report of n iterations, if that is more than one.
func (s *stopwatch) report(stderr io.Writer, n iterations) {
	if n > 1 {
		fmt.Fprintln(stderr, s.line(n))
	}
}

// A timedWriter is a writer under a stopwatch.
type timedWriter struct {
	io.Writer
	*stopwatch
}

func (w timedWriter) Write(p []byte) (n int, err error) {
	w.measure(func() { n, err = w.Writer.Write(p) })
	w.bytes += int64(n)
	return n, err
}

// A timedStream is a stream cipher under a stopwatch.
type timedStream struct {
	cipher.Stream
	*stopwatch
}

func (s timedStream) XORKeyStream(dst, src []byte) {
	s.measure(func() { s.Stream.XORKeyStream(dst, src) })
	s.bytes += int64(len(src))
}
