package main

import (
	cryptorand "crypto/rand"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"github.com/spf13/cobra"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/vectors"
)

// shortAccumulation is the number of runs up to which a known answer is always checked.
const shortAccumulation = 1000

func selftestCommand() *cobra.Command {
	var (
		reference, long bool
		duration        time.Duration
		seed            uint64
	)
	cmd := &cobra.Command{
		Use:   "selftest [flags]",
		Short: "Check every algorithm here and now against its known answers",
		Long: `Check every algorithm on every implementation ("path") that this machine can run
against the known answers of the standards and of independent implementations.

With --reference each path is also compared with the text of the standard, executed,
on random inputs. A difference is reported with the seed that reproduces it.`,
		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			flags := cmd.Flags()
			switch {
			case !reference && flags.Changed("time"):
				return misuse("--time goes with --reference only")
			case !reference && flags.Changed("seed"):
				return misuse("--seed goes with --reference only")
			case duration <= 0:
				return misuse("--time: %v is no time to compare in", duration)
			case !flags.Changed("seed"):
				seed = randomSeed()
			}
			files, err := vectors.Load()
			if err != nil {
				return unusable("%v", err)
			}
			t := &selftest{out: cmd.OutOrStdout(), rows: testedRows(), files: files, long: long}
			t.knownAnswers()
			if reference {
				t.reference(seed, duration)
			}
			return t.result()
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.BoolVar(&reference, "reference", false, "also compare with the reference on random inputs")
	flags.DurationVar(&duration, "time", 5*time.Second, "with --reference: for how long, all rows together")
	flags.Uint64Var(&seed, "seed", 0, "with --reference: the seed of the random inputs (default: a new one, printed)")
	flags.BoolVar(&long, "long", false, fmt.Sprintf("also the known answers over more than %d runs each", shortAccumulation))
	return cmd
}

func randomSeed() uint64 {
	var b [8]byte
	cryptorand.Read(b[:])
	return binary.LittleEndian.Uint64(b[:])
}

// A testedRow is a row of the catalogue, of whatever kind, as the selftest sees it.
type testedRow struct {
	name  string
	paths []testedPath
	// compare runs the reference and every path on the same random input, and returns how
	// many cases that was. An error says on which path and for what they differ.
	compare func(random *rand.Rand) (cases int, err error)
}

// A testedPath is one implementation.
type testedPath struct {
	name string
	// judge holds it against a case of a vector file of the row, and returns how many runs
	// were judged, none for a case that is about something else.
	judge func(f vectors.File, c vectors.Case) (judged int, err error)
}

// testedRows returns all rows. A new kind is a file and a loop here.
func testedRows() []testedRow {
	var rows []testedRow
	for _, r := range catalogue.Blocks() {
		rows = append(rows, testedBlock(r))
	}
	for _, r := range catalogue.Hashes() {
		rows = append(rows, testedHash(r))
	}
	for _, r := range catalogue.MACs() {
		rows = append(rows, testedMAC(r))
	}
	for _, r := range catalogue.KDFs() {
		rows = append(rows, testedKDF(r))
	}
	for _, r := range catalogue.Streams() {
		rows = append(rows, testedStream(r))
	}
	for _, r := range catalogue.Modes() {
		rows = append(rows, testedMode(r))
	}
	for _, r := range catalogue.Tags() {
		rows = append(rows, testedTag(r))
	}
	for _, r := range catalogue.AEADs() {
		rows = append(rows, testedAEAD(r))
	}
	for _, r := range catalogue.KeyWraps() {
		rows = append(rows, testedKeyWrap(r))
	}
	for _, r := range catalogue.Fields() {
		rows = append(rows, testedField(r))
	}
	return rows
}

// testedPaths returns the paths of a row, given how to judge one by its constructor.
func testedPaths[C any](paths []catalogue.Path[C], judge func(construct C, f vectors.File, c vectors.Case) (int, error)) []testedPath {
	var tested []testedPath
	for _, p := range paths {
		tested = append(tested, testedPath{p.Name, func(f vectors.File, c vectors.Case) (int, error) {
			return judge(p.New, f, c)
		}})
	}
	return tested
}

// A selftest is one run of the command: it prints a line for each check and goes on
// after a failure.
type selftest struct {
	out      io.Writer
	rows     []testedRow
	files    []vectors.File
	long     bool
	checks   int
	failures []error
}

// report prints the line of one check, which counted what it calls unit.
func (t *selftest) report(row, path string, n int, unit string, err error) {
	t.checks++
	if err == nil && n == 0 {
		err = fmt.Errorf("%s, path %s: no %s", row, path, unit)
	}
	if err != nil {
		t.failures = append(t.failures, err)
		fmt.Fprintf(t.out, "%-15s  %-9s  FAILED  %s\n", row, path, oneLine(err.Error()))
		return
	}
	fmt.Fprintf(t.out, "%-15s  %-9s  ok  %d %s\n", row, path, n, unit)
}

func (t *selftest) result() error {
	if len(t.failures) == 0 {
		return nil
	}
	return refused("selftest: %d of %d checks failed, the first: %w", len(t.failures), t.checks, t.failures[0])
}

// knownAnswers checks every path of every row.
func (t *selftest) knownAnswers() {
	for _, row := range t.rows {
		for _, p := range row.paths {
			n, err := t.answers(row.name, p)
			if err != nil {
				err = fmt.Errorf("path %s: %w", p.name, err)
			}
			t.report(row.name, p.name, n, "answers", err)
		}
	}
}

// answers returns how many of the row's known answers a path gave.
func (t *selftest) answers(row string, p testedPath) (n int, err error) {
	for _, f := range t.files {
		if f.Row != row {
			continue
		}
		for _, c := range f.Cases {
			if c.Count > shortAccumulation && !t.long {
				continue
			}
			judged, err := p.judge(f, c)
			if err != nil {
				return n, err
			}
			n += judged / max(1, c.Count) // an accumulation is one answer
		}
	}
	return n, nil
}
