package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// sparseFile makes a file of zeros that takes no room.
func sparseFile(t *testing.T, path string, size int64) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Truncate(size); err != nil {
		t.Fatal(err)
	}
}

// allocated returns how many bytes f allocates, freed or not.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// The memory that a command takes does not depend on the size of the input.
func TestConstantMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("hashes 256 MiB")
	}
	t.Chdir(t.TempDir())
	sparseFile(t, "zeros-32", 32)
	for _, c := range []struct {
		size int64
		args []string
	}{
		{256 * mebibyte, []string{"hash", "--in", "input"}},
		{16 * mebibyte, []string{"kupyna-digest", "--variant", "512", "--in", "input", "--out", "digest"}},
		{8 * mebibyte, []string{"kalyna-cmac", "compute", "--variant", "128-256", "--key", "zeros-32", "--in", "input", "--out", "tag"}},
		{8 * mebibyte, []string{"kalyna-gmac", "compute", "--variant", "128-256", "--key", "zeros-32", "--in", "input", "--out", "tag", "--force"}},
		{32 * mebibyte, []string{"strumok-crypt", "--variant", "256", "--key", "zeros-32", "--iv", "zeros-32", "--in", "input", "--out", "input", "--force"}},
	} {
		sparseFile(t, "input", c.size)
		bytes := allocated(func() {
			if status := run(c.args, io.Discard, io.Discard); status != statusOK {
				t.Errorf("%s: status %d", c.args[0], status)
			}
		})
		if bytes > mebibyte {
			t.Errorf("%s: %d bytes allocated", c.args[0], bytes)
		}
	}
}

// A command that holds its input in memory has room for that and for the result, and takes
// no more for any number of iterations.
func TestWholeMemory(t *testing.T) {
	const size = 4 * mebibyte
	t.Chdir(t.TempDir())
	sparseFile(t, "zeros-16", 16)
	sparseFile(t, "zeros-32", 32)
	sparseFile(t, "input", size)
	key := []string{"--variant", "128-256", "--key", "zeros-32", "--iterations", "4", "--force"}
	for _, args := range [][]string{
		{"kalyna-gcm", "encrypt", "--nonce", "nonce", "--in", "input", "--out", "sealed", "--tag", "tag"},
		{"kalyna-gcm", "decrypt", "--nonce", "nonce", "--in", "sealed", "--out", "opened", "--tag", "tag"},
		{"kalyna-xts", "encrypt", "--tweak", "zeros-16", "--in", "input", "--out", "sector"},
		{"kalyna-xts", "decrypt", "--tweak", "zeros-16", "--in", "sector", "--out", "opened"},
	} {
		bytes := allocated(func() {
			if status := run(append(args, key...), io.Discard, io.Discard); status != statusOK {
				t.Errorf("%s: status %d", args[:2], status)
			}
		})
		if bytes > 2*size+mebibyte {
			t.Errorf("%s: %d bytes allocated", args[:2], bytes)
		}
	}
}

// Of an input's and an output's errors each is reported as its own.
func TestUnreadable(t *testing.T) {
	_, missing := os.Open(filepath.Join(t.TempDir(), "missing"))
	for _, c := range []struct {
		err  error
		want string
	}{
		{missing, "in: " + reason(missing).Error()},
		{errors.New("torn"), "in: torn"},
		{unusable("out: full"), "out: full"},
	} {
		if err := unreadable("in", c.err); err.Error() != c.want || exitStatus(err) != statusUnusable {
			t.Errorf("%v: %v, status %d", c.err, err, exitStatus(err))
		}
	}
}
