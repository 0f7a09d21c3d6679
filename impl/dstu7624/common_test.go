package dstu7624

import (
	"testing"

	"github.com/zvirka/zvirka/impl/kalyna"
)

var constructors = []struct {
	name      string
	construct func(blockSize int, key []byte) (*kalyna.Cipher, error)
}{
	{"New", kalyna.New}, {"NewConstantTime", kalyna.NewConstantTime},
}
var _ testing.TB
