package main

import (
	"math"
	"strings"
	"testing"
	"time"
)

const (
	mebibyte = 1 << 20
	gibibyte = 1 << 30
)

// clock is a time that passes when the test says so.
type clock struct{ time.Time }

func (c *clock) now() time.Time { return c.Time }

func newTestProgress() (*progress, *strings.Builder, *clock) {
	var terminal strings.Builder
	c := &clock{time.Unix(0, 0)}
	return &progress{terminal: &terminal, now: c.now}, &terminal, c
}

// read counts n bytes as if they had been read at once.
func (p *progress) read(n int64) {
	p.done += n - 1
	p.Write([]byte{0})
}

func TestProgressLine(t *testing.T) {
	for _, c := range []struct {
		done, size int64
		want       string
	}{
		{1288490189, 4 * gibibyte, "uacrypt: 1.2 GiB / 4.0 GiB (30%)"},
		{96 * mebibyte, -1, "uacrypt: 96.0 MiB read"},
		{1, 64 * mebibyte, "uacrypt: 1 B / 64.0 MiB (0%)"},
		{32 << 10, 64 * mebibyte, "uacrypt: 32.0 KiB / 64.0 MiB (0%)"},
		{64*mebibyte - 1, 64 * mebibyte, "uacrypt: 63.9 MiB / 64.0 MiB (99%)"},
		{64 * mebibyte, 64 * mebibyte, "uacrypt: 64.0 MiB / 64.0 MiB (100%)"},
		{96 * mebibyte, 64 * mebibyte, "uacrypt: 96.0 MiB / 64.0 MiB (100%)"}, // it has grown
		{1<<57 - 1, math.MaxInt64, "uacrypt: 131071.9 TiB / 8388607.9 TiB (1%)"},
	} {
		p := &progress{done: c.done, size: c.size}
		if got := p.line(); got != c.want {
			t.Errorf("%d of %d: %q, want %q", c.done, c.size, got, c.want)
		}
	}
}

func TestBinaryUnits(t *testing.T) {
	for n, want := range map[int64]string{
		0:                    "0 B",
		1023:                 "1023 B",
		1024:                 "1.0 KiB",
		1024 + 102:           "1.0 KiB",
		1024 + 103:           "1.1 KiB",
		mebibyte - 1:         "1023.9 KiB",
		mebibyte:             "1.0 MiB",
		gibibyte - 1:         "1023.9 MiB",
		gibibyte:             "1.0 GiB",
		1024 * gibibyte:      "1.0 TiB",
		2000 << 40:           "2000.0 TiB",
		2*gibibyte - 1:       "1.9 GiB",
		1000 * 1000 * 1000:   "953.6 MiB",
		4*gibibyte + 1 + 1e9: "4.9 GiB",
	} {
		if got := binaryUnits(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

// Inputs that are not large, or not yet known to be, show nothing.
func TestProgressThreshold(t *testing.T) {
	p, terminal, _ := newTestProgress()
	p.begin(64*mebibyte - 1)
	p.read(64 * mebibyte)
	p.begin(-1)
	p.read(64*mebibyte - 1)
	p.erase()
	if terminal.Len() > 0 {
		t.Errorf("too early: %q", terminal)
	}
	p.read(1)
	if want := "\ruacrypt: 64.0 MiB read"; terminal.String() != want {
		t.Errorf("unknown size: %q, want %q", terminal, want)
	}

	p, terminal, _ = newTestProgress()
	p.begin(64 * mebibyte)
	p.read(1)
	if want := "\ruacrypt: 1 B / 64.0 MiB (0%)"; terminal.String() != want {
		t.Errorf("known size: %q, want %q", terminal, want)
	}
}

// A shorter line covers the longer one before it, and the erasure covers both, once.
func TestProgressPadding(t *testing.T) {
	p, terminal, c := newTestProgress()
	p.begin(gibibyte)
	p.read(mebibyte - 1)
	c.Time = c.Add(time.Second)
	p.read(1)
	p.erase()
	p.erase()
	want := "\ruacrypt: 1023.9 KiB / 1.0 GiB (0%)" +
		"\ruacrypt: 1.0 MiB / 1.0 GiB (0%)   " +
		"\r                                  \r"
	if terminal.String() != want {
		t.Errorf("%q, want %q", terminal, want)
	}

	// After the erasure there is nothing to cover.
	terminal.Reset()
	c.Time = c.Add(time.Second)
	p.read(1)
	if want := "\ruacrypt: 1.0 MiB / 1.0 GiB (0%)"; terminal.String() != want {
		t.Errorf("%q, want %q", terminal, want)
	}
}

// However often something is read, and from however many inputs, a second sees at most ten
// redraws.
func TestProgressRate(t *testing.T) {
	p, terminal, c := newTestProgress()
	for i := range 1000 {
		if i%100 == 0 {
			p.erase()
			p.begin(64 * mebibyte)
		}
		p.read(1)
		c.Time = c.Add(time.Millisecond)
	}
	if n := strings.Count(terminal.String(), "uacrypt: "); n != 10 {
		t.Errorf("%d redraws in a second", n)
	}
}

// Nobody loses a digest because a terminal is gone, or was never there.
func TestProgressFailure(t *testing.T) {
	for _, p := range []*progress{nil, {terminal: brokenWriter{}, now: time.Now}} {
		p.begin(64 * mebibyte)
		if n, err := p.Write(make([]byte, 10)); n != 10 || err != nil {
			t.Errorf("%d, %v", n, err)
		}
		p.erase()
	}
	if newProgress(new(strings.Builder)) != nil {
		t.Error("a string is a terminal")
	}
}
