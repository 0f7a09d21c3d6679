package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// parseFlags is the one parser of all commands. It takes "--flag value" and
// "--flag=value" only, each flag at most once, and no positional argument; a separate
// value must not start with "--". The first problem from the left is reported, and then
// the required flags that are missing.
func parseFlags(flags *pflag.FlagSet, args []string) error {
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		if !strings.HasPrefix(arg, "-") || arg == "-" || arg == "--" {
			return misuse("unexpected argument %q", arg)
		}
		name, value, hasValue := strings.Cut(arg, "=")
		flag := flags.Lookup(strings.TrimPrefix(name, "--"))
		switch {
		case flag == nil || !strings.HasPrefix(name, "--"):
			return misuse("unknown flag %q%s", name, didYouMean(name, flagNames(flags)))
		case flag.Changed:
			return misuse("%s is given twice", name)
		case takesNoValue(flag) && hasValue:
			return misuse("%s takes no value", name)
		case takesNoValue(flag):
			value = flag.NoOptDefVal
		case !hasValue && len(args) > 0 && !strings.HasPrefix(args[0], "--"):
			value, args = args[0], args[1:]
		}
		if value == "" {
			return misuse("%s needs a value", name)
		}
		if err := flag.Value.Set(value); err != nil {
			return misuse("%s: %v", name, err)
		}
		flag.Changed = true
	}
	if missing := missingFlags(flags); len(missing) > 0 {
		return misuse("missing %s", strings.Join(missing, ", "))
	}
	return nil
}

func takesNoValue(f *pflag.Flag) bool { return f.NoOptDefVal != "" }

func flagNames(flags *pflag.FlagSet) []string {
	var names []string
	flags.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, "--"+f.Name)
		}
	})
	return names
}

func missingFlags(flags *pflag.FlagSet) []string {
	var missing []string
	flags.VisitAll(func(f *pflag.Flag) {
		if _, required := f.Annotations[cobra.BashCompOneRequiredFlag]; required && !f.Changed {
			missing = append(missing, "--"+f.Name)
		}
	})
	return missing
}

// requireFlags marks flags as required, for parseFlags and for completion.
func requireFlags(cmd *cobra.Command, names ...string) {
	for _, name := range names {
		if err := cmd.MarkFlagRequired(name); err != nil {
			panic(err) // the command's own file names a flag it has not defined
		}
	}
}

// A fileFlag is a flag that names a file.
type fileFlag struct {
	name  string
	path  *filePath
	usage string
	need  need
}

// A need says whether a flag must be given.
type need int

const (
	optional need = iota
	required
	requiredLate // as the command says, once it has read the key
)

// defineFiles gives a command its flags for files.
func defineFiles(cmd *cobra.Command, files []fileFlag) {
	for _, f := range files {
		cmd.Flags().Var(f.path, f.name, f.usage)
		if f.need == required {
			requireFlags(cmd, f.name)
		}
	}
}

// fileFlagsUse returns the flags that must be given, for a line of usage.
func fileFlagsUse(files []fileFlag) string {
	var use strings.Builder
	for _, f := range files {
		if f.need != optional {
			use.WriteString(" --" + f.name + " FILE")
		}
	}
	return use.String()
}

// defineVariant gives a command the flag --variant, and lets its help list the flags in the
// order in which they are defined.
func defineVariant(cmd *cobra.Command, v *choice, what string) {
	cmd.Flags().SortFlags = false
	cmd.Flags().Var(v, "variant", what+": "+strings.Join(v.of, ", "))
	requireFlags(cmd, "variant")
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("variant", cobra.FixedCompletions(v.of, cobra.ShellCompDirectiveNoFileComp)))
}

func defineIterations(cmd *cobra.Command, n *iterations) {
	cmd.Flags().Var(n, "iterations", "repeat the operation n times and report the time on stderr")
}

func defineForce(cmd *cobra.Command, force *bool) {
	cmd.Flags().BoolVar(force, "force", false, "replace the output file if it exists")
}

// A filePath is the value of a flag that names a file and cannot mean stdin or stdout.
type filePath string

func (p *filePath) Set(s string) error {
	if s == "-" {
		return errors.New(`"-" is not possible here; a file of that name is "./-"`)
	}
	*p = filePath(s)
	return nil
}

// as returns the value of the flag of this name.
func (p *filePath) as(flag string) namedPath { return namedPath{flag, string(*p)} }

func (p *filePath) String() string { return string(*p) }
func (p *filePath) Type() string   { return "file" }

// An inputPath is the value of a flag that names a file to read, stdin if it is "-".
type inputPath string

func (p *inputPath) Set(s string) error { *p = inputPath(s); return nil }
func (p *inputPath) String() string     { return string(*p) }
func (p *inputPath) Type() string       { return "file" }

// A printedPath is an inputPath that the command prints, so it must not break the line.
type printedPath struct{ inputPath }

func (p *printedPath) Set(s string) error {
	if err := checkPrintable(s); err != nil {
		return fmt.Errorf("%q %w", s, err)
	}
	return p.inputPath.Set(s)
}

// checkPrintable refuses a path that cannot stand on a line of text; the error lacks its
// subject.
func checkPrintable(path string) error {
	switch {
	case path == "":
		return errors.New("is empty")
	case !utf8.ValidString(path):
		return errors.New("is not UTF-8")
	case strings.ContainsFunc(path, unicode.IsControl):
		return errors.New("has a control character")
	}
	return nil
}

// A choice is the value of a flag that takes one of several words.
type choice struct {
	value string
	of    []string
}

func (c *choice) Set(s string) error {
	if !slices.Contains(c.of, s) {
		return fmt.Errorf("%q is none of %s", s, strings.Join(c.of, ", "))
	}
	c.value = s
	return nil
}

func (c *choice) String() string { return c.value }
func (c *choice) Type() string   { return "name" }

// bits returns the value of a choice of numbers of bits.
func (c *choice) bits() int {
	n, err := strconv.Atoi(c.value)
	if err != nil {
		panic(err) // the command's own file offers what is no number
	}
	return n
}
