// Package rules has each rule's leak and a twin that does the same without.
package rules

// Functions of leaky_arm64.s.

//ct:secret key
func index(table *[256]byte, key *[16]byte) byte

//ct:secret i
func indexShifted(table []uint64, i int) uint64

//ct:secret key
func spilled(table *[256]byte, key *[16]byte) byte

//ct:secret key
func storedAt(table *[256]byte, key *[16]byte)

//ct:secret key
func prefetched(table *[256]byte, key *[16]byte)

//ct:secret key
func fromVector(table *[256]byte, key *[16]byte)

//ct:secret key
func postIndexed(table *[256]byte, key *[16]byte)

//ct:secret key
func branched(key []byte) bool

//ct:secret key
func bitTested(key uint64) uint64

//ct:secret a,b
func earlyExit(a, b []byte) bool

//ct:secret a
func divided(a, b uint64) uint64

//ct:secret x
func floating(x float64) float64

//ct:secret f
func indirect(f uintptr)

//ct:secret key
func macro(table *[256]byte, key *[16]byte) byte

//ct:secret key
func helped(table *[256]byte, key *[16]byte) byte

//ct:secret key
func unseen(key *[16]byte)

//ct:secret key
func unknown(key *[16]byte, word *uint64)

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

// Functions of clean_arm64.s.

//ct:secret key
func scan(table *[256]byte, key *[16]byte) byte

//ct:secret a,b
func equal(a, b []byte) int

//ct:secret a,b
func choose(bit int, a, b uint64) uint64

//ct:secret bit,a,b
func chooseByCondition(bit int, a, b uint64) uint64

//ct:secret key
func idioms(table *[256]byte, key *[32]byte) byte

//ct:secret key
func spill(table *[256]byte, key *[32]byte, n int) byte

//ct:secret key
func loop(dst []byte, key []byte)

//ct:secret key
func shuffled(table *[16]byte, key *[16]byte)

//ct:secret key
func rounds(key *[16]byte, block *[16]byte, n int)

//ct:secret key
func helps(table *[256]byte, key *[16]byte, n int) byte

//ct:secret key
func publicDivision(key *[16]byte, a, b uint64) uint64

//ct:secret key
func pairs(key *[16]byte, n int) uint64

//ct:secret key
func large(key *[16]byte, n int)

func fieldClean(s *state, table *[256]byte) byte

//ct:secret key
func unread(key *[16]byte, word *uint64)
