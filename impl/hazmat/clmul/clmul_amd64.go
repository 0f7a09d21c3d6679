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

// sumLanes adds the products of n vectors of lanes: sums[j] ^= x[i][j]·y[i][j] over all i,
// 128 bits a lane. lanes is a multiple of four and n at least one.
func sumLanes(path int, sums, x, y *uint64, lanes, n int) {
	if path == 0 {
		sumLanesVPCLMULQDQ(sums, x, y, lanes, n)
		return
	}
	sumLanesPCLMULQDQ(sums, x, y, lanes, n)
}

//go:noescape
func sumLanesVPCLMULQDQ(sums, x, y *uint64, lanes, n int)

//go:noescape
func sumLanesPCLMULQDQ(sums, x, y *uint64, lanes, n int)
