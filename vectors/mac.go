package vectors

import (
	"errors"
	"hash"
)

// A MACFunc computes a tag of tagSize bytes of the first bits of a message.
type MACFunc func(key, message []byte, bits, tagSize int) ([]byte, error)

// MAC returns the function of an implementation whose tags have one size and whose
// messages are whole bytes, given its constructor.
func MAC[H hash.Hash](newMAC func(key []byte) (H, error)) MACFunc {
	return func(key, message []byte, bits, tagSize int) ([]byte, error) {
		m, err := newMAC(key)
		if err != nil {
			return nil, err
		}
		if m.Size() != tagSize || bits%8 != 0 {
			return nil, errors.New("no such tag")
		}
		m.Write(message)
		return m.Sum(nil), nil
	}
}

type tagger interface {
	Write(p []byte) (int, error)
	Tag() ([]byte, error)
	TagBits(last byte, n int) ([]byte, error)
}

// Tag returns the function of an implementation with tags of several sizes, given its
// constructor.
func Tag[T tagger](newMAC func(key []byte, tagSize int) (T, error)) MACFunc {
	return func(key, message []byte, bits, tagSize int) ([]byte, error) {
		m, err := newMAC(key, tagSize)
		if err != nil {
			return nil, err
		}
		if _, err := m.Write(message[:bits/8]); err != nil {
			return nil, err
		}
		if bits%8 != 0 {
			return m.TagBits(message[bits/8], bits%8)
		}
		return m.Tag()
	}
}

// CheckMAC holds a message authentication code against one case of the file, and returns
// how many tags were judged, none for an operation that is not about them. The function
// takes the length of the message in bits and that of the tag in bytes.
func (f File) CheckMAC(c Case, sum MACFunc) (judged int, err error) {
	if f.Operation != OpMAC {
		return 0, nil
	}
	got, err := sum(c.Key, c.Message, c.Bits(), len(c.Tag))
	if err := f.equal(c, "tag", got, c.Tag, err); err != nil {
		return 0, err
	}
	return 1, nil
}
