package proof

import "golang.org/x/tools/go/ssa"

// A flow says of each block where the two ways of its jump meet again: at its immediate
// post-dominator, or nowhere before the function returns (nil). Blocks that panic end there and
// meet nothing.
type flow struct{ meet []*ssa.BasicBlock }

func (m *machine) flowOf(f *ssa.Function) *flow {
	if fl := m.flows[f]; fl != nil {
		return fl
	}
	fl := newFlow(f)
	m.flows[f] = fl
	return fl
}

func newFlow(f *ssa.Function) *flow {
	n := len(f.Blocks)
	exit := n
	succs := func(b *ssa.BasicBlock) []int {
		switch b.Instrs[len(b.Instrs)-1].(type) {
		case *ssa.Return:
			return []int{exit}
		case *ssa.Panic:
			return nil
		}
		var all []int
		for _, s := range b.Succs {
			all = append(all, s.Index)
		}
		return all
	}
	// post[i] has the blocks through which every way from i to the exit goes. What cannot reach
	// the exit keeps all, and does not count in the intersections.
	post := make([]map[int]bool, n+1)
	post[exit] = map[int]bool{exit: true}
	for changed := true; changed; {
		changed = false
		for i := n - 1; i >= 0; i-- {
			var common map[int]bool
			for _, s := range succs(f.Blocks[i]) {
				if post[s] == nil {
					continue
				}
				if common == nil {
					common = map[int]bool{}
					for k := range post[s] {
						common[k] = true
					}
					continue
				}
				for k := range common {
					if !post[s][k] {
						delete(common, k)
					}
				}
			}
			if common == nil {
				continue
			}
			common[i] = true
			if post[i] == nil || len(post[i]) != len(common) {
				post[i] = common
				changed = true
			}
		}
	}
	fl := &flow{meet: make([]*ssa.BasicBlock, n)}
	for i := range n {
		// The nearest of them is the one that has the most of them behind it.
		best := exit
		for k := range post[i] {
			if k != i && (best == exit || len(post[k]) > len(post[best])) && k != exit {
				best = k
			}
		}
		if best != exit {
			fl.meet[i] = f.Blocks[best]
		}
	}
	return fl
}
