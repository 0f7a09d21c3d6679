// Command status rewrites the status table of the documents named.
package main

import (
	"fmt"
	"os"

	"github.com/zvirka/zvirka/internal/catalogue"
)

func main() {
	for _, name := range os.Args[1:] {
		if err := rewrite(name); err != nil {
			fmt.Fprintln(os.Stderr, "status:", err)
			os.Exit(1)
		}
	}
}

func rewrite(name string) error {
	old, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	document, err := catalogue.ReplaceStatus(string(old))
	if err != nil || document == string(old) {
		return err
	}
	return os.WriteFile(name, []byte(document), 0o644)
}
