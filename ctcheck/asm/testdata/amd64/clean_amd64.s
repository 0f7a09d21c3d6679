#include "textflag.h"

// scan reads the whole table and keeps what it wants.
TEXT ·scan(SB), NOSPLIT, $0-17
	MOVQ table+0(FP), AX
	MOVQ key+8(FP), BX
	MOVBLZX 3(BX), CX
	XORL SI, SI
	XORL DX, DX
next:
	MOVBLZX (AX)(SI*1), DI
	CMPQ SI, CX
	CMOVQEQ DI, DX
	INCQ SI
	CMPQ SI, $256
	JLT next
	MOVB DX, ret+16(FP)
	RET

TEXT ·equal(SB), NOSPLIT, $0-56
	MOVQ a_base+0(FP), SI
	MOVQ b_base+24(FP), DI
	MOVQ a_len+8(FP), CX
	XORL AX, AX
loop:
	TESTQ CX, CX
	JEQ done
	MOVBLZX (SI), DX
	MOVBLZX (DI), BX
	XORL BX, DX
	ORL DX, AX
	INCQ SI
	INCQ DI
	DECQ CX
	JMP loop
done:
	SUBL $1, AX
	SBBQ AX, AX
	NEGQ AX
	MOVQ AX, ret+48(FP)
	RET

TEXT ·choose(SB), NOSPLIT, $0-32
	MOVQ bit+0(FP), CX
	TESTQ CX, CX
	JEQ zero
	MOVQ a+8(FP), AX
	MOVQ AX, ret+24(FP)
	RET
zero:
	MOVQ b+16(FP), AX
	MOVQ AX, ret+24(FP)
	RET

TEXT ·chooseByMask(SB), NOSPLIT, $0-32
	MOVQ bit+0(FP), CX
	MOVQ a+8(FP), AX
	MOVQ b+16(FP), BX
	NEGQ CX
	XORQ BX, AX
	ANDQ CX, AX
	XORQ BX, AX
	TESTQ CX, CX
	SETNE DX
	MOVQ AX, ret+24(FP)
	RET

// idioms makes public numbers of secret registers.
TEXT ·idioms(SB), NOSPLIT, $0-17
	MOVQ table+0(FP), AX
	MOVQ key+8(FP), BX
	MOVQ (BX), CX
	XORL CX, CX
	MOVB (AX)(CX*1), DX
	MOVQ (BX), CX
	SUBQ CX, CX
	JNE out
	MOVB (AX)(CX*1), DX
	MOVOU (BX), X1
	PXOR X1, X1
	MOVQ X1, CX
	MOVB (AX)(CX*1), DX
	VMOVDQU (BX), Y1
	VPXOR Y1, Y1, Y2
	VMOVQ X2, CX
	MOVB (AX)(CX*1), DX
	VPCMPEQD Y1, Y1, Y1
	VPSRLD $31, Y1, Y1
	VMOVQ X1, CX
	MOVB (AX)(CX*1), DX
	VMOVDQU (BX), Y1
	VPTERNLOGD $0xFF, Z1, Z1, Z1
	VPXOR Y2, Y2, Y2
	VPGATHERDD Y1, (AX)(Y2*4), Y0
out:
	MOVB DX, ret+16(FP)
	RET

// spill has a public and a secret slot.
TEXT ·spill(SB), NOSPLIT, $64-25
	MOVQ table+0(FP), AX
	MOVQ key+8(FP), BX
	MOVQ n+16(FP), CX
	MOVQ CX, 0(SP)
	VMOVDQU (BX), Y0
	VMOVDQU Y0, 8(SP)
	MOVQ AX, 40(SP)
	XORL AX, AX
	PUSHQ CX
	POPQ DI
	MOVQ 0(SP), CX
	ANDQ $255, CX
	MOVQ 40(SP), AX
	MOVB (AX)(CX*1), DX
	MOVQ (BX), CX
	MOVQ CX, 48(SP)
	MOVQ $3, 48(SP)
	MOVQ 48(SP), CX
	MOVB (AX)(CX*1), DX
	MOVB (AX)(DI*1), DX
	MOVB DX, ret+24(FP)
	RET

