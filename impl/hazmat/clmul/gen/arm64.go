package main

import "fmt"

func arm64(w *writer) {
	w.head("!purego")
	for n := 2; n <= 8; n++ {
		arm64Mul(w, n)
	}
	for _, words := range []int{2, 4, 8} {
		arm64Add(w, words)
	}
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

// arm64Add writes the sums for factors of so many words, one block at a time.
func arm64Add(w *writer, words int) {
	w.addBanner(fmt.Sprintf("add%dPMULL", words), words,
		"R0 s, R1 acc, R2 blocks, R3 the rows from the first power needed on, R4 n; V0-V2 the three sums.")
	w.op("MOVD s+0(FP), R0")
	w.op("MOVD acc+8(FP), R1")
	w.op("MOVD blocks+16(FP), R2")
	w.op("MOVD rows+24(FP), R3")
	w.op("MOVD n+32(FP), R4")
	w.op("MOVD $%d, R5", stride)
	w.op("SUB R4, R5, R5")
	w.op("ADD R5<<4, R3, R3")
	size := 8 * words
	for k, digit := range digits[words] {
		w.line("\n\t// digit %d", k)
		w.op("MOVD R2, R5")
		w.op("ADD $%d, R3, R6", k*rowSize)
		w.op("ADD $%d, R6, R7", mixed)
		w.op("MOVD R4, R8")
		for i := range 3 {
			w.op("VEOR V%[1]d.B16, V%[1]d.B16, V%[1]d.B16", i)
		}
		w.op("VEOR V3.B16, V3.B16, V3.B16")
		arm64Xor(w, "R1", digit)
		w.line("digit%d:", k)
		arm64Xor(w, "R5", digit) // V3 is zero but for the first block
		w.op("VLD1.P 16(R6), [V5.D2]")
		w.op("VLD1.P 16(R7), [V6.D2]")
		w.op("VEXT $8, V3.B16, V3.B16, V7.B16")
		w.op("VEOR V3.B16, V7.B16, V7.B16")
		w.op("VPMULL V5.D1, V3.D1, V8.Q1")
		w.op("VPMULL2 V5.D2, V3.D2, V9.Q1")
		w.op("VPMULL V6.D1, V7.D1, V10.Q1")
		w.op("VEOR V8.B16, V0.B16, V0.B16")
		w.op("VEOR V9.B16, V1.B16, V1.B16")
		w.op("VEOR V10.B16, V2.B16, V2.B16")
		w.op("VEOR V3.B16, V3.B16, V3.B16")
		w.op("ADD $%d, R5", size)
		w.op("SUBS $1, R8")
		w.op("BNE digit%d", k)
		w.op("VST1.P [V0.D2, V1.D2, V2.D2], 48(R0)")
	}
	w.op("RET")
}

// arm64Xor adds the pairs of a digit, from the register's address on, to V3.
func arm64Xor(w *writer, from string, digit []int) {
	for _, pair := range digit {
		w.op("ADD $%d, %s, R9", 16*pair, from)
		w.op("VLD1 (R9), [V4.D2]")
		w.op("VEOR V4.B16, V3.B16, V3.B16")
	}
}
