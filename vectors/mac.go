package vectors

// CheckMAC holds a message authentication code against one case of the file, and returns
// how many tags were judged, none for an operation that is not about them.
func (f File) CheckMAC(c Case, sum func(key, message []byte) ([]byte, error)) (judged int, err error) {
	if f.Operation != OpMAC {
		return 0, nil
	}
	got, err := sum(c.Key, c.Message)
	if err := f.equal(c, "tag", got, c.Tag, err); err != nil {
		return 0, err
	}
	return 1, nil
}
