//go:build (amd64 || arm64) && !purego

package clmul

//go:generate go run ./gen

const hasAsm = true

// Each sets z to x·y, by the schoolbook's columns. They need what the first path of every
// architecture needs.

//go:noescape
//ct:secret x,y
func mul2(z *[4]uint64, x, y *[2]uint64)

//go:noescape
//ct:secret x,y
func mul3(z *[6]uint64, x, y *[3]uint64)

//go:noescape
//ct:secret x,y
func mul4(z *[8]uint64, x, y *[4]uint64)

//go:noescape
//ct:secret x,y
func mul5(z *[10]uint64, x, y *[5]uint64)

//go:noescape
//ct:secret x,y
func mul6(z *[12]uint64, x, y *[6]uint64)

//go:noescape
//ct:secret x,y
func mul7(z *[14]uint64, x, y *[7]uint64)

//go:noescape
//ct:secret x,y
func mul8(z *[16]uint64, x, y *[8]uint64)
