package asm

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// The registers of amd64: 16 for integers, 32 for vectors, 8 for masks, 8 of MMX, and the flags in
// three, because instructions write some and leave others.
const (
	ax reg = iota
	cx
	dx
	bx
	sp
	bp
	si
	di
	x0     reg = 16
	k0     reg = 48
	m0     reg = 56
	carry  reg = 64
	over   reg = 65
	result reg = 66 // zero, sign, parity
)

var amd64 = &model{name: "amd64", registers: amd64Registers(), abi: amd64ABI, stack: sp, link: wordSize,
	vectors: func(r reg) bool { return r >= x0 && r < m0+8 },
	flow:    amd64Flow, do: amd64Step, decides: amd64Decides}

func amd64Registers() registers {
	r := make(registers)
	put := func(n reg, width int64, names ...string) {
		for _, name := range names {
			r[name] = struct {
				reg   reg
				width int64
			}{n, width}
		}
	}
	for i, letter := range []string{"A", "C", "D", "B"} {
		put(reg(i), 0, letter+"X", letter+"L", letter+"H")
	}
	for i, name := range []string{"SP", "BP", "SI", "DI"} {
		put(sp+reg(i), 0, name, name+"B")
	}
	for i := 8; i < 16; i++ {
		put(reg(i), 0, "R"+strconv.Itoa(i), "R"+strconv.Itoa(i)+"B")
	}
	put(14, 0, "g")
	for i := range 32 {
		n := strconv.Itoa(i)
		put(x0+reg(i), 16, "X"+n)
		put(x0+reg(i), 32, "Y"+n)
		put(x0+reg(i), 64, "Z"+n)
	}
	for i := range 8 {
		put(k0+reg(i), 0, "K"+strconv.Itoa(i))
		put(m0+reg(i), 8, "M"+strconv.Itoa(i))
	}
	return r
}

func isMask(o *operand) bool {
	return o.kind == register && len(o.regs) == 1 && o.regs[0] >= k0 && o.regs[0] < k0+8
}

// conditions are the flags that each condition looks at.
var conditions = map[string][]reg{
	"CS": {carry}, "CC": {carry}, "HI": {carry, result}, "LS": {carry, result},
	"EQ": {result}, "NE": {result}, "MI": {result}, "PL": {result}, "PS": {result}, "PC": {result},
	"LT": {result, over}, "GE": {result, over}, "GT": {result, over}, "LE": {result, over},
	"OS": {over}, "OC": {over},
}

func amd64Flow(in *instruction) flow {
	m := in.mnemonic
	last := func() *operand { return &in.operands[len(in.operands)-1] }
	switch {
	case m == "JMP":
		if o := last(); o.kind == register || o.kind == memory && o.pseudo != "SB" {
			return computed
		}
		return jump
	case m == "CALL" && len(in.operands) > 0:
		return call
	case m == "RET" || m == "RETFQ":
		return ret
	case m == "UD2" || m == "UNDEF" || m == "HLT" || m == "INT":
		return stop
	case m[0] == 'J' || strings.HasPrefix(m, "LOOP") || m == "XBEGIN":
		return conditional
	}
	return next
}

func amd64Decides(x *execution) value {
	m := x.in.mnemonic
	var v value
	if strings.HasPrefix(m, "JCX") || strings.HasPrefix(m, "LOOP") {
		v = x.get(cx)
	}
	flags, ok := conditions[strings.TrimPrefix(m, "J")]
	if !ok {
		flags = []reg{carry, over, result}
	}
	for _, f := range flags {
		v = join(v, x.get(f))
	}
	return v
}

var amd64Cache sync.Map // by mnemonic

func amd64Step(x *execution) {
	x.step(amd64Rules, &amd64Cache)
}

