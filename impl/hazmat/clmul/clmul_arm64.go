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

// sumLanes adds the products of n vectors of lanes: sums[j] ^= x[i][j]·y[i][j] over all i,
// 128 bits a lane. lanes is even and n at least one.
func sumLanes(_ int, sums, x, y *uint64, lanes, n int) { sumLanesPMULL(sums, x, y, lanes, n) }

//go:noescape
func sumLanesPMULL(sums, x, y *uint64, lanes, n int)
