package main

import (
	"bufio"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

//go:embed cryptopp.cpp
var program []byte

// A peer is the running program of cryptopp.cpp, where its protocol is described.
type peer struct {
	version string
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	dir     string
}

// startPeer compiles and starts the program, on the CPUs of this process.
func startPeer(cxx string) (*peer, error) {
	if _, err := exec.LookPath(cxx); err != nil {
		return nil, fmt.Errorf("no C++ compiler %q (Debian: g++; choose another with -cxx)", cxx)
	}
	dir, err := os.MkdirTemp("", "peers")
	if err != nil {
		return nil, err
	}
	p := &peer{dir: dir}
	if err := p.start(cxx); err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	return p, nil
}

func (p *peer) start(cxx string) error {
	src, bin := filepath.Join(p.dir, "cryptopp.cpp"), filepath.Join(p.dir, "cryptopp")
	if err := os.WriteFile(src, program, 0o666); err != nil {
		return err
	}
	if msg, err := exec.Command(cxx, "-O3", "-o", bin, src, "-lcryptopp").CombinedOutput(); err != nil {
		line, _, _ := strings.Cut(strings.TrimSpace(string(msg)), "\n")
		return fmt.Errorf("cannot build the Crypto++ program (Debian: libcrypto++-dev): %s", line)
	}
	p.cmd = exec.Command(bin)
	p.cmd.Stderr = os.Stderr
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	p.out = bufio.NewReader(out)
	if err := p.cmd.Start(); err != nil {
		return err
	}
	p.version, err = p.ask("version")
	return err
}

func (p *peer) stop() {
	p.in.Close()
	p.cmd.Wait()
	os.RemoveAll(p.dir)
}

func (p *peer) ask(words ...string) (string, error) {
	if _, err := fmt.Fprintln(p.in, strings.Join(words, " ")); err != nil {
		return "", fmt.Errorf("Crypto++ program: %w", err)
	}
	line, err := p.out.ReadString('\n')
	if err != nil {
		return "", errors.New("Crypto++ program: no answer to " + strings.Join(words, " "))
	}
	return strings.TrimSpace(line), nil
}

// time returns the nanoseconds of one operation of r over one window.
func (p *peer) time(r row, window time.Duration) (float64, error) {
	s, err := p.ask("time", r.p.Name, r.direction, r.shape,
		strconv.Itoa(r.size), strconv.FormatInt(window.Milliseconds(), 10))
	if err != nil {
		return 0, err
	}
	return strconv.ParseFloat(s, 64)
}
