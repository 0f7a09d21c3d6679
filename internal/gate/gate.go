// Package gate keeps benchmarks from measuring code that nobody has compared. The
// equivalence suites leave a stamp for each architecture and profile, bound to the source
// tree's hash and sealed; a benchmark asks for the stamps of exactly its tree.
//
// The seal is a MAC under a key that the machine makes for itself, or that
// ZVIRKA_GATE_KEY names where several machines work together, as in CI. It keeps out
// stamps that are edited, copied from elsewhere or written by hand. It is no defence
// against the owner of the machine.
package gate

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// KeyVariable is the environment variable with the seal's key, at least 16 characters.
const KeyVariable = "ZVIRKA_GATE_KEY"

// Folder is where the stamps lie, below the module's root.
const Folder = ".stamps"

// A Stamp says that the equivalence suites passed.
type Stamp struct {
	Tree    string `json:"tree"` // TreeHash of the source
	Arch    string `json:"arch"`
	Profile string `json:"profile"`
	Go      string `json:"go"`    // the toolchain
	Cases   int    `json:"cases"` // what the suites compared
	Made    string `json:"made"`  // RFC 3339
	Seal    string `json:"seal"`
}

// Root returns the folder of go.mod, looking upwards from the working directory.
func Root() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", errors.New("gate: no go.mod in this folder or above it")
		}
		dir = up
	}
}

// TreeHash returns the SHA-256 hash over the names and contents of all files below root
// from which a program or a test is made. Prose (.md) and folders that begin with a dot
// are left out, and so is bin/, which is made from the rest.
func TreeHash(root string) (string, error) {
	h := sha256.New()
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		switch {
		case err != nil:
			return err
		case d.IsDir() && (rel == "bin" || rel != "." && strings.HasPrefix(d.Name(), ".")):
			return filepath.SkipDir
		case d.IsDir() || strings.HasSuffix(rel, ".md") || strings.HasPrefix(d.Name(), "."):
			return nil
		}
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		content := sha256.New()
		if _, err := io.Copy(content, f); err != nil {
			return err
		}
		fmt.Fprintf(h, "%s %x\n", filepath.ToSlash(rel), content.Sum(nil))
		return nil
	})
	return hex.EncodeToString(h.Sum(nil)), err
}

// Write seals a stamp and stores it under root. Made and Seal are filled in.
func Write(root string, s Stamp) error {
	key, err := sealKey(root)
	if err != nil {
		return err
	}
	s.Made = time.Now().UTC().Format(time.RFC3339)
	s.Seal = s.mac(key)
	data, err := json.MarshalIndent(s, "", " ")
	if err != nil {
		return err
	}
	return replace(file(root, s.Arch, s.Profile), append(data, '\n'), 0o644)
}

// Remove deletes the stamp for an architecture and a profile, if there is one.
func Remove(root, arch, profile string) error {
	err := os.Remove(file(root, arch, profile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Require returns nil if there is a good stamp of this very tree for the profile on each
// of the architectures. The error names every stamp that is missing or refused, why, and
// the command that makes it.
func Require(root, profile string, archs ...string) error {
	tree, err := TreeHash(root)
	if err != nil {
		return err
	}
	var errs []error
	for _, arch := range archs {
		if err := check(root, tree, arch, profile); err != nil {
			errs = append(errs, fmt.Errorf("gate: %s, %s: %w; run: make equiv ARCH=%s PROFILE=%s", arch, profile, err, arch, profile))
		}
	}
	return errors.Join(errs...)
}

func check(root, tree, arch, profile string) error {
	data, err := os.ReadFile(file(root, arch, profile))
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("no stamp")
	}
	if err != nil {
		return err
	}
	var s Stamp
	if err := json.Unmarshal(data, &s); err != nil {
		return fmt.Errorf("the stamp is not readable: %w", err)
	}
	key, err := sealKey(root)
	switch {
	case err != nil:
		return err
	case !hmac.Equal([]byte(s.Seal), []byte(s.mac(key))):
		return errors.New("the stamp's seal is wrong")
	case s.Arch != arch || s.Profile != profile:
		return fmt.Errorf("the stamp is for %s, %s", s.Arch, s.Profile)
	case s.Tree != tree:
		return errors.New("the stamp is of another source tree")
	case s.Cases == 0:
		return errors.New("the stamp's run compared nothing")
	}
	return nil
}

// mac returns the seal of everything in the stamp but the seal.
func (s Stamp) mac(key []byte) string {
	s.Seal = ""
	data, err := json.Marshal(s)
	if err != nil {
		panic(err) // strings and a number
	}
	m := hmac.New(sha256.New, key)
	m.Write(data)
	return hex.EncodeToString(m.Sum(nil))
}

func file(root, arch, profile string) string {
	return filepath.Join(root, Folder, arch+"-"+profile+".json")
}

// sealKey returns the key of the seal, making one for this machine if it has none.
func sealKey(root string) ([]byte, error) {
	if key := os.Getenv(KeyVariable); key != "" {
		if len(key) < 16 {
			return nil, fmt.Errorf("gate: %s has fewer than 16 characters", KeyVariable)
		}
		return []byte(key), nil
	}
	name := filepath.Join(root, Folder, "key")
	key, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		key = make([]byte, 32)
		rand.Read(key)
		err = replace(name, key, 0o600)
	}
	if err == nil && len(key) != 32 {
		err = fmt.Errorf("gate: %s is damaged; remove it", name)
	}
	return key, err
}

// replace writes a file so that it is there whole or not at all.
func replace(name string, data []byte, mode fs.FileMode) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Chmod(mode), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
