package main

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// A namedPath is the value of a flag that names a file.
type namedPath struct{ flag, path string }

// keyFilePrefixes begin, with a colon, the files that hold typed keys. No command that
// writes data replaces one.
var keyFilePrefixes = []string{
	"UACRYPT-SECRET-SYMMETRIC",
	"UACRYPT-SECRET-SIGN163",
	"uacrypt-sign163-public",
	"UACRYPT-SECRET-SIGN257",
	"uacrypt-sign257-public",
	"UACRYPT-SECRET-BOX256",
	"uacrypt-box256-public",
	"UACRYPT-SECRET-BOX512",
	"uacrypt-box512-public",
}

// An output is a file in the making: it appears under its name whole or not at all.
//
//	o, err := newOutput(out, force, in, key)
//	...
//	defer o.discard()
//	... write to o ...
//	return o.commit()
//
// Without force the name is reserved by an empty file, created exclusively. The content
// goes to a temporary file beside it, which commit renames over the name.
type output struct {
	path        string
	temp        *os.File
	reservation os.FileInfo // nil if forced
}

// pending holds the outputs neither committed nor discarded, for a signal to discard.
var pending = struct {
	sync.Mutex
	outputs map[*output]bool
}{outputs: map[*output]bool{}}

// newOutput checks that the file may be written (see checkOutput) and reserves its name.
func newOutput(out namedPath, force bool, in namedPath, keys ...namedPath) (*output, error) {
	if err := checkOutput(out, force, in, keys); err != nil {
		return nil, err
	}
	o := &output{path: out.path}
	pending.Lock()
	defer pending.Unlock()
	if err := o.reserve(force); err != nil {
		o.remove()
		return nil, err
	}
	pending.outputs[o] = true
	return o, nil
}

func (o *output) reserve(force bool) error {
	if !force {
		f, err := os.OpenFile(o.path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			return errExists(o.path) // since checkOutput looked
		}
		if err != nil {
			return unusable("%s: %v", o.path, reason(err))
		}
		o.reservation, err = f.Stat()
		f.Close()
		if err != nil {
			return unusable("%s: %v", o.path, reason(err))
		}
	}
	var suffix [8]byte
	rand.Read(suffix[:])
	var err error
	o.temp, err = os.OpenFile(fmt.Sprintf("%s.uacrypt-tmp-%x", o.path, suffix), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return unusable("%s: %v", o.path, reason(err))
	}
	return nil
}

// Write appends to the content.
func (o *output) Write(p []byte) (int, error) {
	n, err := o.temp.Write(p)
	if err != nil {
		return n, unusable("%s: %v", o.path, reason(err))
	}
	return n, nil
}

// commit makes the content durable and gives it its name.
func (o *output) commit() error {
	err := o.temp.Sync()
	if e := o.temp.Close(); err == nil {
		err = e
	}
	if err != nil {
		return unusable("%s: %v", o.path, reason(err))
	}
	pending.Lock()
	defer pending.Unlock()
	if err := os.Rename(o.temp.Name(), o.path); err != nil {
		return unusable("%s: %v", o.path, reason(err))
	}
	delete(pending.outputs, o)
	return nil
}

// discard removes the temporary file and the reservation of an output that was not
// committed.
func (o *output) discard() {
	pending.Lock()
	defer pending.Unlock()
	if pending.outputs[o] {
		delete(pending.outputs, o)
		o.remove()
	}
}

func (o *output) remove() {
	if o.temp != nil {
		o.temp.Close()
		os.Remove(o.temp.Name())
	}
	if o.reservation == nil {
		return
	}
	// Another program may have put its own file there.
	if now, err := os.Lstat(o.path); err == nil && os.SameFile(now, o.reservation) {
		os.Remove(o.path)
	}
}

// checkOutput refuses an output that is one of the command's keys, that exists unless
// force is given, or that must not be replaced even then.
func checkOutput(out namedPath, force bool, in namedPath, keys []namedPath) error {
	for _, key := range keys {
		if samePath(out.path, key.path) {
			return misuse("%s and %s are the same file, %s", out.flag, key.flag, out.path)
		}
	}
	info, err := os.Lstat(out.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return unusable("%s: %v", out.path, reason(err))
	case info.IsDir():
		return unusable("%s: is a directory", out.path)
	case !force && samePath(out.path, in.path):
		return unusable("%s: is the %s file itself; --force replaces it", out.path, in.flag)
	case !force:
		return errExists(out.path)
	case info.Mode()&fs.ModeSymlink != 0:
		return nil // the link is replaced, its target is not touched
	case !info.Mode().IsRegular():
		return unusable("%s: is not a regular file", out.path)
	}
	return checkNotKeyFile(out.path)
}

func errExists(path string) error {
	return unusable("%s: already exists; --force replaces it", path)
}

func checkNotKeyFile(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return unusable("%s: cannot be checked for a key before it is replaced: %v", path, reason(err))
	}
	defer f.Close()
	start := make([]byte, len("UACRYPT-SECRET-SYMMETRIC:"))
	n, err := io.ReadFull(f, start)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return unusable("%s: cannot be checked for a key before it is replaced: %v", path, reason(err))
	}
	for _, prefix := range keyFilePrefixes {
		if bytes.HasPrefix(start[:n], []byte(prefix+":")) {
			return unusable("%s: is a key file, which is never replaced", path)
		}
	}
	return nil
}

// samePath reports whether two paths are equal once absolute, or name one file once
// links are resolved.
func samePath(a, b string) bool {
	absA, errA := filepath.Abs(a)
	absB, errB := filepath.Abs(b)
	if errA == nil && errB == nil && absA == absB {
		return true
	}
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}
