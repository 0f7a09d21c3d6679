package kalyna_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/zvirka/zvirka/impl/kalyna"
)

var constructors = map[string]func(blockSize int, key []byte) (*kalyna.Cipher, error){
	"New": kalyna.New, "NewConstantTime": kalyna.NewConstantTime,
}

// Every pair of sizes is a variant of the standard or a SizeError with both numbers.
func TestSizes(t *testing.T) {
	variants := map[[2]int]bool{{16, 16}: true, {16, 32}: true, {32, 32}: true, {32, 64}: true, {64, 64}: true}
	for name, construct := range constructors {
		for _, block := range []int{-16, 0, 1, 8, 15, 16, 17, 24, 31, 32, 33, 48, 63, 64, 65, 128, 1 << 30} {
			for key := range 131 {
				c, err := construct(block, make([]byte, key))
				if variants[[2]int{block, key}] {
					if err != nil || c.BlockSize() != block {
						t.Errorf("%s(%d, %d bytes): %v", name, block, key, err)
					}
					continue
				}
				var size kalyna.SizeError
				if c != nil || !errors.As(err, &size) || size != (kalyna.SizeError{Block: block, Key: key}) {
					t.Errorf("%s(%d, %d bytes) = %v, %v", name, block, key, c, err)
				}
				for _, number := range []int{block, key} {
					if !strings.Contains(err.Error(), fmt.Sprint(number)) {
						t.Errorf("error %q does not say %d", err, number)
					}
				}
			}
		}
	}
}

func TestSizeErrorText(t *testing.T) {
	for err, want := range map[kalyna.SizeError]string{
		{Block: 16, Key: 17}: "kalyna: invalid key size 17 for 16-byte block",
		{Block: 24, Key: 16}: "kalyna: invalid block size 24 (key size 16)",
	} {
		if err.Error() != want {
			t.Errorf("got %q, want %q", err, want)
		}
	}
}

// The panics are those of crypto/aes, under this package's name.
func TestPanics(t *testing.T) {
	buf := make([]byte, 64)
	for want, call := range map[string]func(c *kalyna.Cipher){
		"kalyna: input not full block":   func(c *kalyna.Cipher) { c.Encrypt(buf, buf[:15]) },
		"kalyna: output not full block":  func(c *kalyna.Cipher) { c.Decrypt(buf[:15], buf) },
		"kalyna: invalid buffer overlap": func(c *kalyna.Cipher) { c.Encrypt(buf[1:], buf) },
	} {
		for name, construct := range constructors {
			c, err := construct(16, make([]byte, 16))
			if err != nil {
				t.Fatal(err)
			}
			func() {
				defer func() {
					if got := recover(); got != want {
						t.Errorf("%s: panic %v, want %q", name, got, want)
					}
				}()
				call(c)
			}()
		}
	}
}
