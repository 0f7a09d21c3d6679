package vectors

import "fmt"

// A Field is the arithmetic of a field on the encodings of its elements.
type Field struct {
	Add, Multiply                   func(a, b []byte) []byte
	Square, Invert, Sqrt, HalfTrace func(a []byte) []byte
	Trace                           func(a []byte) int
}

// CheckField holds the arithmetic of a field against one case of the file, and returns how
// many results were judged, none for an operation that is not about them.
func (f File) CheckField(c Case, field Field) (judged int, err error) {
	if f.Operation != OpField {
		return 0, nil
	}
	if err := f.equal(c, c.Op, field.compute(c), c.Result, nil); err != nil {
		return 0, err
	}
	return 1, nil
}

func (field Field) compute(c Case) []byte {
	switch c.Op {
	case "add":
		return field.Add(c.A, c.B)
	case "multiply":
		return field.Multiply(c.A, c.B)
	case "square":
		return field.Square(c.A)
	case "invert":
		return field.Invert(c.A)
	case "sqrt":
		return field.Sqrt(c.A)
	case "halftrace":
		return field.HalfTrace(c.A)
	case "trace":
		return []byte{byte(field.Trace(c.A))}
	}
	panic(fmt.Sprintf("vectors: the schema let operation %q through", c.Op))
}
