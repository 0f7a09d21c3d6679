package asm

import "strings"

var arm64Rules = []instructionRule{
	rule(`NOP|NOOP|HINT|DMB|DSB|ISB|YIELD|SB|SEV|SEVL|WFE|WFI|BTI|PACIASP|AUTIASP|CLREX`, func(*execution) {}),

	rule(`WORD|DWORD`, (*execution).raw),

	// Loads, stores and moves.
	rule(`MOVD|FMOVD|LDAR|STLR`, pointerMove),
	rule(`MOVWU?|FMOVS|LDARW|STLRW`, transfer(4, false)),
	rule(`MOVHU?|LDARH|STLRH`, transfer(2, false)),
	rule(`MOVBU?|LDARB|STLRB`, transfer(1, false)),
	rule(`FMOVQ`, transfer(16, false)),
	rule(`LDP|STP|FLDPD|FSTPD`, transfer(16, false)),
	rule(`LDPS?W|STPW|FLDPS|FSTPS`, transfer(8, false)),
	rule(`FLDPQ|FSTPQ`, transfer(32, false)),
	rule(`VLD[1-4]|VST[1-4]`, func(x *execution) {
		last := x.last()
		transfer(0, last.kind == register && last.element)(x)
	}),
	rule(`VLD[1-4]R`, transfer(wordSize, false)),
	rule(`PRFMU?|DC|IC`, func(x *execution) {
		if o := x.memoryOperand(); o != nil {
			x.touch(o, x.pointer(o))
		}
	}),
	rule(`MOV[ZN]W?`, forward),
	rule(`MOVKW?|BFM?W?|BFIW?|BFXILW?`, accumulate),
	rule(`ADRP?`, forward),
	rule(`VMOV|VMOV[DQSI]|VDUP`, func(x *execution) {
		if x.last().kind == memory || x.op(0).kind == memory {
			transfer(16, false)(x)
			return
		}
		forward(x)
	}),
	rule(`MRS`, func(x *execution) {
		var v value
		if x.op(0).text == "NZCV" {
			v = x.get(nzcv)
		}
		x.write(x.last(), wordSize, v, true)
	}),
	rule(`MSR`, func(x *execution) {
		if x.last().text != "NZCV" {
			x.unknown()
			return
		}
		x.setFlags(x.sources(wordSize, false), nzcv)
	}),

	// Integer arithmetic.
	rule(`(?:ADD|SUB|AND|ORR|EOR)S?W?|BICS?W?`, integer),
	rule(`(?:ADC|SBC|NGC)S?W?`, func(x *execution) {
		v := x.combined()
		v.secret = join(v, x.get(nzcv)).secret
		x.write(x.last(), wordSize, value{secret: v.secret}, true)
		if sets := strings.TrimSuffix(x.in.mnemonic, "W"); strings.HasSuffix(sets, "CS") {
			x.setFlags(v, nzcv)
		}
	}),
	rule(`NEGSW?`, func(x *execution) {
		v := x.sources(wordSize, false)
		x.write(x.last(), wordSize, value{secret: v.secret}, true)
		x.setFlags(v, nzcv)
	}),
	rule(`(?:NEG|MVN|REV|REV16|REV32|RBIT|CLZ|CLS|SXT[BHW]|UXT[BHW]|CNT|CTZ|ABS)W?`, forward),
	rule(`(?:ORN|EON|LSL|LSR|ASR|ROR|MUL|MNEG|UMULH|SMULH|UMULL|SMULL|UMNEGL|SMNEGL|EXTR|UBFX|SBFX|UBFIZ|SBFIZ|UBFM|SBFM|SMIN|SMAX|UMIN|UMAX|CRC32C?[BHWX])W?|CRC32X|CRC32CX`, operate),
	rule(`M(?:ADD|SUB)W?|[US]M(?:ADD|SUB)L`, forward),
	rule(`(?:CMP|CMN|TST)W?`, compare(nzcv)),
	rule(`CCM[PN]W?`, func(x *execution) { x.setFlags(join(x.sources(wordSize, true), x.get(nzcv)), nzcv) }),
	rule(`CS(?:EL|INC|INV|NEG)W?|CSETM?W?|C(?:INC|INV|NEG)W?|FCSEL[SD]`, func(x *execution) {
		v := x.sources(wordSize, false)
		v.secret = join(v, x.get(nzcv)).secret
		x.write(x.last(), wordSize, v, true)
	}),
	rule(`[SU]DIVW?|U?REMW?`, slow("CT2004", "its time depends on their size", operate)),

	// Floating point.
	rule(`F(?:DIV|SQRT)[SD]`, slow("CT2004", "its time depends on their bits", operate)),
	rule(`F(?:ADD|SUB|MUL|NMUL|MADD|MSUB|NMADD|NMSUB)[SD]`, slow("CT2005", "floating point takes longer for some numbers", operate)),
	rule(`F(?:ABS|NEG|RINT[A-Z])[SD]|FCVT[A-Z0-9]+|[SU]CVTF[A-Z0-9]*|F(?:MAX|MIN)(?:NM)?[SD]`, operate),
	rule(`FC?CMPE?[SD]`, compare(nzcv)),

	// Vectors.
	rule(`VEOR|VSUB`, func(x *execution) {
		if ops := x.in.operands; len(ops) == 3 && ops[0].text == ops[1].text {
			x.write(x.last(), 0, value{}, true)
			return
		}
		forward(x)
	}),
	rule(`V(?:ADD|AND|ORR|ORN|BIC|NOT|MVN|NEG|ABS|EXT|REV16|REV32|REV64|RBIT|CNT|SHL|USHR|SSHR|USHLL2?|SSHLL2?|SHLL2?|SHRN2?|USHL|SSHL|UXTL2?|SXTL2?|XTN2?|ZIP[12]|UZP[12]|TRN[12]|TBL|CMEQ|CMTST|CMGT|CMGE|CMHI|CMHS|CMLE|CMLT|UMAX|UMIN|SMAX|SMIN|UADDL2?|UADDW2?|USUBL2?|UADDLP|UADDLV|ADDP|ADDV|UMAXV|UMINV|MUL|UMULL2?|SMULL2?|PMULL2?|PMUL|EOR3|BCAX|XAR|RAX1|SLI0)`, forward),
	rule(`V(?:SRI|SLI|USRA|SSRA|BIT|BIF|BSL|TBX|MLA|MLS|UMLAL2?|UMLSL2?|SMLAL2?|SMLSL2?|UADALP|INS)`, accumulate),
	rule(`V?(?:AESE|AESD)`, accumulate),
	rule(`V?(?:AESMC|AESIMC)`, forward),
	rule(`V?(?:SHA1[CMP]|SHA1SU[01]|SHA256H2?|SHA256SU[01]|SHA512H2?|SHA512SU[01])`, accumulate),
	rule(`V?SHA1H`, forward),
	rule(`VSM4E|VSM3[A-Z0-9]+`, accumulate),
	rule(`VSM4EKEY`, forward),
	rule(`V?P?F(?:ADD|SUB|MUL|MLA|MLS|DIV|SQRT)`, slow("CT2005", "floating point takes longer for some numbers", accumulate)),

	// What the compiler calls to clear and copy, from R16 to R20 on.
	rule(`DUFFZERO`, func(x *execution) { x.set(20, x.get(20).indexed()) }),
	rule(`DUFFCOPY`, func(x *execution) {
		v := x.load(x.world, x.get(20).indexed(), wordSize)
		x.store(x.world, x.get(21).indexed(), wordSize, v, false)
		x.set(20, x.get(20).indexed())
		x.set(21, x.get(21).indexed())
	}),
}

