// Command linked measures what each build profile costs in a linked program: it builds a
// program around each constructor, and one around none, and compares their sections.
//
//	go run ./internal/profile/linked
package main

import (
	"bytes"
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"text/tabwriter"

	"github.com/zvirka/zvirka/internal/gate"
)

// A probe is a program that uses one constructor and nothing else of this module.
type probe struct {
	name string // what the table calls it
	pkg  string // import path below impl/
	call string // with key, a []byte, at hand
}

var probes = []probe{
	{"kalyna.New", "kalyna", "use(kalyna.New(16, key))"},
	{"kalyna.NewConstantTime", "kalyna", "use(kalyna.NewConstantTime(16, key))"},
	{"kupyna.New", "kupyna", "h, _ := kupyna.New(len(key)); h.Write(key); key = h.Sum(key)"},
	{"kupyna.NewConstantTime", "kupyna", "h, _ := kupyna.NewConstantTime(len(key)); h.Write(key); key = h.Sum(key)"},
	{"strumok.New", "strumok", "s, _ := strumok.New(key, key); s.XORKeyStream(key, key)"},
	{"strumok.NewConstantTime", "strumok", "s, _ := strumok.NewConstantTime(key, key); s.XORKeyStream(key, key)"},
}

var profiles = []string{"default", "purego", "smalltables"}

// sizes are the bytes of a program's sections.
type sizes struct{ code, data int64 }

func main() {
	if err := report(); err != nil {
		fmt.Fprintln(os.Stderr, "linked:", err)
		os.Exit(1)
	}
}

func report() error {
	tw := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, "constructor\tprofile\tcode bytes\tdata bytes\t")
	for _, p := range probes {
		for _, profile := range profiles {
			s, err := measure(p, profile)
			if err != nil {
				return err
			}
			fmt.Fprintf(tw, "%s\t%s\t%d\t%d\t\n", p.name, profile, s.code, s.data)
		}
	}
	return tw.Flush()
}

// measure returns how much larger a linux/amd64 program gets by the probe's call. The
// program that it is compared with has the same standard packages in it.
func measure(p probe, profile string) (with sizes, err error) {
	with, err = build(p.pkg, p.call, profile)
	if err != nil {
		return sizes{}, err
	}
	without, err := build("", "", profile)
	return sizes{with.code - without.code, with.data - without.data}, err
}

// program is the source of a program that uses the package with import line %[1]s in
// statement %[2]s.
const program = `package main

import (
	"crypto/cipher"
	_ "encoding/binary"
	"fmt"
	_ "hash"
	"os"
	"sync"
	%[1]s
)

var once sync.Map

func use(b cipher.Block, err error) {
	once.LoadOrStore(fmt.Sprint(b), err)
	buffer := make([]byte, b.BlockSize())
	b.Encrypt(buffer, buffer)
	b.Decrypt(buffer, buffer)
}

func main() {
	key := []byte(os.Args[0])
	if len(key) == 0 {
		use(nil, nil)
	}
	%[2]s
	os.Stdout.Write(key)
}
`

// build links a program and returns its sizes.
func build(pkg, call, profile string) (s sizes, err error) {
	root, err := gate.Root()
	if err != nil {
		return s, err
	}
	dir, err := os.MkdirTemp("", "linked")
	if err != nil {
		return s, err
	}
	defer os.RemoveAll(dir)
	source, binary := filepath.Join(dir, "main.go"), filepath.Join(dir, "main")
	if pkg != "" {
		pkg = strconv.Quote("github.com/zvirka/zvirka/impl/" + pkg)
	}
	if err := os.WriteFile(source, fmt.Appendf(nil, program, pkg, call), 0o644); err != nil {
		return s, err
	}
	tags := profile
	if profile == "default" {
		tags = ""
	}
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-tags="+tags, "-o", binary, source)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil {
		return s, fmt.Errorf("go build: %w\n%s", err, stderr.String())
	}
	f, err := elf.Open(binary)
	if err != nil {
		return s, err
	}
	defer f.Close()
	for _, section := range f.Sections {
		switch section.Name {
		case ".text":
			s.code = int64(section.Size)
		case ".rodata", ".data", ".noptrdata":
			s.data += int64(section.Size)
		}
	}
	if s.code == 0 || s.data == 0 {
		return s, errors.New("the program has no code or no data")
	}
	return s, nil
}
