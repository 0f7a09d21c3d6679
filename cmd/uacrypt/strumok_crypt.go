package main

import (
	"crypto/cipher"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/zvirka/zvirka/impl/strumok"
)

// A strumokCryptRun is one run of strumok-crypt: its flags.
type strumokCryptRun struct {
	variant     choice
	key, iv     filePath
	in, out     filePath
	iterations  iterations
	rawSchedule bool
	force       bool
}

func strumokCryptCommand() *cobra.Command {
	run := &strumokCryptRun{
		variant:    choice{of: []string{"256", "512"}},
		iterations: 1,
	}
	files := []fileFlag{
		{"key", &run.key, "the raw key", required},
		{"iv", &run.iv, "the initialisation vector", required},
		{"in", &run.in, "the file to encrypt or decrypt", required},
		{"out", &run.out, "the file to write, which must not exist", required},
	}
	cmd := &cobra.Command{
		Use:   "strumok-crypt --variant V" + fileFlagsUse(files) + " [flags]",
		Short: "Encrypt or decrypt a file with Strumok (DSTU 8845:2019)",
		Long: `Encrypt or decrypt a file with Strumok (DSTU 8845:2019), under a raw key and an
initialisation vector (IV) of 32 bytes: the two are one operation.

A building block for tests and other tools. A key and IV must never be used together for
a second message, and nothing tells whether a message was changed on its way.`,
		DisableFlagsInUseLine: true,
		RunE:                  func(cmd *cobra.Command, _ []string) error { return run.run(cmd.ErrOrStderr()) },
	}
	defineVariant(cmd, &run.variant, "bits of the key")
	defineFiles(cmd, files)
	defineIterations(cmd, &run.iterations)
	cmd.Flags().BoolVar(&run.rawSchedule, "raw-schedule", false, "with --iterations: set up key and IV anew each time")
	defineForce(cmd, &run.force)
	return cmd
}

func (r *strumokCryptRun) run(stderr io.Writer) error {
	algorithm := "strumok-" + r.variant.value
	key, err := readKey(string(r.key), r.variant.bits()/8, algorithm)
	if err != nil {
		return err
	}
	iv, err := readIV(string(r.iv), strumok.IVSize, algorithm)
	if err != nil {
		return err
	}
	out, err := newOutput(r.out.as("--out"), r.force, r.in.as("--in"), r.key.as("--key"), r.iv.as("--iv"))
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
	if err := r.crypt(out, in, key, iv, &watch); err != nil {
		return unreadable(string(r.in), err)
	}
	if err := commit(out); err != nil {
		return err
	}
	if r.iterations > 1 {
		fmt.Fprintf(stderr, "%s schedule=%s\n", watch.line(r.iterations), schedule(r.rawSchedule))
	}
	return nil
}

// crypt adds the keystream to the input as often as asked, and writes what comes out the
// last time. A set-up done once is not part of the time.
func (r *strumokCryptRun) crypt(out io.Writer, in *os.File, key, iv []byte, watch *stopwatch) error {
	start, err := strumok.New(key, iv)
	if err != nil {
		return unusable("%v", err)
	}
	return r.iterations.over(in, func(last bool) error {
		if r.rawSchedule {
			watch.measure(func() { start, err = strumok.New(key, iv) })
			if err != nil {
				return unusable("%v", err)
			}
		}
		stream := *start // so that start remains at the start
		dst := io.Discard
		if last {
			dst = out
		}
		return copyPieces(dst, cipher.StreamReader{S: timedStream{&stream, watch}, R: in})
	})
}
