package asm

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/zvirka/zvirka/ctcheck"
)

// A function is a symbol of the listing with its instructions.
type function struct {
	symbol  string // as the listing names it, without <>
	file    string // of its TEXT line, as the listing names it
	wrapper bool   // from one convention of calls to another
	abi     bool   // ABIInternal: called with arguments in registers
	code    []*instruction
	blocks  []block

	frame, arguments int64    // their sizes in bytes
	objects          []object // in them, if the compiler has named them
}

// An instruction is one line of the listing.
type instruction struct {
	at       ctcheck.Position
	pc       int
	mnemonic string // without suffixes: VPADDD of VPADDD.Z
	suffix   string // "Z", "P", "W" ...
	operands []operand
	flow     flow
	target   int // index of the instruction that a jump goes to, -1 outside the function

	continues bool // bytes of an instruction that is given as numbers, but for the first
}

// A flow says where control goes after an instruction.
type flow int

const (
	next        flow = iota
	jump             // to the target, or to a symbol
	conditional      // to the target or on
	computed         // to an address in a register or in memory
	call
	ret
	stop // does not come back
)

type kind int

const (
	immediate kind = iota // $8
	address               // $sym(SB), $x-8(SP): the address itself
	register              // AX, V1.B16, R1<<3, (R1, R2), [V0.D2,V1.D2]
	memory
	label // the pc of a jump's target
	word  // EQ, PLDL1KEEP, system registers
)

// An operand is one operand of an instruction.
type operand struct {
	kind    kind
	text    string
	regs    []reg  // of register
	width   int64  // of a vector register or a list of them, in bytes
	element bool   // V1.D[0]: a part of the register
	base    reg    // of memory and address; none beside a symbol
	index   reg    // or none
	symbol  string // of memory and address: a symbol, or the name of a variable
	pseudo  string // SB, FP or SP where there is a symbol
	off     int64  // of memory and address; the value of an immediate or a label
}

// A reg numbers a register, or a flag, of either architecture.
type reg int8

const (
	none reg = -1
	zero reg = -2 // reads as zero, takes no value
)

// registers knows the names of an architecture's registers.
type registers map[string]struct {
	reg   reg
	width int64
}

// numbers are instructions that are given as such.
var numbers = regexp.MustCompile(`^(?:BYTE|WORD|LONG|QUAD)$`)

var (
	symbolLine      = regexp.MustCompile(`^(\S.*) STEXT(?:FIPS)? (.*)$`)
	instructionLine = regexp.MustCompile(`^\t0x[0-9a-f]+ (\d+) \((.*)\)\t(\S+)(?:\t(.*))?$`)
)

// parseListing reads what the assembler or the compiler prints under -S. Lines that it does
// not know (the bytes of the code, relocations, data) are none of its concern; code outside
// a function would be.
func parseListing(text string, m *model, position func(string) ctcheck.Position) ([]*function, error) {
	var functions []*function
	var f *function
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		match := instructionLine.FindStringSubmatch(line)
		if match == nil {
			if !strings.HasPrefix(line, "\t") {
				f = nil
			}
			if match := symbolLine.FindStringSubmatch(line); match != nil {
				f = &function{symbol: strings.ReplaceAll(match[1], "<>", ""), wrapper: strings.Contains(match[2], "wrapper")}
				functions = append(functions, f)
			}
			continue
		}
		mnemonic, suffix, _ := strings.Cut(match[3], ".")
		switch {
		case f == nil:
			return nil, fmt.Errorf("the listing has an instruction outside a function: %s", strings.TrimSpace(line))
		case mnemonic == "FUNCDATA" || mnemonic == "PCDATA" || mnemonic == "PCALIGN":
			continue
		case mnemonic == "TEXT":
			f.file, _, _ = cutPosition(match[2])
			f.sizes(match[4])
			f.abi = strings.Contains(match[4], "ABIInternal")
			continue
		}
		pc, _ := strconv.Atoi(match[1])
		at := position(match[2])
		if at.File == "" && len(f.code) > 0 { // the compiler knows no line
			at = f.code[len(f.code)-1].at
		}
		in := &instruction{at: at, pc: pc, mnemonic: mnemonic, suffix: suffix}
		for _, text := range splitOperands(match[4]) {
			in.operands = append(in.operands, m.registers.parse(text))
		}
		in.flow = m.flow(in)
		if n := len(f.code); m.link != 0 && n > 0 {
			in.continues = numbers.MatchString(mnemonic) && numbers.MatchString(f.code[n-1].mnemonic)
		}
		f.code = append(f.code, in)
	}
	for _, f := range functions {
		f.link()
	}
	return functions, nil
}

// cutPosition parts "file:line".
func cutPosition(text string) (file string, line int, ok bool) {
	i := strings.LastIndexByte(text, ':')
	if i < 0 {
		return "", 0, false
	}
	line, err := strconv.Atoi(text[i+1:])
	return text[:i], line, err == nil
}

// splitOperands parts operands at the commas outside brackets.
func splitOperands(text string) []string {
	var parts []string
	depth, start := 0, 0
	for i, c := range text {
		switch c {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case ',':
			if depth == 0 {
				parts = append(parts, strings.TrimSpace(text[start:i]))
				start = i + 1
			}
		}
	}
	if last := strings.TrimSpace(text[start:]); last != "" {
		parts = append(parts, last)
	}
	return parts
}

