// Package allow has findings that are accepted, and directives that are at fault.
package allow

//ct:secret key
func line(table *[256]byte, key *[16]byte)

//ct:secret key
func before(table *[256]byte, key *[16]byte)

//ct:secret key
func whole(table *[256]byte, key *[16]byte)

//ct:secret key
func none(table *[256]byte, key *[16]byte)

//ct:secret key
func setting(table *[256]byte, key *[16]byte)
