package kalyna

import "github.com/zvirka/zvirka/spec/kalyna"

func newTable(p kalyna.Params, key []byte) kernel { return newSmall(p, key) }
