package asm

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// The registers of arm64: R0 to R30 and the stack pointer, 32 for vectors and floating point,
// and the flags, which are written all at once.
const (
	rsp  reg = 31
	v0   reg = 32
	nzcv reg = 64
)

var arm64 = &model{name: "arm64", registers: arm64Registers(), abi: arm64ABI, stack: rsp,
	vectors: func(r reg) bool { return r >= v0 && r < v0+32 },
	flow:    arm64Flow, do: arm64Step, decides: arm64Decides}

func arm64Registers() registers {
	r := make(registers)
	put := func(name string, n reg, width int64) {
		r[name] = struct {
			reg   reg
			width int64
		}{n, width}
	}
	for i := range 31 {
		put("R"+strconv.Itoa(i), reg(i), 0)
	}
	put("R18_PLATFORM", 18, 0)
	put("g", 28, 0)
	put("RSP", rsp, 0)
	put("ZR", zero, 0)
	for i := range 32 {
		put("V"+strconv.Itoa(i), v0+reg(i), 16)
		put("F"+strconv.Itoa(i), v0+reg(i), 8)
	}
	return r
}

var arm64Conditions = []string{"EQ", "NE", "CS", "HS", "CC", "LO", "MI", "PL", "VS", "VC", "HI", "LS", "GE", "LT", "GT", "LE"}

var (
	arm64Conditional = regexp.MustCompile(`^B(?:` + strings.Join(arm64Conditions, "|") + `)$`)
	arm64Tests       = regexp.MustCompile(`^(?:CBN?ZW?|TBN?Z)$`)
)

func arm64Flow(in *instruction) flow {
	m := in.mnemonic
	switch {
	case m == "JMP" || m == "B":
		if o := &in.operands[len(in.operands)-1]; o.kind == register || o.kind == memory && o.pseudo != "SB" {
			return computed
		}
		return jump
	case (m == "CALL" || m == "BL") && len(in.operands) > 0:
		return call
	case m == "RET":
		return ret
	case m == "UNDEF" || m == "BRK" || m == "HLT":
		return stop
	case arm64Conditional.MatchString(m) || arm64Tests.MatchString(m):
		return conditional
	}
	return next
}

func arm64Decides(x *execution) value {
	if arm64Conditional.MatchString(x.in.mnemonic) {
		return x.get(nzcv)
	}
	return x.sources(wordSize, false)
}

var arm64Cache sync.Map // by mnemonic

func arm64Step(x *execution) {
	x.step(arm64Rules, &arm64Cache)
}

// preindexed applies the .W of a memory operand before the access, postindexed the .P after.
func (x *execution) preindexed() {
	if o := x.memoryOperand(); o != nil && x.in.suffix == "W" && o.base != none {
		x.set(o.base, x.get(o.base).moved(o.off))
	}
}

func (x *execution) postindexed() {
	o := x.memoryOperand()
	if o == nil || x.in.suffix != "P" || o.base == none {
		return
	}
	p := x.get(o.base).moved(o.off)
	if o.index != none {
		p = value{secret: join(p, x.get(o.index)).secret, at: p.indexed().at}
	}
	x.set(o.base, p)
}

func (x *execution) memoryOperand() *operand {
	for i := range x.in.operands {
		if o := &x.in.operands[i]; o.kind == memory {
			return o
		}
	}
	return nil
}

// accessed is the memory operand as the access takes it: an offset of .W has been added to
// the base before, one of .P and its index are added after.
func (x *execution) accessed(o *operand) *operand {
	if o.base == none || x.in.suffix != "P" && x.in.suffix != "W" {
		return o
	}
	plain := *o
	plain.off, plain.index = 0, none
	return &plain
}

// transfer is a rule for instructions that have a memory operand: loads, stores, prefetches.
func transfer(size int64, partial bool) func(*execution) {
	return func(x *execution) {
		x.preindexed()
		first, last := x.op(0), x.last()
		bytes := size
		if bytes == 0 { // a list of vector registers
			bytes = first.width + last.width
		}
		switch {
		case last.kind == memory:
			x.storeTo(x.accessed(last), first, bytes)
		case first.kind == memory:
			x.loadInto(x.accessed(first), last, bytes, partial)
		default:
			v := x.sources(wordSize, partial)
			x.write(last, bytes, v, true)
		}
		x.postindexed()
	}
}

// storeTo writes registers one behind the other, so that each keeps its own word.
func (x *execution) storeTo(to, from *operand, bytes int64) {
	n := int64(max(1, len(from.regs)))
	if len(from.regs) < 2 || from.text[0] == '[' {
		x.write(to, bytes, x.read(from, wordSize), true)
		return
	}
	for i, r := range from.regs {
		part := *to
		part.off += int64(i) * bytes / n
		x.write(&part, bytes/n, x.get(r), true)
	}
}

// loadInto reads registers so.
func (x *execution) loadInto(from, to *operand, bytes int64, partial bool) {
	if len(to.regs) < 2 || to.text[0] == '[' {
		v := x.read(from, bytes)
		if partial {
			v = join(v, x.read(to, wordSize))
		}
		x.write(to, bytes, v, true)
		return
	}
	n := int64(len(to.regs))
	values := make([]value, n)
	for i := range values {
		part := *from
		part.off += int64(i) * bytes / n
		values[i] = x.read(&part, bytes/n)
	}
	for i, r := range to.regs {
		x.set(r, values[i])
	}
}
