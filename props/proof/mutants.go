package proof

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A Mutant is a function with one small mistake in it, for trying out whether a proof would
// notice.
type Mutant struct {
	Where token.Position
	What  string // "^ for |", "3 for 2"
	at    ssa.Instruction
	op    token.Token // in place of a binary operator's
	value ssa.Value   // an operand, and
	with  *ssa.Const  // what stands in place of it
}

func (m Mutant) String() string {
	return fmt.Sprintf("%s:%d: %s", m.Where.Filename, m.Where.Line, m.What)
}

// Mutated puts a mutant in place of the instruction that it changes.
func Mutated(m Mutant) Option { return func(o *proofOptions) { o.mutant = &m } }

// swapped are operators that look alike.
var swapped = map[token.Token]token.Token{
	token.XOR: token.AND, token.OR: token.AND, token.AND: token.OR, token.AND_NOT: token.AND,
	token.ADD: token.SUB, token.SUB: token.ADD, token.SHL: token.SHR, token.SHR: token.SHL, token.MUL: token.ADD,
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
}

// Mutants returns the mutants of a function: each operator exchanged for one that looks like it, and
// each constant, be it a mask, an index or a rotation, one more and with its second bit turned.
func (p *Program) Mutants(f string) ([]Mutant, error) {
	fn, err := p.Func(f)
	if err != nil {
		return nil, err
	}
	var all []Mutant
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			where := p.fset.Position(in.Pos())
			if op, ok := in.(*ssa.BinOp); ok {
				if other, ok := swapped[op.Op]; ok {
					all = append(all, Mutant{Where: where, What: fmt.Sprintf("%s for %s", other, op.Op), at: in, op: other})
				}
			}
			switch in.(type) {
			case *ssa.BinOp, *ssa.IndexAddr, *ssa.Index, *ssa.Slice, *ssa.Call, *ssa.Store, *ssa.Return:
				all = append(all, constants(in, where)...)
			}
		}
	}
	return all, nil
}

// constants are the mutants of the constant operands of an instruction.
func constants(in ssa.Instruction, where token.Position) (all []Mutant) {
	for _, operand := range in.Operands(nil) {
		c, ok := (*operand).(*ssa.Const)
		if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
			continue
		}
		bits, signed, ok := width(c.Type())
		if !ok || bits == 1 {
			continue
		}
		var v uint64
		if signed {
			v = uint64(c.Int64())
		} else {
			v = c.Uint64()
		}
		for _, other := range []uint64{v + 1, v ^ 2} {
			if bits < 64 {
				other &= 1<<bits - 1
			}
			all = append(all, Mutant{Where: where, What: fmt.Sprintf("%#x for %#x", other, v), at: in, value: c, with: constOf(other, signed, c.Type())})
		}
	}
	return all
}

func constOf(v uint64, signed bool, t types.Type) *ssa.Const {
	if signed {
		return ssa.NewConst(constant.MakeInt64(int64(v)), t)
	}
	return ssa.NewConst(constant.MakeUint64(v), t)
}
