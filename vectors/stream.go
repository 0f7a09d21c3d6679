package vectors

// CheckStream holds a stream cipher, which encrypts and decrypts with the one function,
// against one case of the file. It returns how many texts were judged, one in each
// direction, and none for an operation that is not about a keystream.
func (f File) CheckStream(c Case, xor func(key, iv, data []byte) ([]byte, error)) (judged int, err error) {
	if f.Operation != OpKeystream {
		return 0, nil
	}
	got, err := xor(c.Key, c.IV, c.Plaintext)
	if err := f.equal(c, "encrypt", got, c.Ciphertext, err); err != nil {
		return 0, err
	}
	got, err = xor(c.Key, c.IV, c.Ciphertext)
	if err := f.equal(c, "decrypt", got, c.Plaintext, err); err != nil {
		return 1, err
	}
	return 2, nil
}
