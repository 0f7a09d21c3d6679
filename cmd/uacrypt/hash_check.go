package main

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"github.com/zvirka/zvirka/impl/kupyna"
)

// maxCheckList is the size in bytes of the longest list of digests that is read.
const maxCheckList = 16 << 20

// A checkLine is a line of a list of digests.
type checkLine struct {
	digest [kupyna.Size256]byte
	path   string
}

// checkDigests prints for each line of a list whether the file has the digest.
func checkDigests(list inputPath, stdout io.Writer, meter *progress) error {
	lines, err := readCheckList(list)
	if err != nil {
		return err
	}
	failed := 0
	for _, line := range lines {
		verdict := line.verdict(meter)
		if verdict != "OK" {
			failed++
		}
		if _, err := fmt.Fprintf(stdout, "%s: %s\n", line.path, verdict); err != nil {
			return err
		}
	}
	if failed > 0 {
		return refused("%s: %d of %d failed", inputName(list), failed, len(lines))
	}
	return nil
}

func (l checkLine) verdict(meter *progress) string {
	if l.path == "-" {
		return `FAILED (not read: "-" in a list is not stdin; a file of that name is "./-")`
	}
	digest, err := kupyna256(inputPath(l.path), meter)
	switch {
	case err != nil:
		return fmt.Sprintf("FAILED (cannot read: %s)", oneLine(reason(err).Error()))
	case digest != l.digest:
		return "FAILED"
	}
	return "OK"
}

func readCheckList(path inputPath) ([]checkLine, error) {
	f, err := openInput(path)
	if err != nil {
		return nil, unreadable(inputName(path), err)
	}
	defer f.Close()
	list, err := io.ReadAll(io.LimitReader(f, maxCheckList+1))
	if err != nil {
		return nil, unreadable(inputName(path), err)
	}
	lines, err := parseCheckList(list)
	if err != nil {
		return nil, refused("%s: %w", inputName(path), err)
	}
	return lines, nil
}

// parseCheckList returns the lines of a list, all of them or an error.
func parseCheckList(list []byte) ([]checkLine, error) {
	if len(list) > maxCheckList {
		return nil, fmt.Errorf("more than the %d bytes that a list may have", maxCheckList)
	}
	if bytes.HasPrefix(list, []byte("\xff\xfe")) || bytes.HasPrefix(list, []byte("\xfe\xff")) {
		return nil, errors.New("is UTF-16, a list is UTF-8")
	}
	var lines []checkLine
	for text := range bytes.Lines(bytes.TrimPrefix(list, []byte("\ufeff"))) {
		if rest, ended := bytes.CutSuffix(text, []byte("\n")); ended {
			text = bytes.TrimSuffix(rest, []byte("\r"))
		}
		line, err := parseCheckLine(text)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", len(lines)+1, err)
		}
		lines = append(lines, line)
	}
	if lines == nil {
		return nil, errors.New("an empty list")
	}
	return lines, nil
}

func parseCheckLine(text []byte) (line checkLine, err error) {
	digits, path, found := bytes.Cut(text, []byte("  "))
	if !found || len(digits) != hex.EncodedLen(len(line.digest)) {
		return line, fmt.Errorf("is not %d hexadecimal digits, two spaces and a path", hex.EncodedLen(len(line.digest)))
	}
	if _, err := hex.Decode(line.digest[:], digits); err != nil {
		return line, errors.New("the digest is not hexadecimal")
	}
	line.path = string(path)
	if err := checkPrintable(line.path); err != nil {
		return line, fmt.Errorf("the path %w", err)
	}
	return line, nil
}
