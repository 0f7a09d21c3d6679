package vectors

// CheckStream holds a stream cipher, which encrypts and decrypts with the one function and
// whose sizes are in bytes, against one case of the file. It returns how many texts were judged, one in each
// direction, and none for an operation that is not about a keystream.
func (f File) CheckStream(c Case, keySize, ivSize int, xor func(key, iv, data []byte) ([]byte, error)) (judged int, err error) {
	switch f.Operation {
	case OpKeystream:
	case OpKeystreamAccumulated:
		got, err := Accumulate(c.Label, c.Count, func(in *Input) ([]byte, error) {
			key, iv := in.Next(keySize), in.Next(ivSize)
			return xor(key, iv, in.message())
		})
		return c.Count, f.equal(c, "ciphertexts", got, c.Digest, err)
	default:
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
