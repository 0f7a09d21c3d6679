#include "textflag.h"

TEXT ·index(SB), NOSPLIT, $0-17
	MOVD table+0(FP), R0
	MOVD key+8(FP), R1
	MOVBU 3(R1), R2
	MOVBU (R0)(R2), R3 // want CT2001
	MOVB R3, ret+16(FP)
	RET

TEXT ·indexShifted(SB), NOSPLIT, $0-40
	MOVD table_base+0(FP), R0
	MOVD i+24(FP), R1
	MOVD table_len+8(FP), R2
	CMP R2, R1
	BHS out // want CT2003
	MOVD (R0)(R1<<3), R3 // want CT2001
out:
	MOVD R3, ret+32(FP)
	RET

TEXT ·spilled(SB), NOSPLIT, $16-17
	MOVD table+0(FP), R0
	MOVD key+8(FP), R1
	LDP (R1), (R2, R3)
	STP (R2, R0), 8(RSP)
	MOVD ZR, R2
	LDP 8(RSP), (R4, R5)
	AND $255, R4
	ADD R5, R4
	MOVB (R4), R3 // want CT2001
	MOVB R3, ret+16(FP)
	RET

TEXT ·storedAt(SB), NOSPLIT, $0-16
	MOVD table+0(FP), R0
	MOVD key+8(FP), R1
	MOVBU.P 1(R1), R2
	ADD R2, R0, R3
	MOVB ZR, (R3) // want CT2001
	RET

TEXT ·prefetched(SB), NOSPLIT, $0-16
	MOVD table+0(FP), R0
	MOVD key+8(FP), R1
	MOVBU (R1), R2
	ADD R2, R0, R3
	PRFM (R3), PLDL1KEEP // want CT2001
	RET

TEXT ·fromVector(SB), NOSPLIT, $0-16
	MOVD table+0(FP), R0
	MOVD key+8(FP), R1
	VLD1 (R1), [V0.B16]
	VUSHR $4, V0.B16, V1.B16
	VMOV V1.D[1], R2
	LSR $60, R2
	MOVBU (R0)(R2), R3 // want CT2001
	VLD1 (R0), [V2.B16]
	RET

TEXT ·postIndexed(SB), NOSPLIT, $0-16
	MOVD table+0(FP), R0
	MOVD key+8(FP), R1
	MOVD (R1), R2
	VLD1.P (R0)(R2), [V0.B16]
	VLD1 (R0), [V0.B16] // want CT2001
	RET

TEXT ·branched(SB), NOSPLIT, $0-25
	MOVD key_base+0(FP), R0
	MOVD key_len+8(FP), R1
	CBZ R1, zero
	MOVBU (R0), R2
	CBZ R2, zero // want CT2003
	MOVD $1, R2
	MOVB R2, ret+24(FP)
	RET
zero:
	MOVB ZR, ret+24(FP)
	RET

TEXT ·bitTested(SB), NOSPLIT, $0-16
	MOVD key+0(FP), R0
	TBNZ $63, R0, negative // want CT2003
	MOVD R0, ret+8(FP)
	RET
negative:
	NEG R0, R0
	MOVD R0, ret+8(FP)
	RET

TEXT ·earlyExit(SB), NOSPLIT, $0-49
	MOVD a_base+0(FP), R0
	MOVD b_base+24(FP), R1
	MOVD a_len+8(FP), R2
loop:
	CBZ R2, same
	MOVBU.P 1(R0), R3
	MOVBU.P 1(R1), R4
	SUB $1, R2
	CMP R3, R4
	BEQ loop // want CT2003
	MOVB ZR, ret+48(FP)
	RET
same:
	MOVD $1, R3
	MOVB R3, ret+48(FP)
	RET

TEXT ·divided(SB), NOSPLIT, $0-24
	MOVD a+0(FP), R0
	MOVD b+8(FP), R1
	UDIV R1, R0, R2 // want CT2004
	MSUB R1, R0, R2, R3
	SDIV R2, R1 // want CT2004
	MOVD R2, ret+16(FP)
	RET

TEXT ·floating(SB), NOSPLIT, $0-16
	FMOVD x+0(FP), F0
	FMULD F0, F0, F1 // want CT2005
	FSQRTD F1, F1 // want CT2004
	FMOVD F1, ret+8(FP)
	RET

TEXT ·indirect(SB), NOSPLIT, $0-8
	MOVD f+0(FP), R0
	JMP (R0) // want CT2003

#define LOOKUP(from, to) \
	MOVBU (from), R4; \
	MOVBU (R0)(R4), to

TEXT ·macro(SB), NOSPLIT, $0-17
	MOVD table+0(FP), R0
	MOVD key+8(FP), R1
	LOOKUP(R1, R2) // want CT2001
	MOVB R2, ret+16(FP)
	RET

// look reads at R2 in the table at R0.
TEXT look<>(SB), NOSPLIT, $0
	MOVBU (R0)(R2), R3 // want CT2001
	RET

TEXT ·helped(SB), NOSPLIT, $8-17
	MOVD table+0(FP), R0
	MOVD key+8(FP), R1
	MOVBU (R1), R2
	CALL look<>(SB)
	MOVB R3, ret+16(FP)
	RET

TEXT ·unseen(SB), NOSPLIT, $8-8
	MOVD key+0(FP), R0
	CALL other·function(SB)
	MOVD key+0(FP), R0
	MOVD (R0), R1
	MOVD R1, 8(RSP)
	CALL other·function(SB) // want CT2901
	RET

TEXT ·unknown(SB), NOSPLIT, $0-16
	MOVD key+0(FP), R0
	MOVD word+8(FP), R1
	MOVD (R0), R2
	SWPD R2, (R1), R3 // want CT2901
	RET

TEXT ·field(SB), NOSPLIT, $0-17
	MOVD s+0(FP), R0
	MOVD table+8(FP), R1
	MOVD 16(R0), R2
	AND $255, R2
	MOVBU (R1)(R2), R3 // want CT2001
	MOVB R3, ret+16(FP)
	RET

TEXT ·numbers(SB), NOSPLIT, $0-8
	MOVD key+0(FP), R0
	WORD $0xd503201f
	MOVD (R0), R1
	WORD $0xd503201f // want CT2901
	RET

TEXT ·tail(SB), NOSPLIT, $0-17
	MOVD table+0(FP), R0
	MOVD key+8(FP), R1
	MOVBU (R1), R2
	JMP tailed<>(SB)

TEXT tailed<>(SB), NOSPLIT, $0-17
	MOVBU (R0)(R2), R3 // want CT2001
	MOVB R3, ret+16(FP)
	RET
