#include "textflag.h"

TEXT ·index(SB), NOSPLIT, $0-17
	MOVQ table+0(FP), AX
	MOVQ key+8(FP), BX
	MOVBLZX 3(BX), CX
	MOVB (AX)(CX*1), DX // want CT2001
	MOVB DX, ret+16(FP)
	RET

TEXT ·indexOfScalar(SB), NOSPLIT, $0-40
	MOVQ table_base+0(FP), AX
	MOVQ i+24(FP), CX
	CMPQ CX, table_len+8(FP)
	JCC out // want CT2003
	MOVQ (AX)(CX*8), DX // want CT2001
out:
	MOVQ DX, ret+32(FP)
	RET

TEXT ·spilled(SB), NOSPLIT, $16-17
	MOVQ table+0(FP), AX
	MOVQ key+8(FP), BX
	MOVQ 8(BX), CX
	MOVQ CX, 8(SP)
	XORL CX, CX
	MOVQ 8(SP), DX
	ANDQ $255, DX
	ADDQ DX, AX
	MOVB (AX), DX // want CT2001
	MOVB DX, ret+16(FP)
	RET

TEXT ·storedAt(SB), NOSPLIT, $0-16
	MOVQ table+0(FP), AX
	MOVQ key+8(FP), BX
	MOVBQZX (BX), CX
	LEAQ (AX)(CX*1), DX
	MOVB $1, (DX) // want CT2001
	RET

TEXT ·prefetched(SB), NOSPLIT, $0-16
	MOVQ table+0(FP), AX
	MOVQ key+8(FP), BX
	MOVBQZX (BX), CX
	PREFETCHT0 (AX)(CX*1) // want CT2001
	RET

TEXT ·gathered(SB), NOSPLIT, $0-16
	MOVQ table+0(FP), AX
	MOVQ key+8(FP), BX
	VMOVDQU (BX), Y1
	VPCMPEQD Y2, Y2, Y2
	VPGATHERDD Y2, (AX)(Y1*4), Y0 // want CT2002
	RET

TEXT ·gatheredMasked(SB), NOSPLIT, $0-16
	MOVQ table+0(FP), AX
	MOVQ key+8(FP), BX
	VMOVDQU32 (BX), Z1
	KXNORW K1, K1, K1
	VPGATHERDD (AX)(Z1*4), K1, Z0 // want CT2002
	KXNORW K1, K1, K1
	VPSCATTERDD Z0, K1, (AX)(Z1*4) // want CT2002
	RET

TEXT ·branched(SB), NOSPLIT, $0-25
	MOVQ key_base+0(FP), AX
	MOVQ key_len+8(FP), CX
	TESTQ CX, CX
	JEQ zero
	TESTB $1, (AX)
	JNE zero // want CT2003
	MOVB $1, ret+24(FP)
	RET
zero:
	MOVB $0, ret+24(FP)
	RET

TEXT ·earlyExit(SB), NOSPLIT, $0-49
	MOVQ a_base+0(FP), SI
	MOVQ b_base+24(FP), DI
	MOVQ a_len+8(FP), CX
loop:
	TESTQ CX, CX
	JEQ same
	MOVB (SI), AX
	MOVB (DI), BX
	INCQ SI
	INCQ DI
	DECQ CX
	CMPB AX, BX
	JEQ loop // want CT2003
	MOVB $0, ret+48(FP)
	RET
same:
	MOVB $1, ret+48(FP)
	RET

TEXT ·divided(SB), NOSPLIT, $0-24
	MOVQ a+0(FP), AX
	MOVQ b+8(FP), BX
	XORL DX, DX
	DIVQ BX // want CT2004
	MOVQ AX, ret+16(FP)
	RET

TEXT ·copied(SB), NOSPLIT, $0-24
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ n+16(FP), CX
	REP // want CT2005
	MOVSB
	RET

TEXT ·scanned(SB), NOSPLIT, $0-24
	MOVQ key_base+0(FP), DI
	MOVQ key_len+8(FP), CX
	XORL AX, AX
	REPN
	SCASB // want CT2005
	RET

TEXT ·deposited(SB), NOSPLIT, $0-16
	MOVQ key+0(FP), AX
	MOVQ $0x5555, BX
	PDEPQ BX, AX, CX // want CT2005
	MOVQ CX, ret+8(FP)
	RET

TEXT ·floating(SB), NOSPLIT, $0-16
	MOVSD x+0(FP), X0
	MULSD X0, X0 // want CT2005
	MOVSD X0, ret+8(FP)
	RET

TEXT ·root(SB), NOSPLIT, $0-16
	MOVSD x+0(FP), X0
	SQRTSD X0, X1 // want CT2004
	DIVSD X1, X0 // want CT2004
	MOVSD X0, ret+8(FP)
	RET

TEXT ·indirect(SB), NOSPLIT, $0-8
	MOVQ f+0(FP), AX
	JMP AX // want CT2003

#define LOOKUP(from, to) \
	MOVBLZX (from), CX; \
	MOVB (AX)(CX*1), to

TEXT ·macro(SB), NOSPLIT, $0-17
	MOVQ table+0(FP), AX
	MOVQ key+8(FP), BX
	LOOKUP(BX, DX) // want CT2001
	MOVB DX, ret+16(FP)
	RET

// look reads at CX in the table at AX.
TEXT look<>(SB), NOSPLIT, $0
	MOVBLZX (AX)(CX*1), DX // want CT2001
	RET

TEXT ·helped(SB), NOSPLIT, $8-17
	MOVQ table+0(FP), AX
	MOVQ key+8(FP), BX
	MOVBLZX (BX), CX
	CALL look<>(SB)
	MOVB DX, ret+16(FP)
	RET

TEXT ·unseen(SB), NOSPLIT, $8-8
	MOVQ key+0(FP), AX
	CALL other·function(SB)
	MOVQ key+0(FP), AX
	MOVQ (AX), BX
	MOVQ BX, 0(SP)
	CALL other·function(SB) // want CT2901
	RET

TEXT ·unknown(SB), NOSPLIT, $0-8
	MOVQ key+0(FP), AX
	MOVOU (AX), X0
	PCMPESTRI $0, X0, X0 // want CT2901
	RET

TEXT ·carried(SB), NOSPLIT, $0-24
	MOVQ key+0(FP), AX
	MOVQ n+8(FP), CX
	ADDQ AX, AX
	DECQ CX
	JCS over // want CT2003
	SETCS BX
	ADDQ BX, AX
over:
	MOVQ AX, ret+16(FP)
	RET

TEXT ·field(SB), NOSPLIT, $0-17
	MOVQ s+0(FP), AX
	MOVQ table+8(FP), BX
	MOVQ 16(AX), CX
	ANDL $255, CX
	MOVB (BX)(CX*1), DX // want CT2001
	MOVB DX, ret+16(FP)
	RET

TEXT ·numbers(SB), NOSPLIT, $0-8
	MOVQ key+0(FP), AX
	BYTE $0x90
	MOVQ (AX), BX
	BYTE $0x90 // want CT2901
	RET

TEXT ·tail(SB), NOSPLIT, $0-17
	MOVQ table+0(FP), AX
	MOVQ key+8(FP), BX
	MOVBLZX (BX), CX
	JMP tailed<>(SB)

TEXT tailed<>(SB), NOSPLIT, $0-17
	MOVB (AX)(CX*1), DX // want CT2001
	MOVB DX, ret+16(FP)
	RET
