package asm

import (
	"fmt"
	"testing"

	"github.com/zvirka/zvirka/ctcheck"
)

// Operands are read in every form that listings have.
func TestOperands(t *testing.T) {
	for _, c := range []struct {
		model *model
		text  string
		want  string // kind, registers, base, index, symbol and pseudo register, offset, width
	}{
		{amd64, "$-8", "0 [] -1 -1   -8 0"},
		{amd64, "$18446744073709551615", "0 [] -1 -1   -1 0"},
		{amd64, "$(1.5)", "0 [] -1 -1   0 0"},
		{amd64, "AX", "2 [0] -1 -1   0 0"},
		{amd64, "Y3", "2 [19] -1 -1   0 32"},
		{amd64, "(AX)", "3 [] 0 -1   0 0"},
		{amd64, "-16(BX)(CX*8)", "3 [] 3 1   -16 0"},
		{amd64, "8(SP)", "3 [] 4 -1   8 0"},
		{amd64, "(SP)(SI*1)", "3 [] 4 6   0 0"},
		{amd64, "key_base+24(FP)", "3 [] -1 -1 key_base FP 24 0"},
		{amd64, "p.q+8(SP)(SI*8)", "3 [] -1 6 p.q SP 8 0"},
		{amd64, "table<>+16(SB)", "3 [] -1 -1 table SB 16 0"},
		{amd64, "p.(*T).Abs(SB)", "3 [] -1 -1 p.(*T).Abs SB 0 0"},
		{amd64, "$table<>(SB)", "1 [] -1 -1 table SB 0 0"},
		{amd64, "(AX)(Z1*4)", "3 [] 0 17   0 0"},
		{amd64, "122", "4 [] -1 -1   122 0"},
		{arm64, "R1<<3", "2 [1] -1 -1   0 0"},
		{arm64, "R1.UXTW<<2", "2 [1] -1 -1   0 0"},
		{arm64, "ZR", "2 [-2] -1 -1   0 0"},
		{arm64, "(R1, R2)", "2 [1 2] -1 -1   0 0"},
		{arm64, "[V0.B16,V1.B16]", "2 [32 33] -1 -1   0 32"},
		{arm64, "[V0.D1]", "2 [32] -1 -1   0 8"},
		{arm64, "V5.S[1]", "2 [37] -1 -1   0 4"},
		{arm64, "(R1)(R2<<3)", "3 [] 1 2   0 0"},
		{arm64, "(R1)(R2.SXTW)", "3 [] 1 2   0 0"},
		{arm64, "-32(RSP)", "3 [] 31 -1   -32 0"},
		{arm64, "$p.q-64(SP)", "1 [] -1 -1 p.q SP -64 0"},
		{arm64, "res(FP)", "3 [] -1 -1 res FP 0 0"},
		{arm64, "16(g)", "3 [] 28 -1   16 0"},
		{arm64, "EQ", "5 [] -1 -1   0 0"},
	} {
		o := c.model.registers.parse(c.text)
		if got := fmt.Sprintf("%d %v %d %d %s %s %d %d", o.kind, o.regs, o.base, o.index, o.symbol, o.pseudo, o.off, o.width); got != c.want {
			t.Errorf("%s: %q, not %q", c.text, got, c.want)
		}
	}
}

// Code outside a function would be code that nobody looks at.
func TestListingOutside(t *testing.T) {
	position := func(string) ctcheck.Position { return ctcheck.Position{} }
	text := "\t0x0000 00000 (f.s:1)\tTEXT\tf(SB), $0\n\t0x0000 00000 (f.s:2)\tRET\n"
	if _, err := parseListing("f SODD size=1\n"+text, amd64, position); err == nil {
		t.Error("no error")
	}
	functions, err := parseListing("f STEXT size=1\n"+text, amd64, position)
	if err != nil || len(functions) != 1 || len(functions[0].code) != 1 {
		t.Errorf("%v, %v", functions, err)
	}
}

// Names are as Go writes them.
func TestName(t *testing.T) {
	for symbol, want := range map[string]string{
		"a/b.f": "f", "a/b%2ec.(*T).M": "(*T).M", "a.F[go.shape.int]": "F[go.shape.int]", "local": "local", "a/b.F[c/d.T]": "F[c/d.T]",
	} {
		if got := (&function{symbol: symbol}).name(); got != want {
			t.Errorf("%s: %s, not %s", symbol, got, want)
		}
	}
}

// Joins only ever learn, and end: what was joined in once changes nothing more.
func TestJoin(t *testing.T) {
	secret := &origin{}
	values := []value{{}, {secret: secret}, {at: []place{at(frame, 0)}}, {at: []place{at(frame, -8)}},
		value{at: []place{at(frame, 8)}}.indexed(), value{at: []place{at(5, 8)}}.loosened(),
		{secret: secret, at: []place{{region: frame, off: 16, low: 16, high: 32}, at(5, 0)}}}
	for i, a := range values {
		for j, b := range values {
			v := join(a, b)
			for range 3 { // a bound that goes down is given up at the second step
				v = join(join(v, a), b)
			}
			if !same(v, join(v, a)) || !same(v, join(v, b)) {
				t.Errorf("join of %d and %d does not end: %v", i, j, v)
			}
			if (v.secret != nil) != (a.secret != nil || b.secret != nil) {
				t.Errorf("join of %d and %d: %v", i, j, v)
			}
			if len(v.at) < max(len(a.at), len(b.at)) {
				t.Errorf("join of %d and %d forgets places: %v", i, j, v)
			}
		}
	}
}
