#include "textflag.h"

// scan reads the whole table and keeps what it wants.
TEXT ·scan(SB), NOSPLIT, $0-17
	MOVD table+0(FP), R0
	MOVD key+8(FP), R1
	MOVBU 3(R1), R2
	MOVD ZR, R3
	MOVD ZR, R4
next:
	MOVBU (R0)(R3), R5
	CMP R3, R2
	CSEL EQ, R5, R4, R4
	ADD $1, R3
	CMP $256, R3
	BLT next
	MOVB R4, ret+16(FP)
	RET

TEXT ·equal(SB), NOSPLIT, $0-56
	MOVD a_base+0(FP), R0
	MOVD b_base+24(FP), R1
	MOVD a_len+8(FP), R2
	MOVD ZR, R3
loop:
	CBZ R2, done
	MOVBU.P 1(R0), R4
	MOVBU.P 1(R1), R5
	EOR R4, R5
	ORR R5, R3
	SUB $1, R2
	JMP loop
done:
	CMP $0, R3
	CSET EQ, R3
	MOVD R3, ret+48(FP)
	RET

TEXT ·choose(SB), NOSPLIT, $0-32
	MOVD bit+0(FP), R0
	CBZ R0, zero
	MOVD a+8(FP), R1
	MOVD R1, ret+24(FP)
	RET
zero:
	MOVD b+16(FP), R1
	MOVD R1, ret+24(FP)
	RET

TEXT ·chooseByCondition(SB), NOSPLIT, $0-32
	MOVD bit+0(FP), R0
	LDP a+8(FP), (R1, R2)
	TST $1, R0
	CSEL NE, R1, R2, R3
	CCMP EQ, R1, R2, $4
	CSETM EQ, R4
	AND R4, R3
	SUBS $1, R4
	SBCS R3, R4
	MOVD R3, ret+24(FP)
	RET

// idioms makes public numbers of secret registers.
TEXT ·idioms(SB), NOSPLIT, $0-17
	MOVD table+0(FP), R0
	MOVD key+8(FP), R1
	MOVD (R1), R2
	EOR R2, R2, R2
	MOVBU (R0)(R2), R3
	MOVD (R1), R2
	SUBS R2, R2, R2
	BNE out
	MOVBU (R0)(R2), R3
	VLD1 (R1), [V0.B16]
	VEOR V0.B16, V0.B16, V0.B16
	VMOV V0.D[0], R2
	MOVBU (R0)(R2), R3
	MOVD (R1), R2
	MOVD $5, R2
	MOVBU (R0)(R2), R3
out:
	MOVB R3, ret+16(FP)
	RET

// spill has public and secret slots.
TEXT ·spill(SB), NOSPLIT, $64-25
	MOVD table+0(FP), R0
	MOVD key+8(FP), R1
	MOVD n+16(FP), R2
	MOVD (R1), R3
	STP (R2, R3), 8(RSP)
	VLD1 (R1), [V0.B16, V1.B16]
	ADD $24, RSP, R4
	VST1 [V0.B16], (R4)
	MOVD R0, 48(RSP)
	MOVD R2, local-8(SP)
	LDP 8(RSP), (R5, R6)
	MOVD 48(RSP), R0
	MOVBU (R0)(R5), R7
	MOVD local-8(SP), R5
	MOVBU (R0)(R5), R7
	MOVD.W R2, -16(RSP)
	MOVD.P 16(RSP), R5
	MOVBU (R0)(R5), R7
	MOVD R3, 40(RSP)
	MOVD R2, 40(RSP)
	MOVD 40(RSP), R5
	MOVBU (R0)(R5), R7
	MOVB R7, ret+24(FP)
	RET

TEXT ·loop(SB), NOSPLIT, $0-48
	MOVD dst_base+0(FP), R0
	MOVD key_base+24(FP), R1
	MOVD key_len+32(FP), R2
	ADDS $0, R2
next:
	MOVD.P 8(R1), R3
	MOVD (R0), R4
	ADCS R3, R4
	MOVD.P R4, 8(R0)
	SUB $8, R2
	CBNZ R2, next
	RET

TEXT ·shuffled(SB), NOSPLIT, $0-16
	MOVD table+0(FP), R0
	MOVD key+8(FP), R1
	VLD1 (R0), [V0.B16]
	VLD1 (R1), [V1.B16]
	VTBL V1.B16, [V0.B16], V2.B16
	VTBX V1.B16, [V0.B16], V3.B16
	VST1 [V2.B16], (R1)
	RET

TEXT ·rounds(SB), NOSPLIT, $0-24
	MOVD key+0(FP), R0
	MOVD block+8(FP), R1
	MOVD n+16(FP), R2
	VLD1 (R0), [V0.B16]
	VLD1 (R1), [V1.B16]
more:
	AESE V0.B16, V1.B16
	AESMC V1.B16, V1.B16
	VPMULL V0.D1, V1.D1, V2.Q1
	VEOR3 V0.B16, V1.B16, V2.B16, V3.B16
	SHA256H V0.S4, V1, V2
	SUBS $1, R2
	BGT more
	VST1 [V1.B16], (R1)
	RET

TEXT read<>(SB), NOSPLIT, $0
	MOVBU (R0)(R2), R3
	RET

TEXT ·helps(SB), NOSPLIT, $8-25
	MOVD table+0(FP), R0
	MOVD key+8(FP), R1
	MOVD (R1), R8
	MOVD n+16(FP), R2
	CALL read<>(SB)
	ADD R8, R3
	MOVB R3, ret+24(FP)
	RET

TEXT ·publicDivision(SB), NOSPLIT, $0-32
	MOVD key+0(FP), R0
	MOVD (R0), R1
	MUL R1, R1, R2
	UMULH R1, R1, R2
	MOVD a+8(FP), R3
	MOVD b+16(FP), R4
	UDIV R4, R3, R5
	MADD R1, R2, R3, R4
	MOVD R5, ret+24(FP)
	RET

TEXT ·pairs(SB), NOSPLIT, $0-24
	LDP key+0(FP), (R0, R1)
	LDP (R0), (R2, R3)
	CBZ R1, out
	EXTR $3, R2, R3, R4
	ADD R2<<3, R4
	BFI $8, R2, $8, R4
	REV R4, R4
	MOVD R4, ret+16(FP)
out:
	RET

// large has the stack check that the assembler puts in.
TEXT ·large(SB), $4096-16
	MOVD key+0(FP), R0
	VLD1 (R0), [V0.B16]
	ADD $8, RSP, R2
	VST1 [V0.B16], (R2)
	MOVD n+8(FP), R1
	CMP $3, R1
	BLT small
	RET
small:
	RET

TEXT ·fieldClean(SB), NOSPLIT, $0-17
	MOVD s+0(FP), R0
	MOVD table+8(FP), R1
	MOVD (R0), R2
	MOVD 40(R0), R3
	ADD R3, R2
	MOVBU (R1)(R2), R3
	MOVB R3, ret+16(FP)
	RET

// unread has a secret, and instructions that do not look at it.
TEXT ·unread(SB), NOSPLIT, $0-16
	MOVD key+0(FP), R0
	MOVD word+8(FP), R1
	MOVD (R0), R2
	LDAXR (R1), R3
	SWPD R3, (R1), R4
	CBNZ R4, on
	MRS CTR_EL0, R5
	CBNZ R5, on
on:
	RET
