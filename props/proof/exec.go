package proof

import (
	"errors"
	"fmt"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/zvirka/zvirka/props/proof/anf"
	"github.com/zvirka/zvirka/props/proof/word"
)

// A machine executes functions on symbolic values.
type machine struct {
	*word.Machine
	program  *Program
	globals  map[*ssa.Global]*cell
	started  map[*ssa.Package]bool
	starting *ssa.Package
	logs     []*undo // of the branches that are being executed, the innermost last
	boxes    *boxes  // tables that are uninterpreted, or nil
	replace  map[*ssa.Function][]*Lemma
	maps     map[*cell][][2]value // sync.Map
	depth    int
	at       ssa.Instruction
	flows    map[*ssa.Function]*flow
	steps    int
	limit    int // of steps
	mutant   *Mutant
}

func newMachine(p *Program) *machine {
	return &machine{Machine: word.NewMachine(), program: p, globals: map[*ssa.Global]*cell{}, maps: map[*cell][][2]value{}, started: map[*ssa.Package]bool{},
		replace: map[*ssa.Function][]*Lemma{}, flows: map[*ssa.Function]*flow{}, limit: maxSteps}
}

// What a proof may execute is bounded.
const (
	maxNested = 40
	maxDepth  = 200
	maxSteps  = 50_000_000
)

// An undo remembers what memory held before a branch.
type undo struct {
	cells []*cell
	old   []value
	seen  map[*cell]bool
}

// store changes a leaf of memory.
func (m *machine) store(c *cell, v value) {
	if all, ok := v.([]value); ok && c.parts != nil {
		for i, part := range c.parts {
			m.store(part, all[i])
		}
		return
	}
	if n := len(m.logs); n > 0 {
		log := m.logs[n-1]
		if !log.seen[c] {
			log.seen[c] = true
			log.cells = append(log.cells, c)
			log.old = append(log.old, c.v)
		}
	}
	c.v = v
}

// A failure is an error with where it came about.
type failure struct {
	at  token.Position
	fn  string
	in  string
	err error
}

func (f *failure) Error() string {
	return fmt.Sprintf("%s: %s: %v (%s)", f.at, f.fn, f.err, f.in)
}

func (f *failure) Unwrap() error { return f.err }

// run executes a function and turns what stops it into an error that says where.
func (m *machine) run(f *ssa.Function, args []value) (results value, err error) {
	defer func() {
		if r := recover(); r != nil {
			cause, ok := r.(error)
			var limit *anf.LimitError
			var unknown *unsupportedError
			var stop *panicError
			var long *stepsError
			if !ok || !(errors.As(cause, &long) || errors.As(cause, &limit) || errors.As(cause, &unknown) || errors.As(cause, &stop)) {
				cause = fmt.Errorf("internal error: %v", r)
			}
			out := &failure{fn: f.String(), err: cause}
			if m.at != nil {
				out.in, out.fn = m.at.String(), m.at.Parent().String()
				pos := m.at.Pos()
				if !pos.IsValid() {
					pos = m.at.Parent().Pos()
				}
				out.at = m.program.fset.Position(pos)
			}
			err = out
			m.logs, m.depth = nil, 0
		}
	}()
	return m.call(f, args, nil), nil
}

// A stepsError says that a run is longer than it may be.
type stepsError struct{ limit int }

func (e *stepsError) Error() string { return fmt.Sprintf("no end within %d instructions", e.limit) }

// A panicError is a panic of the executed program.
type panicError struct{ what string }

func (e *panicError) Error() string { return "the program panics: " + e.what }

// A frame is one call.
type frame struct {
	*machine
	fn    *ssa.Function
	flow  *flow
	env   map[ssa.Value]value
	later []func() // deferred calls
}

// call executes a function with a body.
func (m *machine) call(f *ssa.Function, args, free []value) value {
	f = m.replaced(f, args)
	if v, ok := m.intrinsic(f, args); ok {
		return v
	}
	if f.Blocks == nil && f.Pkg != nil {
		f.Pkg.Build()
	}
	if f.Blocks == nil {
		panic(unsupported("%s, which has no Go body,", f))
	}
	if m.depth++; m.depth > maxDepth {
		panic(unsupported("recursion deeper than %d", maxDepth))
	}
	defer func() { m.depth-- }()
	fr := &frame{machine: m, fn: f, flow: m.flowOf(f), env: make(map[ssa.Value]value, len(f.Params))}
	for i, p := range f.Params {
		fr.env[p] = args[i]
	}
	for i, v := range f.FreeVars {
		fr.env[v] = free[i]
	}
	end := fr.from(f.Blocks[0], nil, nil)
	return end.results
}

