package main

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/zvirka/zvirka/impl/dstu7624"
	"github.com/zvirka/zvirka/impl/kalyna"
	modes "github.com/zvirka/zvirka/spec/dstu7624"
)

func kalynaCMACCommand() *cobra.Command {
	group := &cobra.Command{
		Use:   "kalyna-cmac",
		Short: "Compute or verify the CMAC of a file with Kalyna (DSTU 7624:2014)",
		Long: `Compute or verify the CMAC of a file with Kalyna (DSTU 7624:2014), under a raw key: a tag
of 16 bytes, of every variant. An empty file has none.

A verification prints nothing: its exit status is 0 if the tag is right, else 1.`,
	}
	addMAC(group, macMode{
		name: "cmac",
		new:  dstu7624.NewCMAC,
		tags: func(int) sizeRange { return exactly(16) },
	})
	return group
}

func kalynaGMACCommand() *cobra.Command {
	group := &cobra.Command{
		Use:   "kalyna-gmac",
		Short: "Compute or verify the GMAC of a file with Kalyna (DSTU 7624:2014)",
		Long: `Compute or verify the GMAC of a file with Kalyna (DSTU 7624:2014), under a raw key: a tag
of one block. An empty file has none.

A verification also takes the beginning of a tag, of 8 bytes or more: the shorter, the
easier to guess. It prints nothing: its exit status is 0 if the tag is right, else 1.`,
	}
	addMAC(group, macMode{
		name: "gmac",
		new:  dstu7624.NewGMAC,
		tags: func(blockSize int) sizeRange { return bytesFrom(modes.MinTagSize, blockSize) },
	})
	return group
}

// A macMode is a mode of authentication as a command has it.
type macMode struct {
	name string
	new  func(c *kalyna.Cipher, tagSize int) (*dstu7624.MAC, error)
	tags func(blockSize int) sizeRange // that are verified; the longest is computed
}

// A kalynaMACRun is one run of kalyna-cmac or kalyna-gmac: its flags and its mode.
type kalynaMACRun struct {
	kalynaRun
	tag  filePath
	mode macMode
}

func addMAC(group *cobra.Command, mode macMode) {
	compute, verify := &kalynaMACRun{mode: mode}, &kalynaMACRun{mode: mode}
	out := compute.outFlag()
	out.need = requiredLate
	tag := fileFlag{"tag", &verify.tag, "the tag", requiredLate}
	check := verify.command("verify", "Check the tag of a file", verify.verify,
		verify.keyFlag(), verify.inFlag("the file to check"), tag)
	cobra.CheckErr(check.Flags().MarkHidden("force")) // taken, but there is nothing to replace
	group.AddCommand(
		compute.command("compute", "Write the tag of a file", compute.compute,
			compute.keyFlag(), compute.inFlag("the file to authenticate"), out),
		check,
	)
}

func (r *kalynaMACRun) compute(stderr io.Writer) error {
	c, err := r.cipher()
	if err != nil {
		return err
	}
	if r.out == "" {
		return misuse("missing --out")
	}
	out, err := r.output()
	if err != nil {
		return err
	}
	defer discard(out)
	var tag []byte
	watch, err := r.authenticate(c, r.mode.tags(c.BlockSize()).max, func(m *dstu7624.MAC) (err error) {
		tag, err = m.AppendTag(tag[:0])
		return err
	})
	if err != nil {
		return err
	}
	return r.finish(stderr, watch, []*output{out}, tag)
}

func (r *kalynaMACRun) verify(stderr io.Writer) error {
	c, err := r.cipher()
	if err != nil {
		return err
	}
	if r.tag == "" {
		return misuse("missing --tag")
	}
	tag, err := readInput(string(r.tag), r.mode.tags(c.BlockSize()), "a tag of "+r.algorithm(r.mode.name))
	if err != nil {
		return err
	}
	watch, err := r.authenticate(c, len(tag), func(m *dstu7624.MAC) error {
		err := m.Verify(tag)
		if err != nil {
			// Of the empty message too it says no more than that.
			if _, none := m.AppendTag(nil); none != nil {
				return none
			}
		}
		return err
	})
	if err != nil {
		return err
	}
	watch.report(stderr, r.iterations)
	return nil
}

// authenticate runs the mode over the input as often as asked and ends each run by finish.
func (r *kalynaMACRun) authenticate(c *kalyna.Cipher, tagSize int, finish func(m *dstu7624.MAC) error) (stopwatch, error) {
	m, err := r.mode.new(c, tagSize)
	if err != nil {
		return stopwatch{}, unusable("%v", err)
	}
	return r.iterations.pieces(string(r.in), m, func() error {
		switch err := finish(m); {
		case errors.Is(err, dstu7624.ErrEmpty):
			return refused("%s: is empty, and %s has no tag for that", r.in, r.algorithm(r.mode.name))
		case err != nil:
			return refused("%s: %s is not its tag under this key", r.in, r.tag)
		}
		return nil
	})
}
