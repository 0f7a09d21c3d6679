package asm

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/zvirka/zvirka/ctcheck"
)

// A model is what an architecture's instructions do to secrets.
type model struct {
	name      string
	registers registers
	abi       abi
	stack     reg   // the stack pointer
	link      int64 // how many bytes a call pushes on the stack
	vectors   func(reg) bool
	// flow says where control goes after an instruction.
	flow func(*instruction) flow
	// do is what an instruction does, other than to go elsewhere.
	do func(*execution)
	// decides is what a conditional jump depends on.
	decides func(*execution) value
}

// registerCount is enough for either architecture, the flags among them.
const registerCount = 80

// A machine runs functions on states until nothing new is learnt. All that it learns grows,
// so that what it reports on the way holds at the end.
type machine struct {
	ctx context.Context
	*model
	*world
	pkg      string
	lookup   func(from *function, symbol string) *function
	external func(x *execution, symbol string) // a call to what is not found or calls itself; nil: report it
	enters   func(x *execution, f *function)   // before a call to what is found, and
	leaves   func(x *execution, f *function)   // after; nil: nothing
	reported func(rule string) bool
	bounded  bool // an index stays in its array
	findings []ctcheck.Finding
	seen     map[findingKey]bool
	done     map[*function][]summary
	active   map[*function]bool // what is being run
	fuel     int
	failed   error
}

type findingKey struct {
	at      ctcheck.Position
	rule    string
	message string
	name    string
}

// A summary is what came out of a function for what went in.
type summary struct{ entry, exit *state }

// An execution is one instruction on one state.
type execution struct {
	*machine
	*state
	in *instruction
	f  *function
}

func (x *execution) report(rule string, v value, use, format string, args ...any) {
	if !x.reported(rule) {
		return
	}
	finding := ctcheck.Finding{Rule: rule, Position: x.in.at, Package: x.pkg, Function: x.f.name(), Message: fmt.Sprintf(format, args...)}
	key := findingKey{finding.Position, rule, finding.Message, finding.Function}
	if x.seen[key] {
		return
	}
	x.seen[key] = true
	finding.Flow = append(v.secret.flow(), ctcheck.Step{Position: x.in.at, What: use})
	x.findings = append(x.findings, finding)
}

// name is the function as Go writes it: the symbol without the import path.
func (f *function) name() string {
	path, _, _ := strings.Cut(f.symbol, "[") // type arguments have paths too
	slash := strings.LastIndexByte(path, '/') + 1
	if i := strings.IndexByte(path[slash:], '.'); i >= 0 {
		return f.symbol[slash+i+1:]
	}
	return f.symbol
}

// run takes a state through a function and returns the one at its returns, or nil if it does
// not return.
func (m *machine) run(f *function, entry *state) *state {
	for _, s := range m.done[f] {
		if equal(m.world, s.entry, entry) {
			return s.exit
		}
	}
	m.active[f] = true
	defer delete(m.active, f)
	kept := entry.clone()
	entry = entry.clone()
	entry.base = stackOffset(entry.get(m.stack))
	var exit *state
	states := make([]*state, len(f.blocks))
	if len(f.blocks) == 0 {
		return nil
	}
	states[0] = entry
	pending := make([]bool, len(f.blocks))
	pending[0] = true
	for {
		i := slices.Index(pending, true)
		if i < 0 || m.failed != nil {
			break
		}
		pending[i] = false
		if m.failed = m.ctx.Err(); m.failed != nil {
			break
		}
		b := f.blocks[i]
		s := states[i].clone()
		returns, on := m.block(f, b, s)
		if returns {
			if exit == nil {
				exit = s.clone()
			} else {
				exit.merge(m.world, s)
			}
		}
		if !on {
			continue
		}
		for _, j := range b.next {
			if states[j] == nil {
				states[j] = s.clone()
				pending[j] = true
			} else if states[j].merge(m.world, s) {
				pending[j] = true
			}
		}
	}
	if exit != nil {
		exit.base = kept.base
		exit.set(m.stack, kept.get(m.stack))
	}
	m.done[f] = append(m.done[f], summary{kept, exit})
	return exit
}

// equal reports whether neither state knows more than the other.
func equal(w *world, a, b *state) bool {
	for i := range a.regs {
		if !same(a.regs[i], b.regs[i]) {
			return false
		}
	}
	return !a.clone().merge(w, b) && !b.clone().merge(w, a)
}

// stackOffset is where the stack pointer points, or far below if that is not known.
func stackOffset(v value) int64 {
	if len(v.at) == 1 && v.at[0].region == frame && !v.at[0].free {
		return v.at[0].off
	}
	return math.MinInt64 / 2
}

