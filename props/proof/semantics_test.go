package proof_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/zvirka/zvirka/props/proof"
	"github.com/zvirka/zvirka/props/proof/testdata/semantics"
)

func own(t testing.TB) *proof.Program {
	t.Helper()
	once(t)
	p, err := proof.Load(module+"props/proof/testdata/semantics", module+"props/proof/testdata/mutants")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestSemantics runs functions on known arguments with the executor and with the processor.
func TestSemantics(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	edges := []uint64{0, 1, 2, 7, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffffffff, 0x80000000, 1 << 63, math.MaxUint64, math.MaxInt64}
	number := func() uint64 {
		if random.IntN(2) == 0 {
			return edges[random.IntN(len(edges))]
		}
		return random.Uint64()
	}
	functions := map[string]any{"Signed": semantics.Signed, "Unsigned": semantics.Unsigned, "Memory": semantics.Memory, "Branches": semantics.Branches}
	for name, f := range functions {
		v := reflect.ValueOf(f)
		for range 100 {
			var args []reflect.Value
			var inputs []proof.Input
			for i := range v.Type().NumIn() {
				arg := reflect.New(v.Type().In(i)).Elem()
				switch arg.Kind() {
				case reflect.Slice:
					arg.SetBytes([]byte{byte(number()), byte(number()), byte(number()), byte(number())})
					inputs = append(inputs, proof.Fixed(append([]byte(nil), arg.Bytes()...)))
				case reflect.Int64, reflect.Int32, reflect.Int16, reflect.Int8:
					arg.SetInt(int64(number()) << (64 - arg.Type().Bits()) >> (64 - arg.Type().Bits()))
					inputs = append(inputs, proof.Fixed(arg.Interface()))
				default:
					arg.SetUint(number() << (64 - arg.Type().Bits()) >> (64 - arg.Type().Bits()))
					inputs = append(inputs, proof.Fixed(arg.Interface()))
				}
				args = append(args, arg)
			}
			got, err := own(t).Run(module+"props/proof/testdata/semantics."+name, inputs...)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			result := v.Call(args)[0]
			var want []uint64
			if result.Kind() == reflect.Slice {
				want = append(want, uint64(result.Len()))
				for i := range result.Len() {
					e := result.Index(i)
					if e.CanInt() {
						want = append(want, uint64(e.Int()))
					} else {
						want = append(want, e.Uint())
					}
				}
			} else {
				want = []uint64{result.Uint()}
			}
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%s(%v): executed %x, the processor gives %x", name, args, got, want)
			}
		}
	}
}

// TestSymbolic: a function with undecided branches equals one that decides in another order, for
// all b and some a.
func TestSymbolic(t *testing.T) {
	const f = module + "props/proof/testdata/semantics.Branches"
	for a := range 256 {
		if a%17 != 3 && a != 100 && a != 101 {
			continue
		}
		if _, err := own(t).Equal(f, module+"props/proof/testdata/mutants.Branches",
			in{proof.Fixed(uint8(a)), proof.Number("b", 8)}); err != nil {
			t.Errorf("a = %d: %v", a, err)
		}
	}
}

// TestRefuted: functions with one mistake are refuted, with an input on which the executor finds
// that they differ.
func TestRefuted(t *testing.T) {
	w := proof.Number("w", 64)
	x := proof.Array("x", 4, 64)
	for _, c := range []struct {
		name   string
		inputs in
	}{
		{"Shift", in{w}}, {"Constant", in{w}}, {"Operator", in{w}}, {"Index", in{x}}, {"Rotation", in{w}}, {"Carry", in{w, proof.Number("v", 64)}},
		{"Entry", in{proof.Number("b", 8)}}, {"Branch", in{proof.Number("b", 8)}}, {"Memory", in{proof.Pointer(x)}}, {"Length", in{proof.Bytes("s", 4)}},
	} {
		_, err := own(t).Equal(module+"props/proof/testdata/mutants."+c.name, module+"props/proof/testdata/mutants."+c.name+"Mutant", c.inputs)
		var different *proof.DifferentError
		if !errors.As(err, &different) {
			t.Errorf("%s: %v, want a refutation", c.name, err)
			continue
		}
		if different.First == different.Other || len(different.Inputs) == 0 {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestNamedErrors: what is not supported is named, with the function and the line.
func TestNamedErrors(t *testing.T) {
	for name, want := range map[string]string{
		"UsesMap": "map", "Divides": "division", "UsesFloat": "float", "LoopsOn": "branch", "IndexesBeyond": "index", "UsesChannel": "chan", "PanicsIf": "panics",
	} {
		_, err := own(t).Equal(module+"props/proof/testdata/mutants."+name, module+"props/proof/testdata/mutants."+name, in{proof.Number("x", 64)})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "mutants.go:") || strings.Contains(err.Error(), "internal error") {
			t.Errorf("%s: error %v, want one that names %s and the line", name, err, want)
		}
	}
	for _, name := range []string{"nowhere.F", module + "props/proof/testdata/mutants.None", module + "props/proof/testdata/mutants.(*T).M"} {
		if _, err := own(t).Equal(name, name, nil); err == nil {
			t.Errorf("%s was found", name)
		}
	}
	if _, err := own(t).Equal(module+"props/proof/testdata/mutants.Shift", module+"props/proof/testdata/mutants.Shift", nil); err == nil {
		t.Error("a function without its argument was executed")
	}
}
