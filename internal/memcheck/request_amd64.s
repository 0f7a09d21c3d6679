//go:build ctgrind && linux

#include "textflag.h"

// func request(number, a, b uintptr) uintptr
//
// AX points at six words, the request and its arguments; DX is the answer without valgrind.
// The rotations add up to 128 bits, twice a full turn.
TEXT ·request(SB), NOSPLIT, $48-32
	MOVQ  number+0(FP), CX
	MOVQ  CX, 0(SP)
	MOVQ  a+8(FP), CX
	MOVQ  CX, 8(SP)
	MOVQ  b+16(FP), CX
	MOVQ  CX, 16(SP)
	XORL  CX, CX
	MOVQ  CX, 24(SP)
	MOVQ  CX, 32(SP)
	MOVQ  CX, 40(SP)
	LEAQ  0(SP), AX
	XORL  DX, DX
	ROLQ  $3, DI
	ROLQ  $13, DI
	ROLQ  $61, DI
	ROLQ  $51, DI
	XCHGQ BX, BX
	MOVQ  DX, ret+24(FP)
	RET
