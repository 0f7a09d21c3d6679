package main

import (
	"strings"

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
