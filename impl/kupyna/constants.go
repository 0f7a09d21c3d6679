package kupyna

import "github.com/zvirka/zvirka/spec/kupyna"

// The rounds of P and Q by columns of the state [3].
const (
	rounds8  = 10
	rounds16 = 14
)

// pConstant is what P adds to column j by exclusive or before round i [6.2].
func pConstant(i, j int) uint64 { return uint64(j*kupyna.ColumnStep | i) }

// qConstant is what Q adds modulo 2⁶⁴ before round i to the column that has k columns
// after it [6.2]. The round is in four bits that 16k leaves free, so the text's ⊕ is an |.
func qConstant(i, k int) uint64 {
	return kupyna.PlusConstant | uint64(k*kupyna.ColumnStep|i)<<56
}
