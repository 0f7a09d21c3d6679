package timing

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// The plot, in units of the picture.
const (
	plotWidth, plotHeight = 640, 360
	marginLeft, marginTop = 60, 40
	graphWidth            = plotWidth - marginLeft - 20
	graphHeight           = plotHeight - marginTop - 50
	points                = 200
)

// SVG draws the shares of calls that took no longer than a time, a curve for each class, without
// the slowest hundredth. Where the curves part, the classes differ.
func (r *Result) SVG(w io.Writer, title string) error {
	low, high := r.span()
	x := func(t int64) float64 {
		return marginLeft + float64(graphWidth)*float64(t-low)/float64(max(high-low, 1))
	}
	y := func(share float64) float64 { return marginTop + graphHeight*(1-share) }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">`+"\n", plotWidth, plotHeight)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="white"/>`+"\n", plotWidth, plotHeight)
	fmt.Fprintf(&b, `<text x="%d" y="20" font-size="14">%s: %s, |t| = %.1f</text>`+"\n", marginLeft, escape(title), r.Verdict(), r.T)
	for _, share := range []float64{0, 0.25, 0.5, 0.75, 1} {
		fmt.Fprintf(&b, `<path d="M%d %.1fh%d" stroke="#ddd"/><text x="%d" y="%.1f" text-anchor="end">%.0f %%</text>`+"\n",
			marginLeft, y(share), graphWidth, marginLeft-6, y(share)+4, 100*share)
	}
	for i := range int64(5) {
		t := low + (high-low)*i/4
		fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle">%d</text>`+"\n", x(t), plotHeight-30, t)
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">%s</text>`+"\n", marginLeft+graphWidth/2, plotHeight-10, r.Unit)
	for i, class := range []struct {
		name, color string
		times       []int64
	}{{"fixed secret", "#c33", r.Fixed}, {"random secrets", "#36c", r.Random}} {
		fmt.Fprintf(&b, `<path fill="none" stroke="%s" stroke-width="1.5" d="%s"/>`+"\n", class.color, curve(class.times, low, high, x, y))
		fmt.Fprintf(&b, `<text x="%d" y="%d" fill="%s">%s</text>`+"\n", marginLeft+12, marginTop+18+16*i, class.color, class.name)
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// span is the range of times that is drawn.
func (r *Result) span() (low, high int64) {
	for i, times := range [][]int64{r.Fixed, r.Random} {
		if len(times) == 0 {
			continue
		}
		first, last := times[0], times[(len(times)-1)*99/100]
		if i == 0 || first < low {
			low = first
		}
		high = max(high, last)
	}
	return low, high
}

// curve is the path of the shares of times up to each point.
func curve(times []int64, low, high int64, x func(int64) float64, y func(float64) float64) string {
	var b strings.Builder
	command := "M"
	for i := range int64(points + 1) {
		t := low + (high-low)*i/points
		share := 0.0
		if len(times) > 0 {
			share = float64(len(upTo(times, t))) / float64(len(times))
		}
		fmt.Fprintf(&b, "%s%.1f %.1f", command, x(t), y(share))
		command = "L"
	}
	return b.String()
}

func escape(text string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(text)) // a strings.Builder takes everything
	return b.String()
}
