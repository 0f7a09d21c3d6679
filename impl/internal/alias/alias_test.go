package alias

import "testing"

func TestOverlap(t *testing.T) {
	buf := make([]byte, 40)
	for i := range 32 {
		for n := range 8 {
			for j := range 32 {
				for m := range 8 {
					x, y := buf[i:i+n], buf[j:j+m]
					shared := n > 0 && m > 0 && i < j+m && j < i+n
					if got := Overlap(x, y); got != shared {
						t.Fatalf("Overlap of [%d, +%d) and [%d, +%d) = %t", i, n, j, m, got)
					}
					if got := InexactOverlap(x, y); got != (shared && i != j) {
						t.Fatalf("InexactOverlap of [%d, +%d) and [%d, +%d) = %t", i, n, j, m, got)
					}
				}
			}
		}
	}
	if other := make([]byte, 40); Overlap(buf, other) {
		t.Error("two allocations overlap")
	}
}
