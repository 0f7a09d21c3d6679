package ctcheck

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// fingerprint identifies a finding over edits elsewhere, as a baseline's entry does.
func fingerprint(f Finding, sources *Sources) string {
	text, err := json.Marshal(entryOf(f, sources))
	if err != nil {
		panic(err) // a struct of strings and an integer
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
}
