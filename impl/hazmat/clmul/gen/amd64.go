package main

func amd64(w *writer) {
	w.head("!purego")
	for n := 2; n <= 8; n++ {
		amd64Mul(w, n)
	}
	amd64Sum(w)
	amd64SumWide(w)
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

const sumBanner = `// sums[j] = sum over i < n of x[i][j]·y[i][j], for j < lanes: 128 bits a lane, not reduced.
// x and y are n vectors of lanes words, lanes a multiple of four, n at least one. No branch
// but on lanes and n; no table.`

func amd64Sum(w *writer) {
	w.line("\n// func sumLanesPCLMULQDQ(sums, x, y *uint64, lanes, n int)")
	w.line("//\n%s", sumBanner)
	w.line("// DI sums, SI x, DX y, R8 lanes left, R9 n, R10 bytes of a vector; X0, X1 two sums.")
	w.line("TEXT ·sumLanesPCLMULQDQ(SB), NOSPLIT, $0-40")
	sumLoad(w)
	w.line("\nlanes:")
	w.op("PXOR X0, X0")
	w.op("PXOR X1, X1")
	sumInner(w)
	w.op("MOVOU (AX), X2")
	w.op("MOVOU (BX), X3")
	w.op("MOVO X2, X4")
	w.op("PCLMULQDQ $0x00, X3, X2")
	w.op("PCLMULQDQ $0x11, X3, X4")
	w.op("PXOR X2, X0")
	w.op("PXOR X4, X1")
	sumNext(w)
	w.op("MOVOU X0, (DI)")
	w.op("MOVOU X1, 16(DI)")
	w.op("ADDQ $32, DI")
	w.op("ADDQ $16, SI")
	w.op("ADDQ $16, DX")
	w.op("SUBQ $2, R8")
	w.op("JNZ lanes")
	w.op("RET")
}

func amd64SumWide(w *writer) {
	w.line("\n// func sumLanesVPCLMULQDQ(sums, x, y *uint64, lanes, n int)")
	w.line("//\n%s", sumBanner)
	w.line("// DI sums, SI x, DX y, R8 lanes left, R9 n, R10 bytes of a vector; Y0, Y1 four sums:")
	w.line("// lanes 0 and 2, and lanes 1 and 3.")
	w.line("TEXT ·sumLanesVPCLMULQDQ(SB), NOSPLIT, $0-40")
	sumLoad(w)
	w.line("\nlanes:")
	w.op("VPXOR Y0, Y0, Y0")
	w.op("VPXOR Y1, Y1, Y1")
	sumInner(w)
	w.op("VMOVDQU (AX), Y2")
	w.op("VMOVDQU (BX), Y3")
	w.op("VPCLMULQDQ $0x00, Y3, Y2, Y4")
	w.op("VPCLMULQDQ $0x11, Y3, Y2, Y5")
	w.op("VPXOR Y4, Y0, Y0")
	w.op("VPXOR Y5, Y1, Y1")
	sumNext(w)
	w.op("VPERM2I128 $0x20, Y1, Y0, Y2")
	w.op("VPERM2I128 $0x31, Y1, Y0, Y3")
	w.op("VMOVDQU Y2, (DI)")
	w.op("VMOVDQU Y3, 32(DI)")
	w.op("ADDQ $64, DI")
	w.op("ADDQ $32, SI")
	w.op("ADDQ $32, DX")
	w.op("SUBQ $4, R8")
	w.op("JNZ lanes")
	w.op("VZEROUPPER")
	w.op("RET")
}

func sumLoad(w *writer) {
	w.op("MOVQ sums+0(FP), DI")
	w.op("MOVQ x+8(FP), SI")
	w.op("MOVQ y+16(FP), DX")
	w.op("MOVQ lanes+24(FP), R8")
	w.op("MOVQ n+32(FP), R9")
	w.op("LEAQ (R8*8), R10")
}

func sumInner(w *writer) {
	w.op("MOVQ SI, AX")
	w.op("MOVQ DX, BX")
	w.op("MOVQ R9, CX")
	w.line("\nvectors:")
}

func sumNext(w *writer) {
	w.op("ADDQ R10, AX")
	w.op("ADDQ R10, BX")
	w.op("DECQ CX")
	w.op("JNZ vectors")
}
