package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/zvirka/zvirka/impl/dstu7624"
)

func kalynaXTSCommand() *cobra.Command {
	group := &cobra.Command{
		Use:   "kalyna-xts",
		Short: "Encrypt or decrypt a sector with Kalyna in XTS mode (DSTU 7624:2014)",
		Long: `Encrypt or decrypt a file of one block or more, a sector of storage, with Kalyna in XTS
mode (DSTU 7624:2014), under one raw key and a tweak of one block that says where the sector
lies. The file keeps its length and is held in memory.

Nothing tells whether a sector was changed.`,
	}
	group.AddCommand(
		kalynaXTSOperation("encrypt", "Encrypt a sector", (*dstu7624.XTS).Encrypt),
		kalynaXTSOperation("decrypt", "Decrypt a sector", (*dstu7624.XTS).Decrypt),
	)
	return group
}

// A kalynaXTSRun is one run of kalyna-xts: its flags and its direction.
type kalynaXTSRun struct {
	kalynaRun
	tweak     filePath
	operation func(x *dstu7624.XTS, dst, src, tweak []byte) error
}

func kalynaXTSOperation(name, short string, operation func(x *dstu7624.XTS, dst, src, tweak []byte) error) *cobra.Command {
	run := &kalynaXTSRun{operation: operation}
	return run.command(name, short, run.run,
		run.keyFlag(), fileFlag{"tweak", &run.tweak, "the tweak", required}, run.inFlag("the sector"), run.outFlag())
}

func (r *kalynaXTSRun) run(stderr io.Writer) error {
	c, err := r.cipher()
	if err != nil {
		return err
	}
	algorithm := r.algorithm("xts")
	tweak, err := readParameter(string(r.tweak), c.BlockSize(), "a tweak of "+algorithm)
	if err != nil {
		return err
	}
	x := dstu7624.NewXTS(c)
	return r.transform(stderr, "a sector of "+algorithm, bytesFrom(c.BlockSize(), unlimited), func(dst, src []byte) ([]byte, error) {
		dst = dst[:len(src)]
		return dst, r.operation(x, dst, src, tweak)
	}, r.tweak.as("--tweak"))
}
