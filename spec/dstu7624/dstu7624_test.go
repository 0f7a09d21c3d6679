package dstu7624_test

import (
	"slices"
	"testing"

	"github.com/zvirka/zvirka/spec/dstu7624"
	"github.com/zvirka/zvirka/spec/kalyna"
)

func TestCards(t *testing.T) {
	oids := map[string]string{} // to the mode and block size that it names
	for _, m := range dstu7624.Modes() {
		for _, p := range kalyna.Variants() {
			c := dstu7624.Card(m, p)
			if want := p.Name + "-" + string(m); c.Name != want {
				t.Errorf("name %s, want %s", c.Name, want)
			}
			if c.Sizes.Block != p.BlockSize || c.Sizes.Key != p.KeySize {
				t.Errorf("%s: sizes %+v", c.Name, c.Sizes)
			}
			if (c.OID == "") != (m == dstu7624.GCM) {
				t.Errorf("%s: identifier %q", c.Name, c.OID)
			}
			// An identifier names the mode and the block, not the key.
			names := string(m) + p.Name[:len("kalyna-128")]
			if before, ok := oids[c.OID]; ok && c.OID != "" && before != names {
				t.Errorf("%s: identifier %s is that of %s", c.Name, c.OID, before)
			}
			oids[c.OID] = names
		}
	}
}

// What is coded in nibbles of CCM's flag byte fits there, and every default tag has a code.
func TestCCM(t *testing.T) {
	for _, n := range []byte(dstu7624.CCMLengths) {
		if n < 1 || n > 16 {
			t.Errorf("length field of %d bytes", n)
		}
	}
	last := dstu7624.CCMFirstCode + len(dstu7624.CCMTags) - 1
	if last<<dstu7624.CCMCodeShift >= dstu7624.CCMHasAssociated {
		t.Errorf("code %d reaches into the highest bit", last)
	}
	for _, p := range kalyna.Variants() {
		for what, sizes := range map[string]string{"tag": dstu7624.CCMTags, "CFB width": dstu7624.CFBWidths} {
			if !slices.Contains([]byte(sizes), byte(p.BlockSize)) {
				t.Errorf("%s: no %s of a whole block", p.Name, what)
			}
		}
	}
}

// The number of the last step of the longest wrap fits a byte; of one block more, not.
func TestKW(t *testing.T) {
	steps := func(blocks int) int { return dstu7624.KWRounds * (2*(blocks+1) - 1) }
	if steps(dstu7624.KWMaxBlocks) > 255 || steps(dstu7624.KWMaxBlocks+1) <= 255 {
		t.Errorf("%d steps for %d blocks", steps(dstu7624.KWMaxBlocks), dstu7624.KWMaxBlocks)
	}
}
