package bench

import (
	"hash"
	"testing"

	"github.com/zvirka/zvirka/internal/catalogue"
)

// hashMeasurements lists what is measured of a hash or a MAC: messages from Reset to Sum.
func hashMeasurements(h hash.Hash) []measurement {
	var all []measurement
	sum := make([]byte, 0, h.Size())
	for _, size := range sizes {
		var message []byte
		all = append(all, measurement{"sum-" + size.name, int64(size.bytes), func(n int) {
			if message == nil {
				message = make([]byte, size.bytes)
			}
			for range n {
				h.Reset()
				h.Write(message)
				h.Sum(sum)
			}
		}})
	}
	return all
}

// streamMeasurements lists what is measured of a stream cipher.
func streamMeasurements(row catalogue.Stream, p catalogue.StreamPath) ([]measurement, error) {
	key, iv := make([]byte, row.Sizes.Key), make([]byte, row.Sizes.IV)
	s, err := p.New(key, iv)
	if err != nil {
		return nil, err
	}
	var all []measurement
	for _, size := range sizes {
		var src, dst []byte
		all = append(all, measurement{"xor-" + size.name, int64(size.bytes), func(n int) {
			if src == nil {
				src, dst = make([]byte, size.bytes), make([]byte, size.bytes)
			}
			for range n {
				s.XORKeyStream(dst, src)
			}
		}})
	}
	block := make([]byte, 64)
	return append(all, measurement{"set-up-and-64B", 0, func(n int) {
		for range n {
			iv[0]++
			s, _ := p.New(key, iv)
			s.XORKeyStream(block, block)
		}
	}}), nil
}

// messages calls f with the measurements of every path of the rows that are no block ciphers.
func messages(tb testing.TB, f func(of string, all []measurement)) {
	tb.Helper()
	for _, row := range catalogue.Hashes() {
		for _, p := range row.Paths {
			f(row.Name+"/"+p.Name, hashMeasurements(p.New()))
		}
	}
	for _, row := range catalogue.MACs() {
		for _, p := range row.Paths {
			m, err := p.New(make([]byte, row.Sizes.Key))
			if err != nil {
				tb.Fatal(err)
			}
			f(row.Name+"/"+p.Name, hashMeasurements(m))
		}
	}
	for _, row := range catalogue.KDFs() {
		for _, p := range row.Paths {
			master, context := make([]byte, row.Sizes.Key), make([]byte, row.ContextSize)
			f(row.Name+"/"+p.Name, []measurement{{"key", 0, func(n int) {
				for i := range n {
					p.New(master, context, uint64(i))
				}
			}}})
		}
	}
	for _, row := range catalogue.Streams() {
		for _, p := range row.Paths {
			all, err := streamMeasurements(row, p)
			if err != nil {
				tb.Fatal(err)
			}
			f(row.Name+"/"+p.Name, all)
		}
	}
}

func BenchmarkMessage(b *testing.B) {
	messages(b, func(of string, all []measurement) { measure(b, of, all) })
}

// No path allocates when it hashes, authenticates or encrypts.
func TestMessagesDoNotAllocate(t *testing.T) {
	messages(t, func(of string, all []measurement) { doNotAllocate(t, of, all) })
}
