package main

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// A sizeError reports a file of another length than the only one possible.
type sizeError struct {
	path      string
	got, want int64 // bytes; got is -1 if all that is known is that there are more
}

func (e sizeError) Error() string {
	if e.got < 0 {
		return fmt.Sprintf("%s: more than the %d bytes wanted", e.path, e.want)
	}
	return fmt.Sprintf("%s: %d bytes, want %d", e.path, e.got, e.want)
}

// openInput opens a file for reading, or returns stdin for "-". The error is of package os.
func openInput(path inputPath) (*os.File, error) {
	if path == "-" {
		return os.Stdin, nil
	}
	return os.Open(string(path))
}

// inputName returns the name of an input for messages.
func inputName(path inputPath) string {
	if path == "-" {
		return "<stdin>"
	}
	return string(path)
}

// pieceSize is how many bytes of an input of any length are in memory at a time.
const pieceSize = 64 << 10

// copyPieces copies to dst all that is left of src, piece by piece.
func copyPieces(dst io.Writer, src io.Reader) error {
	// Without other methods neither can get around the buffer.
	_, err := io.CopyBuffer(struct{ io.Writer }{dst}, struct{ io.Reader }{src}, make([]byte, pieceSize))
	return err
}

// unreadable reports a named input that could not be opened or read. What is a failure
// already, of another file, remains it.
func unreadable(name string, err error) error {
	if f := (failure{}); errors.As(err, &f) {
		return f
	}
	return unusable("%s: %v", name, reason(err))
}

// regularSize returns the size of a regular file in bytes, and of any other -1.
func regularSize(f *os.File) int64 {
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		return info.Size()
	}
	return -1
}

// readExactly returns the content of a file that must have size bytes. A file of another
// length is a sizeError, which the caller makes a refused or an unusable file.
func readExactly(path string, size int) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, int64(size)+1))
	if err != nil {
		return nil, unreadable(path, err)
	}
	if len(data) > size {
		return nil, sizeError{path, regularSize(f), int64(size)}
	}
	if len(data) < size {
		return nil, sizeError{path, int64(len(data)), int64(size)}
	}
	return data, nil
}

// readKey returns the content of a raw key file of size bytes.
func readKey(path string, size int, algorithm string) ([]byte, error) {
	return readParameter(path, size, "a key of "+algorithm)
}

// readIV returns the content of a file of size bytes, an initialisation vector.
func readIV(path string, size int, algorithm string) ([]byte, error) {
	return readParameter(path, size, "an IV of "+algorithm)
}

func readParameter(path string, size int, purpose string) ([]byte, error) {
	parameter, err := readExactly(path, size)
	if e := (sizeError{}); errors.As(err, &e) {
		return nil, unusable("%v for %s", e, purpose)
	}
	return parameter, err
}

// readBlock returns the content of an input file of size bytes, one block.
func readBlock(path string, size int, algorithm string) ([]byte, error) {
	block, err := readExactly(path, size)
	if e := (sizeError{}); errors.As(err, &e) {
		return nil, refused("%v for a block of %s", e, algorithm)
	}
	return block, err
}
