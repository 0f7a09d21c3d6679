package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zvirka/zvirka/impl/kupyna"
)

// A kupynaDigestRun is one run of kupyna-digest: its flags.
type kupynaDigestRun struct {
	variant    choice
	in, out    filePath
	iterations iterations
	force      bool
}

func kupynaDigestCommand() *cobra.Command {
	run := &kupynaDigestRun{
		variant:    choice{of: []string{"256", "512"}},
		iterations: 1,
	}
	cmd := &cobra.Command{
		Use:   "kupyna-digest --variant V --in FILE --out FILE [flags]",
		Short: "Write the Kupyna digest of a file (DSTU 7564:2014)",
		Long: `Write the Kupyna digest (DSTU 7564:2014) of a file, as 32 or 64 raw bytes.

The command hash prints the digest of 256 bits as text.`,
		DisableFlagsInUseLine: true,
		RunE:                  func(cmd *cobra.Command, _ []string) error { return run.run(cmd.ErrOrStderr()) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.Var(&run.variant, "variant", "bits of the digest: "+strings.Join(run.variant.of, ", "))
	flags.Var(&run.in, "in", "the file to hash")
	flags.Var(&run.out, "out", "the file to write, which must not exist")
	flags.Var(&run.iterations, "iterations", "repeat the operation n times and report the time on stderr")
	flags.BoolVar(&run.force, "force", false, "replace the output file if it exists")
	requireFlags(cmd, "variant", "in", "out")
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("variant", cobra.FixedCompletions(run.variant.of, cobra.ShellCompDirectiveNoFileComp)))
	return cmd
}

func (r *kupynaDigestRun) run(stderr io.Writer) error {
	out, err := newOutput(namedPath{"--out", string(r.out)}, r.force, namedPath{"--in", string(r.in)})
	if err != nil {
		return err
	}
	defer discard(out)
	in, err := os.Open(string(r.in))
	if err != nil {
		return unreadable(string(r.in), err)
	}
	defer in.Close()
	var watch stopwatch
	digest, err := r.digest(in, &watch)
	if err != nil {
		return unreadable(string(r.in), err)
	}
	if _, err := out.Write(digest); err != nil {
		return err
	}
	if err := commit(out); err != nil {
		return err
	}
	if r.iterations > 1 {
		fmt.Fprintln(stderr, watch.report(r.iterations))
	}
	return nil
}

// digest hashes the input as often as asked.
func (r *kupynaDigestRun) digest(in *os.File, watch *stopwatch) (digest []byte, err error) {
	h, err := kupyna.New(r.variant.bits())
	if err != nil {
		return nil, unusable("%v", err)
	}
	err = r.iterations.over(in, func(bool) error {
		h.Reset()
		if err := copyPieces(timedWriter{h, watch}, in); err != nil {
			return err
		}
		watch.measure(func() { digest = h.Sum(nil) })
		return nil
	})
	return digest, err
}
