package main

import (
	"math/bits"
	"math/rand/v2"
)

// A straight is a straight-line program over vectors of GF(2)⁸: nodes 0..7 are the unit
// vectors, node 8+k is the sum of two earlier ones.
type straight struct {
	sums [][2]int
	node map[byte]int
}

// reach returns a short straight-line program whose nodes include all targets. It always
// adds the sum of two nodes that brings the targets nearest, in the number of nodes they
// are sums of (the measure of Boyar and Peralta), with ties broken by norm, then by rnd.
// For eight dimensions the distances of all 256 vectors fit a table.
func reach(targets []byte, rnd *rand.Rand) straight {
	s := straight{node: map[byte]int{}}
	nodes := make([]byte, 8, 64)
	var dist [256]byte
	for v := range dist {
		dist[v] = byte(bits.OnesCount8(byte(v)))
	}
	for i := range 8 {
		nodes[i] = 1 << i
		s.node[1<<i] = i
	}
	for {
		done := true
		var best byte
		bestSum, bestNorm, ties := 1<<30, 0, uint32(0)
		for _, t := range targets {
			if dist[t] > 1 {
				done = false
			}
		}
		if done {
			return s
		}
		for v := 1; v < 256; v++ {
			if dist[v] != 2 {
				continue
			}
			sum, norm := 0, 0
			for _, t := range targets {
				d := int(min(dist[t], dist[t^byte(v)]+1))
				sum += d
				norm += d * d
			}
			if sum < bestSum || sum == bestSum && norm > bestNorm {
				bestSum, bestNorm, best, ties = sum, norm, byte(v), 1
			} else if sum == bestSum && norm == bestNorm {
				ties++
				if rnd.Uint32N(ties) == 0 {
					best = byte(v)
				}
			}
		}
		for i, a := range nodes {
			if j, ok := s.node[a^best]; ok {
				s.sums = append(s.sums, [2]int{i, j})
				break
			}
		}
		s.node[best] = len(nodes)
		nodes = append(nodes, best)
		for v := range dist {
			if w := v ^ int(best); v < w {
				a, b := dist[v], dist[w]
				dist[v], dist[w] = min(a, b+1), min(b, a+1)
			}
		}
	}
}

// reachBest returns the shortest of n programs.
func reachBest(targets []byte, rnd *rand.Rand, n int) straight {
	best := reach(targets, rnd)
	for range n - 1 {
		if s := reach(targets, rnd); len(s.sums) < len(best.sums) {
			best = s
		}
	}
	return best
}
