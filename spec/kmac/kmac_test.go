package kmac_test

import (
	"fmt"
	"testing"

	"github.com/zvirka/zvirka/spec/kmac"
	"github.com/zvirka/zvirka/spec/kupyna"
)

func TestParams(t *testing.T) {
	oids := map[string]bool{}
	for _, p := range kmac.Variants() {
		n := 8 * p.TagSize
		if want := fmt.Sprintf("kupyna-kmac-%d", n); p.Name != want {
			t.Errorf("name %s, want %s", p.Name, want)
		}
		if p.KeySize != p.TagSize || p.Hash.DigestSize != p.TagSize {
			t.Errorf("%s: key of %d bytes, digest of %d, tag of %d", p.Name, p.KeySize, p.Hash.DigestSize, p.TagSize)
		}
		// The key and its padding are one block, and so are its inverse and the padding of
		// the whole.
		if p.KeySize+1+kupyna.LengthSize > p.Hash.BlockSize {
			t.Errorf("%s: the key does not fit into a block of %d bytes", p.Name, p.Hash.BlockSize)
		}
		if got, ok := kmac.Lookup(n); !ok || got != p {
			t.Errorf("%s: Lookup(%d) = %v, %t", p.Name, n, got, ok)
		}
		card := p.Card()
		if card.Name != p.Name || card.Sizes.Key != p.KeySize || card.Sizes.Output != p.TagSize {
			t.Errorf("%s: the card says %s, %+v", p.Name, card.Name, card.Sizes)
		}
		if card.OID == "" || card.OID == p.Hash.Card().OID || oids[card.OID] {
			t.Errorf("%s: identifier %q", p.Name, card.OID)
		}
		oids[card.OID] = true
	}
	for _, n := range []int{0, 32, 48, 64, 128, 248, 264, 304, 1024} {
		if p, ok := kmac.Lookup(n); ok {
			t.Errorf("Lookup(%d) found %s", n, p.Name)
		}
	}
}
