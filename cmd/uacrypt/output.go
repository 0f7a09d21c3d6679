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
	"slices"
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
//	defer discard(o)
//	... write to o ...
//	return commit(o)
//
// Without force the name is reserved by an empty file, created exclusively. The content
// goes to a temporary file beside it, which commit renames over the name. Of several
// outputs made and committed together all appear or none does.
type output struct {
	namedPath
	tempPath string
	temp     *os.File    // once made
	ours     os.FileInfo // what we have under the name: the reservation, later the content
}

// pending holds the outputs neither committed nor discarded, for a signal to discard.
var pending = struct {
	sync.Mutex
	outputs map[*output]bool
}{outputs: map[*output]bool{}}

// newOutput is newOutputs for one file.
func newOutput(out namedPath, force bool, in namedPath, keys ...namedPath) (*output, error) {
	outs, err := newOutputs([]namedPath{out}, force, in, keys...)
	if err != nil {
		return nil, err
	}
	return outs[0], nil
}

// newOutputs checks that the files are different ones which may be written (see
// checkDistinct, checkReplaceable), and reserves the names of all of them or of none.
func newOutputs(paths []namedPath, force bool, in namedPath, keys ...namedPath) ([]*output, error) {
	for i, path := range paths {
		if err := checkDistinct(path, slices.Concat(keys, paths[:i])); err != nil {
			return nil, err
		}
	}
	for _, path := range paths {
		if err := checkReplaceable(path, force, in); err != nil {
			return nil, err
		}
	}
	var suffix [8]byte
	rand.Read(suffix[:])
	outs := make([]*output, len(paths))
	for i, path := range paths {
		outs[i] = &output{namedPath: path, tempPath: fmt.Sprintf("%s.uacrypt-tmp-%x", path.path, suffix)}
	}
	pending.Lock()
	defer pending.Unlock()
	for i, o := range outs {
		err := o.checkApart(outs[:i])
		if err == nil {
			err = o.reserve(force)
		}
		if err != nil {
			for _, o := range outs {
				o.remove()
			}
			return nil, err
		}
	}
	for _, o := range outs {
		pending.outputs[o] = true
	}
	return outs, nil
}

// checkApart refuses a name that only the file system knows to be that of an earlier
// output, because of a link to its directory or because case does not count. Their
// temporary files exist, and would tell by their common suffix.
func (o *output) checkApart(earlier []*output) error {
	for _, e := range earlier {
		if samePath(o.tempPath, e.tempPath) {
			return errSame(o.namedPath, e.namedPath)
		}
	}
	return nil
}

func (o *output) reserve(force bool) error {
	if !force {
		f, err := os.OpenFile(o.path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			return errExists(o.path) // since checkReplaceable looked
		}
		if err != nil {
			return o.unusable(err)
		}
		o.ours, err = f.Stat()
		f.Close()
		if err != nil {
			return o.unusable(err)
		}
	}
	temp, err := os.OpenFile(o.tempPath, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return o.unusable(err)
	}
	o.temp = temp
	return nil
}

func (o *output) unusable(err error) error { return unusable("%s: %v", o.path, reason(err)) }

// Write appends to the content.
func (o *output) Write(p []byte) (int, error) {
	n, err := o.temp.Write(p)
	if err != nil {
		return n, o.unusable(err)
	}
	return n, nil
}

// commit makes the contents of outputs durable and gives them their names, the last one's
// last. If it fails, discard removes those that have theirs already.
func commit(outs ...*output) error {
	contents := make([]os.FileInfo, len(outs))
	for i, o := range outs {
		content, err := o.finish()
		if err != nil {
			return o.unusable(err)
		}
		contents[i] = content
	}
	pending.Lock()
	defer pending.Unlock()
	for i, o := range outs {
		if err := os.Rename(o.tempPath, o.path); err != nil {
			return o.unusable(err)
		}
		o.ours = contents[i]
	}
	for _, o := range outs {
		delete(pending.outputs, o)
	}
	return nil
}

// deliver writes the content of each output and commits them.
func deliver(outs []*output, contents ...[]byte) error {
	for i, o := range outs {
		if _, err := o.Write(contents[i]); err != nil {
			return err
		}
	}
	return commit(outs...)
}

// finish makes the content durable in the temporary file.
func (o *output) finish() (content os.FileInfo, err error) {
	content, err = o.temp.Stat()
	if e := o.temp.Sync(); err == nil {
		err = e
	}
	if e := o.temp.Close(); err == nil {
		err = e
	}
	return content, err
}

// discard removes the temporary files and the reservations of outputs that were not
// committed.
func discard(outs ...*output) {
	pending.Lock()
	defer pending.Unlock()
	for _, o := range outs {
		if pending.outputs[o] {
			delete(pending.outputs, o)
			o.remove()
		}
	}
}

func (o *output) remove() {
	if o.temp != nil {
		o.temp.Close()
		os.Remove(o.tempPath)
	}
	if o.ours == nil {
		return
	}
	// Another program may have put its own file there.
	if now, err := os.Lstat(o.path); err == nil && os.SameFile(now, o.ours) {
		os.Remove(o.path)
	}
}

// checkDistinct refuses an output that is one of the command's keys or other outputs.
func checkDistinct(out namedPath, others []namedPath) error {
	for _, other := range others {
		if samePath(out.path, other.path) {
			return errSame(out, other)
		}
	}
	return nil
}

func errSame(out, other namedPath) error {
	return misuse("%s and %s are the same file, %s", out.flag, other.flag, out.path)
}

// checkReplaceable refuses an output that exists unless force is given, or that must not be
// replaced even then.
func checkReplaceable(out namedPath, force bool, in namedPath) error {
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
