package main

import (
	"fmt"
	"io"
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
		kalynaBlockOperation("encrypt", "Encrypt one block", (*kalyna.Cipher).Encrypt),
		kalynaBlockOperation("decrypt", "Decrypt one block", (*kalyna.Cipher).Decrypt),
	)
	return group
}

// A kalynaBlockRun is one run of kalyna-block: its flags and its direction.
type kalynaBlockRun struct {
	kalynaRun
	rawSchedule bool
	operation   func(c *kalyna.Cipher, dst, src []byte)
}

func kalynaBlockOperation(name, short string, operation func(c *kalyna.Cipher, dst, src []byte)) *cobra.Command {
	run := &kalynaBlockRun{operation: operation}
	cmd := run.command(name, short, run.run, run.keyFlag(), run.inFlag("the block"), run.outFlag())
	cmd.Flags().BoolVar(&run.rawSchedule, "raw-schedule", false, "with --iterations: expand the key anew each time")
	return cmd
}

func (r *kalynaBlockRun) run(stderr io.Writer) error {
	p := kalynaVariant(r.variant.value)
	key, err := readKey(string(r.key), p.KeySize, p.Name)
	if err != nil {
		return err
	}
	out, err := r.output()
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
	return deliver([]*output{out}, result)
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
