// Command gen writes docs/ct/rules: a page a rule, and a list of them.
package main

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/zvirka/zvirka/ctcheck"
)

func main() {
	log.SetFlags(0)
	if err := write(filepath.Join("..", "docs", "ct", "rules")); err != nil {
		log.Fatal(err)
	}
}

func write(dir string) error {
	if err := os.RemoveAll(dir); err != nil { // a rule may be gone
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	var list bytes.Buffer
	list.WriteString("# Rules of ctcheck\n\n`ctcheck -explain RULE` prints these pages.\n\n| rule | name | layer | what is reported |\n|---|---|---|---|\n")
	for _, r := range ctcheck.Rules() {
		fmt.Fprintf(&list, "| [%s](%s.md) | %s | %s | %s |\n", r.ID, r.ID, r.Name, r.Layer, r.Summary)
		var page bytes.Buffer
		if err := r.Explain(&page); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, r.ID+".md"), page.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(dir, "README.md"), list.Bytes(), 0o644)
}
