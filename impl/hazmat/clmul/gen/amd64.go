package main

import "fmt"

func amd64(w *writer) {
	w.head("!purego")
	for n := 2; n <= 8; n++ {
		amd64Mul(w, n)
	}
	for _, words := range []int{2, 4, 8} {
		amd64Add(w, words)
		amd64AddWide(w, words)
	}
}

// amd64Mul writes the product of n words. Words are loaded one by one, as they were
// probably stored one by one a moment ago.
func amd64Mul(w *writer, n int) {
	w.mulBanner(n, "X0-X3 pairs of words of x, X4-X7 of y; X8 even column, X9 odd one, X10 the odd one before, X11 product.")
	w.line("TEXT ·mul%d(SB), NOSPLIT, $0-24", n)
	w.op("MOVQ z+0(FP), DI")
	w.op("MOVQ x+8(FP), SI")
	w.op("MOVQ y+16(FP), DX")
	for _, f := range []struct {
		from  string
		first int
	}{{"SI", 0}, {"DX", 4}} {
		for i := 0; i < n; i += 2 {
			w.op("MOVQ %d(%s), X%d", 8*i, f.from, f.first+i/2)
			if i+1 < n {
				w.op("MOVHPS %d(%s), X%d", 8*i+8, f.from, f.first+i/2)
			}
		}
	}
	column := func(c, to int) {
		first := true
		for i := range n {
			j := c - i
			if j < 0 || j >= n {
				continue
			}
			product := 11
			if first {
				product = to
			}
			w.op("MOVO X%d, X%d", i/2, product)
			w.op("PCLMULQDQ $0x%02x, X%d, X%d", i&1|j&1<<4, 4+j/2, product)
			if !first {
				w.op("PXOR X11, X%d", to)
			}
			first = false
		}
	}
	for p := range n { // words 2p and 2p+1
		w.line("\n\t// words %d and %d", 2*p, 2*p+1)
		column(2*p, 8)
		if p > 0 {
			w.op("PSRLDQ $8, X10")
			w.op("PXOR X10, X8")
		}
		if p < n-1 {
			column(2*p+1, 9)
			w.op("MOVO X9, X10")
			w.op("PSLLDQ $8, X9")
			w.op("PXOR X9, X8")
		}
		w.op("MOVOU X8, %d(DI)", 16*p)
	}
	w.op("RET")
}

// digits are the pairs of words whose sum is a digit, by the number of words.
var digits = map[int][][]int{
	2: {{0}},
	4: {{0}, {1}, {0, 1}},
	8: {{0}, {1}, {0, 1}, {2}, {3}, {2, 3}, {0, 2}, {1, 3}, {0, 1, 2, 3}},
}

// The layout of a Row, and of the sums of a digit, in bytes.
const (
	stride    = 16
	mixed     = 16 * stride // from a row's pairs to its mixed words
	rowSize   = 2 * mixed
	digitSums = 48
)

// addBanner writes what is common to the sums of products of factors of so many words.
func (w *writer) addBanner(name string, words int, registers string) {
	w.line("\n// func %s(s *sums, acc, blocks *byte, rows *Row, n int)", name)
	w.line("//")
	w.line("// s[k] = the sums over i < n of the products of digit k of block i, of %d words, by the row's", words)
	w.line("// entry %d - n + i: lower words, upper words, sums of both, 128 bits each. acc is added to", stride)
	w.line("// block 0 before. 1 ≤ n ≤ %d, and the only branch is on n; no table.", stride)
	w.line("// %s", registers)
	w.line("TEXT ·%s(SB), NOSPLIT, $0-40", name)
}

