package kupyna

import (
	"testing"

	"github.com/zvirka/zvirka/spec/kupyna"
)

// The kernels' figures are the standard's.
func TestConstants(t *testing.T) {
	classes := kupyna.Classes()
	if classes[0].Rounds != rounds8 || classes[1].Rounds != rounds16 ||
		classes[0].BlockSize != BlockSize256 || classes[1].BlockSize != BlockSize512 {
		t.Errorf("%d and %d rounds, blocks of %d and %d bytes, the standard has %+v", rounds8, rounds16, BlockSize256, BlockSize512, classes)
	}
}
