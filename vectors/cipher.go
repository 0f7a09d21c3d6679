package vectors

// A CipherFunc is one direction of a mode of operation on a whole message. width is that
// of the feedback, zero for a mode that has none.
type CipherFunc func(key, iv []byte, width int, message []byte) ([]byte, error)

type messageCipher interface {
	Encrypt(iv []byte, pieces ...[]byte) ([]byte, error)
	Decrypt(iv []byte, pieces ...[]byte) ([]byte, error)
}

// Mode returns the two directions of an implementation, given its constructor.
func Mode[M messageCipher](newMode func(key []byte, width int) (M, error)) (encrypt, decrypt CipherFunc) {
	direction := func(call func(m messageCipher, iv []byte, pieces ...[]byte) ([]byte, error)) CipherFunc {
		return func(key, iv []byte, width int, message []byte) ([]byte, error) {
			m, err := newMode(key, width)
			if err != nil {
				return nil, err
			}
			return call(m, iv, message)
		}
	}
	return direction(messageCipher.Encrypt), direction(messageCipher.Decrypt)
}

// CheckCipher holds both directions of a mode of operation against one case of the file,
// and returns how many texts were judged, none for an operation that is not about them.
func (f File) CheckCipher(c Case, encrypt, decrypt CipherFunc) (judged int, err error) {
	if f.Operation != OpCipher {
		return 0, nil
	}
	got, err := encrypt(c.Key, c.IV, c.Width, c.Plaintext)
	if err := f.equal(c, "encrypt", got, c.Ciphertext, err); err != nil {
		return 0, err
	}
	got, err = decrypt(c.Key, c.IV, c.Width, c.Ciphertext)
	if err := f.equal(c, "decrypt", got, c.Plaintext, err); err != nil {
		return 1, err
	}
	return 2, nil
}
