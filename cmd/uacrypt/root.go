package main

import (
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// newRoot returns the command tree. A new command is one file and one line here.
func newRoot(stdout, stderr io.Writer) *cobra.Command {
	cobra.EnableCommandSorting = false
	root := &cobra.Command{
		Use:           "uacrypt",
		Short:         "Ukrainian national cryptography on the command line",
		Long:          "uacrypt: Ukrainian national cryptography on the command line.",
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.Flags().BoolP("version", "V", false, "print the version")
	root.AddCommand(
		hashCommand(),
		kalynaBlockCommand(),
		kalynaCCMCommand(),
		kalynaGCMCommand(),
		kalynaCMACCommand(),
		kalynaGMACCommand(),
		kalynaKWCommand(),
		kalynaXTSCommand(),
		kupynaDigestCommand(),
		strumokCryptCommand(),
		listCommand(),
		selftestCommand(),
		versionCommand(),
	)
	root.InitDefaultCompletionCmd()
	root.SetHelpCommand(helpCommand())
	root.InitDefaultHelpCmd()
	return root
}

// parseStrictly gives every command our flag parser instead of cobra's, but for those
// that say they parse their own arguments.
func parseStrictly(cmd *cobra.Command) {
	for _, child := range cmd.Commands() {
		parseStrictly(child)
	}
	if cmd.DisableFlagParsing || cmd.HasSubCommands() {
		return
	}
	runE := cmd.RunE
	cmd.DisableFlagParsing = true
	cmd.Args = cobra.ArbitraryArgs
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := parseFlags(cmd.Flags(), args); err != nil {
			return err
		}
		return runE(cmd, nil)
	}
}

// execute finds the command that args name and runs it, or prints its help if that is
// asked for anywhere among its arguments.
func execute(root *cobra.Command, args []string) error {
	if len(args) > 0 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd) {
		// Cobra completes the values of flags only where it parses them itself.
		root.SetArgs(args)
		return root.Execute()
	}
	parseStrictly(root)
	if len(args) > 0 && (args[0] == "--version" || args[0] == "-V") {
		args = slices.Concat([]string{"version"}, args[1:])
	}
	cmd, rest, err := resolve(root, args)
	if cmd != nil && slices.ContainsFunc(rest, isHelp) {
		cmd.InitDefaultHelpFlag()
		return cmd.Help()
	}
	if err != nil {
		return err
	}
	root.SetArgs(args)
	return root.Execute()
}

func isHelp(arg string) bool { return arg == "--help" || arg == "-h" }

// resolve follows args down the tree, and returns the command reached and the arguments
// left. Where it cannot go on it returns the command together with the error, but no
// command where args do not name one at all.
func resolve(root *cobra.Command, args []string) (*cobra.Command, []string, error) {
	cmd := root
	for cmd.HasSubCommands() && len(args) > 0 {
		child := childNamed(cmd, args[0])
		switch {
		case child != nil:
			cmd, args = child, args[1:]
		case cmd != root:
			return cmd, args, unknownSubcommand(cmd, args[0])
		case isHelp(args[0]):
			return root, args, nil
		default:
			return nil, nil, unknownCommand(root, args[0])
		}
	}
	if cmd != root && cmd.HasSubCommands() {
		return cmd, nil, unknownSubcommand(cmd, "")
	}
	return cmd, args, nil
}

func childNamed(cmd *cobra.Command, name string) *cobra.Command {
	for _, child := range cmd.Commands() {
		if child.Name() == name {
			return child
		}
	}
	return nil
}

func childNames(cmd *cobra.Command) []string {
	var names []string
	for _, child := range cmd.Commands() {
		if child.IsAvailableCommand() || child.Name() == "help" {
			names = append(names, child.Name())
		}
	}
	return names
}

func unknownCommand(root *cobra.Command, word string) error {
	what, candidates := "command", childNames(root)
	if strings.HasPrefix(word, "-") {
		what, candidates = "flag", []string{"--help", "--version"}
	}
	return misuse("unknown %s %q%s", what, word, didYouMean(word, candidates))
}

// unknownSubcommand reports a word that is no subcommand of cmd; a flag in its place, or
// nothing, is one that is missing.
func unknownSubcommand(cmd *cobra.Command, word string) error {
	choices := childNames(cmd)
	list := strings.Join(choices, "|")
	if word == "" || strings.HasPrefix(word, "-") {
		return misuse("%s: missing subcommand: %s", cmd.Name(), list)
	}
	return misuse("%s: unknown subcommand %q: %s%s", cmd.Name(), word, list, didYouMean(word, append(choices, "--help")))
}
