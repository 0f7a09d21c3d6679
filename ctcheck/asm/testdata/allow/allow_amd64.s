#include "textflag.h"

TEXT ·line(SB), NOSPLIT, $0-16
	MOVQ table+0(FP), AX
	MOVQ key+8(FP), BX
	MOVBLZX (BX), CX
	MOVB (AX)(CX*1), DX //ct:allow the table is in one line of the cache
	RET

TEXT ·before(SB), NOSPLIT, $0-16
	MOVQ table+0(FP), AX
	MOVQ key+8(FP), BX
	MOVBLZX (BX), CX
	//ct:allow so is this one
	// and a comment between does not part them
	MOVB (AX)(CX*1), DX
	RET

// whole looks twice.
//ct:allow the function is for public keys
TEXT ·whole(SB), NOSPLIT, $0-16
	MOVQ table+0(FP), AX
	MOVQ key+8(FP), BX
	MOVBLZX (BX), CX
	MOVB (AX)(CX*1), DX
	MOVB 1(AX)(CX*1), DX
	RET

TEXT ·none(SB), NOSPLIT, $0-16
	MOVQ table+0(FP), AX
	MOVQ key+8(FP), BX //ct:allow nothing to accept
	//ct:allow
	// ct:allow has a space
	MOVBLZX (BX), CX
	//ct:secret key
	RET

//ct:allow parted from the function by a blank line

TEXT ·setting(SB), NOSPLIT, $0-16
	MOVQ table+0(FP), AX
	MOVQ key+8(FP), BX
	MOVBLZX (BX), CX
	MOVB (AX)(CX*1), DX
	RET