// amd64Add writes the sums for factors of so many words, one block at a time.
func amd64Add(w *writer, words int) {
	w.addBanner(fmt.Sprintf("add%dPCLMULQDQ", words), words,
		"DI s, SI acc, DX blocks, R8 the rows from the first power needed on, R9 n; X0-X2 the three sums.")
	amd64AddLoad(w)
	size := 8 * words
	for k, digit := range digits[words] {
		w.line("\n\t// digit %d", k)
		w.op("MOVQ DX, AX")
		w.op("LEAQ %d(R8), BX", k*rowSize)
		w.op("MOVQ R9, CX")
		for i := range 3 {
			w.op("PXOR X%d, X%d", i, i)
		}
		w.op("MOVOU %d(SI), X3", 16*digit[0])
		for _, pair := range digit[1:] {
			w.op("MOVOU %d(SI), X4", 16*pair)
			w.op("PXOR X4, X3")
		}
		w.line("digit%d:", k)
		for _, pair := range digit { // X3 is zero but for the first block
			w.op("MOVOU %d(AX), X4", 16*pair)
			w.op("PXOR X4, X3")
		}
		w.op("MOVOU (BX), X5")
		w.op("MOVOU %d(BX), X6", mixed)
		w.op("PSHUFD $0x4e, X3, X7")
		w.op("PXOR X3, X7")
		w.op("MOVO X3, X4")
		w.op("PCLMULQDQ $0x00, X5, X3")
		w.op("PCLMULQDQ $0x11, X5, X4")
		w.op("PCLMULQDQ $0x00, X6, X7")
		w.op("PXOR X3, X0")
		w.op("PXOR X4, X1")
		w.op("PXOR X7, X2")
		w.op("PXOR X3, X3")
		w.op("ADDQ $%d, AX", size)
		w.op("ADDQ $16, BX")
		w.op("DECQ CX")
		w.op("JNZ digit%d", k)
		for i := range 3 {
			w.op("MOVOU X%d, %d(DI)", i, k*digitSums+16*i)
		}
	}
	w.op("RET")
}

func amd64AddLoad(w *writer) {
	w.op("MOVQ s+0(FP), DI")
	w.op("MOVQ acc+8(FP), SI")
	w.op("MOVQ blocks+16(FP), DX")
	w.op("MOVQ rows+24(FP), R8")
	w.op("MOVQ n+32(FP), R9")
	w.op("MOVQ $%d, AX", stride)
	w.op("SUBQ R9, AX")
	w.op("SHLQ $4, AX")
	w.op("ADDQ AX, R8")
}

// amd64AddWide is amd64Add for two blocks at a time, n being even.
func amd64AddWide(w *writer, words int) {
	w.addBanner(fmt.Sprintf("add%dVPCLMULQDQ", words), words,
		"n is even.\n// DI s, SI acc, DX blocks, R8 the rows from the first power needed on, R9 n; Y0-Y2 the three sums, of even and of odd blocks.")
	amd64AddLoad(w)
	size := 8 * words
	for k, digit := range digits[words] {
		w.line("\n\t// digit %d", k)
		w.op("MOVQ DX, AX")
		w.op("LEAQ %d(R8), BX", k*rowSize)
		w.op("MOVQ R9, CX")
		for i := range 3 {
			w.op("VPXOR Y%[1]d, Y%[1]d, Y%[1]d", i)
		}
		w.op("VMOVDQU %d(SI), X3", 16*digit[0]) // and zero above
		for _, pair := range digit[1:] {
			w.op("VPXOR %d(SI), X3, X3", 16*pair)
		}
		w.line("digit%d:", k)
		for _, pair := range digit { // Y3 is zero but for the first block
			if words == 2 {
				w.op("VPXOR (AX), Y3, Y3")
				continue
			}
			w.op("VMOVDQU %d(AX), X4", 16*pair)
			w.op("VINSERTI128 $1, %d(AX), Y4, Y4", size+16*pair)
			w.op("VPXOR Y4, Y3, Y3")
		}
		w.op("VMOVDQU (BX), Y5")
		w.op("VPSHUFD $0x4e, Y3, Y7")
		w.op("VPXOR Y3, Y7, Y7")
		w.op("VPCLMULQDQ $0x00, Y5, Y3, Y6")
		w.op("VPCLMULQDQ $0x11, Y5, Y3, Y4")
		w.op("VPCLMULQDQ $0x00, %d(BX), Y7, Y7", mixed)
		w.op("VPXOR Y6, Y0, Y0")
		w.op("VPXOR Y4, Y1, Y1")
		w.op("VPXOR Y7, Y2, Y2")
		w.op("VPXOR Y3, Y3, Y3")
		w.op("ADDQ $%d, AX", 2*size)
		w.op("ADDQ $32, BX")
		w.op("SUBQ $2, CX")
		w.op("JNZ digit%d", k)
		for i := range 3 {
			w.op("VEXTRACTI128 $1, Y%d, X4", i)
			w.op("VPXOR X4, X%[1]d, X%[1]d", i)
			w.op("VMOVDQU X%d, %d(DI)", i, k*digitSums+16*i)
		}
	}
	w.op("VZEROUPPER")
	w.op("RET")
}
