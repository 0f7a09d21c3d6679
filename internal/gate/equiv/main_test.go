package main

import (
	"slices"
	"testing"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/internal/evidence"
)

// full is the evidence of a run that showed all that is required, one case each.
func full() []evidence.Entry {
	var entries []evidence.Entry
	for _, s := range catalogue.Summaries() {
		for _, suite := range required(s, false) {
			entries = append(entries, evidence.Entry{Suite: suite, Row: s.Name, Path: "p", Profile: "default", Arch: "amd64", Cases: 1})
		}
	}
	return entries
}

// A run makes a stamp only if it has every piece of the evidence, of its own platform.
func TestAudit(t *testing.T) {
	entries := full()
	if n, err := audit(entries, "amd64", "default", false); err != nil || n != len(entries) {
		t.Fatalf("full evidence: %d cases, %v", n, err)
	}
	for i, e := range entries {
		if _, err := audit(slices.Delete(slices.Clone(entries), i, i+1), "amd64", "default", false); err == nil {
			t.Errorf("no evidence %q for %s, and nobody noticed", e.Suite, e.Row)
		}
		empty := slices.Clone(entries)
		empty[i].Cases = 0
		if _, err := audit(empty, "amd64", "default", false); err == nil {
			t.Errorf("%s of %s compared nothing, and nobody noticed", e.Suite, e.Row)
		}
	}
	if _, err := audit(entries, "arm64", "default", false); err == nil {
		t.Error("evidence of another architecture was taken")
	}
	if _, err := audit(entries, "amd64", "purego", false); err == nil {
		t.Error("evidence of another profile was taken")
	}
}

func TestUnknownPlatforms(t *testing.T) {
	if _, err := tagsOf("fast"); err == nil {
		t.Error("an unknown profile was taken")
	}
	if _, err := emulatorFor("pdp11"); err == nil {
		t.Error("an unknown architecture was taken")
	}
}
