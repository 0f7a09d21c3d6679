// Package padding pads messages as DSTU 7564:2014 does, for Kupyna and for what is built
// on it.
package padding

import "encoding/binary"

// Append appends to b what follows the whole bytes of a message, of which there are n:
// the first bits (0 to 7, from the most significant) of last, a 1 bit, zero bits, and the
// message's length in bits as a 96-bit little-endian number, to the end of a block of 64
// or 128 bytes.
func Append(b []byte, block int, n uint64, last byte, bits int) []byte {
	var zeros [128]byte // at least a block
	const lengthSize = 96 / 8
	b = append(b, last&^(0xff>>bits)|0x80>>bits)
	b = append(b, zeros[:-(n+1+lengthSize)&uint64(block-1)]...)
	b = binary.LittleEndian.AppendUint64(b, n<<3|uint64(bits))
	return binary.LittleEndian.AppendUint32(b, uint32(n>>61))
}