// block runs a block. It reports whether it returns from the function, and whether it goes on
// to the blocks behind.
func (m *machine) block(f *function, b block, s *state) (returns, on bool) {
	for _, in := range f.code[b.first:b.end] {
		if m.fuel--; m.fuel < 0 {
			m.failed = fmt.Errorf("%s: %s is too large to be checked", m.pkg, f.name())
			return false, false
		}
		x := &execution{machine: m, state: s, in: in, f: f}
		switch in.flow {
		case next:
			m.do(x)
		case conditional:
			if v := m.decides(x); !public(v) {
				x.report("CT2003", v, "decides this jump", "%s depends on a secret", in.mnemonic)
			}
		case computed:
			if v := x.goal(); !public(v) {
				x.report("CT2003", v, "is where this jumps to", "%s goes to an address that depends on a secret", in.mnemonic)
			}
		case call:
			if !x.call() {
				return false, false
			}
		case ret:
			return true, false
		case stop:
			return false, false
		case jump:
			if in.target >= 0 {
				break
			}
			// To another function, which returns in place of this one.
			return x.enter(false), false
		}
	}
	return false, true
}

// call does a call and reports whether it comes back.
func (x *execution) call() bool {
	o := x.last()
	if o.kind == register || o.kind == memory && o.symbol == "" {
		if v := x.goal(); !public(v) {
			x.report("CT2003", v, "is what is called", "%s goes to an address that depends on a secret", x.in.mnemonic)
		}
	}
	return x.enter(true)
}

// goal is the address to which a computed jump or call goes. On arm64 (R0) stands for the
// register itself.
func (x *execution) goal() value {
	o := x.last()
	if o.kind == memory && x.link == 0 {
		return x.get(o.base)
	}
	return x.read(o, wordSize)
}

// enter goes to the function that the last operand names and reports whether it comes back.
func (x *execution) enter(pushes bool) bool {
	o := x.last()
	symbol := o.symbol
	if strings.HasPrefix(symbol, "runtime.morestack") {
		return true
	}
	f := x.lookup(x.f, symbol)
	if f == nil || x.active[f] {
		if x.external != nil {
			x.external(x, symbol)
		} else {
			x.unknownCall(o.text)
		}
		return !neverReturns(symbol)
	}
	before := x.get(x.stack)
	if x.enters != nil {
		x.enters(x, f)
	}
	if pushes {
		x.set(x.stack, before.moved(-x.link))
	}
	exit := x.run(f, x.state)
	if exit == nil {
		return false
	}
	base := x.base
	*x.state = *exit.clone()
	x.base = base
	if pushes {
		x.set(x.stack, before)
		x.unwind(stackOffset(before))
	}
	if x.leaves != nil {
		x.leaves(x, f)
	}
	return true
}

func neverReturns(symbol string) bool {
	for _, prefix := range []string{"runtime.panic", "runtime.gopanic", "runtime.throw", "runtime.fatal", "runtime.goPanic"} {
		if strings.HasPrefix(symbol, prefix) {
			return true
		}
	}
	return false
}

// unknownCall reports a call to code that is not seen, if a secret is where arguments are:
// in a register or at the stack's top. What comes back may then be it.
func (x *execution) unknownCall(name string) {
	top := x.load(x.world, x.get(x.stack), 4*wordSize)
	v := top
	for i := range x.regs {
		if r := reg(i); r != x.stack && v.secret == nil {
			v.secret = x.regs[i].secret
		}
	}
	if !public(v) {
		x.report("CT2901", v, "is there when "+name+" is called", "%s is called with a secret in a register or on the stack, and is not seen", name)
	}
	for i := range x.regs {
		if reg(i) != x.stack {
			x.regs[i] = value{secret: v.secret}
		}
	}
	if !public(top) {
		x.store(x.world, x.get(x.stack), 8*wordSize, value{secret: v.secret}, false)
	}
}

// pointer is the address that an operand has, as a value. Its secret is that of the registers.
func (x *execution) pointer(o *operand) value {
	var v value
	switch {
	case o.pseudo == "SB":
		v = value{at: []place{at(x.symbol(o.symbol), o.off)}}
	case o.pseudo != "":
		v = x.variable(o)
	case o.base != none:
		v = x.get(o.base).moved(o.off)
	}
	if o.index == none {
		return v
	}
	index := x.get(o.index)
	return join(x.indexed(v), x.indexed(index)) // the compiler writes them in either order
}

// indexed is a pointer to which a number was added that is not known. In compiled code it was
// an index of the array of a struct, if it pointed to one, and stays in it.
func (x *execution) indexed(v value) value {
	if len(v.at) == 0 {
		return v
	}
	v = v.indexed()
	if !x.bounded {
		return v
	}
	for i := range v.at {
		p := &v.at[i]
		parts := x.regions[p.region].parts
		if p.high != math.MaxInt64 || len(parts) != 1 || !parts[0].one {
			continue
		}
		if low, high, ok := x.array(parts[0].typ, p.off); ok {
			p.low, p.high = low, high
		}
	}
	v.at = tidy(v.at)
	return v
}

