//go:build !purego

package clmul

import (
	"golang.org/x/sys/cpu"

	"github.com/zvirka/zvirka/internal/dispatch"
)

// The paths of this architecture.
var asmNames = [...]string{"pmull"}

var usePMULL = cpu.ARM64.HasPMULL && cpu.ARM64.HasASIMD

func asmPaths() []dispatch.Path { return []dispatch.Path{{Name: asmNames[0], Available: usePMULL}} }

// addBlocks adds to s the products of n blocks, from one to Stride, to the first of which acc
// is added before, by the powers that the rows hold, one row a digit.
func addBlocks(_ int, s *sums, acc, blocks *byte, rows *Row, digits, n int) {
	switch digits {
	case 1:
		add2PMULL(s, acc, blocks, rows, n)
	case 3:
		add4PMULL(s, acc, blocks, rows, n)
	default:
		add8PMULL(s, acc, blocks, rows, n)
	}
}

//go:noescape
//ct:secret s,acc,blocks,rows
func add2PMULL(s *sums, acc, blocks *byte, rows *Row, n int)

//go:noescape
//ct:secret s,acc,blocks,rows
func add4PMULL(s *sums, acc, blocks *byte, rows *Row, n int)

//go:noescape
//ct:secret s,acc,blocks,rows
func add8PMULL(s *sums, acc, blocks *byte, rows *Row, n int)
