package vectors

// CheckKDF holds a key derivation against one case of the file, and returns how many
// subkeys were judged, none for an operation that is not about them.
func (f File) CheckKDF(c Case, key func(master, context []byte, id uint64) ([]byte, error)) (judged int, err error) {
	if f.Operation != OpKDF {
		return 0, nil
	}
	got, err := key(c.Key, c.Context, *c.SubkeyID)
	if err := f.equal(c, "subkey", got, c.Subkey, err); err != nil {
		return 0, err
	}
	return 1, nil
}
