// Package profile says which build this is. There are two build tags: purego (no
// assembly, nothing else) and smalltables (no derived table).
package profile

// Name is the name of the build profile: default, purego, smalltables or
// purego+smalltables.
func Name() string {
	switch {
	case SmallTables && PureGo:
		return "purego+smalltables"
	case SmallTables:
		return "smalltables"
	case PureGo:
		return "purego"
	}
	return "default"
}
