package main

import (
	"bytes"
	"fmt"
	"os"
	"testing"
)

func TestCurrent(t *testing.T) {
	for _, c := range []int{8, 16} {
		want, err := source(c)
		if err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprintf("table%d_gen.go", c)
		got, err := os.ReadFile("../" + name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is stale: run go generate ./impl/kupyna", name)
		}
	}
}
