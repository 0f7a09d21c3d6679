package proof_test

import (
	"fmt"

	"github.com/zvirka/zvirka/props/proof"
)

func ExampleProgram_Equal() {
	p, err := proof.Load("math/bits", "github.com/zvirka/zvirka/props/proof/testdata/mutants")
	if err != nil {
		fmt.Println(err)
		return
	}
	lemma, err := p.Equal("math/bits.ReverseBytes64", "github.com/zvirka/zvirka/props/proof/testdata/mutants.ReverseBytes",
		[]proof.Input{proof.Number("x", 64)})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(lemma.Statement, "for all", lemma.Bits, "bits")
	// Output: bits.ReverseBytes64 = mutants.ReverseBytes (x) for all 64 bits
}
