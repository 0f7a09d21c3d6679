// Package kdf derives keys from a master key with Kupyna's message authentication code.
//
// Standard: none; the construction of uacrypt, kmac being that of DSTU 7564:2014, annex В
// Timing: ConstantTime
// Maturity: cross-checked
//
// The derived key is the tag of the context and the key's number under the master key.
// Its size is the master key's; there is no other. The context names the purpose, so that
// two parts of a program that number their keys alike do not get the same ones.
//
// A derivation is one short message under a key that many others hang on, so it takes no
// table: there is no faster variant.
package kdf

import (
	"encoding/binary"
	"fmt"

	"github.com/zvirka/zvirka/impl/kmac"
)

// ContextSize is the size of a context in bytes.
const ContextSize = 8

// A SizeError reports sizes that do not belong together: that of the derived key in bits,
// those of the master key and of the context in bytes.
type SizeError struct{ Bits, Master, Context int }

func (e SizeError) Error() string {
	if e.Bits != 256 && e.Bits != 384 && e.Bits != 512 {
		return fmt.Sprintf("kdf: invalid key size %d bits (master key size %d, context size %d)", e.Bits, e.Master, e.Context)
	}
	if e.Master != e.Bits/8 {
		return fmt.Sprintf("kdf: invalid master key size %d for %d-bit keys (context size %d)", e.Master, e.Bits, e.Context)
	}
	return fmt.Sprintf("kdf: invalid context size %d, want %d", e.Context, ContextSize)
}

// Key returns key number id for a context, of 256, 384 or 512 bits. The master key has as
// many and the context [ContextSize] bytes; else it is a [SizeError].
//
//ct:secret master
func Key(bits int, master, context []byte, id uint64) ([]byte, error) {
	if len(context) != ContextSize {
		return nil, SizeError{bits, len(master), len(context)}
	}
	m, err := kmac.NewConstantTime(bits, master)
	if err != nil {
		return nil, SizeError{bits, len(master), len(context)}
	}
	var message [ContextSize + 8]byte
	copy(message[:], context)
	binary.LittleEndian.PutUint64(message[ContextSize:], id)
	m.Write(message[:])
	return m.Sum(nil), nil
}
