package asm

import "strings"

const (
	cc     = `(?:CS|CC|HI|LS|EQ|NE|MI|PL|PS|PC|LT|GE|GT|LE|OS|OC)`
	floats = `(?:SS|SD|PS|PD)`
)

var amd64Rules = []instructionRule{
	rule(`NOP[LW]?|[LMS]FENCE|PAUSE|VZEROUPPER|CLD|STD|EMMS|PCALIGN|ENDBR64`, func(*execution) {}),
	rule(`BYTE|WORD|LONG|QUAD`, (*execution).raw),
	rule(`VZEROALL`, func(x *execution) {
		for i := range reg(16) {
			x.set(x0+i, value{})
		}
	}),

	// Moves.
	rule(`MOV[LQ]|MOV[BWL][WLQ][SZ]X|MOVABSQ|MOVBE(?:WW|LL|QQ)|MOVNTI[LQ]|MOVL[QL]SX`, move),
	rule(`MOV[BW]`, func(x *execution) { // the rest of a register stays
		size, _ := x.size()
		v := x.sources(size, x.last().kind == register)
		v.at = nil
		x.write(x.last(), size, v, false)
	}),
	rule(`LEA[WLQ]`, lea),
	rule(`CMOV[WLQ]`+cc, func(x *execution) {
		size, _ := x.size()
		v := x.sources(size, true)
		v.secret = join(v, x.condition(5)).secret
		x.write(x.last(), size, v, false)
	}),
	rule(`SET`+cc, func(x *execution) {
		v := x.condition(3)
		if x.last().kind == register {
			v = join(v, x.read(x.last(), 1))
		}
		v.at = nil
		x.write(x.last(), 1, v, false)
	}),
	rule(`BSWAP[LQ]|NOT[BWLQ]`, update),
	rule(`XCHG[BWLQ]`, func(x *execution) {
		size, sure := x.size()
		a, b := x.read(x.op(0), size), x.read(x.last(), size)
		x.write(x.op(0), size, b, sure)
		x.write(x.last(), size, a, sure)
	}),
	rule(`PUSH[WLQ]`, func(x *execution) {
		v := x.sources(wordSize, true)
		x.set(sp, x.get(sp).moved(-wordSize))
		x.store(x.world, x.get(sp), wordSize, v, true)
	}),
	rule(`POP[WLQ]`, func(x *execution) {
		v := x.load(x.world, x.get(sp), wordSize)
		x.set(sp, x.get(sp).moved(wordSize))
		x.write(x.last(), wordSize, v, true)
	}),
	rule(`PUSHF[WLQ]?`, func(x *execution) {
		x.set(sp, x.get(sp).moved(-wordSize))
		x.store(x.world, x.get(sp), wordSize, x.allFlags(), true)
	}),
	rule(`POPF[WLQ]?`, func(x *execution) {
		x.setFlags(x.load(x.world, x.get(sp), wordSize), carry, over, result)
		x.set(sp, x.get(sp).moved(wordSize))
	}),
	rule(`CQO|CDQ|CWD`, func(x *execution) { x.set(dx, value{secret: x.get(ax).secret}) }),
	rule(`CDQE|CWDE|CBW`, func(*execution) {}),
	rule(`PREFETCH(?:T0|T1|T2|NTA|W|WT1)|CLFLUSH|CLFLUSHOPT|CLWB`, func(x *execution) { x.touch(x.last(), x.pointer(x.last())) }),

	// Integer arithmetic.
	rule(`(?:ADD|SUB|NEG|SH[LR]|SA[LR]|IMUL3|SH[LR]D|XADD)[BWLQ]`, arithmetic(nil, carry, over, result)),
	rule(`(?:AND|OR|XOR|ANDN|BSF|BSR)[BWLQ]`, arithmetic(nil, carry, over, result)),
	rule(`(?:ADC|SBB)[BWLQ]`, func(x *execution) {
		if x.op(0).text == x.op(1).text && (x.in.mnemonic == "SBBQ" || x.in.mnemonic == "SBBL") {
			v := value{secret: x.get(carry).secret} // all ones or all zeros, by the carry
			x.write(x.last(), wordSize, v, true)
			x.setFlags(v, carry, over, result)
			return
		}
		arithmetic([]reg{carry}, carry, over, result)(x)
	}),
	rule(`(?:INC|DEC)[BWLQ]`, arithmetic(nil, over, result)),
	rule(`RO[LR][BWLQ]`, arithmetic(nil, carry, over)),
	rule(`RC[LR][BWLQ]`, arithmetic([]reg{carry}, carry, over)),
	rule(`ADCX[LQ]`, arithmetic([]reg{carry}, carry)),
	rule(`ADOX[LQ]`, arithmetic([]reg{over}, over)),
	rule(`(?:BZHI|BEXTR|POPCNT|BLSR|BLSI|BLSMSK|LZCNT|TZCNT)[WLQ]`, func(x *execution) {
		vector(x)
		x.setFlags(x.read(x.last(), wordSize), carry, over, result)
	}),
	rule(`(?:RORX|SARX|SHLX|SHRX)[LQ]`, vector),
	rule(`(?:PEXT|PDEP)[LQ]`, slow("CT2005", "it is microcode on some processors", vector)),
	rule(`(?:CMP|TEST)[BWLQ]`, compare(carry, over, result)),
	rule(`BT[WLQ]`, compare(carry)),
	rule(`BT[CRS][WLQ]`, arithmetic(nil, carry)),
	rule(`CLC|STC`, func(x *execution) { x.set(carry, value{}) }),
	rule(`CMC`, func(*execution) {}),
	rule(`LAHF`, func(x *execution) { x.set(ax, join(x.get(ax), x.allFlags())) }),
	rule(`SAHF`, func(x *execution) { x.setFlags(x.get(ax), carry, result) }),
	rule(`I?MUL[BWLQ]`, func(x *execution) {
		if len(x.in.operands) > 1 {
			arithmetic(nil, carry, over, result)(x)
			return
		}
		size, _ := x.size()
		v := value{secret: join(x.read(x.last(), size), x.get(ax)).secret}
		x.set(ax, v)
		x.set(dx, v)
		x.setFlags(v, carry, over, result)
	}),
	rule(`MULX[LQ]`, func(x *execution) {
		size, _ := x.size()
		v := value{secret: join(x.read(x.op(0), size), x.get(dx)).secret}
		x.write(x.op(1), size, v, true)
		x.write(x.op(2), size, v, true)
	}),
	rule(`I?DIV[BWLQ]`, slow("CT2004", "its time depends on their size", func(x *execution) {
		size, _ := x.size()
		v := value{secret: join(x.read(x.last(), size), join(x.get(ax), x.get(dx))).secret}
		x.set(ax, v)
		x.set(dx, v)
		x.setFlags(v, carry, over, result)
	})),
	rule(`CMPXCHG[BWLQ]`, func(x *execution) {
		size, _ := x.size()
		v := join(x.sources(size, true), x.get(ax))
		x.write(x.last(), size, v, false)
		x.set(ax, v)
		x.setFlags(v, carry, over, result)
	}),
	rule(`LOCK`, func(*execution) {}),
	rule(`CPUID|RDTSCP?|XGETBV|RDRAND[LQ]|RDSEED[LQ]`, func(x *execution) {
		for _, r := range []reg{ax, bx, cx, dx} {
			x.set(r, value{})
		}
		x.write(x.last(), wordSize, value{}, true)
		x.setFlags(value{}, carry, over, result)
	}),

	// Strings: of a length in CX under REP, at DI and SI.
	rule(`REPN?`, func(x *execution) {
		if v := x.get(cx); !public(v) {
			x.report("CT2005", v, "is how often the next instruction is done", "%s has a secret count in CX", x.in.mnemonic)
		}
	}),
	rule(`(?:MOVS|STOS|LODS|SCAS|CMPS)[BWLQ]`, stringOperation),

	// Masks of AVX-512.
	rule(`KMOV[BWDQ]`, move),
	rule(`K(?:OR)?TEST[BWDQ]`, compare(carry, over, result)),
	rule(`K(?:AND|ANDN|OR|XOR|XNOR|NOT|ADD|SHIFT[LR]|UNPCK)[BWDQ]+`, move),

	// Vectors.
	rule(`V?(?:U?COMI`+floats+`|PTEST|TESTP[SD])`, compare(carry, over, result)),
	rule(`VP?GATHER[DQ]+[SD]?|VGATHER[DQ]P[SD]`, gather),
	rule(`VP?SCATTER[DQ]+|VSCATTER[DQ]P[SD]`, scatter),
	rule(`V?(?:DIV|SQRT)`+floats, slow("CT2004", "its time depends on their bits", maybeUpdate)),
	rule(`V?(?:ADD|SUB|MUL)`+floats+`|VF(?:N?M(?:ADD|SUB)|MADDSUB|MSUBADD)(?:132|213|231)`+floats,
		slow("CT2005", "floating point takes longer for some numbers", update)),
	rule(`F[A-Z0-9]+`, slow("CT2005", "x87 takes a time that depends on the numbers", (*execution).unknown)),

	rule(`MOV[OU]|MOVOA|MOVOU|MOV[AU]P[SD]|MOVDQ[AU]|MOVDQ2Q|MOVQ2DQ|MOVQOZX|MOVD|MOVNT(?:O|DQA?|P[SD])|LDDQU|MOVS[LH]DUP|MOVDDUP|MOVMSKP[SD]|MOVO`, move),
	rule(`MOV[HL]P[SD]|MOVHLPS|MOVLHPS|MOVS[SD]`, func(x *execution) {
		if x.last().kind == register && !(strings.HasPrefix(x.in.mnemonic, "MOVS") && x.op(0).kind == memory) {
			update(x)
			return
		}
		move(x)
	}),
	rule(`PEXTR[BWDQ]|EXTRACTPS|PMOVMSKB|PMOV[SZ]X[BWDLQ]+|PABS[BWD]|PSHUF(?:D|[HL]?W|L|HW)|AESKEYGENASSIST|AESIMC|CVT[A-Z0-9]+|ROUND`+floats+`|RCP[SP]S|RSQRT[SP]S|PHMINPOSUW`, move),
	rule(`P(?:ADD|SUB|AND|ANDN|OR|XOR|CMPEQ|CMPGT|MAX|MIN|AVG|MUL|MADD|SLL|SRL|SRA|SHUF|ALIGNR|UNPCK|ACK|ACKSS|ACKUS|SIGN|HADD|HSUB|SAD|BLEND|INSR|CLMUL)[A-Z0-9]*|PUNPCK[HL][A-Z]+|MPSADBW|PCLMULQDQ`, update),
	rule(`(?:AND|ANDN|OR|XOR|SHUF|UNPCK[HL]|BLENDV?|INSERT|MAX|MIN|H?ADDSUB|HADD|HSUB|DP)P[SD]|INSERTPS|MAXS[SD]|MINS[SD]`, update),
	rule(`CMP`+floats, func(x *execution) { // the condition stands last
		x.write(x.op(1), 16, value{secret: x.sources(16, true).secret}, false)
	}),
	rule(`AES(?:ENC|DEC)(?:LAST)?|SHA1(?:RNDS4|NEXTE|MSG1|MSG2)|SHA256(?:RNDS2|MSG1|MSG2)|GF2P8[A-Z]+|CRC32[BWLQ]`, update),

	rule(`VP(?:TERNLOG|ERMI2|ERMT2|DPB|DPW|MADD52|SHLDV|SHRDV)[A-Z0-9]*|VFIXUPIMM[A-Z]+`, func(x *execution) {
		if bits := uint8(x.op(0).off); x.in.mnemonic[:4] == "VPTE" && !x.masked() && (bits == 0 || bits == 0xFF) {
			x.write(x.last(), 0, value{}, false)
			return
		}
		update(x)
	}),
	rule(`VMASKMOV[A-Z]+|VPMASKMOV[A-Z]+`, maskedMove),
	rule(`VP(?:COMPRESS|EXPAND)[BWDQ]|V(?:COMPRESS|EXPAND)P[SD]`, vector),
	rule(`VMOV(?:DQ[AU](?:8|16|32|64)?|[AU]P[SD]|[DQ]|NT[A-Z]+|S[LH]DUP|DDUP|MSKP[SD])|VLDDQU`, func(x *execution) {
		if x.masked() {
			vector(x)
			return
		}
		move(x)
	}),
	rule(`VMOV(?:[HL]P[SD]|HLPS|LHPS|S[SD])`, move),
	rule(`VP(?:ADD|SUB|AND|ANDN|OR|XOR|CMP|MAX|MIN|AVG|MUL|MADD|SLL|SRL|SRA|ROL|ROR|SHUF|SHL|SHR|SHLD|SHRD|ALIGNR|UNPCK|ACK|SIGN|HADD|HSUB|SAD|BLEND|INSR|EXTR|BROADCAST|ERM|MOV|ABS|TEST|CLMUL|LZCNT|OPCNT|CONFLICT|MULTISHIFT)[A-Z0-9]*|VPUNPCK[A-Z]+|VALIGN[DQ]|VMPSADBW|VDBPSADBW|VPCLMULQDQ`, vector),
	rule(`V(?:AND|ANDN|OR|XOR|SHUF|UNPCK[HL]|BLENDV?|BLENDM|CMP|MAX|MIN|ADDSUB|HADD|HSUB|DP|PERMIL|MOVMSK)P[SD]|V(?:INSERT|EXTRACT)(?:PS|[IF](?:128|32X4|64X2|32X8|64X4))|VBROADCAST[A-Z0-9]+|VSHUF[IF](?:32X4|64X2)|VPERM2[IF]128|VCVT[A-Z0-9]+|VROUND`+floats, vector),
	rule(`VAES(?:ENC|DEC)(?:LAST)?|VAESIMC|VAESKEYGENASSIST|VGF2P8[A-Z]+|VSHA512[A-Z0-9]+`, func(x *execution) {
		if strings.HasPrefix(x.in.mnemonic, "VSHA512") {
			update(x)
			return
		}
		vector(x)
	}),
	rule(`DUFFZERO`, func(x *execution) {
		x.set(di, x.get(di).indexed()) // zeros, which are public, over what may have been secret
	}),
	rule(`DUFFCOPY`, func(x *execution) {
		v := x.load(x.world, x.get(si).indexed(), wordSize)
		x.store(x.world, x.get(di).indexed(), wordSize, v, false)
		x.set(si, x.get(si).indexed())
		x.set(di, x.get(di).indexed())
	}),
}

