// Package kdf derives subkeys from a master key with Kupyna-KMAC, written as its formula
// is: meant to judge faster code, never to be used in its place.
//
// Standard: none (user137/uacrypt, over DSTU 7564:2014)
// Timing: VariableTime
// Maturity: cross-checked
//
// The construction comes from user137/uacrypt, in the shape of libsodium's
// crypto_kdf_derive_from_key. Cross-checked means that the MACs of UAPKI and Bouncy Castle
// give these subkeys for the message that is built here.
package kdf

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/zvirka/zvirka/reference/kmac"
	spec "github.com/zvirka/zvirka/spec/kdf"
)

// Key returns the subkey with the number id, of bits bits: Kupyna-KMAC under the master
// key of context ‖ id, the number in 8 bytes, least significant first.
//
// bits is 256, 384 or 512, the master key has as many, and the context has 8 bytes; other
// values panic.
func Key(bits int, master, context []byte, id uint64) []byte {
	p, ok := spec.Lookup(bits)
	if !ok || len(master) != p.MasterSize || len(context) != spec.ContextSize {
		panic(fmt.Sprintf("reference/kdf: no subkeys of %d bits from a master key of %d bytes and a context of %d",
			bits, len(master), len(context)))
	}
	number := binary.LittleEndian.AppendUint64(nil, id)
	return kmac.Sum(bits, master, slices.Concat(context, number))
}
