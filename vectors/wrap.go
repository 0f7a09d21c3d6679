package vectors

// A WrapFunc is one direction of a key wrap. bits is the length of the payload, zero where
// the wrapped text is invalid and has none.
type WrapFunc func(key, text []byte, bits int) ([]byte, error)

type wrapper interface {
	Wrap(payload []byte) ([]byte, error)
	Unwrap(wrapped []byte) ([]byte, error)
	WrapPadded(payload []byte) ([]byte, error)
	UnwrapPadded(wrapped []byte) ([]byte, error)
	WrapBits(payload []byte, bits int) ([]byte, error)
	UnwrapBits(wrapped []byte, bits int) ([]byte, error)
}

// KeyWrap returns the two directions of an implementation with blocks of n bytes, given
// its constructor. The length of the payload decides which of its operations is called.
func KeyWrap[W wrapper](n int, newWrapper func(key []byte) (W, error)) (wrap, unwrap WrapFunc) {
	wrap = func(key, text []byte, bits int) ([]byte, error) {
		w, err := newWrapper(key)
		switch {
		case err != nil:
			return nil, err
		case bits%8 != 0:
			return w.WrapBits(text, bits)
		case bits%(8*n) != 0:
			return w.WrapPadded(text)
		}
		return w.Wrap(text)
	}
	unwrap = func(key, text []byte, bits int) ([]byte, error) {
		w, err := newWrapper(key)
		switch {
		case err != nil:
			return nil, err
		case bits%8 != 0:
			return w.UnwrapBits(text, bits)
		case bits%(8*n) != 0:
			return w.UnwrapPadded(text)
		}
		return w.Unwrap(text)
	}
	return wrap, unwrap
}

// CheckWrap holds both directions of a key wrap against one case of the file, and returns
// how many texts were judged, none for an operation that is not about them.
func (f File) CheckWrap(c Case, wrap, unwrap WrapFunc) (judged int, err error) {
	if f.Operation != OpWrap {
		return 0, nil
	}
	if c.Invalid != "" {
		got, err := unwrap(c.Key, c.Ciphertext, 0)
		return f.refused(c, "unwrap", got, err)
	}
	n := c.PayloadBits()
	got, err := wrap(c.Key, c.Plaintext, n)
	if err := f.equal(c, "wrap", got, c.Ciphertext, err); err != nil {
		return 0, err
	}
	got, err = unwrap(c.Key, c.Ciphertext, n)
	if err := f.equal(c, "unwrap", got, c.Plaintext, err); err != nil {
		return 1, err
	}
	return 2, nil
}
