package vectors

import "bytes"

// CheckDigest holds a hash function against one case of the file, and returns how many
// digests were judged, none for an operation that is not about them. The function takes the
// length in bits of the message, which begins at the most significant bit of each byte; a
// message that ends within a byte is judged twice, with the unused bits zero and one, for
// they do not matter.
func (f File) CheckDigest(c Case, sum func(message []byte, bits int) ([]byte, error)) (judged int, err error) {
	switch f.Operation {
	case OpDigest:
	case OpDigestAccumulated:
		got, err := Accumulate(c.Label, c.Count, func(in *Input) ([]byte, error) {
			m := in.message()
			return sum(m, 8*len(m))
		})
		return c.Count, f.equal(c, "digests", got, c.Digest, err)
	default:
		return 0, nil
	}
	messages := [][]byte{c.Message}
	if used := c.Bits() % 8; used != 0 {
		m := bytes.Clone(c.Message)
		m[len(m)-1] |= 0xff >> used
		messages = append(messages, m)
	}
	for _, m := range messages {
		got, err := sum(m, c.Bits())
		if err := f.equal(c, "digest", got, c.Digest, err); err != nil {
			return judged, err
		}
		judged++
	}
	return judged, nil
}