// condition is what the condition in the mnemonic from position i on depends on.
func (x *execution) condition(i int) value {
	var v value
	for _, f := range conditions[x.in.mnemonic[i:]] {
		v = join(v, x.get(f))
	}
	return v
}

func (x *execution) allFlags() value {
	return join(x.get(carry), join(x.get(over), x.get(result)))
}

// lea computes an address and reads nothing there.
func lea(x *execution) {
	o := x.op(0)
	x.write(x.last(), wordSize, x.pointer(o), true)
}

func maybeUpdate(x *execution) {
	if strings.HasPrefix(x.in.mnemonic, "V") {
		vector(x)
		return
	}
	update(x)
}

// maskedMove has a mask in a vector register, which says what is read or written: that does
// not change the time, as long as the address is good.
func maskedMove(x *execution) {
	size, _ := x.size()
	v := x.sources(size, x.last().kind == memory)
	v.at = nil
	x.write(x.last(), size, v, false)
}

// gather reads at each lane of an index vector that a mask lets it.
func gather(x *execution) {
	ops := x.in.operands
	var mask, from *operand
	for i := range ops {
		switch {
		case ops[i].kind == memory:
			from = &ops[i]
		case i < len(ops)-1:
			mask = &ops[i]
		}
	}
	if from == nil || mask == nil {
		x.unknown()
		return
	}
	indices := join(x.get(from.index), x.read(mask, 64))
	if !public(indices) {
		x.report("CT2002", indices, "chooses where to read", "%s reads at indices that depend on a secret: %s", x.in.mnemonic, from.text)
	}
	base := *from
	base.index = none
	p := x.pointer(&base)
	x.touch(from, p)
	v := join(x.load(x.world, p.loosened(), wordSize), join(indices, x.read(x.last(), 64)))
	v.at = nil
	x.write(x.last(), 64, v, false)
	x.write(mask, 64, value{}, false)
}

