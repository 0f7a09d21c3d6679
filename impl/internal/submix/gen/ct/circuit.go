package main

// An op is a gate's function.
type op byte

const (
	input op = iota
	xor
	and
	or
	not
)

// A gate takes the values of earlier gates; those of not are the same.
type gate struct {
	op   op
	a, b int
}

// A circuit is a list of gates, the first eight of which are the inputs.
type circuit struct {
	gates []gate
	seen  map[gate]int
	out   [8]int
}

func newCircuit() *circuit {
	c := &circuit{seen: map[gate]int{}}
	for range 8 {
		c.gates = append(c.gates, gate{op: input})
	}
	return c
}

// add returns the gate that computes a op b, a new one if none does yet.
func (c *circuit) add(o op, a, b int) int {
	if a > b {
		a, b = b, a
	}
	g := gate{o, a, b}
	if i, ok := c.seen[g]; ok {
		return i
	}
	c.seen[g] = len(c.gates)
	c.gates = append(c.gates, g)
	return len(c.gates) - 1
}

func (c *circuit) sum(terms ...int) int {
	s := terms[0]
	for _, t := range terms[1:] {
		s = c.add(xor, s, t)
	}
	return s
}

// eval returns the circuit's value at x.
func (c *circuit) eval(x byte) (y byte) {
	v := make([]byte, len(c.gates))
	for i, g := range c.gates {
		switch g.op {
		case input:
			v[i] = x >> i & 1
		case xor:
			v[i] = v[g.a] ^ v[g.b]
		case and:
			v[i] = v[g.a] & v[g.b]
		case or:
			v[i] = v[g.a] | v[g.b]
		case not:
			v[i] = v[g.a] ^ 1
		}
	}
	for i, o := range c.out {
		y |= v[o] << i
	}
	return y
}

// prune drops the gates on which no output depends.
func (c *circuit) prune() {
	live := make([]bool, len(c.gates))
	for i := range 8 {
		live[i] = true
	}
	for _, o := range c.out {
		live[o] = true
	}
	for i := len(c.gates) - 1; i >= 8; i-- {
		if g := c.gates[i]; live[i] {
			live[g.a], live[g.b] = true, true
		}
	}
	move := make([]int, len(c.gates))
	var kept []gate
	for i, g := range c.gates {
		if live[i] {
			if i >= 8 {
				g.a, g.b = move[g.a], move[g.b]
			}
			move[i] = len(kept)
			kept = append(kept, g)
		}
	}
	c.gates = kept
	for i, o := range c.out {
		c.out[i] = move[o]
	}
}

// size is the number of gates.
func (c *circuit) size() int { return len(c.gates) - 8 }
