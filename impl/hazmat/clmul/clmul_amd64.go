//go:build !purego

package clmul

import (
	"golang.org/x/sys/cpu"

	"github.com/zvirka/zvirka/internal/dispatch"
)

// The paths of this architecture, the preferred first; each has the instructions of those
// behind it.
var asmNames = [...]string{"vpclmulqdq", "pclmulqdq"}

// vpclmulqdq is PCLMULQDQ on 256-bit registers in the encoding that AVX2 has, which says
// nothing of AVX-512 and which x/sys/cpu therefore does not report.
var (
	usePCLMULQDQ  = cpu.X86.HasPCLMULQDQ && cpu.X86.HasSSE41
	useVPCLMULQDQ = usePCLMULQDQ && cpu.X86.HasAVX2 && cpuidVPCLMULQDQ()
)

func asmPaths() []dispatch.Path {
	return []dispatch.Path{
		{Name: asmNames[0], Available: useVPCLMULQDQ},
		{Name: asmNames[1], Available: usePCLMULQDQ},
	}
}

// cpuidVPCLMULQDQ reports bit 10 of ECX of CPUID's leaf 7. Leaf 7 is there where AVX2 is,
// and the operating system keeps 256-bit registers where x/sys/cpu reports AVX2.
func cpuidVPCLMULQDQ() bool {
	_, _, ecx, _ := cpuid(7, 0)
	return ecx>>10&1 == 1
}

func cpuid(eax, ecx uint32) (a, b, c, d uint32)

// addBlocks adds to s the products of n blocks, from one to Stride, to the first of which acc
// is added before, by the powers that the rows hold, one row a digit.
func addBlocks(path int, s *sums, acc, blocks *byte, rows *Row, digits, n int) {
	wide := path == 0 && n%2 == 0 // two blocks at a time
	switch digits {
	case 1:
		if wide {
			add2VPCLMULQDQ(s, acc, blocks, rows, n)
		} else {
			add2PCLMULQDQ(s, acc, blocks, rows, n)
		}
	case 3:
		if wide {
			add4VPCLMULQDQ(s, acc, blocks, rows, n)
		} else {
			add4PCLMULQDQ(s, acc, blocks, rows, n)
		}
	default:
		if wide {
			add8VPCLMULQDQ(s, acc, blocks, rows, n)
		} else {
			add8PCLMULQDQ(s, acc, blocks, rows, n)
		}
	}
}

//go:noescape
//ct:secret s,acc,blocks,rows
func add2VPCLMULQDQ(s *sums, acc, blocks *byte, rows *Row, n int)

//go:noescape
//ct:secret s,acc,blocks,rows
func add4VPCLMULQDQ(s *sums, acc, blocks *byte, rows *Row, n int)

//go:noescape
//ct:secret s,acc,blocks,rows
func add8VPCLMULQDQ(s *sums, acc, blocks *byte, rows *Row, n int)

//go:noescape
//ct:secret s,acc,blocks,rows
func add2PCLMULQDQ(s *sums, acc, blocks *byte, rows *Row, n int)

//go:noescape
//ct:secret s,acc,blocks,rows
func add4PCLMULQDQ(s *sums, acc, blocks *byte, rows *Row, n int)

//go:noescape
//ct:secret s,acc,blocks,rows
func add8PCLMULQDQ(s *sums, acc, blocks *byte, rows *Row, n int)
