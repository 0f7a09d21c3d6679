package main

import (
	"bufio"
	_ "embed"
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
var cryptopp string

//go:embed openssl.c
var openssl string

// A peer is a running program that has another implementation behind a pipe; its source
// describes its protocol.
type peer struct {
	name    string
	version string
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	dir     string
}

// startPeer compiles the source and starts the program, on the CPUs of this process.
func startPeer(name, source, language, compiler, library, pkg string) (*peer, error) {
	if _, err := exec.LookPath(compiler); err != nil {
		return nil, fmt.Errorf("no compiler %q (Debian: g++ and gcc)", compiler)
	}
	dir, err := os.MkdirTemp("", "peers")
	if err != nil {
		return nil, err
	}
	p := &peer{name: name, dir: dir}
	bin := filepath.Join(dir, "peer")
	build := exec.Command(compiler, "-O3", "-x", language, "-o", bin, "-", library)
	build.Stdin = strings.NewReader(source)
	if msg, err := build.CombinedOutput(); err != nil {
		os.RemoveAll(dir)
		line, _, _ := strings.Cut(strings.TrimSpace(string(msg)), "\n")
		return nil, fmt.Errorf("cannot build the %s program (Debian: %s): %s", name, pkg, line)
	}
	if err := p.start(bin); err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	return p, nil
}

func (p *peer) start(bin string) error {
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
		return "", fmt.Errorf("%s program: %w", p.name, err)
	}
	line, err := p.out.ReadString('\n')
	if err != nil {
		return "", fmt.Errorf("%s program: no answer to %s", p.name, strings.Join(words, " "))
	}
	return strings.TrimSpace(line), nil
}

// timing returns the other side of a row: the peer's command, to which the window is added.
func (p *peer) timing(command string) func(window time.Duration) (float64, error) {
	return func(window time.Duration) (float64, error) {
		s, err := p.ask(command, strconv.FormatInt(window.Milliseconds(), 10))
		if err != nil {
			return 0, err
		}
		return strconv.ParseFloat(s, 64)
	}
}
