package kupyna_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/zvirka/zvirka/impl/kupyna"
)

var constructors = map[string]func(bits int) (*kupyna.Digest, error){
	"New": kupyna.New, "NewConstantTime": kupyna.NewConstantTime,
}

// Every size is one of the standard or a SizeError with the number.
func TestSizes(t *testing.T) {
	for name, construct := range constructors {
		for bits := -8; bits <= 1032; bits++ {
			d, err := construct(bits)
			if bits >= 8 && bits <= 512 && bits%8 == 0 {
				block := 64
				if bits > 256 {
					block = 128
				}
				if err != nil || d.Size() != bits/8 || d.BlockSize() != block || len(d.Sum(nil)) != bits/8 {
					t.Errorf("%s(%d): %v", name, bits, err)
				}
				continue
			}
			var size kupyna.SizeError
			if d != nil || !errors.As(err, &size) || size.Bits != bits {
				t.Errorf("%s(%d) = %v, %v", name, bits, d, err)
			}
		}
	}
}

func TestErrorTexts(t *testing.T) {
	for err, want := range map[error]string{
		kupyna.SizeError{Bits: 257}: "kupyna: invalid digest size 257 bits",
		kupyna.BitsError{Bits: -1}:  "kupyna: invalid number of final bits -1",
	} {
		if err.Error() != want {
			t.Errorf("got %q, want %q", err, want)
		}
	}
}

// The functions for the recommended sizes are New.
func TestRecommendedSizes(t *testing.T) {
	msg := []byte("message")
	sum256, sum384, sum512 := kupyna.Sum256(msg), kupyna.Sum384(msg), kupyna.Sum512(msg)
	for _, c := range []struct {
		bits int
		d    *kupyna.Digest
		sum  []byte
	}{
		{256, kupyna.New256(), sum256[:]},
		{384, kupyna.New384(), sum384[:]},
		{512, kupyna.New512(), sum512[:]},
	} {
		want, err := kupyna.New(c.bits)
		if err != nil {
			t.Fatal(err)
		}
		want.Write(msg)
		c.d.Write(msg)
		if w := want.Sum(nil); !bytes.Equal(c.sum, w) || !bytes.Equal(c.d.Sum(nil), w) {
			t.Errorf("%d bits: %x and %x, want %x", c.bits, c.sum, c.d.Sum(nil), w)
		}
	}
}

// Bits of the last byte that are not of the message do not count, those that are do, and
// so does their number.
func TestSumBits(t *testing.T) {
	for name, construct := range constructors {
		d, err := construct(256)
		if err != nil {
			t.Fatal(err)
		}
		d.Write([]byte("message"))
		if got, err := d.SumBits(nil, 0xa5, 0); err != nil || !bytes.Equal(got, d.Sum(nil)) {
			t.Errorf("%s: no bits: %x, %v, want Sum's %x", name, got, err, d.Sum(nil))
		}
		seen := map[string]bool{}
		for n := range 8 {
			for last := range 256 {
				got, err := d.SumBits(nil, byte(last), n)
				if err != nil {
					t.Fatal(err)
				}
				if same, _ := d.SumBits(nil, byte(last)|0xff>>n, n); !bytes.Equal(got, same) {
					t.Errorf("%s: bits of %#02x beyond %d count", name, last, n)
				}
				seen[string(got)] = true
			}
		}
		if len(seen) != 1<<8-1 {
			t.Errorf("%s: %d digests of messages of up to 7 bits, want 255", name, len(seen))
		}
		for _, n := range []int{-1, 8, 1 << 20} {
			var bits kupyna.BitsError
			if b, err := d.SumBits(nil, 0, n); b != nil || !errors.As(err, &bits) || bits.Bits != n {
				t.Errorf("%s: %d bits: %x, %v", name, n, b, err)
			}
		}
	}
}

func TestZeroDigestPanics(t *testing.T) {
	for name, call := range map[string]func(d *kupyna.Digest){
		"Write":           func(d *kupyna.Digest) { d.Write(nil) },
		"Sum":             func(d *kupyna.Digest) { d.Sum(nil) },
		"SumBits":         func(d *kupyna.Digest) { d.SumBits(nil, 0, 1) },
		"Reset":           func(d *kupyna.Digest) { d.Reset() },
		"Size":            func(d *kupyna.Digest) { d.Size() },
		"BlockSize":       func(d *kupyna.Digest) { d.BlockSize() },
		"Clone":           func(d *kupyna.Digest) { d.Clone() },
		"MarshalBinary":   func(d *kupyna.Digest) { d.MarshalBinary() },
		"AppendBinary":    func(d *kupyna.Digest) { d.AppendBinary(nil) },
		"UnmarshalBinary": func(d *kupyna.Digest) { d.UnmarshalBinary(nil) },
	} {
		func() {
			defer func() {
				if got, _ := recover().(string); !strings.Contains(got, "no constructor") {
					t.Errorf("%s of the zero Digest: panic %q", name, got)
				}
			}()
			call(new(kupyna.Digest))
		}()
	}
}
