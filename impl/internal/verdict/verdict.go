// Package verdict makes the outcome of a verification public. It is the only place where what
// depends on a secret becomes something to branch on: one bit, whether all of it was right.
package verdict

import (
	"crypto/subtle"

	"github.com/zvirka/zvirka/internal/memcheck"
)

// Equal reports whether a and b are equal, in a time that depends on their lengths alone.
//
//ct:secret a,b
//ct:declassify whether a tag, a check value or a padding is right is what a verification tells
func Equal(a, b []byte) bool { return Of(subtle.ConstantTimeCompare(a, b)) }

// Of reports whether v is 1.
//
//ct:declassify as Equal
func Of(v int) bool { return memcheck.PublicInt(v) == 1 }