var variable = regexp.MustCompile(`^(.*?)([+-]\d+)?\((SB|FP|SP)\)$`)

func (r registers) parse(text string) operand {
	o := operand{text: text, base: none, index: none}
	if rest, ok := strings.CutPrefix(text, "$"); ok {
		if n, err := parseNumber(rest); err == nil {
			o.off = n
			return o
		}
		if o = r.parse(rest); o.kind == memory && (o.base != none || o.symbol != "") {
			o.kind = address
		} else {
			o = operand{base: none, index: none} // a floating-point constant
		}
		o.text = text
		return o
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		o.kind, o.off = label, n
		return o
	}
	if text[0] == '[' || text[0] == '(' && strings.Contains(text, ",") {
		o.kind = register
		for part := range strings.SplitSeq(strings.Trim(text, "()[]"), ",") {
			if reg, width, _, ok := r.lookup(strings.TrimSpace(part)); ok {
				o.regs = append(o.regs, reg)
				o.width += width
			}
		}
		return o
	}
	if found, width, element, ok := r.lookup(text); ok {
		o.kind, o.regs, o.width, o.element = register, []reg{found}, width, element
		return o
	}
	if low, high, ok := strings.Cut(text, ":"); ok { // a pair of a double shift
		a, b := r.parse(low), r.parse(high)
		if a.kind == register && b.kind == register {
			a.regs, a.text = append(a.regs, b.regs...), text
			return a
		}
	}
	if strings.HasSuffix(text, ")") {
		o.kind = memory
		r.parseMemory(text, &o)
		return o
	}
	o.kind = word
	return o
}

// parseMemory reads off(base)(index*scale), name+off(FP)(index*scale), sym+off(SB).
func (r registers) parseMemory(text string, o *operand) {
	open := strings.LastIndexByte(text, '(')
	inner := text[open+1 : len(text)-1]
	if open > 0 && text[open-1] == ')' {
		if i := strings.IndexAny(inner, "*<."); i >= 0 {
			inner = inner[:i]
		}
		if reg, _, _, ok := r.lookup(inner); ok {
			o.index = reg
			r.parseMemory(text[:open], o)
			return
		}
	}
	if match := variable.FindStringSubmatch(text); match != nil {
		if _, err := parseNumber(match[1] + match[2]); match[3] != "SP" || match[1] != "" && err != nil {
			o.symbol, o.pseudo = strings.ReplaceAll(match[1], "<>", ""), match[3]
			o.off, _ = parseNumber(strings.TrimPrefix(match[2], "+"))
			return
		}
	}
	if reg, _, _, ok := r.lookup(inner); ok {
		o.base = reg
	}
	o.off, _ = parseNumber(text[:open])
}

// lookup reads a register with what may hang on it: V1.B16, V1.D[0], R1<<3, R1.UXTW<<2.
func (r registers) lookup(text string) (_ reg, width int64, element, ok bool) {
	name := text
	if i := strings.IndexAny(name, ".<>@[-"); i > 0 {
		name = name[:i]
	}
	found, ok := r[name]
	if !ok {
		return none, 0, false, false
	}
	width = found.width
	if _, arrangement, ok := strings.Cut(text, "."); ok && width > 0 {
		switch arrangement, _, _ := strings.Cut(arrangement, "["); arrangement {
		case "B8", "H4", "S2", "D1", "D":
			width = 8
		case "S":
			width = 4
		case "H":
			width = 2
		case "B":
			width = 1
		}
	}
	return found.reg, width, strings.HasSuffix(text, "]"), true
}

func parseNumber(text string) (int64, error) {
	n, err := strconv.ParseInt(text, 0, 64)
	if err != nil {
		u, uerr := strconv.ParseUint(text, 0, 64)
		return int64(u), uerr
	}
	return n, nil
}

// A block is a run of instructions that is entered at its start only.
type block struct {
	first, end int   // indices of instructions
	next       []int // blocks
}

// link resolves the targets of jumps and parts the code into blocks. Where a computed jump
// may go is not in the listing: it is taken to go to each block.
func (f *function) link() {
	at := make(map[int]int, len(f.code))
	for i, in := range f.code {
		if _, ok := at[in.pc]; !ok {
			at[in.pc] = i
		}
	}
	starts := make([]bool, len(f.code)+1)
	starts[0] = true
	for i, in := range f.code {
		in.target = -1
		if in.flow == next {
			continue
		}
		if in.flow != call {
			starts[i+1] = true
		}
		if n := len(in.operands); n > 0 && in.operands[n-1].kind == label {
			if t, ok := at[int(in.operands[n-1].off)]; ok {
				in.target = t
				starts[t] = true
			}
		}
	}
	of := make(map[int]int) // block by its first instruction
	for i := range f.code {
		if starts[i] {
			of[i] = len(f.blocks)
			f.blocks = append(f.blocks, block{first: i})
		}
		f.blocks[len(f.blocks)-1].end = i + 1
	}
	for i := range f.blocks {
		b := &f.blocks[i]
		last := f.code[b.end-1]
		if b.end < len(f.code) && (last.flow == next || last.flow == conditional || last.flow == call) {
			b.next = append(b.next, of[b.end])
		}
		if last.target >= 0 {
			b.next = append(b.next, of[last.target])
		}
		if last.flow == computed {
			for j := range f.blocks {
				b.next = append(b.next, j)
			}
		}
	}
}
