package kdf_test

import (
	"fmt"
	"testing"

	"github.com/zvirka/zvirka/spec/kdf"
)

func TestParams(t *testing.T) {
	for _, p := range kdf.Variants() {
		n := 8 * p.SubkeySize
		if want := fmt.Sprintf("kupyna-kdf-%d", n); p.Name != want {
			t.Errorf("name %s, want %s", p.Name, want)
		}
		if p.MasterSize != p.MAC.KeySize || p.SubkeySize != p.MAC.TagSize {
			t.Errorf("%s: master key of %d bytes and subkeys of %d over %s", p.Name, p.MasterSize, p.SubkeySize, p.MAC.Name)
		}
		if got, ok := kdf.Lookup(n); !ok || got != p {
			t.Errorf("%s: Lookup(%d) = %v, %t", p.Name, n, got, ok)
		}
		card := p.Card()
		if card.Name != p.Name || card.Sizes.Key != p.MasterSize || card.Sizes.Output != p.SubkeySize {
			t.Errorf("%s: the card says %s, %+v", p.Name, card.Name, card.Sizes)
		}
	}
	if p, ok := kdf.Lookup(128); ok {
		t.Errorf("Lookup(128) found %s", p.Name)
	}
}