// pointerMove is a move of a whole word, which may be a pointer.
func pointerMove(x *execution) {
	if first := x.op(0); first.kind == address {
		x.write(x.last(), wordSize, x.pointer(first), true)
		return
	}
	transfer(wordSize, false)(x)
}

// forward writes what it reads, accumulate what it reads and what was there, and operate
// does the one or the other: with two operands the second is read too.
func forward(x *execution) {
	x.write(x.last(), wordSize, value{secret: x.sources(wordSize, false).secret}, true)
}

func accumulate(x *execution) {
	x.write(x.last(), wordSize, value{secret: x.sources(wordSize, true).secret}, true)
}

func operate(x *execution) {
	x.write(x.last(), wordSize, value{secret: x.combined().secret}, true)
}

func (x *execution) combined() value {
	return x.sources(wordSize, len(x.in.operands) == 2)
}

// integer is arithmetic in which a pointer may be among the operands: one to which a constant
// is added stays exact.
func integer(x *execution) {
	ops := x.in.operands
	base := strings.TrimSuffix(x.in.mnemonic, "W")
	sets := strings.HasSuffix(base, "S")
	base = strings.TrimSuffix(base, "S")
	other := x.last() // the second source
	if len(ops) == 3 {
		other = x.op(1)
	}
	first := x.op(0)
	a, b := x.read(other, wordSize), x.read(first, wordSize)
	v := join(a, b)
	switch {
	case len(ops) == 3 && (base == "EOR" || base == "SUB") && first.kind == register && first.text == other.text:
		v = value{}
	case base == "ADD" && first.kind == immediate:
		v = a.moved(first.off)
	case base == "SUB" && first.kind == immediate:
		v = a.moved(-first.off)
	case base == "AND" && first.kind == immediate && x.last().regs[0] == rsp:
		v = a // aligning the stack: as if it had been
	case base == "ADD":
		v = join(x.indexed(a), x.indexed(b))
	case base == "SUB":
		v = value{secret: v.secret, at: a.loosened().at}
	default:
		v = value{secret: v.secret, at: v.loosened().at}
	}
	x.write(x.last(), wordSize, v, true)
	if sets {
		x.setFlags(v, nzcv)
	}
}
