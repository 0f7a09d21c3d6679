package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/zvirka/zvirka/impl/kupyna"
)

func hashCommand() *cobra.Command {
	var (
		in   printedPath
		list inputPath
	)
	cmd := &cobra.Command{
		Use:   "hash --in FILE | --check LIST",
		Short: "Print the Kupyna-256 digest of a file, or check a list of digests",
		Long: `Print the Kupyna-256 digest (DSTU 7564:2014) of a file as 64 hexadecimal digits, two
spaces and the path, or check a list of such lines, printing for each path OK or FAILED.

A list is read whole before anything is hashed, and refused if a line is malformed.
Relative paths in it start from the working directory. "-" is stdin as FILE and as LIST,
but never as a path in a list.`,
		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			flags, meter := cmd.Flags(), newProgress(cmd.ErrOrStderr())
			switch {
			case flags.Changed("in") && flags.Changed("check"):
				return misuse("--in and --check exclude each other")
			case flags.Changed("in"):
				return printDigest(in.inputPath, cmd.OutOrStdout(), meter)
			case flags.Changed("check"):
				return checkDigests(list, cmd.OutOrStdout(), meter)
			}
			return misuse("missing --in or --check")
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.Var(&in, "in", `the file to hash, "-" for stdin`)
	flags.Var(&list, "check", `the list to check, "-" for stdin`)
	return cmd
}

func printDigest(path inputPath, stdout io.Writer, meter *progress) error {
	digest, err := kupyna256(path, meter)
	if err != nil {
		return unreadable(inputName(path), err)
	}
	_, err = fmt.Fprintf(stdout, "%x  %s\n", digest, path)
	return err
}

// kupyna256 returns the digest of an input, which it reads in pieces. The error is of
// package os.
func kupyna256(path inputPath, meter *progress) (digest [kupyna.Size256]byte, err error) {
	f, err := openInput(path)
	if err != nil {
		return digest, err
	}
	defer f.Close()
	meter.begin(regularSize(f))
	defer meter.erase()
	h := kupyna.New256()
	if err := copyPieces(io.MultiWriter(h, meter), f); err != nil {
		return digest, err
	}
	h.Sum(digest[:0])
	return digest, nil
}
