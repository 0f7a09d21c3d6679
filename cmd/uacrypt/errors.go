package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"unicode"
)

// The exit statuses.
const (
	statusOK       = 0
	statusRefused  = 1 // an input was examined and refused
	statusUsage    = 2 // the command line is wrong
	statusUnusable = 3 // a file or key could not be used
)

// A failure is an error with its exit status. No secret is ever part of its text.
type failure struct {
	status int
	error
}

func (f failure) Unwrap() error { return f.error }

// refused reports an input that was examined and found wrong.
func refused(format string, args ...any) error {
	return failure{statusRefused, fmt.Errorf(format, args...)}
}

// misuse reports a wrong command line.
func misuse(format string, args ...any) error {
	return failure{statusUsage, fmt.Errorf(format, args...)}
}

// unusable reports a file or key that could not be used.
func unusable(format string, args ...any) error {
	return failure{statusUnusable, fmt.Errorf(format, args...)}
}

// exitStatus returns the exit status that stands for err. What is not ours is cobra's,
// and cobra complains about command lines only.
func exitStatus(err error) int {
	var f failure
	switch {
	case err == nil:
		return statusOK
	case errors.As(err, &f):
		return f.status
	}
	return statusUsage
}

// reason strips the operation and the path off an error of package os: our messages
// begin with the path as the user gave it.
func reason(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}

// oneLine escapes what would break a message's line or the terminal: paths may hold
// anything.
func oneLine(text string) string {
	var b strings.Builder
	for _, r := range text {
		if unicode.IsPrint(r) {
			b.WriteRune(r)
		} else {
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		}
	}
	return b.String()
}
