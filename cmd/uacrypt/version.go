package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// The program's version, and that of the formats of the files it writes.
const (
	version         = "0.1.0"
	containerFormat = 2
)

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:                   "version",
		Short:                 "Print the version",
		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			fmt.Fprintf(cmd.OutOrStdout(), "uacrypt %s (container format %d)\n", version, containerFormat)
			return nil
		},
	}
}
