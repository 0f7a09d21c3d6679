package vectors

import (
	"crypto/sha256"
	"strconv"
)

// Accumulate returns the SHA-256 digest over the outputs of count runs, in order. The runs
// take their input one after the other from one stream of bytes:
//
//	SHA-256(label || "0") || SHA-256(label || "1") || ..., the numbers in decimal.
//
// A run of OpBlockAccumulated takes a key and then a block; run i, counted from zero, of
// OpDigestAccumulated a message of i mod 400 bytes, and of OpKeystreamAccumulated a key, an
// IV and a plaintext of i mod 400 bytes.
func Accumulate(label string, count int, run func(in *Input) ([]byte, error)) ([]byte, error) {
	in := &Input{label: label}
	sum := sha256.New()
	for range count {
		out, err := run(in)
		if err != nil {
			return nil, err
		}
		sum.Write(out)
		in.run++
	}
	return sum.Sum(nil), nil
}

// An Input is the stream from which the runs of an accumulated vector take their input.
type Input struct {
	label string
	n     int // hashed so far
	rest  []byte
	run   int
}

// Next returns the next bytes of the stream.
func (in *Input) Next(size int) []byte {
	for len(in.rest) < size {
		h := sha256.Sum256(strconv.AppendInt([]byte(in.label), int64(in.n), 10))
		in.rest = append(in.rest, h[:]...)
		in.n++
	}
	out := in.rest[:size:size]
	in.rest = in.rest[size:]
	return out
}

// message returns the message of the present run.
func (in *Input) message() []byte { return in.Next(in.run % 400) }