// An end is how the execution of some blocks ended: with a return, or before a block.
type end struct {
	results value
	before  *ssa.BasicBlock
	via     *ssa.BasicBlock // the block from which that was reached
}

// from executes blocks until the function returns, or until stop is reached. The phis of the
// first block are already set if via is nil.
func (fr *frame) from(b, via, stop *ssa.BasicBlock) end {
	for {
		if b == stop {
			return end{before: b, via: via}
		}
		if via != nil {
			fr.setPhis(b, fr.phis(b, via))
		}
		next, ended := fr.block(b)
		if ended != nil {
			return *ended
		}
		if next.jump != nil {
			b, via = next.jump, b
			continue
		}
		merged := fr.branch(b, next.cond)
		if merged.before == nil {
			return merged
		}
		if merged.before == stop {
			// The phis of stop are not ours to set; what they would be was set by branch.
			return merged
		}
		b, via = merged.before, nil
	}
}

// phis evaluates what the phis of a block are when it is entered from another.
func (fr *frame) phis(b, via *ssa.BasicBlock) []value {
	var edge int
	for i, p := range b.Preds {
		if p == via {
			edge = i
		}
	}
	var values []value
	for _, in := range b.Instrs {
		phi, ok := in.(*ssa.Phi)
		if !ok {
			break
		}
		values = append(values, fr.get(phi.Edges[edge]))
	}
	return values
}

func (fr *frame) setPhis(b *ssa.BasicBlock, values []value) {
	for i, v := range values {
		fr.env[b.Instrs[i].(*ssa.Phi)] = v
	}
}

// branch executes both sides of a jump that is not decided, each on the memory as it is now,
// and merges what they leave where they meet again.
func (fr *frame) branch(b *ssa.BasicBlock, cond integer) end {
	if len(fr.logs) >= maxNested {
		panic(unsupported("a loop whose end is an undecided branch, or more than %d such branches in each other,", maxNested))
	}
	meet := fr.flow.meet[b.Index]
	type side struct {
		end    end
		phis   []value
		cells  []*cell
		values map[*cell]value
	}
	run := func(to *ssa.BasicBlock) side {
		log := &undo{seen: map[*cell]bool{}}
		fr.logs = append(fr.logs, log)
		s := side{end: fr.from(to, b, meet), values: map[*cell]value{}}
		if s.end.before != nil {
			if s.end.via != nil {
				s.phis = fr.phis(meet, s.end.via)
			} else { // an inner branch met here as well, and has set them
				for _, in := range meet.Instrs {
					phi, ok := in.(*ssa.Phi)
					if !ok {
						break
					}
					s.phis = append(s.phis, fr.env[phi])
				}
			}
		}
		fr.logs = fr.logs[:len(fr.logs)-1]
		s.cells = log.cells
		for i, c := range log.cells {
			s.values[c] = c.v
			c.v = log.old[i]
		}
		return s
	}
	yes, no := run(b.Succs[0]), run(b.Succs[1])
	fr.at = b.Instrs[len(b.Instrs)-1]
	for _, c := range yes.cells {
		other, ok := no.values[c]
		if !ok {
			other = c.v
		}
		fr.store(c, fr.mux(cond, yes.values[c], other))
	}
	for _, c := range no.cells {
		if _, ok := yes.values[c]; !ok {
			fr.store(c, fr.mux(cond, c.v, no.values[c]))
		}
	}
	if (yes.end.before == nil) != (no.end.before == nil) {
		panic(unsupported("a return on one side of an undecided branch"))
	}
	if yes.end.before == nil {
		return end{results: fr.mux(cond, yes.end.results, no.end.results)}
	}
	for i := range yes.phis {
		yes.phis[i] = fr.mux(cond, yes.phis[i], no.phis[i])
	}
	fr.setPhis(meet, yes.phis)
	return end{before: meet}
}
