//go:build !purego

package timing

const unit = "cycles"

// now reads the time-stamp counter, after all instructions before it and before all behind.
//
//go:noescape
func now() int64
