//go:build purego

package profile

// PureGo reports whether the program holds no assembly of this module.
const PureGo = true
