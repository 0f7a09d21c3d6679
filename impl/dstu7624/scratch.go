package dstu7624

import "sync"

// scratchSize is what the kernels get at a time: whole states of each, and little enough to
// stay in the first cache with the data and the tables.
const scratchSize = 2048

// A scratch is the working memory of one call. It is not on the stack, because what goes
// to a kernel through an interface cannot be.
type scratch struct {
	keystream  keystream
	mask       [8]uint64 // of XTS, in little-endian words
	acc, block [maxBlock]byte
	blocks     [scratchSize]byte // what the kernels work on: counters, masks, feedback
	text       [scratchSize]byte
}

// The calls share blank memory and nothing else: release wipes it.
var scratches = sync.Pool{New: func() any { return new(scratch) }}

func getScratch() *scratch { return scratches.Get().(*scratch) }

// release wipes what a call over n bytes has used. Small messages pay for little.
func (s *scratch) release(n int) {
	n = min(n+2*maxBlock, scratchSize) // what completes the last block, and what stands before the first
	s.keystream = keystream{}
	clear(s.mask[:])
	clear(s.acc[:])
	clear(s.block[:])
	clear(s.blocks[:n])
	clear(s.text[:n])
	scratches.Put(s)
}
