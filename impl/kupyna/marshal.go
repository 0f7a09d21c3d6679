package kupyna

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// A marshalled state is magic, the digest size in bytes, h, the message's last bytes that
// fill no block and zeros up to a block, and the message's length in bytes, big-endian.
// It says nothing of the kernel: all of them resume from it.
const magic = "kupyna\x01"

func (d *Digest) marshalledSize() int { return len(magic) + 1 + 2*d.block() + 8 }

// MarshalBinary returns the state. It holds the end of the message in clear.
//
//ct:declassify the state leaves as what its caller takes it for
func (d *Digest) MarshalBinary() ([]byte, error) {
	d.check()
	return d.AppendBinary(make([]byte, 0, d.marshalledSize()))
}

// AppendBinary appends the state to b, as MarshalBinary returns it.
//
//ct:declassify the state leaves as what its caller takes it for
func (d *Digest) AppendBinary(b []byte) ([]byte, error) {
	d.check()
	b = append(b, magic...)
	b = append(b, byte(d.size))
	for _, w := range d.h[:d.block()/8] {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	rest := d.buffered()
	b = append(b, rest...)
	b = append(b, make([]byte, d.block()-len(rest))...)
	return binary.BigEndian.AppendUint64(b, d.len), nil
}

// UnmarshalBinary sets the state to one that MarshalBinary returned for the same digest
// size, whether of a table or a constant-time Digest. It refuses any other string of
// bytes, other digest sizes included, and then leaves the state as it was.
func (d *Digest) UnmarshalBinary(b []byte) error {
	d.check()
	if len(b) < len(magic)+1 || string(b[:len(magic)]) != magic {
		return errors.New("kupyna: not a marshalled state")
	}
	if int(b[len(magic)]) != d.size {
		return fmt.Errorf("kupyna: marshalled state of a digest of %d bits, not %d", 8*int(b[len(magic)]), 8*d.size)
	}
	if len(b) != d.marshalledSize() {
		return errors.New("kupyna: marshalled state of a wrong length")
	}
	h, b := b[len(magic)+1:], b[len(magic)+1+d.block():]
	rest, length := b[:d.block()], binary.BigEndian.Uint64(b[d.block():])

	n := *d
	n.Reset()
	iv := n.h
	for j := range n.h[:d.block()/8] {
		n.h[j] = binary.LittleEndian.Uint64(h[8*j:])
	}
	n.len = length
	copy(n.buf[:], rest)
	//ct:allow a state that has taken no whole block is the public initial one
	if length < uint64(d.block()) && n.h != iv {
		return errors.New("kupyna: marshalled state of no message")
	}
	for _, x := range rest[len(n.buffered()):] {
		if x != 0 {
			return errors.New("kupyna: marshalled state with bytes beyond the message")
		}
	}
	*d = n
	return nil
}
