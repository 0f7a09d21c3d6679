package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zvirka/zvirka/impl/kalyna"
	spec "github.com/zvirka/zvirka/spec/kalyna"
)

// kalynaVariants returns the names of the variants as the command line has them, block
// bits and key bits: "128-256".
func kalynaVariants() []string {
	var names []string
	for _, p := range spec.Variants() {
		names = append(names, strings.TrimPrefix(p.Name, "kalyna-"))
	}
	return names
}

// kalynaVariant returns the parameters of one of kalynaVariants.
func kalynaVariant(name string) spec.Params {
	for _, p := range spec.Variants() {
		if p.Name == "kalyna-"+name {
			return p
		}
	}
	panic("no Kalyna variant " + name) // the flag's parser lets no other name through
}

// A kalynaRun is one run of a command over Kalyna: the flags that all of them have but for
// --out, which the verification of a tag has not.
type kalynaRun struct {
	variant      choice
	key, in, out filePath
	iterations   iterations
	force        bool
}

// command returns a command with the flags of r, and with those for its files in this order.
func (r *kalynaRun) command(name, short string, run func(stderr io.Writer) error, files ...fileFlag) *cobra.Command {
	r.variant.of, r.iterations = kalynaVariants(), 1
	cmd := &cobra.Command{
		Use:                   name + " --variant V" + fileFlagsUse(files) + " [flags]",
		Short:                 short,
		DisableFlagsInUseLine: true,
		RunE:                  func(cmd *cobra.Command, _ []string) error { return run(cmd.ErrOrStderr()) },
	}
	defineVariant(cmd, &r.variant, "bits of block and key")
	defineFiles(cmd, files)
	defineIterations(cmd, &r.iterations)
	defineForce(cmd, &r.force)
	return cmd
}

func (r *kalynaRun) keyFlag() fileFlag            { return fileFlag{"key", &r.key, "the raw key", required} }
func (r *kalynaRun) inFlag(usage string) fileFlag { return fileFlag{"in", &r.in, usage, required} }
func (r *kalynaRun) outFlag() fileFlag {
	return fileFlag{"out", &r.out, "the file to write, which must not exist", required}
}

// algorithm returns the name of a mode of the variant.
func (r *kalynaRun) algorithm(mode string) string { return "kalyna-" + r.variant.value + "-" + mode }

// cipher returns the cipher under the key, which it reads.
func (r *kalynaRun) cipher() (*kalyna.Cipher, error) {
	p := kalynaVariant(r.variant.value)
	key, err := readKey(string(r.key), p.KeySize, p.Name)
	if err != nil {
		return nil, err
	}
	c, err := kalyna.New(p.BlockSize, key)
	if err != nil {
		return nil, unusable("%v", err)
	}
	return c, nil
}

// output reserves --out, which must be none of the keys.
func (r *kalynaRun) output(keys ...namedPath) (*output, error) {
	return newOutput(r.out.as("--out"), r.force, r.in.as("--in"), append(keys, r.key.as("--key"))...)
}

// transform writes to --out what an operation makes of the whole of --in. It is given room
// for a result of the same length.
func (r *kalynaRun) transform(stderr io.Writer, purpose string, size sizeRange, operation func(dst, src []byte) ([]byte, error), keys ...namedPath) error {
	out, err := r.output(keys...)
	if err != nil {
		return err
	}
	defer discard(out)
	src, err := readInput(string(r.in), size, purpose)
	if err != nil {
		return err
	}
	result, watch, err := r.iterations.whole(len(src), len(src), func(dst []byte) ([]byte, error) { return operation(dst, src) })
	if err != nil {
		return refused("%s: %v", r.in, err)
	}
	return r.finish(stderr, watch, []*output{out}, result)
}

// finish writes the content of each output and reports the time.
func (r *kalynaRun) finish(stderr io.Writer, watch stopwatch, outs []*output, contents ...[]byte) error {
	if err := deliver(outs, contents...); err != nil {
		return err
	}
	watch.report(stderr, r.iterations)
	return nil
}
