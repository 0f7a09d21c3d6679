package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
)

// A sizeRange is how long a file may be: from min to max units.
type sizeRange struct {
	min, max int
	unit     int // bytes
}

func exactly(size int) sizeRange       { return sizeRange{size, size, 1} }
func bytesFrom(min, max int) sizeRange { return sizeRange{min, max, 1} }

// unlimited is the max of a file of any length, which memory limits.
const unlimited = math.MaxInt / 2

func (r sizeRange) has(size int) bool {
	return size%r.unit == 0 && size/r.unit >= r.min && size/r.unit <= r.max
}

func (r sizeRange) String() string {
	switch {
	case r.unit > 1:
		return fmt.Sprintf("%d to %d blocks of %d", r.min, r.max, r.unit)
	case r.min == r.max:
		return strconv.Itoa(r.min)
	case r.max == unlimited:
		return fmt.Sprintf("at least %d", r.min)
	}
	return fmt.Sprintf("%d to %d", r.min, r.max)
}

// A sizeError reports a file of a length out of range.
type sizeError struct {
	path string
	got  int64 // bytes; -1 if all that is known is that there are more
	want sizeRange
}

func (e sizeError) Error() string {
	if e.got < 0 {
		return fmt.Sprintf("%s: more than the %d bytes wanted", e.path, e.want.max*e.want.unit)
	}
	return fmt.Sprintf("%s: %d bytes, want %v", e.path, e.got, e.want)
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

// readWhole returns the content of a file of a length in range. A file of another length is a
// sizeError, which the caller makes a refused or an unusable file.
func readWhole(path string, size sizeRange) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	defer f.Close()
	limit := int64(size.max)*int64(size.unit) + 1
	// With so much room ReadFrom needs no more.
	content := bytes.NewBuffer(make([]byte, 0, int(min(limit, max(0, regularSize(f))))+bytes.MinRead))
	if _, err := content.ReadFrom(io.LimitReader(f, limit)); err != nil {
		return nil, unreadable(path, err)
	}
	got := int64(content.Len())
	if got == limit {
		return nil, sizeError{path, regularSize(f), size}
	}
	if !size.has(content.Len()) {
		return nil, sizeError{path, got, size}
	}
	return content.Bytes(), nil
}

// readKey returns the content of a raw key file of size bytes.
func readKey(path string, size int, algorithm string) ([]byte, error) {
	return readParameter(path, size, "a key of "+algorithm)
}

// readIV returns the content of a file of size bytes, an initialisation vector.
func readIV(path string, size int, algorithm string) ([]byte, error) {
	return readParameter(path, size, "an IV of "+algorithm)
}

// readParameter returns the content of a file of size bytes, without which nothing can be
// examined.
func readParameter(path string, size int, purpose string) ([]byte, error) {
	parameter, err := readWhole(path, exactly(size))
	if e := (sizeError{}); errors.As(err, &e) {
		return nil, unusable("%v for %s", e, purpose)
	}
	return parameter, err
}

// readInput returns the content of a file that a command examines, of a length in range.
func readInput(path string, size sizeRange, purpose string) ([]byte, error) {
	input, err := readWhole(path, size)
	if e := (sizeError{}); errors.As(err, &e) {
		return nil, refused("%v for %s", e, purpose)
	}
	return input, err
}

// readBlock returns the content of an input file of size bytes, one block.
func readBlock(path string, size int, algorithm string) ([]byte, error) {
	return readInput(path, exactly(size), "a block of "+algorithm)
}
