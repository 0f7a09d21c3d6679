//go:build !smalltables

package profile

// SmallTables reports whether the program holds no table derived from the standard's
// own, but S-boxes and computed GF(2⁸) arithmetic instead. It is a constant: both sides
// of a choice compile, and the linker drops the side not taken.
const SmallTables = false
