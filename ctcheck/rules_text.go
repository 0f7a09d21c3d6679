package ctcheck

// The examples are whole files but for their package clause. The tests of the layers compile
// them: what is Bad is reported under its rule, and nothing is in what is Good.
var rules = []Rule{
	{
		ID: "CT0001", Name: "malformed-directive", Layer: Directives,
		Summary: "a //ct: directive cannot be read or stands where it has no effect",
		Why:     "A directive that is not understood protects nothing, and whoever wrote it believes that it does.",
		Remedy:  "Write the directive as the message says, in the doc comment of a function, on a field of a struct, or on the line of the finding.",
		Bad: `//ct:secret kye
func First(key []byte) byte { return key[0] }
`,
		Good: `//ct:secret key
func First(key []byte) byte { return key[0] }
`,
	},
	{
		ID: "CT0002", Name: "unused-directive", Layer: Directives,
		Summary: "nothing needs a //ct:allow, or a setting that allows",
		Why:     "An exception that outlives its reason hides the next finding in the same place.",
		Remedy:  "Delete it. If a finding was expected, find out why the checker no longer sees the secret.",
		Bad: `//ct:secret key
func Mask(key []byte) byte {
	return key[0] & 1 //ct:allow the mask is public
}
`,
		Good: `//ct:secret key
func Mask(key []byte) byte {
	return key[0] & 1
}
`,
	},

	{
		ID: "CT1001", Name: "secret-index", Layer: Static,
		Summary: "an array, slice or string is accessed at an index that depends on a secret",
		Why:     "The address decides which cache line is touched. Whoever shares a cache with the program, or times it, learns the upper bits of the index. AES keys were taken from servers in this way.",
		Remedy:  "Compute the value instead of looking it up (a Boolean circuit, field arithmetic), or read the whole table and keep the entry by a mask.",
		Bad: `var box [256]byte

//ct:secret x
func Substitute(x byte) byte { return box[x] }
`,
		Good: `import "crypto/subtle"

var box [256]byte

//ct:secret x
func Substitute(x byte) byte {
	var y byte
	for i, entry := range box {
		y |= entry & -byte(subtle.ConstantTimeByteEq(byte(i), x))
	}
	return y
}
`,
	},
	{
		ID: "CT1002", Name: "secret-branch", Layer: Static,
		Summary: "a branch depends on a secret",
		Why:     "The two ways take different times and train the branch predictor, which other programs can probe. A condition that looks free, such as && or a bounds check, is a branch too.",
		Remedy:  "Do both and select by a mask (crypto/subtle). If the bit is meant to become public, as the verdict of a verification is, say so with a declassifying function or //ct:allow.",
		Bad: `//ct:secret bit
func Choose(bit int, a, b uint64) uint64 {
	if bit == 1 {
		return a
	}
	return b
}
`,
		Good: `//ct:secret bit
func Choose(bit int, a, b uint64) uint64 {
	mask := -uint64(bit & 1)
	return a&mask | b&^mask
}
`,
	},
	{
		ID: "CT1003", Name: "secret-loop-bound", Layer: Static,
		Summary: "a secret decides how often a loop runs",
		Why:     "The running time is the number of rounds: the longest and clearest of all timing signals.",
		Remedy:  "Run the loop as often as the longest case needs and mask the rounds that do not count.",
		Bad: `//ct:secret k
func Power(x uint64, k uint) uint64 {
	y := uint64(1)
	for ; k > 0; k >>= 1 {
		y *= x
	}
	return y
}
`,
		Good: `//ct:secret k
func Power(x uint64, k uint) uint64 {
	y := uint64(1)
	for i := 0; i < 64; i++ {
		mask := -uint64(k & 1)
		y *= x&mask | 1&^mask
		k >>= 1
	}
	return y
}
`,
	},
	{
		ID: "CT1004", Name: "secret-switch", Layer: Static,
		Summary: "a switch chooses by a secret",
		Why:     "A switch is compiled to comparisons and jumps, or to a jump through a table: the predictor and the cache of instructions see which case it was.",
		Remedy:  "Compute every case and select by masks.",
		Bad: `//ct:secret digit
func Weight(digit byte) int {
	switch digit {
	case 0:
		return 1
	case 1:
		return 3
	}
	return 9
}
`,
		Good: `import "crypto/subtle"

//ct:secret digit
func Weight(digit byte) int {
	w := subtle.ConstantTimeSelect(subtle.ConstantTimeByteEq(digit, 1), 3, 9)
	return subtle.ConstantTimeSelect(subtle.ConstantTimeByteEq(digit, 0), 1, w)
}
`,
	},
	{
		ID: "CT1005", Name: "secret-division", Layer: Static,
		Summary: "a division or remainder has a secret operand",
		Why:     "Division instructions take a time that depends on their operands on most processors. A division by a constant is compiled to a multiplication on some and not on others: KyberSlash was such a division.",
		Remedy:  "Multiply by a scaled reciprocal and shift, written out in the source; use Barrett or Montgomery reduction.",
		Bad: `//ct:secret x
func Compress(x uint32) uint32 { return (x<<4 + 1664) / 3329 & 15 }
`,
		Good: `//ct:secret x
func Compress(x uint32) uint32 {
	// x below 3329: 80635 = ceil(2^28 / 3329).
	return uint32((uint64(x<<4+1664) * 80635) >> 28 & 15)
}
`,
	},
	{
		ID: "CT1006", Name: "variable-time-instruction", Layer: Static,
		Summary: "an operation whose time varies on some processors has a secret operand",
		Why:     "Floating point slows down on subnormal numbers, and a shift by a signed count has a hidden branch for the negative case.",
		Remedy:  "Use integers; make shift counts unsigned.",
		Bad: `//ct:secret x
func Half(x float64) float64 { return x * 0.5 }
`,
		Good: `//ct:secret x
func Half(x uint64) uint64 { return x >> 1 }
`,
	},
	{
		ID: "CT1007", Name: "variable-time-call", Layer: Static,
		Summary: "a secret is passed to a function that does not promise constant time",
		Why:     "bytes.Equal stops at the first difference, math/big works on trimmed numbers, encoders use tables. What such a function does with the secret cannot be seen from the caller.",
		Remedy:  "Call a constant-time function (crypto/subtle, a field package), or say in the configuration that the callee is safe, and why.",
		Bad: `import "bytes"

//ct:secret tag
func Verify(tag, got []byte) bool { return bytes.Equal(tag, got) }
`,
		Good: `import "crypto/subtle"

//ct:secret tag
func Verify(tag, got []byte) int { return subtle.ConstantTimeCompare(tag, got) }
`,
	},
	{
		ID: "CT1008", Name: "secret-comparison", Layer: Static,
		Summary: "strings, arrays, structs or interfaces with a secret are compared with == or !=",
		Why:     "The comparison is a call that stops at the first difference. Repeated guesses find a tag or a password byte by byte.",
		Remedy:  "crypto/subtle.ConstantTimeCompare on slices of the contents.",
		Bad: `//ct:secret password
func Check(password, guess string) bool { return password == guess }
`,
		Good: `import "crypto/subtle"

//ct:secret password
func Check(password, guess string) int {
	return subtle.ConstantTimeCompare([]byte(password), []byte(guess))
}
`,
	},
	{
		ID: "CT1009", Name: "secret-map-key", Layer: Static,
		Summary: "a map is read or written under a secret key",
		Why:     "Hashing, probing and comparing keys read memory and branch according to the key.",
		Remedy:  "Scan all entries and select by a mask, or use a public name of the secret as the key.",
		Bad: `var points = map[uint32]uint32{1: 5, 2: 7}

//ct:secret k
func Point(k uint32) uint32 { return points[k] }
`,
		Good: `import "crypto/subtle"

var points = [][2]uint32{{1, 5}, {2, 7}}

//ct:secret k
func Point(k uint32) uint32 {
	var p uint32
	for _, entry := range points {
		p |= entry[1] & -uint32(subtle.ConstantTimeEq(int32(entry[0]), int32(k)))
	}
	return p
}
`,
	},
	{
		ID: "CT1010", Name: "secret-allocation", Layer: Static,
		Summary: "memory is allocated in a secret size",
		Why:     "The allocator's path, the clearing of memory and the garbage collector's work depend on the size.",
		Remedy:  "Allocate the largest size and keep the length apart.",
		Bad: `//ct:secret n
func Buffer(n int) []byte { return make([]byte, n) }
`,
		Good: `//ct:secret n
func Buffer(n int) (b []byte, length int) { return make([]byte, 256), n }
`,
	},
	{
		ID: "CT1011", Name: "secret-slice-bound", Layer: Static,
		Summary: "a slice is cut at a secret place",
		Why:     "The bounds are checked by branches, and whatever is done with the slice takes a time that depends on its length. Lucky Thirteen came from a message length that depended on secret padding.",
		Remedy:  "Work on the whole buffer and mask what lies behind the end.",
		Bad: `//ct:secret padding
func Strip(message []byte, padding byte) []byte {
	return message[:len(message)-int(padding)]
}
`,
		Good: `//ct:secret padding
func Strip(message []byte, padding byte) (whole []byte, length int) {
	return message, len(message) - int(padding)
}
`,
	},
	{
		ID: "CT1012", Name: "secret-disclosure", Layer: Static,
		Summary: "a secret is formatted, logged, or put into an error or a panic",
		Why:     "Formatting takes a time that depends on the value, and the text goes where logs go.",
		Remedy:  "Put sizes and public names into messages, never contents.",
		Bad: `import "fmt"

//ct:secret key
func Check(key []byte) error {
	return fmt.Errorf("bad key %x", key)
}
`,
		Good: `import "fmt"

//ct:secret key
func Check(key []byte) error {
	return fmt.Errorf("bad key of %d bytes", len(key))
}
`,
	},

	{
		ID: "CT2001", Name: "asm-secret-address", Layer: Assembly,
		Summary: "an instruction accesses memory at an address that depends on a secret",
		Why:     "As CT1001: the cache shows the address.",
		Remedy:  "Keep the table in registers (PSHUFB, VPERMB, TBL), or read all of it and select by masks.",
		Bad: `// func lookup(table *[256]byte, x byte) byte
TEXT ·lookup(SB), 4, $0-17
	MOVQ    table+0(FP), AX
	MOVBLZX x+8(FP), CX
	MOVB    (AX)(CX*1), DX
	MOVB    DX, ret+16(FP)
	RET
`,
		Good: `// func lookup(table *[16]byte, x *[16]byte)
TEXT ·lookup(SB), 4, $0-16
	MOVQ   table+0(FP), AX
	MOVQ   x+8(FP), CX
	MOVOU  (AX), X0
	MOVOU  (CX), X1
	PSHUFB X1, X0
	MOVOU  X0, (CX)
	RET
`,
	},
	{
		ID: "CT2002", Name: "asm-secret-gather", Layer: Assembly,
		Summary: "a gather or scatter has secret indices",
		Why:     "A gather is as many loads as it has lanes, each at its own address.",
		Remedy:  "As for CT2001.",
		Bad: `// func lookup(table *[256]uint32, x *[8]uint32)
TEXT ·lookup(SB), 4, $0-16
	MOVQ       table+0(FP), AX
	MOVQ       x+8(FP), CX
	VMOVDQU    (CX), Y1
	VPCMPEQD   Y2, Y2, Y2
	VPGATHERDD Y2, (AX)(Y1*4), Y0
	VMOVDQU    Y0, (CX)
	RET
`,
		Good: `// func lookup(table *[8]uint32, x *[8]uint32)
TEXT ·lookup(SB), 4, $0-16
	MOVQ    table+0(FP), AX
	MOVQ    x+8(FP), CX
	VMOVDQU (CX), Y1
	VPERMD  (AX), Y1, Y0
	VMOVDQU Y0, (CX)
	RET
`,
	},
	{
		ID: "CT2003", Name: "asm-secret-branch", Layer: Assembly,
		Summary: "a jump depends on a secret",
		Why:     "As CT1002. In compiled code it may be a branch that the source does not have: the compiler made it of an expression that looked free of any.",
		Remedy:  "Conditional moves and masks (CMOV, SBB, CSEL). In Go source, write the mask so that the compiler cannot see that it is a truth value, as crypto/subtle does.",
		Bad: `// func choose(bit, a, b uint64) uint64
TEXT ·choose(SB), 4, $0-32
	MOVQ  bit+0(FP), AX
	MOVQ  a+8(FP), CX
	TESTQ AX, AX
	JNE   done
	MOVQ  b+16(FP), CX
done:
	MOVQ  CX, ret+24(FP)
	RET
`,
		Good: `// func choose(bit, a, b uint64) uint64
TEXT ·choose(SB), 4, $0-32
	MOVQ    bit+0(FP), AX
	MOVQ    a+8(FP), CX
	TESTQ   AX, AX
	CMOVQEQ b+16(FP), CX
	MOVQ    CX, ret+24(FP)
	RET
`,
	},
	{
		ID: "CT2004", Name: "asm-secret-division", Layer: Assembly,
		Summary: "a division has a secret operand",
		Why:     "As CT1005.",
		Remedy:  "As CT1005.",
		Bad: `// func mod(x, q uint64) uint64
TEXT ·mod(SB), 4, $0-24
	MOVQ x+0(FP), AX
	XORQ DX, DX
	DIVQ q+8(FP)
	MOVQ DX, ret+16(FP)
	RET
`,
		Good: `// func high(x, q uint64) uint64
TEXT ·high(SB), 4, $0-24
	MOVQ x+0(FP), AX
	MULQ q+8(FP)
	MOVQ DX, ret+16(FP)
	RET
`,
	},
	{
		ID: "CT2005", Name: "asm-variable-time-instruction", Layer: Assembly,
		Summary: "an instruction whose time depends on its operands has a secret one",
		Why:     "String instructions run as long as their count says; PDEP and PEXT are loops of microcode on some AMD processors.",
		Remedy:  "Use fixed counts, shifts and masks.",
		Bad: `// func zero(p *byte, n uint64)
TEXT ·zero(SB), 4, $0-16
	MOVQ p+0(FP), DI
	MOVQ n+8(FP), CX
	XORQ AX, AX
	REP
	STOSB
	RET
`,
		Good: `// func zero(p *[16]byte, n uint64)
TEXT ·zero(SB), 4, $0-16
	MOVQ  p+0(FP), DI
	PXOR  X0, X0
	MOVOU X0, (DI)
	RET
`,
	},
	{
		ID: "CT2901", Name: "asm-unknown-instruction", Layer: Assembly,
		Summary: "an instruction without a model touches a secret",
		Why:     "What the checker does not know it must not call safe.",
		Remedy:  "Use another instruction, or look its timing up and accept the line with //ct:allow and what you found.",
		Bad: `// func find(p *[16]byte) uint64
TEXT ·find(SB), 4, $0-16
	MOVQ      p+0(FP), AX
	MOVOU     (AX), X0
	PCMPESTRI $0, X0, X0
	MOVQ      CX, ret+8(FP)
	RET
`,
		Good: `// func same(p *[16]byte) uint64
TEXT ·same(SB), 4, $0-16
	MOVQ     p+0(FP), AX
	MOVOU    (AX), X0
	PXOR     X1, X1
	PCMPEQB  X1, X0
	PMOVMSKB X0, CX
	MOVQ     CX, ret+8(FP)
	RET
`,
	},

	{
		ID: "CT3001", Name: "memcheck-secret-use", Layer: Dynamic,
		Summary: "machine code that ran branched on a secret or used it as an address",
		Why:     "This is what the processor did, whatever the source looks like: no path is imagined and none that did not run is seen.",
		Remedy:  "Follow the stack of the finding to the source line and mend it as CT1001 to CT1012 say.",
	},

	{
		ID: "CT4001", Name: "timing-difference", Layer: Timing,
		Summary: "running times for a fixed and for random secrets differ measurably",
		Why:     "A statistical difference in time is what an observer would use. Its absence proves nothing.",
		Remedy:  "Find the cause with the other layers, then measure again.",
	},
}
