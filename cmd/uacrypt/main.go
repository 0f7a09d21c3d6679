// Command uacrypt encrypts, signs and checks files with the algorithms of this module.
//
// The exit status is 0 for success, 1 when an input was examined and refused, 2 for
// wrong usage, 3 when a file or key could not be used. Errors are one line on stderr.
package main

import (
	"io"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	// A closed pipe is to be an error like any other, not a silent end.
	signal.Ignore(syscall.SIGPIPE)
	discardOnSignal()
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run executes one command line and returns the exit status.
func run(args []string, stdout, stderr io.Writer) int {
	out := &checkedWriter{w: stdout}
	err := execute(newRoot(out, stderr), args)
	if out.err != nil {
		err = unusable("<stdout>: %v%s", reason(out.err), out.remark())
	}
	if err != nil {
		io.WriteString(stderr, "uacrypt: "+oneLine(err.Error())+"\n")
	}
	return exitStatus(err)
}

// A checkedWriter keeps the first error, so that commands and cobra need not.
type checkedWriter struct {
	w       io.Writer
	written bool
	err     error
}

func (c *checkedWriter) Write(p []byte) (int, error) {
	if c.err != nil {
		return 0, c.err
	}
	n, err := c.w.Write(p)
	c.written = c.written || n > 0
	c.err = err
	return n, err
}

// remark ends the message of an error of a command that has begun to write.
func (c *checkedWriter) remark() string {
	if c.written {
		return "; the output already written is INCOMPLETE and must be discarded"
	}
	return ""
}
