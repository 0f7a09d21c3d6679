package proof

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/zvirka/zvirka/props/proof/word"
)

// intrinsics are functions that are not executed but done: those that have no Go body, and those
// whose Go body says in a roundabout way what a word is. They belong to what a proof rests on.
var intrinsics = map[string]func(m *machine, args []value) value{
	"math/bits.Add64": func(m *machine, a []value) value {
		s, c := m.AddCarry(m.word(a[0].(integer)), m.word(a[1].(integer)), m.word(a[2].(integer))[0])
		return []value{m.number(s), m.number(m.Zext(word.Word{c}, 64))}
	},
	"math/bits.Sub64": func(m *machine, a []value) value {
		s, c := m.SubBorrow(m.word(a[0].(integer)), m.word(a[1].(integer)), m.word(a[2].(integer))[0])
		return []value{m.number(s), m.number(m.Zext(word.Word{c}, 64))}
	},
	"math/bits.Mul64": func(m *machine, a []value) value {
		p := m.Mul(m.word(a[0].(integer)), m.word(a[1].(integer)))
		return []value{m.number(p[64:]), m.number(p[:64])}
	},
	"math/bits.OnesCount64": func(m *machine, a []value) value {
		// The last bit of a count is the sum of the bits; the others are not needed by what
		// takes parities, and stay uninterpreted.
		x := m.word(a[0].(integer))
		if v, ok := m.Value(x); ok {
			return known(64, uint64(onesCount(v)))
		}
		count := m.Zext(m.Apply("ones", 7, func(args [][]bool) []bool {
			return word.Bools(uint64(onesCount(word.Uint64(args[0]))), 7)
		}, x), 64)
		return m.number(append(word.Word{m.Sum(x...)}, count[1:]...))
	},

	"crypto/internal/constanttime.boolToUint8": func(m *machine, a []value) value {
		return m.number(m.Zext(m.word(a[0].(integer)), 8))
	},
	"crypto/subtle.XORBytes":                  xorBytes,
	"crypto/internal/fips140/subtle.XORBytes": xorBytes,

	"sync/atomic.LoadPointer":          func(m *machine, a []value) value { return a[0].(pointer).to.load() },
	"sync/atomic.StorePointer":         func(m *machine, a []value) value { m.store(a[0].(pointer).to, a[1]); return nil },
	"sync/atomic.LoadInt32":            func(m *machine, a []value) value { return a[0].(pointer).to.load() },
	"sync/atomic.LoadInt64":            func(m *machine, a []value) value { return a[0].(pointer).to.load() },
	"sync/atomic.LoadUint32":           func(m *machine, a []value) value { return a[0].(pointer).to.load() },
	"sync/atomic.StoreInt32":           func(m *machine, a []value) value { m.store(a[0].(pointer).to, a[1]); return nil },
	"sync/atomic.StoreInt64":           func(m *machine, a []value) value { m.store(a[0].(pointer).to, a[1]); return nil },
	"sync/atomic.CompareAndSwapInt32":  compareAndSwap,
	"sync/atomic.CompareAndSwapInt64":  compareAndSwap,
	"sync/atomic.CompareAndSwapUint32": compareAndSwap,
	"(*internal/sync.Mutex).Lock":      func(m *machine, a []value) value { return nil },
	"(*internal/sync.Mutex).Unlock":    func(m *machine, a []value) value { return nil },
	"(*sync.Mutex).Lock":               func(m *machine, a []value) value { return nil },
	"(*sync.Mutex).Unlock":             func(m *machine, a []value) value { return nil },
	"(*sync.RWMutex).RLock":            func(m *machine, a []value) value { return nil },
	"(*sync.RWMutex).RUnlock":          func(m *machine, a []value) value { return nil },
	"sync/atomic.SwapInt32": func(m *machine, a []value) value {
		c := a[0].(pointer).to
		old := c.load()
		m.store(c, a[1])
		return old
	},
	"(*sync.Map).Load": func(m *machine, a []value) value {
		v, ok := m.inMap(a[0].(pointer).to, a[1])
		return []value{v, truth(ok)}
	},
	"(*sync.Map).LoadOrStore": func(m *machine, a []value) value {
		c := a[0].(pointer).to
		v, ok := m.inMap(c, a[1])
		if !ok {
			if len(m.logs) > 0 {
				panic(unsupported("a map that is written on one side of an undecided branch"))
			}
			m.maps[c] = append(m.maps[c], [2]value{a[1], a[2]})
			v = a[2]
		}
		return []value{v, truth(ok)}
	},

	// The processor has no features: what dispatches takes its portable path.
	"golang.org/x/sys/cpu.init": func(m *machine, a []value) value { return nil },
	"internal/cpu.init":         func(m *machine, a []value) value { return nil },

	// Messages are for people; that there is one is enough.
	"fmt.Sprintf": func(m *machine, a []value) value { return a[0] },

	"runtime.KeepAlive": func(m *machine, a []value) value { return nil },
}

// inMap looks a key up in a sync.Map.
func (m *machine) inMap(c *cell, key value) (value, bool) {
	for _, pair := range m.maps[c] {
		switch same := m.same(pair[0], key); {
		case !same.known:
			panic(unsupported("a key of a map that depends on the inputs"))
		case same.v == 1:
			return pair[1], true
		}
	}
	return nil, false
}

func compareAndSwap(m *machine, a []value) value {
	c := a[0].(pointer).to
	same := m.equal(c.load().(integer), a[1].(integer))
	m.store(c, m.mux(same, a[2], c.load()))
	return same
}

func onesCount(v uint64) (n int) {
	for ; v != 0; v &= v - 1 {
		n++
	}
	return n
}

func xorBytes(m *machine, a []value) value {
	dst, x, y := a[0].(slice), contents(a[1]), contents(a[2])
	n := min(len(x), len(y))
	if dst.len < n {
		panic(&panicError{"subtle.XORBytes: dst too short"})
	}
	for i := range n {
		m.store(dst.cells[i], m.xor(x[i].(integer), y[i].(integer)))
	}
	return known(64, uint64(n))
}

// intrinsic does a function that is not executed.
func (m *machine) intrinsic(f *ssa.Function, args []value) (value, bool) {
	name := f.String()
	if o := f.Origin(); o != nil {
		name = o.String()
	}
	if do := intrinsics[name]; do != nil {
		return do(m, args), true
	}
	// An initializer calls those of the packages that it imports. They run when something of
	// theirs is looked at, in [machine.initialize].
	if f.Synthetic == "package initializer" && m.starting != f.Pkg {
		return nil, true
	}
	return nil, strings.HasPrefix(name, "internal/race.")
}