// scatter writes so.
func scatter(x *execution) {
	to := x.last()
	if to.kind != memory {
		x.unknown()
		return
	}
	var v value
	for i := range x.in.operands[:len(x.in.operands)-1] {
		v = join(v, x.read(&x.in.operands[i], 64))
	}
	indices := x.get(to.index)
	for i := range x.in.operands {
		if isMask(&x.in.operands[i]) {
			indices = join(indices, x.read(&x.in.operands[i], 8))
		}
	}
	if !public(indices) {
		x.report("CT2002", indices, "chooses where to write", "%s writes at indices that depend on a secret: %s", x.in.mnemonic, to.text)
	}
	base := *to
	base.index = none
	p := x.pointer(&base)
	x.touch(to, p)
	x.store(x.world, p.loosened(), wordSize, v, false)
}

// stringOperation works at SI and DI. How often is not known, so they may have moved.
func stringOperation(x *execution) {
	use := func(r reg) value {
		p := x.get(r)
		if !public(p) {
			x.report("CT2001", p, "is used as an address", "%s accesses memory at an address that depends on a secret", x.in.mnemonic)
		}
		x.set(r, p.indexed())
		return p.indexed()
	}
	switch x.in.mnemonic[:4] {
	case "MOVS":
		v := x.load(x.world, use(si), wordSize)
		x.store(x.world, use(di), wordSize, v, false)
	case "STOS":
		x.store(x.world, use(di), wordSize, x.get(ax), false)
	case "LODS":
		x.set(ax, join(x.get(ax), x.load(x.world, use(si), wordSize)))
	case "SCAS":
		x.scan(join(x.get(ax), x.load(x.world, use(di), wordSize)))
	case "CMPS":
		x.scan(join(x.load(x.world, use(si), wordSize), x.load(x.world, use(di), wordSize)))
	}
}

// scan is a comparison that ends, if it is repeated, where what is compared says.
func (x *execution) scan(v value) {
	if !public(v) {
		x.report("CT2005", v, "is compared here", "%s compares a secret, and ends a repetition by it", x.in.mnemonic)
	}
	x.setFlags(v, carry, over, result)
}
