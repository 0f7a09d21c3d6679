package main

import "math/rand/v2"

// registers is how many values the emitted code keeps in variables at once: what the Go
// compiler has for data on amd64, less the lane's address.
const registers = 11

// A step is a gate, after the values in spill have been moved from variables to memory.
// stored says which of its arguments are in memory, inputs being so from the start.
type step struct {
	gate   int
	spill  []int
	stored [2]bool
}

// A planner orders gates for instructions of two operands, of which one may be in memory
// and the first is overwritten. The price of an order is a move for every gate neither of
// whose arguments is a variable used for the last time, and a store for every value that
// has to leave its variable. Once in memory, a value is used there.
type planner struct {
	c     *circuit
	uses  [][]int // the gates that use a value
	order []int   // the gates but for the inputs
	pos   []int   // a gate's place in order

	after [][2]int // the places where the arguments of a gate are used next
	next  []int    // the place where a value is used next
	held  []bool   // whether a value is in a variable
}

// never is after all places.
const never = 1 << 30

func newPlanner(c *circuit) *planner {
	n := len(c.gates)
	p := &planner{c: c, uses: make([][]int, n), pos: make([]int, n), after: make([][2]int, n), next: make([]int, n), held: make([]bool, n)}
	for i := 8; i < n; i++ {
		g := c.gates[i]
		p.uses[g.a] = append(p.uses[g.a], i)
		p.uses[g.b] = append(p.uses[g.b], i)
		p.pos[i] = len(p.order)
		p.order = append(p.order, i)
	}
	return p
}

// price returns the price of the order. It calls each, if there is one, for every step.
func (p *planner) price(each func(step)) (n int) {
	for v := range p.next {
		p.next[v] = never
		p.held[v] = false
	}
	for k := len(p.order) - 1; k >= 0; k-- {
		g := &p.c.gates[p.order[k]]
		p.after[k] = [2]int{p.next[g.a], p.next[g.b]}
		p.next[g.a], p.next[g.b] = k, k
	}
	var buf [registers]int
	vars := buf[:0]
	for k, i := range p.order {
		g := &p.c.gates[i]
		s := step{gate: i, stored: [2]bool{!p.held[g.a], !p.held[g.b]}}
		p.next[g.a], p.next[g.b] = p.after[k][0], p.after[k][1]
		move := 1
		for j := 0; j < len(vars); j++ {
			if p.next[vars[j]] == never {
				p.held[vars[j]] = false
				vars[j] = vars[len(vars)-1]
				vars = vars[:len(vars)-1]
				move = 0
				j--
			}
		}
		n += move
		if p.next[i] != never {
			if len(vars) == registers {
				last := 0
				for j, v := range vars {
					if p.next[v] > p.next[vars[last]] {
						last = j
					}
				}
				n++
				if each != nil {
					s.spill = append(s.spill, vars[last])
				}
				p.held[vars[last]] = false
				vars[last] = vars[len(vars)-1]
				vars = vars[:len(vars)-1]
			}
			p.held[i] = true
			vars = append(vars, i)
		}
		if each != nil {
			each(s)
		}
	}
	return n
}

// improve moves gates about between what they need and what needs them.
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
		if next > now && (next > now+1 || rnd.IntN(tries) < t || rnd.IntN(50) != 0) {
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
