package gate_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zvirka/zvirka/internal/gate"
)

// tree makes a small module and returns its root.
func tree(t *testing.T) string {
	t.Helper()
	t.Setenv(gate.KeyVariable, "")
	root := t.TempDir()
	write(t, root, "go.mod", "module m\n")
	write(t, root, "impl/x.go", "package impl\n")
	return root
}

func write(t *testing.T, root, name, text string) {
	t.Helper()
	path := filepath.Join(root, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// stamp writes a good stamp.
func stamp(t *testing.T, root, arch, profile string) {
	t.Helper()
	hash, err := gate.TreeHash(root)
	if err != nil {
		t.Fatal(err)
	}
	if err := gate.Write(root, gate.Stamp{Tree: hash, Arch: arch, Profile: profile, Go: "go", Cases: 7}); err != nil {
		t.Fatal(err)
	}
}

// refused demands that Require fails and says so in these words.
func refused(t *testing.T, root string, words ...string) {
	t.Helper()
	err := gate.Require(root, "default", "amd64", "arm64")
	if err == nil {
		t.Fatalf("the gate is open; want %q", words)
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("error %q does not say %q", err, w)
		}
	}
}

func TestBothStampsOpen(t *testing.T) {
	root := tree(t)
	refused(t, root, "amd64, default: no stamp; run: make equiv ARCH=amd64 PROFILE=default", "make equiv ARCH=arm64 PROFILE=default")
	stamp(t, root, "amd64", "default")
	refused(t, root, "arm64, default: no stamp; run: make equiv ARCH=arm64 PROFILE=default")
	stamp(t, root, "arm64", "purego")
	refused(t, root, "arm64, default: no stamp")
	stamp(t, root, "arm64", "default")
	if err := gate.Require(root, "default", "amd64", "arm64"); err != nil {
		t.Error(err)
	}
	if err := gate.Remove(root, "arm64", "default"); err != nil {
		t.Error(err)
	}
	refused(t, root, "arm64, default: no stamp")
}

func TestStaleStamps(t *testing.T) {
	for what, change := range map[string]func(t *testing.T, root string){
		"a changed file": func(t *testing.T, root string) { write(t, root, "impl/x.go", "package impl // changed\n") },
		"a new file":     func(t *testing.T, root string) { write(t, root, "impl/y.s", "") },
		"a vector":       func(t *testing.T, root string) { write(t, root, "vectors/dstu/v.json", "{}") },
		"a renamed file": func(t *testing.T, root string) {
			if err := os.Rename(filepath.Join(root, "impl/x.go"), filepath.Join(root, "impl/z.go")); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(what, func(t *testing.T) {
			root := tree(t)
			stamp(t, root, "amd64", "default")
			stamp(t, root, "arm64", "default")
			change(t, root)
			refused(t, root, "another source tree")
		})
	}
	t.Run("prose is not source", func(t *testing.T) {
		root := tree(t)
		stamp(t, root, "amd64", "default")
		stamp(t, root, "arm64", "default")
		write(t, root, "docs/README.md", "words")
		if err := gate.Require(root, "default", "amd64", "arm64"); err != nil {
			t.Error(err)
		}
	})
}

func TestForgedStamps(t *testing.T) {
	edit := func(t *testing.T, root, old, new string) {
		name := filepath.Join(root, gate.Folder, "arm64-default.json")
		data, err := os.ReadFile(name)
		if err != nil || !strings.Contains(string(data), old) {
			t.Fatalf("%q not in the stamp (%v)", old, err)
		}
		write(t, root, gate.Folder+"/arm64-default.json", strings.Replace(string(data), old, new, 1))
	}
	for what, forge := range map[string]func(t *testing.T, root string) string{
		"edited": func(t *testing.T, root string) string {
			edit(t, root, `"cases": 7`, `"cases": 700`)
			return "seal is wrong"
		},
		"without a seal": func(t *testing.T, root string) string {
			edit(t, root, `"seal": "`, `"seal": "", "x": "`)
			return "seal is wrong"
		},
		"another architecture's, renamed": func(t *testing.T, root string) string {
			dir := filepath.Join(root, gate.Folder)
			data, err := os.ReadFile(filepath.Join(dir, "amd64-default.json"))
			if err != nil {
				t.Fatal(err)
			}
			write(t, root, gate.Folder+"/arm64-default.json", string(data))
			return "the stamp is for amd64"
		},
		"another machine's": func(t *testing.T, root string) string {
			t.Setenv(gate.KeyVariable, "a key of another machine")
			stamp(t, root, "arm64", "default")
			t.Setenv(gate.KeyVariable, "")
			return "seal is wrong"
		},
		"of a run that compared nothing": func(t *testing.T, root string) string {
			hash, err := gate.TreeHash(root)
			if err != nil {
				t.Fatal(err)
			}
			if err := gate.Write(root, gate.Stamp{Tree: hash, Arch: "arm64", Profile: "default"}); err != nil {
				t.Fatal(err)
			}
			return "compared nothing"
		},
		"not JSON": func(t *testing.T, root string) string {
			write(t, root, gate.Folder+"/arm64-default.json", "green")
			return "not readable"
		},
		"under a damaged key": func(t *testing.T, root string) string {
			write(t, root, gate.Folder+"/key", "short")
			return "is damaged"
		},
		"under a short common key": func(t *testing.T, root string) string {
			t.Setenv(gate.KeyVariable, "short")
			return "fewer than 16 characters"
		},
	} {
		t.Run(what, func(t *testing.T) {
			root := tree(t)
			stamp(t, root, "amd64", "default")
			stamp(t, root, "arm64", "default")
			refused(t, root, forge(t, root))
		})
	}
}
