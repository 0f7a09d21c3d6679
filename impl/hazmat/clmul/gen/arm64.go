package main

func arm64(w *writer) {
	w.head("!purego")
	for n := 2; n <= 8; n++ {
		arm64Mul(w, n)
	}
	arm64Sum(w)
}

// arm64Mul writes the product of n words. PMULL multiplies lower words, PMULL2 upper ones;
// for one of each the words of y are exchanged.
func arm64Mul(w *writer, n int) {
	w.mulBanner(n, "V0-V3 pairs of words of x, V4-V7 of y, V8-V11 the same exchanged; V12 even column, V13 odd one,\n// V14 the odd one before, V15 product, V16 zero.")
	w.line("TEXT ·mul%d(SB), NOSPLIT, $0-24", n)
	w.op("MOVD z+0(FP), R0")
	w.op("MOVD x+8(FP), R1")
	w.op("MOVD y+16(FP), R2")
	w.op("VEOR V16.B16, V16.B16, V16.B16")
	for _, f := range []struct{ from, first int }{{1, 0}, {2, 4}} {
		for i := 0; i < n; i += 2 {
			v := f.first + i/2
			switch {
			case i+1 < n:
				w.op("VLD1.P 16(R%d), [V%d.D2]", f.from, v)
			default:
				w.op("VEOR V%[1]d.B16, V%[1]d.B16, V%[1]d.B16", v)
				w.op("VLD1 (R%d), V%d.D[0]", f.from, v)
			}
		}
	}
	for i := 0; i < n; i += 2 {
		w.op("VEXT $8, V%[1]d.B16, V%[1]d.B16, V%[2]d.B16", 4+i/2, 8+i/2)
	}
	column := func(c, to int) {
		first := true
		for i := range n {
			j := c - i
			if j < 0 || j >= n {
				continue
			}
			y := 4 + j/2
			if i&1 != j&1 {
				y = 8 + j/2
			}
			product := 15
			if first {
				product = to
			}
			if i&1 == 0 {
				w.op("VPMULL V%d.D1, V%d.D1, V%d.Q1", y, i/2, product)
			} else {
				w.op("VPMULL2 V%d.D2, V%d.D2, V%d.Q1", y, i/2, product)
			}
			if !first {
				w.op("VEOR V15.B16, V%[1]d.B16, V%[1]d.B16", to)
			}
			first = false
		}
	}
	for p := range n { // words 2p and 2p+1
		w.line("\n\t// words %d and %d", 2*p, 2*p+1)
		column(2*p, 12)
		if p > 0 {
			w.op("VEXT $8, V16.B16, V14.B16, V14.B16")
			w.op("VEOR V14.B16, V12.B16, V12.B16")
		}
		if p < n-1 {
			column(2*p+1, 13)
			w.op("VMOV V13.B16, V14.B16")
			w.op("VEXT $8, V13.B16, V16.B16, V13.B16")
			w.op("VEOR V13.B16, V12.B16, V12.B16")
		}
		w.op("VST1.P [V12.D2], 16(R0)")
	}
	w.op("RET")
}

func arm64Sum(w *writer) {
	w.line("\n// func sumLanesPMULL(sums, x, y *uint64, lanes, n int)")
	w.line("//\n%s", sumBanner)
	w.line("// R0 sums, R1 x, R2 y, R3 lanes left, R4 n, R5 bytes of a vector; V0, V1 two sums.")
	w.line("TEXT ·sumLanesPMULL(SB), NOSPLIT, $0-40")
	w.op("MOVD sums+0(FP), R0")
	w.op("MOVD x+8(FP), R1")
	w.op("MOVD y+16(FP), R2")
	w.op("MOVD lanes+24(FP), R3")
	w.op("MOVD n+32(FP), R4")
	w.op("LSL $3, R3, R5")
	w.line("\nlanes:")
	w.op("VEOR V0.B16, V0.B16, V0.B16")
	w.op("VEOR V1.B16, V1.B16, V1.B16")
	w.op("MOVD R1, R6")
	w.op("MOVD R2, R7")
	w.op("MOVD R4, R8")
	w.line("\nvectors:")
	w.op("VLD1 (R6), [V2.D2]")
	w.op("VLD1 (R7), [V3.D2]")
	w.op("VPMULL V3.D1, V2.D1, V4.Q1")
	w.op("VPMULL2 V3.D2, V2.D2, V5.Q1")
	w.op("VEOR V4.B16, V0.B16, V0.B16")
	w.op("VEOR V5.B16, V1.B16, V1.B16")
	w.op("ADD R5, R6")
	w.op("ADD R5, R7")
	w.op("SUBS $1, R8")
	w.op("BNE vectors")
	w.op("VST1.P [V0.D2, V1.D2], 32(R0)")
	w.op("ADD $16, R1")
	w.op("ADD $16, R2")
	w.op("SUBS $2, R3")
	w.op("BNE lanes")
	w.op("RET")
}