// variable is the address of a parameter or a variable that an operand names. The listing of
// amd64 counts both from the stack pointer, that of arm64 from where each kind begins.
//
// The compiler names each of its variables, so that an index of one stays in it.
func (x *execution) variable(o *operand) value {
	v := x.named(o)
	if low, high, ok := x.f.object(o, x.link); ok && len(v.at) == 1 && !v.at[0].free {
		p := v.at[0]
		p.low, p.high = p.off+low-o.off, p.off+high-o.off
		v.at = []place{p}
	}
	return v
}

func (x *execution) named(o *operand) value {
	if x.link != 0 {
		return x.get(x.stack).moved(o.off)
	}
	off := x.base + o.off
	if o.pseudo == "FP" {
		off += wordSize
	}
	return value{at: []place{at(frame, off)}}
}

// touch reports an access at a secret address.
func (x *execution) touch(o *operand, v value) {
	if !public(v) {
		x.report("CT2001", v, "is used as an address", "%s accesses memory at an address that depends on a secret: %s", x.in.mnemonic, o.text)
	}
}

// read is the value of an operand of size bytes.
func (x *execution) read(o *operand, size int64) value {
	switch o.kind {
	case address:
		return x.pointer(o)
	case register:
		var v value
		for _, r := range o.regs {
			v = join(v, x.get(r))
		}
		return v
	case memory:
		return x.loadFrom(o, x.pointer(o), size)
	}
	return value{}
}

func (x *execution) loadFrom(o *operand, p value, size int64) value {
	x.touch(o, p)
	v := x.load(x.world, p, size)
	if v.secret != nil && v.secret.from == nil {
		into := x.last().text
		if o == x.last() {
			into = x.in.mnemonic
		}
		v.secret = &origin{ctcheck.Step{Position: x.in.at, What: "loaded into " + into}, v.secret}
	}
	v.secret = firstSecret(v, p)
	return v
}

func firstSecret(v, w value) *origin { return join(v, w).secret }

// write puts a value of size bytes into an operand. Sure says that the size is exact, so that
// what was in memory there is gone.
func (x *execution) write(o *operand, size int64, v value, sure bool) {
	switch o.kind {
	case register:
		for _, r := range o.regs {
			if o.element {
				x.set(r, join(x.get(r), v))
			} else {
				x.set(r, v)
			}
		}
	case memory:
		p := x.pointer(o)
		x.touch(o, p)
		x.store(x.world, p, size, v, sure)
	default:
		if !public(v) {
			x.report("CT2901", v, "goes where it is not followed", "%s writes a secret to %s", x.in.mnemonic, o.text)
		}
	}
}

// op is operand i, or one that is nothing.
func (x *execution) op(i int) *operand {
	if i < 0 || i >= len(x.in.operands) {
		return &operand{kind: word, base: none, index: none}
	}
	return &x.in.operands[i]
}

// last is the operand that an instruction writes, as a rule.
func (x *execution) last() *operand { return x.op(len(x.in.operands) - 1) }

// unknown is an instruction that there is no model of.
func (x *execution) unknown() {
	var v value
	for i := range x.in.operands {
		o := &x.in.operands[i]
		v = join(v, x.read(o, 64))
	}
	v.at = nil
	if !public(v) {
		x.report("CT2901", v, "is touched by an instruction without a model", "%s touches a secret and has no model", x.in.mnemonic)
	}
	for i := range x.in.operands {
		if o := &x.in.operands[i]; o.kind == register || o.kind == memory {
			x.write(o, wordSize, join(v, x.read(o, wordSize)), false)
		}
	}
}

// raw is code that the assembler was given as numbers. It may do anything, and is reported if
// there is a secret in a register; what is behind it is taken to have it in the vectors.
func (x *execution) raw() {
	var v value
	for i := range x.regs {
		v.secret = firstSecret(v, x.regs[i])
	}
	if public(v) {
		return
	}
	if !x.in.continues {
		x.report("CT2901", v, "is in a register when this is done", "code given as numbers is done with a secret in a register: %s %s", x.in.mnemonic, x.last().text)
	}
	for i := range x.regs {
		if x.vectors(reg(i)) {
			x.regs[i].secret = v.secret
		}
	}
}

// An instructionRule is what the instructions do whose mnemonic matches a pattern. In a list
// of them the first counts.
type instructionRule struct {
	pattern *regexp.Regexp
	do      func(*execution)
}

func rule(pattern string, do func(*execution)) instructionRule {
	return instructionRule{regexp.MustCompile(`^(?:` + pattern + `)$`), do}
}

// step does the instruction by its rule. The cache has the rules of mnemonics seen before.
func (x *execution) step(rules []instructionRule, cache *sync.Map) {
	if do, ok := cache.Load(x.in.mnemonic); ok {
		do.(func(*execution))(x)
		return
	}
	do := (*execution).unknown
	for _, r := range rules {
		if r.pattern.MatchString(x.in.mnemonic) {
			do = r.do
			break
		}
	}
	cache.Store(x.in.mnemonic, do)
	do(x)
}
