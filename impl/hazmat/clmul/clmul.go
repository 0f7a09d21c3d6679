// Package clmul multiplies polynomials over GF(2): multiplication without carries.
//
// Timing: ConstantTime
//
// A polynomial is a vector of 64-bit words, bit i of word j being the coefficient of
// x^(64j+i). This is raw material for fields and authentication, outside the promise of
// compatibility. On amd64 with PCLMULQDQ and on arm64 with PMULL the work is done by those
// instructions, elsewhere and with the build tag purego by integer multiplications; no path
// has a branch or an address that depends on an operand.
package clmul

import "github.com/zvirka/zvirka/internal/dispatch"

// pathGeneric is the portable path. It comes last.
const pathGeneric = "generic"

var paths = dispatch.Register("clmul", append(asmPaths(), dispatch.Path{Name: pathGeneric, Available: true})...)

// instructions reports whether the live path is one of the processor's instructions.
func instructions() bool { return hasAsm && paths.Index() < len(asmNames) }

// Mul2 sets z to x·y. The product may not overlap the factors; the same holds for all.
//
//ct:secret x,y
func Mul2(z *[4]uint64, x, y *[2]uint64) {
	if instructions() {
		mul2(z, x, y)
		return
	}
	mul2Generic(z, x, y)
}

// Mul3 sets z to x·y.
//
//ct:secret x,y
func Mul3(z *[6]uint64, x, y *[3]uint64) {
	if instructions() {
		mul3(z, x, y)
		return
	}
	mul3Generic(z, x, y)
}

// Mul4 sets z to x·y.
//
//ct:secret x,y
func Mul4(z *[8]uint64, x, y *[4]uint64) {
	if instructions() {
		mul4(z, x, y)
		return
	}
	mul4Generic(z, x, y)
}

// Mul5 sets z to x·y.
//
//ct:secret x,y
func Mul5(z *[10]uint64, x, y *[5]uint64) {
	if instructions() {
		mul5(z, x, y)
		return
	}
	mul5Generic(z, x, y)
}

// Mul6 sets z to x·y.
//
//ct:secret x,y
func Mul6(z *[12]uint64, x, y *[6]uint64) {
	if instructions() {
		mul6(z, x, y)
		return
	}
	mul6Generic(z, x, y)
}

// Mul7 sets z to x·y.
//
//ct:secret x,y
func Mul7(z *[14]uint64, x, y *[7]uint64) {
	if instructions() {
		mul7(z, x, y)
		return
	}
	mul7Generic(z, x, y)
}

// Mul8 sets z to x·y.
//
//ct:secret x,y
func Mul8(z *[16]uint64, x, y *[8]uint64) {
	if instructions() {
		mul8(z, x, y)
		return
	}
	mul8Generic(z, x, y)
}
