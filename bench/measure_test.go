package bench

import "testing"

// A measurement is something of which run does n.
type measurement struct {
	name  string
	bytes int64 // processed by one; 0 where it is not about bytes
	run   func(n int)
}

// sizes are the lengths of messages, in bytes.
var sizes = []struct {
	name  string
	bytes int
}{{"64B", 64}, {"1KiB", 1 << 10}, {"64KiB", 64 << 10}, {"10MiB", 10 << 20}}

// measure makes a benchmark of each measurement of one path of a row.
func measure(b *testing.B, of string, all []measurement) {
	for _, m := range all {
		b.Run(of+"/"+m.name, func(b *testing.B) {
			m.run(1)
			b.SetBytes(m.bytes)
			b.ReportAllocs()
			b.ResetTimer()
			m.run(b.N)
		})
	}
}

// doNotAllocate holds measurements of moderate size that are about bytes to no allocation.
func doNotAllocate(t *testing.T, of string, all []measurement) {
	t.Helper()
	for _, m := range all {
		if m.bytes == 0 || m.bytes > 64<<10 {
			continue
		}
		if n := testing.AllocsPerRun(10, func() { m.run(1) }); n != 0 {
			t.Errorf("%s/%s: %v allocations", of, m.name, n)
		}
	}
}
