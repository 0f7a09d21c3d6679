package main

import (
	"math"
	"math/rand/v2"
)

// registers is how many values the emitted code keeps in variables at once: what the Go
// compiler has for data on amd64, less two pointers.
const registers = 11

// A step is a gate, after the values in store have been copied from variables to memory
// and those in load from memory to variables. held says which of its arguments are then
// taken from variables.
type step struct {
	gate        int
	store, load []int
	held        [2]bool
}

// A planner orders the gates of a circuit for instructions of two operands, of which one
// may be in memory and the first is overwritten. Inputs are in memory from the start;
// other values go there when they have to leave their variable, as those used last do.
//
// What limits the speed on current amd64 processors is three accesses to memory a cycle,
// then six instructions, so the price of an order is a third of a cycle for the one and
// a sixth for the other; gates themselves, which cost the same in every order, are free.
type planner struct {
	c     *circuit
	uses  [][]int // the gates that use a value
	order []int   // the gates but for the inputs
	pos   []int   // a gate's place in order

	after  [][2]int // the places where the arguments of a gate are used next
	next   []int    // the place where a value is used next
	held   []bool   // whether a value is in a variable
	stored []bool   // whether a value is in memory
	vars   []int    // the values that are held
}

// never is after all places.
const never = 1 << 30

func newPlanner(c *circuit) *planner {
	n := len(c.gates)
	p := &planner{
		c: c, uses: make([][]int, n), pos: make([]int, n), after: make([][2]int, n),
		next: make([]int, n), held: make([]bool, n), stored: make([]bool, n),
	}
	for i := 8; i < n; i++ {
		g := c.gates[i]
		p.uses[g.a] = append(p.uses[g.a], i)
		p.uses[g.b] = append(p.uses[g.b], i)
		p.pos[i] = len(p.order)
		p.order = append(p.order, i)
	}
	return p
}

// The price of an instruction and, besides it, of an access to memory.
const (
	instruction = 1
	access      = 2
)

// price returns the price of the order, in sixths of a cycle. It calls each, if there is
// one, for every step.
func (p *planner) price(each func(step)) (n int) {
	for v := range p.next {
		p.next[v], p.held[v], p.stored[v] = never, false, v < 8
	}
	for k := len(p.order) - 1; k >= 0; k-- {
		g := &p.c.gates[p.order[k]]
		p.after[k] = [2]int{p.next[g.a], p.next[g.b]}
		p.next[g.a], p.next[g.b] = k, k
	}
	p.vars = p.vars[:0]
	for k, i := range p.order {
		g := &p.c.gates[i]
		s := step{gate: i}
		p.next[g.a], p.next[g.b] = p.after[k][0], p.after[k][1]
		for j, v := range [2]int{g.a, g.b} {
			if !p.held[v] && (j == 0 || v != g.a) {
				n += access
				if p.next[v] != never && p.hold(v, &s, &n) {
					s.load = append(s.load, v)
					n += instruction
				}
			}
		}
		s.held = [2]bool{p.held[g.a], p.held[g.b]}
		if len(s.load) == 2 && !s.held[0] { // the second load took the first one's place
			s.load = s.load[1:]
			n -= instruction
		}
		// Go overwrites a variable with the result of an instruction on memory only if
		// the variable has no other use at all.
		move := instruction
		for j := 0; j < len(p.vars); j++ {
			if v := p.vars[j]; p.next[v] == never {
				p.drop(j)
				if s.held[0] && s.held[1] || len(p.uses[v]) == 1 {
					move = 0
				}
				j--
			}
		}
		n += move
		if p.next[i] != never {
			p.hold(i, &s, &n)
		}
		if each != nil {
			each(s)
		}
	}
	return n
}

// hold puts v into a variable, for which the one whose value is used last gives way if all
// are taken. It reports false, and does nothing, if that is v itself and v is stored.
func (p *planner) hold(v int, s *step, n *int) bool {
	if len(p.vars) == registers {
		last := 0
		for j, u := range p.vars {
			if p.next[u] > p.next[p.vars[last]] {
				last = j
			}
		}
		u := p.vars[last]
		if p.stored[v] && p.next[u] <= p.next[v] {
			return false
		}
		p.drop(last)
		if !p.stored[u] {
			p.stored[u] = true
			*n += access + instruction
			s.store = append(s.store, u)
		}
	}
	p.held[v] = true
	p.vars = append(p.vars, v)
	return true
}

// drop takes the value out of a variable.
func (p *planner) drop(j int) {
	p.held[p.vars[j]] = false
	p.vars[j] = p.vars[len(p.vars)-1]
	p.vars = p.vars[:len(p.vars)-1]
}

// improve moves gates about between what they need and what needs them, by simulated
// annealing.
func (p *planner) improve(rnd *rand.Rand, tries int) {
	now := p.price(nil)
	best, least := append([]int(nil), p.order...), now
	for t := range tries {
		k := rnd.IntN(len(p.order))
		i := p.order[k]
		g := p.c.gates[i]
		lo, hi := 0, len(p.order)-1
		for _, v := range [2]int{g.a, g.b} {
			if v >= 8 {
				lo = max(lo, p.pos[v]+1)
			}
		}
		for _, u := range p.uses[i] {
			hi = min(hi, p.pos[u]-1)
		}
		to := lo + rnd.IntN(hi-lo+1)
		if to == k {
			continue
		}
		p.shift(k, to)
		next := p.price(nil)
		heat := hottest * (1 - float64(t)/float64(tries))
		if next > now && rnd.Float64() > math.Exp(float64(now-next)/heat) {
			p.shift(to, k)
			continue
		}
		now = next
		if now < least {
			least = now
			copy(best, p.order)
		}
	}
	copy(p.order, best)
	for k, i := range p.order {
		p.pos[i] = k
	}
}

// hottest is the rise in price that is accepted once in e times at the start.
const hottest = 1.5

// shift moves the gate at place k to place to.
func (p *planner) shift(k, to int) {
	i := p.order[k]
	if k < to {
		copy(p.order[k:to], p.order[k+1:to+1])
	} else {
		copy(p.order[to+1:k+1], p.order[to:k])
	}
	p.order[to] = i
	for j := min(k, to); j <= max(k, to); j++ {
		p.pos[p.order[j]] = j
	}
}
