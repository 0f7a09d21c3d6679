package bench

import (
	"strconv"
	"testing"

	"github.com/zvirka/zvirka/internal/catalogue"
)

// modeMeasurements lists what is measured of a mode in both directions, set-up aside. A
// feedback narrower than a block is measured in one size: each byte costs the same.
func modeMeasurements(row catalogue.Mode, p catalogue.ModePath) ([]measurement, error) {
	var all []measurement
	for i, width := range row.Widths {
		m, err := p.New(make([]byte, row.Sizes.Key), width)
		if err != nil {
			return nil, err
		}
		encrypt, decrypt, err := m.Bulk(make([]byte, row.Sizes.IV))
		if err != nil {
			return nil, err
		}
		suffix := ""
		if width > 0 {
			suffix = "-q" + strconv.Itoa(8*width)
		}
		for _, size := range sizes {
			if i < len(row.Widths)-1 && size.bytes != 1<<10 {
				continue
			}
			var src, dst []byte
			for _, d := range []struct {
				name string
				f    func(dst, src []byte)
			}{{"encrypt", encrypt}, {"decrypt", decrypt}} {
				all = append(all, measurement{d.name + suffix + "-" + size.name, int64(size.bytes), func(n int) {
					if src == nil {
						src, dst = make([]byte, size.bytes), make([]byte, size.bytes)
					}
					for range n {
						d.f(dst, src)
					}
				}})
			}
		}
	}
	return all, nil
}

// aeadMeasurements lists what is measured of an AEAD with the default parameters, without
// associated data.
func aeadMeasurements(row catalogue.AEAD, p catalogue.AEADPath) ([]measurement, error) {
	a, err := p.New(make([]byte, row.Sizes.Key), row.Parameters[0])
	if err != nil {
		return nil, err
	}
	nonce := make([]byte, row.Sizes.IV)
	var all []measurement
	for _, size := range sizes {
		var plaintext, sealed, out []byte
		prepare := func() {
			if plaintext == nil {
				plaintext = make([]byte, size.bytes)
				sealed = a.Seal(nil, nonce, plaintext, nil)
				out = make([]byte, 0, len(sealed))
			}
		}
		all = append(all,
			measurement{"seal-" + size.name, int64(size.bytes), func(n int) {
				prepare()
				for range n {
					a.Seal(out, nonce, plaintext, nil)
				}
			}},
			measurement{"open-" + size.name, int64(size.bytes), func(n int) {
				prepare()
				for range n {
					if _, err := a.Open(out, nonce, sealed, nil); err != nil {
						panic(err)
					}
				}
			}})
	}
	return all, nil
}

// tagMeasurements lists what is measured of CMAC and GMAC: messages from Reset to Verify,
// which allocates nothing.
func tagMeasurements(row catalogue.Tag, p catalogue.TagPath) ([]measurement, error) {
	m, err := p.New(make([]byte, row.Sizes.Key), row.TagSizes[0])
	if err != nil {
		return nil, err
	}
	var all []measurement
	for _, size := range sizes {
		var message, tag []byte
		all = append(all, measurement{"verify-" + size.name, int64(size.bytes), func(n int) {
			if message == nil {
				message = make([]byte, size.bytes)
				m.Reset()
				m.Write(message)
				if tag, err = m.Tag(); err != nil {
					panic(err)
				}
			}
			for range n {
				m.Reset()
				m.Write(message)
				if err := m.Verify(tag); err != nil {
					panic(err)
				}
			}
		}})
	}
	return all, nil
}

// keyWrapMeasurements lists what is measured of a key wrap: keys of one and of two blocks.
func keyWrapMeasurements(row catalogue.KeyWrap, p catalogue.KeyWrapPath) ([]measurement, error) {
	w, err := p.New(make([]byte, row.Sizes.Key))
	if err != nil {
		return nil, err
	}
	var all []measurement
	for _, blocks := range []int{1, 2} {
		payload := make([]byte, blocks*row.Sizes.Block)
		wrapped, err := w.Wrap(payload)
		if err != nil {
			return nil, err
		}
		name := strconv.Itoa(8*len(payload)) + "-bits"
		all = append(all,
			measurement{"wrap-" + name, 0, func(n int) {
				for range n {
					w.Wrap(payload)
				}
			}},
			measurement{"unwrap-" + name, 0, func(n int) {
				for range n {
					w.Unwrap(wrapped)
				}
			}})
	}
	return all, nil
}

// fieldMeasurements lists what is measured of a field: operations each on the result of
// the one before, and the value of a polynomial of which the coefficients are a text.
func fieldMeasurements(row catalogue.Field, f catalogue.FieldArithmetic) []measurement {
	all := []measurement{
		{"multiply", 0, f.Measure.Multiply},
		{"square", 0, f.Measure.Square},
		{"invert", 0, f.Measure.Invert},
	}
	if f.Measure.Evaluator == nil {
		return all
	}
	update := f.Measure.Evaluator(make([]byte, row.Sizes.Output))
	text := make([]byte, 64<<10)
	return append(all, measurement{"evaluate-64KiB", int64(len(text)), func(n int) {
		for range n {
			update(text)
		}
	}})
}

// modes calls f with the measurements of every path of the rows of modes and fields.
func modes(tb testing.TB, f func(of string, all []measurement)) {
	tb.Helper()
	paths(tb, catalogue.Modes(), func(r catalogue.Mode) string { return r.Name }, func(r catalogue.Mode) []catalogue.ModePath { return r.Paths }, modeMeasurements, f)
	paths(tb, catalogue.AEADs(), func(r catalogue.AEAD) string { return r.Name }, func(r catalogue.AEAD) []catalogue.AEADPath { return r.Paths }, aeadMeasurements, f)
	paths(tb, catalogue.Tags(), func(r catalogue.Tag) string { return r.Name }, func(r catalogue.Tag) []catalogue.TagPath { return r.Paths }, tagMeasurements, f)
	paths(tb, catalogue.KeyWraps(), func(r catalogue.KeyWrap) string { return r.Name }, func(r catalogue.KeyWrap) []catalogue.KeyWrapPath { return r.Paths }, keyWrapMeasurements, f)
	for _, row := range catalogue.Fields() {
		for _, p := range row.Paths {
			f(row.Name+"/"+p.Name, fieldMeasurements(row, p.New()))
		}
	}
}

// paths calls f with what of lists of every path of every row.
func paths[R, C any](tb testing.TB, rows []R, name func(R) string, pathsOf func(R) []catalogue.Path[C],
	of func(R, catalogue.Path[C]) ([]measurement, error), f func(of string, all []measurement)) {
	tb.Helper()
	for _, row := range rows {
		for _, p := range pathsOf(row) {
			all, err := of(row, p)
			if err != nil {
				tb.Fatal(err)
			}
			f(name(row)+"/"+p.Name, all)
		}
	}
}

func BenchmarkMode(b *testing.B) {
	modes(b, func(of string, all []measurement) { measure(b, of, all) })
}

// No path allocates when it encrypts, decrypts or authenticates.
func TestModesDoNotAllocate(t *testing.T) {
	modes(t, func(of string, all []measurement) { doNotAllocate(t, of, all) })
}
