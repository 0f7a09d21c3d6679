package dstu7624

import (
	"bytes"
	"fmt"
	"slices"

	spec "github.com/zvirka/zvirka/spec/dstu7624"
)

// KWWrap returns the wrapped payload, which is of 1 to 20 whole blocks; others panic [15].
// The result is one block longer.
//
// Decision: no more than 20 blocks. With one more the number of a step no longer fits a
// byte, and implementations differ on what is added then, a byte or a number of more.
func KWWrap(blockSize int, key, payload []byte) []byte {
	T := encryption(blockSize, key)
	checkKW(blockSize, len(payload))

	// X is the payload and a block of zeros, as half blocks of h bytes. All but the first
	// stand in a queue, and there are v steps.
	h := blockSize / 2
	X := slices.Collect(slices.Chunk(slices.Concat(payload, make([]byte, blockSize)), h))
	B, queue := X[0], X[1:]
	v := spec.KWRounds * len(queue)
	for i := 1; i <= v; i++ {
		y := T(slices.Concat(B, queue[0]))
		B = xor(y[h:], number(i, h))
		queue = append(queue[1:], y[:h])
	}
	return slices.Concat(B, slices.Concat(queue...))
}

// KWUnwrap returns the payload if a block of zeros follows it, and nothing if not: that
// block is all by which a change is noticed [15]. The wrapped text is of 2 to 21 whole
// blocks; others panic.
func KWUnwrap(blockSize int, key, wrapped []byte) (payload []byte, ok bool) {
	U := decryption(blockSize, key)
	checkKW(blockSize, len(wrapped)-blockSize)

	// The steps of KWWrap, each inverted, from the last to the first.
	h := blockSize / 2
	X := slices.Collect(slices.Chunk(wrapped, h))
	B, queue := X[0], X[1:]
	v := spec.KWRounds * len(queue)
	for i := v; i >= 1; i-- {
		last := len(queue) - 1
		x := U(slices.Concat(queue[last], xor(B, number(i, h))))
		B = x[:h]
		queue = slices.Insert(queue[:last], 0, x[h:])
	}
	D := slices.Concat(B, slices.Concat(queue...))
	r := len(D) - blockSize
	if !bytes.Equal(D[r:], make([]byte, blockSize)) {
		return nil, false
	}
	return slices.Clone(D[:r]), true
}

// KWPad extends a payload that is no whole blocks to such, for KWWrap [15]. It returns the
// payload's bits, laid out as Pad says, their number as l/2 bits directly after the last of
// them, and the padding of Pad. The example of 314 bits has it so.
//
// A payload of whole blocks is not extended and panics here, and so does one of no bits.
// Nothing in the wrapped text tells which it was: that must be known from elsewhere.
//
// Decision: the padding adds nothing, not even the single 1, where bits and number happen
// to be whole blocks. So UAPKI does; what the text has is not confirmed.
func KWPad(blockSize int, payload []byte, bits int) []byte {
	checkBlock(blockSize)
	checkBits(payload, bits)
	checkExtended(blockSize, bits)
	N, half := bits, 4*blockSize // half is l/2

	length := number(N, half/8)
	D := make([]byte, (N+half+7)/8)
	for i := range N {
		D[i/8] |= bit(payload, i) << (7 - i%8)
	}
	for i := range half {
		D[(N+i)/8] |= bit(length, i) << (7 - (N+i)%8)
	}
	return Pad(blockSize, D, N+half)
}

// KWUnpad returns the payload of bits bits from which KWPad makes the padded blocks, and
// nothing if it makes them from none. Bits of its last byte beyond those are zero. For no
// bits and for whole blocks it panics as KWPad does.
//
// Decision: bits is asked for. Where the padding may add nothing the blocks do not tell the
// length: with l = 128, a payload of one bit and one of 64 can have the same.
func KWUnpad(blockSize int, padded []byte, bits int) (payload []byte, ok bool) {
	checkBlock(blockSize)
	checkExtended(blockSize, bits)
	size := (bits + 7) / 8
	payload = make([]byte, size)
	copy(payload, padded)
	if bits%8 != 0 {
		payload[size-1] &^= 0xff >> (bits % 8)
	}
	if !bytes.Equal(KWPad(blockSize, payload, bits), padded) {
		return nil, false
	}
	return payload, true
}

// bit returns the bit i of a string, counted from the most significant of its first byte.
func bit(x []byte, i int) byte { return x[i/8] >> (7 - i%8) & 1 }

// checkExtended refuses payloads of no bits and of whole blocks.
func checkExtended(blockSize, bits int) {
	if bits <= 0 || bits%(8*blockSize) == 0 {
		panic(fmt.Sprintf("reference/dstu7624: KW extends no payload of %d bits to blocks of %d bytes", bits, blockSize))
	}
}

// checkKW refuses payloads that are not 1 to 20 blocks.
func checkKW(blockSize, size int) {
	if size%blockSize != 0 || size < blockSize || size > spec.KWMaxBlocks*blockSize {
		panic(fmt.Sprintf("reference/dstu7624: KW of %d bytes in blocks of %d", size, blockSize))
	}
}
