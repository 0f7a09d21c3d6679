package asm

import (
	"maps"
	"math"
	"slices"
)

// The regions that each function has. Others are what parameters point to, and symbols.
const (
	frame     = iota // the stack below the return address of the function that Go calls
	arguments        // what lies above it
	elsewhere        // memory of which nothing is known
)

const wordSize = 8

// A state is what is known before an instruction.
type state struct {
	regs [registerCount]value
	base int64 // of the stack pointer at the function's entry, in the frame
	mem  map[int]*cells
}

// cells hold what has been stored in a region, by its words. What has not is as the region
// was at first.
type cells struct {
	owner  *state // who may write here; another state makes its own copy first
	words  map[int64]value
	smears []smear
}

// A smear is what was stored at places not exactly known, from an offset up to another.
type smear struct {
	low, high int64
	v         value
}

// smeared joins what was stored at places not known between two offsets.
func (c *cells) smeared(low, high int64) value {
	var v value
	for _, s := range c.smears {
		if s.low < high && low < s.high {
			v = join(v, s.v)
		}
	}
	return v
}

// smear adds one and reports whether it says something new.
func (c *cells) smear(low, high int64, v value) bool {
	for i := range c.smears {
		s := &c.smears[i]
		if s.high != high || s.low != low && len(c.smears) < maxSmears {
			continue
		}
		joined := join(s.v, v)
		changed := low < s.low || !same(joined, s.v)
		s.v, s.low = joined, min(low, s.low)
		return changed
	}
	c.smears = append(c.smears, smear{low, high, v})
	return true
}

// maxSmears is how many of one end are told apart.
const maxSmears = 8

func newState() *state { return &state{mem: make(map[int]*cells)} }

func (s *state) clone() *state {
	c := *s
	c.mem = maps.Clone(s.mem)
	for _, m := range s.mem {
		m.owner = nil
	}
	return &c
}

func (s *state) get(r reg) value {
	if r < 0 {
		return value{}
	}
	return s.regs[r]
}

func (s *state) set(r reg, v value) {
	if r >= 0 {
		s.regs[r] = v
	}
}

func (s *state) own(region int) *cells {
	m := s.mem[region]
	switch {
	case m == nil:
		m = &cells{owner: s, words: make(map[int64]value)}
	case m.owner != s:
		m = &cells{owner: s, words: maps.Clone(m.words), smears: slices.Clone(m.smears)}
	default:
		return m
	}
	s.mem[region] = m
	return m
}

// split gives each place its region: the arguments lie above the frame.
func split(p place) place {
	if p.region == frame && p.off >= wordSize {
		p.region, p.off = arguments, p.off-wordSize
		if p.high != math.MaxInt64 {
			p.high -= wordSize
		}
	}
	return p
}

// places are where a pointer points. Where one does that nothing is known of, nothing is
// known either.
func places(pointer value) []place {
	if len(pointer.at) == 0 {
		p := at(elsewhere, math.MinInt64)
		p.free = true
		return []place{p}
	}
	return pointer.at
}

// load reads size bytes. What was stored at an index is not looked for in a word of the frame
// that holds a pointer: code that might overwrite its own pointers so would not work.
func (s *state) load(w *world, pointer value, size int64) value {
	var v value
	for _, p := range places(pointer) {
		p = split(p)
		m := s.mem[p.region]
		if m != nil && p.free {
			for off, c := range m.words {
				if off+wordSize > p.off && off < p.high {
					v = join(v, c)
				}
			}
		}
		if p.free {
			if m != nil {
				v = join(v, m.smeared(p.off, p.high))
			}
			v = join(v, w.initial(p.region, p.off, p.high, size))
			continue
		}
		for off := floor(p.off); off < p.off+size; off += wordSize {
			if m != nil {
				c, ok := m.words[off]
				if !(p.region == frame && len(c.at) > 0) {
					v = join(v, m.smeared(off, off+wordSize))
				}
				if ok {
					v = join(v, c)
					continue
				}
			}
			low, high := max(off, p.off), min(off+wordSize, p.off+size)
			v = join(v, w.initial(p.region, low, high, size))
		}
	}
	return v
}

// store writes size bytes. It forgets what was there only if that is surely gone: a whole
// word of the stack. To know a size that is too small would lose secrets and one that is too
// large would forget them, so sure says that it is exact.
func (s *state) store(w *world, pointer value, size int64, v value, sure bool) {
	for _, p := range places(pointer) {
		p = split(p)
		if p.free {
			if v.secret == nil && len(v.at) == 0 {
				continue
			}
			s.own(p.region).smear(p.off, p.high, v)
			continue
		}
		m := s.own(p.region)
		whole := sure && p.region <= arguments && len(pointer.at) == 1
		for off := floor(p.off); off < p.off+size; off += wordSize {
			if whole && off >= p.off && off+wordSize <= p.off+size {
				m.words[off] = v
				continue
			}
			c, ok := m.words[off]
			if !ok {
				c = w.initial(p.region, off, off+wordSize, wordSize)
			}
			m.words[off] = join(c, v)
		}
	}
}

func floor(off int64) int64 { return off &^ (wordSize - 1) }

// unwind forgets the frame below an offset, which was that of a function that has returned.
func (s *state) unwind(off int64) {
	if s.mem[frame] == nil {
		return
	}
	m := s.own(frame)
	maps.DeleteFunc(m.words, func(at int64, _ value) bool { return at < off })
	m.smears = slices.DeleteFunc(m.smears, func(s smear) bool { return s.high <= off })
}

// merge joins another state into this one and reports whether that changed it.
func (s *state) merge(w *world, t *state) bool {
	changed := false
	update := func(a, b value) value {
		v := join(a, b)
		if !same(a, v) {
			changed = true
		}
		return v
	}
	for i := range s.regs {
		s.regs[i] = update(s.regs[i], t.regs[i])
	}
	for region, n := range t.mem {
		m := s.mem[region]
		if m == n {
			continue
		}
		m = s.own(region)
		for off, b := range n.words {
			a, ok := m.words[off]
			if !ok {
				a = w.initial(region, off, off+wordSize, wordSize)
			}
			m.words[off] = update(a, b)
		}
		for off, a := range m.words {
			if _, ok := n.words[off]; !ok {
				m.words[off] = update(a, w.initial(region, off, off+wordSize, wordSize))
			}
		}
		for _, b := range n.smears {
			if m.smear(b.low, b.high, b.v) {
				changed = true
			}
		}
	}
	for region, m := range s.mem {
		if t.mem[region] != nil {
			continue
		}
		for off, a := range m.words {
			if b := w.initial(region, off, off+wordSize, wordSize); !same(a, join(a, b)) {
				s.own(region).words[off] = update(a, b)
			}
		}
	}
	return changed
}
