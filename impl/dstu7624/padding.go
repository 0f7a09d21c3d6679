package dstu7624

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/zvirka/zvirka/impl/internal/verdict"
	"github.com/zvirka/zvirka/spec/dstu7624"
)

// ErrPadding says that what follows a message is not its padding.
var ErrPadding = errors.New("dstu7624: invalid padding")

// Pad returns a copy of message with the padding of annex Б.2: nothing if it is whole
// blocks, else the byte 0x80 and zeros up to the next block. blockSize is positive.
//
// The padding cannot be undone from what it gives alone: a message of whole blocks that
// ends as if it were padded is the padded form of a shorter one as well. Who takes it off
// must know the length from elsewhere.
//
//ct:secret message
func Pad(message []byte, blockSize int) []byte {
	padded := make([]byte, paddedLen(len(message), blockSize))
	pad(padded[copy(padded, message):])
	return padded
}

// Unpad returns the first length bytes of padded, not a copy, if padded is what Pad makes of
// them. A length that cannot be so is a [LengthError], other content is [ErrPadding].
//
// The time does not depend on the content, but the answer does: to give it to whoever sent
// the ciphertext is a padding oracle. Authenticate first.
//
//ct:secret padded
func Unpad(padded []byte, blockSize, length int) ([]byte, error) {
	if length < 0 || length > len(padded) || paddedLen(length, blockSize) != len(padded) {
		return nil, LengthError{"padded message", uint64(len(padded)), fmt.Sprintf("that of %d bytes", length)}
	}
	want := bytes.Clone(padded[length:])
	pad(want)
	if !verdict.Equal(padded[length:], want) {
		return nil, ErrPadding
	}
	return padded[:length:length], nil
}

func paddedLen(n, blockSize int) int { return (n + blockSize - 1) / blockSize * blockSize }

// pad makes b padding after whole bytes.
func pad(b []byte) { padBits(b, 0, 0) }

// padBits makes b padding after the first n bits, 0 to 7, of last, from the most significant
// on: b[0] is these and the marker. No padding is needed where b is empty.
func padBits(b []byte, last byte, n int) {
	if len(b) > 0 {
		clear(b)
		b[0] = last&^(0xff>>n) | dstu7624.PaddingMarker>>n
	}
}
