package main

import (
	"io"

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
	files := []fileFlag{
		{"in", &run.in, "the file to hash", required},
		{"out", &run.out, "the file to write, which must not exist", required},
	}
	cmd := &cobra.Command{
		Use:   "kupyna-digest --variant V" + fileFlagsUse(files) + " [flags]",
		Short: "Write the Kupyna digest of a file (DSTU 7564:2014)",
		Long: `Write the Kupyna digest (DSTU 7564:2014) of a file, as 32 or 64 raw bytes.

The command hash prints the digest of 256 bits as text.`,
		DisableFlagsInUseLine: true,
		RunE:                  func(cmd *cobra.Command, _ []string) error { return run.run(cmd.ErrOrStderr()) },
	}
	defineVariant(cmd, &run.variant, "bits of the digest")
	defineFiles(cmd, files)
	defineIterations(cmd, &run.iterations)
	defineForce(cmd, &run.force)
	return cmd
}

func (r *kupynaDigestRun) run(stderr io.Writer) error {
	out, err := newOutput(r.out.as("--out"), r.force, r.in.as("--in"))
	if err != nil {
		return err
	}
	defer discard(out)
	h, err := kupyna.New(r.variant.bits())
	if err != nil {
		return unusable("%v", err)
	}
	var digest []byte
	watch, err := r.iterations.pieces(string(r.in), h, func() error {
		digest = h.Sum(digest[:0])
		return nil
	})
	if err != nil {
		return err
	}
	if err := deliver([]*output{out}, digest); err != nil {
		return err
	}
	watch.report(stderr, r.iterations)
	return nil
}
