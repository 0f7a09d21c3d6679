package main

import (
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/zvirka/zvirka/internal/catalogue"
)

func listCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list [--json]",
		Short: "List the algorithms, what their correctness rests on, and their timing class",
		Long: `List the algorithms: for each its name, kind and standard, what the trust in its
results rests on, and what the time of its default implementation may depend on:
nothing secret (ConstantTime), secrets through the addresses of table lookups
(TableLookup), or anything (VariableTime).`,
		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if asJSON {
				return listJSON(cmd)
			}
			return listTable(cmd)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the full identity cards, an array in JSON")
	return cmd
}

func listJSON(cmd *cobra.Command) error {
	e := json.NewEncoder(cmd.OutOrStdout())
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(catalogue.Cards())
}

func listTable(cmd *cobra.Command) error {
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "NAME\tKIND\tSTANDARD\tMATURITY\tTIMING")
	for _, c := range catalogue.Cards() {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", c.Name, c.Kind, c.Source.Standard, c.Maturity, c.Timing)
	}
	return w.Flush()
}
