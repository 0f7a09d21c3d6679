package asm

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// An object is a place in the frame, or among the arguments, that the compiler names.
type object struct {
	pseudo string // SP or FP
	off    int64
	name   string
}

// nameObjects collects the variables that the compiler names. A name may stand for several,
// and each at several offsets.
func (f *function) nameObjects() {
	for _, in := range f.code {
		for _, o := range in.operands {
			if o.pseudo == "SP" || o.pseudo == "FP" {
				f.objects = append(f.objects, object{o.pseudo, o.off, o.symbol})
			}
		}
	}
	slices.SortFunc(f.objects, func(a, b object) int {
		return cmp.Or(strings.Compare(a.pseudo, b.pseudo), cmp.Compare(a.off, b.off), strings.Compare(a.name, b.name))
	})
	f.objects = slices.Compact(f.objects)
}

// object is the stretch of the frame in which a named operand lies: between those of other
// names, or up to the end of what the function may touch.
func (f *function) object(o *operand, link int64) (low, high int64, ok bool) {
	i := slices.Index(f.objects, object{o.pseudo, o.off, o.symbol})
	if i < 0 {
		return 0, 0, false
	}
	for j := i; j >= 0 && f.objects[j].name == o.symbol && f.objects[j].pseudo == o.pseudo; j-- {
		low = f.objects[j].off
	}
	switch {
	case o.pseudo == "FP":
		high = f.arguments
	case link == 0: // counted from the end of the frame
	case o.off < f.frame: // counted from the stack pointer
		high = f.frame
	default: // the same, beyond the return address
		high = f.frame + link + f.arguments
	}
	high = max(high, o.off+wordSize)
	for _, b := range f.objects[i:] {
		if b.pseudo == o.pseudo && b.name != o.symbol && b.off > o.off {
			return low, min(high, b.off), true
		}
	}
	return low, high, true
}

// sizes reads "$frame-arguments", which ends a TEXT line.
func (f *function) sizes(text string) {
	if i := strings.LastIndexByte(text, '$'); i >= 0 {
		size, arguments, _ := strings.Cut(text[i+1:], "-")
		f.frame, _ = strconv.ParseInt(size, 10, 64)
		f.arguments, _ = strconv.ParseInt(arguments, 10, 64)
	}
}
