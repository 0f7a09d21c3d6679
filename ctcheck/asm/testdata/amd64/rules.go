// Package rules has each rule's leak and a twin that does the same without.
package rules

// Functions of leaky_amd64.s.

//ct:secret key
func index(table *[256]byte, key *[16]byte) byte

//ct:secret i
func indexOfScalar(table []uint64, i int) uint64

//ct:secret key
func spilled(table *[256]byte, key *[16]byte) byte

//ct:secret key
func storedAt(table *[256]byte, key *[16]byte)

//ct:secret key
func prefetched(table *[256]byte, key *[16]byte)

//ct:secret key
func gathered(table *[256]uint32, key *[32]byte)

//ct:secret key
func gatheredMasked(table *[256]uint32, key *[32]byte)

//ct:secret key
func branched(key []byte) bool

//ct:secret a,b
func earlyExit(a, b []byte) bool

//ct:secret a
func divided(a, b uint64) uint64

//ct:secret n
func copied(dst, src *byte, n int)

//ct:secret key
func scanned(key []byte)

//ct:secret key
func deposited(key uint64) uint64

//ct:secret x
func floating(x float64) float64

//ct:secret x
func root(x float64) float64

//ct:secret f
func indirect(f uintptr)

//ct:secret key
func macro(table *[256]byte, key *[16]byte) byte

//ct:secret key
func helped(table *[256]byte, key *[16]byte) byte

//ct:secret key
func unseen(key *[16]byte)

//ct:secret key
func unknown(key *[16]byte)

//ct:secret key
func carried(key uint64, n int) uint64

//ct:secret key
func numbers(key *[16]byte)

//ct:secret key
func tail(table *[256]byte, key *[16]byte) byte

type state struct {
	n   int
	key [4]uint64 //ct:secret
	pos uint64
}

func field(s *state, table *[256]byte) byte

// Functions of clean_amd64.s.

//ct:secret key
func scan(table *[256]byte, key *[16]byte) byte

//ct:secret a,b
func equal(a, b []byte) int

//ct:secret a,b
func choose(bit int, a, b uint64) uint64

//ct:secret bit,a,b
func chooseByMask(bit int, a, b uint64) uint64

//ct:secret key
func idioms(table *[256]byte, key *[32]byte) byte

//ct:secret key
func spill(table *[256]byte, key *[32]byte, n int) byte

//ct:secret key
func loop(dst []byte, key []byte)

//ct:secret key
func shuffled(table *[16]byte, key *[16]byte)

//ct:secret key
func masked(dst *[64]byte, key *[64]byte, n int)

//ct:secret key
func helps(table *[256]byte, key *[16]byte, n int) byte

//ct:secret n,key
func publicDivision(key *[16]byte, a, b uint64) uint64

//ct:secret key
func counted(key uint64, n int) uint64

func fieldClean(s *state, table *[256]byte) byte

//ct:secret key
func large(key *[16]byte, n int)

//ct:secret key
func unread(key *[16]byte)
