package timing

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestWelch(t *testing.T) {
	for _, c := range []struct {
		x, y []int64
		want float64
	}{
		{[]int64{1, 2, 3}, []int64{1, 2, 3}, 0},
		// Means 2 and 4, variances 1 and 4: -2/√(1/3+4/3).
		{[]int64{1, 2, 3}, []int64{2, 4, 6}, -2 / math.Sqrt(5./3)},
		{[]int64{5, 5}, []int64{5, 5}, 0},
		{[]int64{5, 5}, []int64{4, 4}, math.MaxFloat64},
		{[]int64{5}, []int64{4, 4}, 0},
	} {
		if got := welch(c.x, c.y); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("welch(%v, %v) = %v, want %v", c.x, c.y, got, c.want)
		}
	}
	if got := upTo([]int64{1, 2, 2, 3}, 2); len(got) != 3 {
		t.Errorf("upTo 2 is %v", got)
	}
}

// secret is what the controls depend on.
type secret [64]byte

func (s *secret) prepare(fixed bool, random *rand.Rand) {
	for i := range s {
		s[i] = byte(random.Uint32())
	}
	if fixed {
		*s = secret{}
	}
}

var tables [4][1024]byte

var sink byte

func lookUp(s *secret) {
	x := byte(0)
	for i, k := range s {
		x ^= tables[i&3][int(k)<<2]
	}
	sink = x
}

func xor(s *secret) {
	x := byte(0)
	for _, k := range s {
		x ^= k
	}
	sink = x
}

// TestControls: lookups at secret addresses show, sums do not. Other work on the machine
// disturbs, so the leak has several tries and the sum has to be called a leak in all of its own to
// fail.
func TestControls(t *testing.T) {
	if testing.Short() || unit != "cycles" {
		t.Skip("measures, with the processor's counter")
	}
	seen := func(operation func(*secret)) (leaks int) {
		for i := range 3 {
			var s secret
			r, err := Measure(context.Background(), Options{Seed: uint64(i)}, s.prepare, func() { operation(&s) })
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("|t| = %.1f, %s", r.T, r.Verdict())
			if r.Verdict() == Leak {
				leaks++
				if _, ok := r.Finding("lookUp"); !ok {
					t.Error("a leak is no finding")
				}
			}
		}
		return leaks
	}
	if seen(lookUp) == 0 {
		t.Error("lookups at secret addresses do not show")
	}
	if seen(xor) == 3 {
		t.Error("sums are called a leak each time")
	}
}

func TestForms(t *testing.T) {
	r := &Result{Unit: "cycles", Samples: 8, Fixed: []int64{10, 11, 12, 13}, Random: []int64{20, 21, 22, 400}}
	r.judge()
	var text, svg bytes.Buffer
	if err := r.WriteText(&text, "a < b"); err != nil {
		t.Fatal(err)
	}
	if got := text.String(); !strings.HasPrefix(got, "a < b: leak, |t| = ") || !strings.HasSuffix(got, "medians 12 and 22 cycles, 8 calls\n") {
		t.Errorf("text %q", got)
	}
	if err := r.SVG(&svg, "a < b"); err != nil {
		t.Fatal(err)
	}
	decoder := xml.NewDecoder(&svg)
	paths := 0
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "path" {
			paths++
		}
	}
	if paths != 7 {
		t.Errorf("%d paths, want five lines and two curves", paths)
	}
	js, err := json.Marshal(r)
	if err != nil || !bytes.Contains(js, []byte(`"share":0.99`)) {
		t.Errorf("JSON %s, %v", js, err)
	}
	if err := (&Result{}).SVG(io.Discard, ""); err != nil {
		t.Error(err)
	}
}

func TestErrors(t *testing.T) {
	prepare, operation := func(bool, *rand.Rand) {}, func() {}
	if _, err := Measure(context.Background(), Options{Samples: 7}, prepare, operation); err == nil {
		t.Error("7 samples are accepted")
	}
	if _, err := Measure(context.Background(), Options{}, nil, operation); err == nil {
		t.Error("nothing to prepare is accepted")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Measure(ctx, Options{}, prepare, operation); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
