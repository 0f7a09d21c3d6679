package static

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// index notes the expressions of a file by the positions that go/ssa gives to their values.
func (p *program) index(file *ast.File) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IndexExpr:
			p.exprs[n.Lbrack] = n
		case *ast.SliceExpr:
			p.exprs[n.Lbrack] = n
		case *ast.BinaryExpr:
			p.exprs[n.OpPos] = n
		case *ast.CallExpr:
			p.exprs[n.Lparen] = n
		case *ast.AssignStmt:
			if len(n.Lhs) == 1 && n.Tok != token.ASSIGN && n.Tok != token.DEFINE {
				p.exprs[n.TokPos] = n // x /= y
			}
		case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.ForStmt, *ast.RangeStmt:
			p.statements = append(p.statements, n)
		}
		return true
	})
}

// instructionPos is where an instruction stands in the source, or the best that is known.
func (fr *frame) instructionPos(in ssa.Instruction) token.Pos {
	if pos := in.Pos(); pos.IsValid() {
		return pos
	}
	if c, ok := in.(*ssa.If); ok {
		if pos := valuePos(c.Cond, 4); pos.IsValid() {
			return pos
		}
		if pos := referencePos(c); pos.IsValid() {
			return pos
		}
	}
	for _, op := range in.Operands(nil) {
		if *op != nil {
			if pos := valuePos(*op, 3); pos.IsValid() {
				return pos
			}
		}
	}
	block := in.Block()
	for i := len(block.Instrs) - 1; i >= 0; i-- {
		if pos := block.Instrs[i].Pos(); pos.IsValid() {
			return pos
		}
	}
	return fr.f.Pos()
}

// valuePos is where a value is computed, looking through at most so many others.
func valuePos(v ssa.Value, depth int) token.Pos {
	switch v.(type) {
	case *ssa.Const, *ssa.Parameter, *ssa.FreeVar, *ssa.Global, *ssa.Function, *ssa.Alloc:
		return token.NoPos
	}
	if pos := v.Pos(); pos.IsValid() {
		return pos
	}
	if in, ok := v.(ssa.Instruction); ok && depth > 0 {
		for _, op := range in.Operands(nil) {
			if *op != nil {
				if pos := valuePos(*op, depth-1); pos.IsValid() {
					return pos
				}
			}
		}
	}
	return token.NoPos
}

// expr is the source of what an instruction computes.
func (fr *frame) expr(in ssa.Instruction) string { return fr.exprAt(fr.instructionPos(in)) }

func (p *program) exprAt(pos token.Pos) string {
	switch n := p.exprs[pos].(type) {
	case ast.Expr:
		return exprText(n)
	case *ast.AssignStmt:
		return exprText(n.Lhs[0]) + " " + strings.ReplaceAll(n.Tok.String(), "%", "%%") + " " + exprText(n.Rhs[0])
	}
	return "this"
}

// exprText is the source of an expression, cut where it is long, for a format string.
func exprText(e ast.Expr) string {
	text := []rune(types.ExprString(e))
	const longest = 60
	if len(text) > longest {
		text = append(text[:longest-1], '…')
	}
	return strings.ReplaceAll(string(text), "%", "%%")
}

// start is where the expression at a position begins: what is reported.
func (p *program) start(pos token.Pos) token.Pos {
	if n := p.exprs[pos]; n != nil {
		return n.Pos()
	}
	return pos
}

// referencePos is where the source speaks of what a jump tests.
func referencePos(in *ssa.If) token.Pos {
	block := in.Block()
	for i := len(block.Instrs) - 1; i >= 0; i-- {
		if d, ok := block.Instrs[i].(*ssa.DebugRef); ok && d.X == in.Cond {
			return d.Expr.Pos()
		}
	}
	return token.NoPos
}

// enclosing returns the innermost statement of a kind around a position.
func (p *program) enclosing(pos token.Pos, kind func(ast.Node) bool) (best ast.Node) {
	for _, s := range p.statements {
		if kind(s) && s.Pos() <= pos && pos < s.End() && (best == nil || best.Pos() < s.Pos()) {
			best = s
		}
	}
	return best
}

// enclosingSwitch returns where the switch is that a jump chooses a case of.
func (fr *frame) enclosingSwitch(pos token.Pos, in *ssa.If) token.Pos {
	comment := in.Block().Succs[0].Comment
	if comment != "switch.body" && comment != "typeswitch.body" {
		return token.NoPos
	}
	s := fr.enclosing(pos, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.SwitchStmt, *ast.TypeSwitchStmt:
			return true
		}
		return false
	})
	if s == nil {
		return pos
	}
	return s.Pos()
}

// enclosingLoop returns where a loop says how often it runs, for the jump that enters its
// body, and what it says.
func (fr *frame) enclosingLoop(in *ssa.If) (pos token.Pos, text string) {
	for _, inside := range in.Block().Succs[0].Instrs {
		at := inside.Pos()
		if d, ok := inside.(*ssa.DebugRef); ok {
			at = d.Expr.Pos()
		}
		if _, phi := inside.(*ssa.Phi); phi || !at.IsValid() {
			continue // a phi stands where its variable is declared
		}
		switch s := fr.enclosing(at, isLoop).(type) {
		case *ast.ForStmt:
			if s.Cond != nil {
				return s.Cond.Pos(), exprText(s.Cond)
			}
		case *ast.RangeStmt:
			return s.X.Pos(), "range " + exprText(s.X)
		}
		break
	}
	pos = fr.instructionPos(in)
	return pos, fr.exprAt(pos)
}

func isLoop(n ast.Node) bool {
	switch n.(type) {
	case *ast.ForStmt, *ast.RangeStmt:
		return true
	}
	return false
}

// leaf notes a place at which time would depend on labels.
func (fr *frame) leaf(rule string, in ssa.Instruction, labels set, format string, args ...any) {
	if len(labels) > 0 {
		fr.leafAt(rule, fr.start(fr.instructionPos(in)), labels, format, args...)
	}
}

func (fr *frame) leafAt(rule string, pos token.Pos, labels set, format string, args ...any) {
	if len(labels) == 0 {
		return
	}
	pos = fr.start(pos)
	key := place{rule, fr.position(pos)}
	l := fr.summary.leaves[key]
	if l == nil {
		l = &leaf{pkg: fr.pkg, function: fr.name, message: fmt.Sprintf(format, args...)}
		fr.summary.leaves[key] = l
	}
	l.labels = l.labels.union(labels)
}