// size is how many bytes of memory an instruction takes, and whether that is exact. It goes by
// the widest vector register and otherwise by the letter at the end.
func (x *execution) size() (bytes int64, sure bool) {
	m := x.in.mnemonic
	if s, ok := scalarSizes[m]; ok {
		return s, true
	}
	if match := lane.FindStringSubmatch(m); match != nil {
		return letters[match[1]], false
	}
	var width int64
	for i := range x.in.operands {
		width = max(width, x.in.operands[i].width)
	}
	if width > 0 {
		return width, strings.HasPrefix(m, "MOV") || strings.HasPrefix(m, "VMOV") && !x.masked()
	}
	if s, ok := letters[m[len(m)-1:]]; ok {
		return s, true
	}
	return wordSize, false
}

var (
	letters     = map[string]int64{"B": 1, "W": 2, "L": 4, "D": 4, "Q": 8, "O": 16}
	scalarSizes = map[string]int64{
		"MOVQ": 8, "VMOVQ": 8, "MOVL": 4, "MOVD": 8, "VMOVD": 4, "MOVSS": 4, "MOVSD": 8, "VMOVSS": 4, "VMOVSD": 8,
		"MOVHPS": 8, "MOVLPS": 8, "MOVHPD": 8, "MOVLPD": 8, "VMOVHPS": 8, "VMOVLPS": 8, "VMOVHPD": 8, "VMOVLPD": 8,
		"MOVBLZX": 1, "MOVBQZX": 1, "MOVBWZX": 1, "MOVBLSX": 1, "MOVBQSX": 1, "MOVBWSX": 1,
		"MOVWLZX": 2, "MOVWQZX": 2, "MOVWLSX": 2, "MOVWQSX": 2, "MOVLQZX": 4, "MOVLQSX": 4,
		"MOVBEWW": 2, "MOVBELL": 4, "MOVBEQQ": 8, "MOVNTIL": 4, "MOVNTIQ": 8, "MOVDDUP": 8, "CVTSQ2SD": 8, "CVTSL2SD": 4,
		"VEXTRACTI128": 16, "VEXTRACTF128": 16, "VINSERTI128": 16, "VINSERTF128": 16,
		"VBROADCASTI128": 16, "VBROADCASTF128": 16, "VBROADCASTSS": 4, "VBROADCASTSD": 8,
		"KMOVB": 1, "KMOVW": 2, "KMOVD": 4, "KMOVQ": 8, "IMUL3Q": 8, "IMUL3L": 4,
	}
	// lane are the instructions on vectors that take one element from memory.
	lane = regexp.MustCompile(`^V?P(?:INSR|EXTR|BROADCAST)([BWDQ])$`)
)

// masked reports a merging or zeroing mask before the last operand.
func (x *execution) masked() bool {
	n := len(x.in.operands)
	return n >= 2 && isMask(&x.in.operands[n-2]) && !strings.HasPrefix(x.in.mnemonic, "K")
}

// sources joins all operands but the last, and the last too if it is read.
func (x *execution) sources(size int64, last bool) value {
	var v value
	n := len(x.in.operands)
	for i := range x.in.operands {
		if i < n-1 || last {
			v = join(v, x.read(&x.in.operands[i], size))
		}
	}
	return v
}

// zeroes reports an instruction whose result does not depend on its operands.
func (x *execution) zeroes() bool {
	ops := x.in.operands
	if len(ops) < 2 || isMask(&ops[len(ops)-1]) || x.masked() || !zeroing.MatchString(x.in.mnemonic) {
		return false
	}
	return ops[0].kind == register && ops[1].kind == register && ops[0].text == ops[1].text &&
		len(ops) <= 3
}

var zeroing = regexp.MustCompile(`^(?:XOR[LQ]|SUB[LQ]|V?P?XOR(?:[DQ]|PS|PD)?|V?P?ANDN(?:[LQD]|PS|PD)?|V?PSUB[BWLDQ]|V?PCMP(?:EQ|GT)[BWLDQ])$`)

