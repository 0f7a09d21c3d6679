// Package evidence collects what the suites did in fact compare, so that the tables this
// project prints are made from runs and not from beliefs.
package evidence

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"strconv"

	"github.com/zvirka/zvirka/internal/profile"
)

// BudgetVariable is the environment variable that scales what the long comparisons do,
// in percent: 100 is what every submission runs, an emulated machine does less, a nightly
// run more.
const BudgetVariable = "ZVIRKA_BUDGET"

// Budget returns full, scaled by the budget and at least one. It panics if the budget is
// not a positive number of percent: a run that asked for something else must not pass.
func Budget(full int) int {
	s := os.Getenv(BudgetVariable)
	if s == "" {
		return full
	}
	percent, err := strconv.Atoi(s)
	if err != nil || percent < 1 {
		panic(fmt.Sprintf("evidence: %s=%q is no positive number", BudgetVariable, s))
	}
	return max(1, full*percent/100)
}

// Variable is the environment variable that names the file to which entries are
// appended, one JSON object a line. Without it nothing is recorded.
const Variable = "ZVIRKA_EVIDENCE"

// An Entry says that a suite compared so many cases of a row on one path.
type Entry struct {
	Suite   string `json:"suite"`
	Row     string `json:"row"`
	Path    string `json:"path"`
	Profile string `json:"profile"`
	Arch    string `json:"arch"`
	Cases   int    `json:"cases"`
}

// The suites.
const (
	Official    = "official vectors"
	Independent = "independent vectors"
	OwnVectors  = "own vectors"
	Reference   = "reference" // blocks compared with the standard's text, executed
	Paths       = "paths"     // blocks compared with another path
	Contract    = "contract"  // laws of the interface that were examined and hold
	Mutants     = "mutants"   // broken rows that a suite was given and caught; Path is the suite
)

// Add appends an entry. It panics if the file cannot be written: a run whose evidence is
// lost must not look like one that has some.
func Add(suite, row, path string, cases int) {
	name := os.Getenv(Variable)
	if name == "" {
		return
	}
	line, err := json.Marshal(Entry{suite, row, path, profile.Name(), runtime.GOARCH, cases})
	if err == nil {
		err = appendLine(name, append(line, '\n'))
	}
	if err != nil {
		panic(fmt.Sprintf("evidence: %v", err))
	}
}

func appendLine(name string, line []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(line)
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

// Read returns the entries of a file.
func Read(name string) ([]Entry, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var entries []Entry
	s := bufio.NewScanner(f)
	for s.Scan() {
		var e Entry
		if err := json.Unmarshal(s.Bytes(), &e); err != nil {
			return nil, fmt.Errorf("evidence: %s: %w", name, err)
		}
		entries = append(entries, e)
	}
	return entries, s.Err()
}
