package asm

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"

	"github.com/zvirka/zvirka/ctcheck"
)

// introduced drops the jumps on lines where the source has a branch, an index, a cut, a
// call or whatever else is compiled to one. There the source decides whether it depends on a secret,
// and the static layer knows its types. What is left are jumps that the compiler put where the
// source has nothing of the kind.
func (s *source) introduced(findings []ctcheck.Finding) []ctcheck.Finding {
	files := map[string]map[int]bool{}
	var kept []ctcheck.Finding
	for _, f := range findings {
		if f.Rule == "CT2003" {
			lines, ok := files[f.Position.File]
			if !ok {
				lines = branchLines(s.absolute(f.Position.File))
				files[f.Position.File] = lines
			}
			if lines[f.Position.Line] {
				continue
			}
		}
		kept = append(kept, f)
	}
	return kept
}

// branchLines are the lines of a Go file with something that the compiler makes jumps of.
func branchLines(file string) map[int]bool {
	fset := token.NewFileSet()
	parsed, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil // then nothing is dropped
	}
	lines := map[int]bool{}
	mark := func(positions ...token.Pos) {
		for _, p := range positions {
			lines[fset.Position(p).Line] = true
		}
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			mark(n.If)
			markExpr(n.Cond, mark)
		case *ast.ForStmt:
			mark(n.For, n.Body.Rbrace)
			if n.Cond != nil {
				markExpr(n.Cond, mark)
			}
			if n.Post != nil {
				mark(n.Post.Pos())
			}
		case *ast.RangeStmt:
			mark(n.For, n.Body.Rbrace)
		case *ast.SwitchStmt:
			mark(n.Switch)
		case *ast.TypeSwitchStmt:
			mark(n.Switch)
		case *ast.CaseClause:
			mark(n.Case)
		case *ast.SelectStmt:
			mark(n.Select)
		case *ast.BinaryExpr:
			if n.Op == token.LAND || n.Op == token.LOR {
				mark(n.OpPos)
				markExpr(n.X, mark)
				markExpr(n.Y, mark)
			}
		case *ast.IndexExpr:
			mark(n.Lbrack, n.Rbrack)
		case *ast.SliceExpr:
			mark(n.Lbrack, n.Rbrack)
		case *ast.CallExpr:
			// Of copying, growing and converting functions, and of results that are tested.
			mark(n.Lparen, n.Rparen)
		case *ast.FuncDecl:
			mark(n.Pos()) // the check of the stack
		}
		return true
	})
	return lines
}

func markExpr(e ast.Expr, mark func(...token.Pos)) { mark(e.Pos(), e.End()) }

// absolute is the file of a reported position.
func (s *source) absolute(file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(s.module, filepath.FromSlash(file))
}
