// Package dispatch knows which implementations ("paths") of an algorithm are in this
// program, which of them this machine can run, and which one is live. Tests switch the
// live one, so that every path is compared and none is only believed in.
package dispatch

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
)

// A Path is one implementation of an algorithm.
type Path struct {
	Name      string // "table", "small", "avx512"
	Available bool   // this machine can run it
}

// A Switch holds the paths of one algorithm, of which one is live.
type Switch struct {
	algorithm string
	paths     []Path
	live      atomic.Int32
}

var registry sync.Map // algorithm -> *Switch

// Register declares the paths of an algorithm, the preferred first; the first available
// one is live. It panics if none is available or the algorithm is declared twice: both
// are errors of this module, found by whatever test runs first.
func Register(algorithm string, paths ...Path) *Switch {
	s := &Switch{algorithm: algorithm, paths: paths}
	first := slices.IndexFunc(paths, func(p Path) bool { return p.Available })
	if first < 0 {
		panic("dispatch: no available path for " + algorithm)
	}
	s.live.Store(int32(first))
	if _, twice := registry.LoadOrStore(algorithm, s); twice {
		panic("dispatch: " + algorithm + " registered twice")
	}
	return s
}

// Of returns the switch of an algorithm, or nil if it has none.
func Of(algorithm string) *Switch {
	s, _ := registry.Load(algorithm)
	sw, _ := s.(*Switch)
	return sw
}

// Live returns the name of the live path.
func (s *Switch) Live() string { return s.paths[s.live.Load()].Name }

// Index returns the place of the live path among those that were registered: what code asks
// that cannot spare the time to compare names.
func (s *Switch) Index() int { return int(s.live.Load()) }

// Available returns the names of the paths that this machine can run, the preferred first.
func (s *Switch) Available() []string {
	var names []string
	for _, p := range s.paths {
		if p.Available {
			names = append(names, p.Name)
		}
	}
	return names
}

// With runs f while the named path is live. It is for tests: calls for one algorithm
// must not overlap, and an object keeps the path that was live when it was made.
func (s *Switch) With(name string, f func()) error {
	i := slices.IndexFunc(s.paths, func(p Path) bool { return p.Name == name })
	if i < 0 || !s.paths[i].Available {
		return fmt.Errorf("dispatch: no available path %q for %s", name, s.algorithm)
	}
	before := s.live.Swap(int32(i))
	defer s.live.Store(before)
	f()
	return nil
}