// move writes what it reads.
func move(x *execution) {
	size, sure := x.size()
	x.write(x.last(), size, x.sources(size, false), sure)
}

// vector is a move that keeps the lanes which a mask leaves out, or forgets all if it zeroes.
func vector(x *execution) {
	if x.zeroes() {
		x.write(x.last(), 0, value{}, false)
		return
	}
	size, sure := x.size()
	v := x.sources(size, x.masked() && !strings.HasPrefix(x.in.suffix, "Z"))
	v.at = nil
	x.write(x.last(), size, v, sure && !x.masked())
}

// update writes what it reads and what was there.
func update(x *execution) {
	if x.zeroes() {
		x.write(x.last(), 0, value{}, false)
		return
	}
	size, sure := x.size()
	v := x.sources(size, true)
	v.at = nil
	x.write(x.last(), size, v, sure)
}

func (x *execution) setFlags(v value, flags ...reg) {
	for _, f := range flags {
		x.set(f, value{secret: v.secret})
	}
}

// arithmetic writes what it reads, and has the flags depend on that.
func arithmetic(reads []reg, writes ...reg) func(*execution) {
	return func(x *execution) {
		n := len(x.in.operands)
		if n == 0 {
			return
		}
		size, sure := x.size()
		last := x.last()
		var v value
		switch {
		case x.zeroes():
		case n == 3: // IMUL3, SHLD, ANDN; the last of a double shift is read too
			v = x.sources(size, !strings.HasPrefix(x.in.mnemonic, "IMUL3") && !strings.HasPrefix(x.in.mnemonic, "ANDN"))
			v.at = nil
		default:
			v = x.sum(size)
		}
		for _, f := range reads {
			v = join(v, x.get(f))
		}
		x.write(last, size, v, sure && size >= 4)
		x.setFlags(v, writes...)
	}
}

// sum is what an instruction makes of its last operand and the others, where a pointer may
// be among them: those to which a constant is added stay exact.
func (x *execution) sum(size int64) value {
	m, last := x.in.mnemonic, x.last()
	old := x.read(last, size)
	if len(x.in.operands) == 1 {
		switch m {
		case "INCQ":
			return old.moved(1)
		case "DECQ":
			return old.moved(-1)
		}
		old.at = nil
		return old
	}
	first := x.op(0)
	v := x.read(first, size)
	switch {
	case first.kind == immediate && m == "ADDQ":
		return old.moved(first.off)
	case first.kind == immediate && m == "SUBQ":
		return old.moved(-first.off)
	case first.kind == immediate && m == "ANDQ" && last.kind == register && last.regs[0] == sp:
		return old // aligning the stack: as if it had been
	case m == "ADDQ":
		return join(x.indexed(old), x.indexed(v))
	case m == "SUBQ":
		return value{secret: join(old, v).secret, at: old.loosened().at}
	case m == "ANDQ" || m == "ORQ" || m == "XORQ":
		return join(old.loosened(), v.loosened())
	}
	return value{secret: join(old, v).secret}
}

// compare has the flags depend on all that it reads.
func compare(flags ...reg) func(*execution) {
	return func(x *execution) {
		size, _ := x.size()
		x.setFlags(x.sources(size, true), flags...)
	}
}

// slow reports an instruction that takes a time which depends on its operands, and then does
// what it does.
func slow(id, what string, do func(*execution)) func(*execution) {
	return func(x *execution) {
		size, _ := x.size()
		// Of three operands the last is only written, but for a fused addition.
		v := x.sources(size, len(x.in.operands) < 3 || strings.HasPrefix(x.in.mnemonic, "VF"))
		if len(x.in.operands) == 1 { // DIVQ and its kin
			v = join(v, join(x.get(ax), x.get(dx)))
		}
		if !public(v) {
			x.report(id, v, "is an operand of "+x.in.mnemonic, "%s has a secret operand: %s", x.in.mnemonic, what)
		}
		do(x)
	}
}
