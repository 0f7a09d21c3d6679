package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/zvirka/zvirka/impl/kalyna"
	spec "github.com/zvirka/zvirka/spec/kalyna"
)

func kalynaBlockCommand() *cobra.Command {
	group := &cobra.Command{
		Use:   "kalyna-block",
		Short: "Encrypt or decrypt one block with Kalyna (DSTU 7624:2014)",
		Long: `Encrypt or decrypt exactly one block with Kalyna (DSTU 7624:2014), under a raw key.

A building block for tests and other tools: a block cipher alone protects no message.
A key or block of another size than the variant's is refused.`,
	}
	group.AddCommand(
		kalynaBlockOperation("encrypt", (*kalyna.Cipher).Encrypt),
		kalynaBlockOperation("decrypt", (*kalyna.Cipher).Decrypt),
	)
	return group
}

// A kalynaBlockRun is one run of kalyna-block: its flags and its direction.
type kalynaBlockRun struct {
	variant     choice
	key         filePath
	in, out     filePath
	iterations  iterations
	rawSchedule bool
	force       bool
	operation   func(c *kalyna.Cipher, dst, src []byte)
}

func kalynaBlockOperation(name string, operation func(c *kalyna.Cipher, dst, src []byte)) *cobra.Command {
	run := &kalynaBlockRun{
		variant:    choice{of: kalynaVariants()},
		iterations: 1,
		operation:  operation,
	}
	cmd := &cobra.Command{
		Use:                   name + " --variant V --key FILE --in FILE --out FILE [flags]",
		Short:                 strings.ToUpper(name[:1]) + name[1:] + " one block",
		DisableFlagsInUseLine: true,
		RunE:                  func(cmd *cobra.Command, _ []string) error { return run.run(cmd.ErrOrStderr()) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.Var(&run.variant, "variant", "bits of block and key: "+strings.Join(run.variant.of, ", "))
	flags.Var(&run.key, "key", "the raw key")
	flags.Var(&run.in, "in", "the block")
	flags.Var(&run.out, "out", "the file to write, which must not exist")
	flags.Var(&run.iterations, "iterations", "repeat the operation n times and report the time on stderr")
	flags.BoolVar(&run.rawSchedule, "raw-schedule", false, "with --iterations: expand the key anew each time")
	flags.BoolVar(&run.force, "force", false, "replace the output file if it exists")
	requireFlags(cmd, "variant", "key", "in", "out")
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("variant", cobra.FixedCompletions(run.variant.of, cobra.ShellCompDirectiveNoFileComp)))
	return cmd
}

func (r *kalynaBlockRun) run(stderr io.Writer) error {
	p := kalynaVariant(r.variant.value)
	key, err := readKey(string(r.key), p.KeySize, p.Name)
	if err != nil {
		return err
	}
	out, err := newOutput(namedPath{"--out", string(r.out)}, r.force,
		namedPath{"--in", string(r.in)}, namedPath{"--key", string(r.key)})
	if err != nil {
		return err
	}
	defer discard(out)
	block, err := readBlock(string(r.in), p.BlockSize, p.Name)
	if err != nil {
		return err
	}
	result, err := r.repeat(p, key, block, stderr)
	if err != nil {
		return err
	}
	if _, err := out.Write(result); err != nil {
		return err
	}
	return commit(out)
}

// repeat performs the operation as often as asked and reports the time if that is more
// than once. A key schedule done once is not part of the time.
func (r *kalynaBlockRun) repeat(p spec.Params, key, block []byte, stderr io.Writer) ([]byte, error) {
	c, err := kalyna.New(p.BlockSize, key)
	if err != nil {
		return nil, unusable("%v", err)
	}
	result := make([]byte, p.BlockSize)
	start := time.Now()
	for range r.iterations {
		if r.rawSchedule {
			if c, err = kalyna.New(p.BlockSize, key); err != nil {
				return nil, unusable("%v", err)
			}
		}
		r.operation(c, result, block)
	}
	if r.iterations > 1 {
		total := time.Since(start)
		fmt.Fprintf(stderr, "%s ops_per_s=%.0f schedule=%s\n",
			r.iterations.timing(total), perSecond(float64(r.iterations), total), schedule(r.rawSchedule))
	}
	return result, nil
}
