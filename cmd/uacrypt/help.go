package main

import (
	"strings"

	"github.com/spf13/cobra"
)

func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:                   "help [command]",
		Short:                 "Print the help of a command",
		DisableFlagsInUseLine: true,
		DisableFlagParsing:    true,
		RunE:                  runHelp,
	}
}

func runHelp(cmd *cobra.Command, args []string) error {
	about := cmd.Root()
	switch {
	case len(args) > 1:
		return misuse("help: takes one command, not %d", len(args))
	case len(args) == 1 && strings.HasPrefix(args[0], "-"):
		return misuse("help: unknown flag %q%s", args[0], didYouMean(args[0], []string{"--help"}))
	case len(args) == 1:
		about = childNamed(cmd.Root(), args[0])
		if about == nil {
			return unknownCommand(cmd.Root(), args[0])
		}
	}
	about.InitDefaultHelpFlag()
	return about.Help()
}
