//go:build !((amd64 || arm64) && !purego)

package clmul

import "github.com/zvirka/zvirka/internal/dispatch"

const hasAsm = false

var asmNames [0]string

func asmPaths() []dispatch.Path { return nil }

func mul2(*[4]uint64, *[2]uint64, *[2]uint64)            { panic(noInstructions) }
func mul3(*[6]uint64, *[3]uint64, *[3]uint64)            { panic(noInstructions) }
func mul4(*[8]uint64, *[4]uint64, *[4]uint64)            { panic(noInstructions) }
func mul5(*[10]uint64, *[5]uint64, *[5]uint64)           { panic(noInstructions) }
func mul6(*[12]uint64, *[6]uint64, *[6]uint64)           { panic(noInstructions) }
func mul7(*[14]uint64, *[7]uint64, *[7]uint64)           { panic(noInstructions) }
func mul8(*[16]uint64, *[8]uint64, *[8]uint64)           { panic(noInstructions) }
func addBlocks(int, *sums, *byte, *byte, *Row, int, int) { panic(noInstructions) }

const noInstructions = "clmul: no instructions in this build"