TEXT ·loop(SB), NOSPLIT, $0-48
	MOVQ dst_base+0(FP), DI
	MOVQ key_base+24(FP), SI
	MOVQ key_len+32(FP), CX
	JMP test
next:
	MOVQ -8(SI)(CX*1), AX
	ADCQ AX, -8(DI)(CX*1)
	SUBQ $8, CX
test:
	CMPQ CX, $8
	JGE next
	RET

TEXT ·shuffled(SB), NOSPLIT, $0-16
	MOVQ table+0(FP), AX
	MOVQ key+8(FP), BX
	MOVOU (AX), X0
	MOVOU (BX), X1
	PSHUFB X1, X0
	VPERMB Z1, Z0, Z2
	MOVOU X0, (BX)
	RET

TEXT ·masked(SB), NOSPLIT, $0-24
	MOVQ dst+0(FP), DI
	MOVQ key+8(FP), SI
	MOVQ n+16(FP), CX
	KMOVQ CX, K1
	VMOVDQU8.Z (SI), K1, Z0
	VPADDD.Z Z0, Z0, K1, Z1
	VMOVDQU8 Z1, K1, (DI)
	VPXORQ Z3, Z3, Z3
	VMOVQ X3, AX
	MOVQ (DI)(AX*1), DX
	VPCMPUB $1, Z0, Z1, K2
	KMOVQ K2, DX
	VGF2P8AFFINEQB $0, Z1, Z0, Z2
	VAESENC Z1, Z2, Z2
	VPCLMULQDQ $17, Z1, Z2, Z2
	KTESTQ K1, K1
	JEQ out
	RET
out:
	RET

TEXT read<>(SB), NOSPLIT, $0
	MOVBLZX (AX)(CX*1), DX
	RET

TEXT ·helps(SB), NOSPLIT, $8-25
	MOVQ table+0(FP), AX
	MOVQ key+8(FP), BX
	MOVQ (BX), R8
	MOVQ n+16(FP), CX
	CALL read<>(SB)
	ADDQ R8, DX
	MOVB DX, ret+24(FP)
	RET

TEXT ·publicDivision(SB), NOSPLIT, $0-32
	MOVQ key+0(FP), BX
	MOVQ (BX), AX
	MULQ AX
	MOVQ a+8(FP), AX
	XORL DX, DX
	DIVQ b+16(FP)
	MOVQ DX, ret+24(FP)
	RET

TEXT ·counted(SB), NOSPLIT, $0-24
	MOVQ key+0(FP), AX
	MOVQ n+8(FP), CX
more:
	ADCQ AX, AX
	DECQ CX
	JNE more
	ADCXQ AX, AX
	ADOXQ AX, AX
	INCQ CX
	JGE out2
	RET
out2:
	MOVQ AX, ret+16(FP)
	RET

TEXT ·fieldClean(SB), NOSPLIT, $0-17
	MOVQ s+0(FP), AX
	MOVQ table+8(FP), BX
	MOVQ (AX), CX
	ADDQ 40(AX), CX
	ANDL $255, CX
	MOVB (BX)(CX*1), DX
	MOVB DX, ret+16(FP)
	RET

// large has the stack check that the assembler puts in.
TEXT ·large(SB), $4096-16
	MOVQ key+0(FP), AX
	MOVOU (AX), X0
	MOVOU X0, 0(SP)
	MOVQ n+8(FP), CX
	CMPQ CX, $3
	JLT small
	RET
small:
	RET

// unread has a secret, and instructions that do not look at it.
TEXT ·unread(SB), NOSPLIT, $0-8
	MOVQ key+0(FP), AX
	MOVQ (AX), R8
	NOP
	XORL CX, CX
	XORL AX, AX
	CPUID
	TESTL AX, AX
	JEQ on
	PCMPESTRI $0, X1, X2
on:
	RET
