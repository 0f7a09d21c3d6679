package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"
)

const (
	progressFrom = 64 << 20 // bytes: shorter inputs show none
	redrawEvery  = 100 * time.Millisecond
)

// A progress is a line on the terminal that says how much of an input has been read: it is
// a writer of what is read, between begin and erase. The nil progress shows nothing.
type progress struct {
	terminal io.Writer // its errors do not matter
	now      func() time.Time
	size     int64     // of the input in bytes, negative if unknown
	done     int64     // bytes read
	drawn    time.Time // when the line was last drawn
	width    int       // of the widest line since the last erasure
}

// newProgress returns a progress if stderr is a terminal, else nil.
func newProgress(stderr io.Writer) *progress {
	if f, ok := stderr.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return &progress{terminal: f, now: time.Now}
	}
	return nil
}

// begin starts anew, for an input of size bytes, negative if that is not known.
func (p *progress) begin(size int64) {
	if p != nil {
		p.size, p.done = size, 0
	}
}

// Write counts a piece of the input and draws the line if it is time to.
func (p *progress) Write(piece []byte) (int, error) {
	if p != nil {
		p.done += int64(len(piece))
		if p.size >= progressFrom || p.size < 0 && p.done >= progressFrom {
			p.draw()
		}
	}
	return len(piece), nil
}

func (p *progress) draw() {
	now := p.now()
	if now.Sub(p.drawn) < redrawEvery {
		return
	}
	p.drawn = now
	line := p.line()
	p.width = max(p.width, len(line))
	fmt.Fprintf(p.terminal, "\r%-*s", p.width, line)
}

func (p *progress) line() string {
	if p.size < 0 {
		return fmt.Sprintf("uacrypt: %s read", binaryUnits(p.done))
	}
	percent := 100 // also of a file that has grown
	if p.done < p.size {
		percent = int(100 * uint64(p.done) / uint64(p.size)) // below 2⁵⁷ bytes, years of them
	}
	return fmt.Sprintf("uacrypt: %s / %s (%d%%)", binaryUnits(p.done), binaryUnits(p.size), percent)
}

// erase makes the line blank, before anything else is printed.
func (p *progress) erase() {
	if p != nil && p.width > 0 {
		fmt.Fprintf(p.terminal, "\r%*s\r", p.width, "")
		p.width = 0
	}
}

// binaryUnits returns a number of bytes in the largest unit that it fills, with one
// decimal, truncated: what is shown has been read.
func binaryUnits(n int64) string {
	unit, name := int64(1), "B"
	for _, larger := range []string{"KiB", "MiB", "GiB", "TiB"} {
		if n/unit < 1024 {
			break
		}
		unit, name = unit<<10, larger
	}
	if unit == 1 {
		return fmt.Sprintf("%d B", n)
	}
	return fmt.Sprintf("%d.%d %s", n/unit, n%unit*10/unit, name)
}
