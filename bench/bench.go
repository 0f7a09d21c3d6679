// Package bench measures the rows of the catalogue, in the standard benchmark format:
//
//	make bench BENCH='kalyna-256-256/'
//
// It measures nothing that has not been compared: without green stamps of exactly this
// source tree for amd64 and arm64 it refuses to run, and says which command makes them.
// Ratios against other implementations are the business of bench/peers.
package bench

import (
	"github.com/zvirka/zvirka/internal/gate"
	"github.com/zvirka/zvirka/internal/profile"
)

// Open returns nil if this source tree may be measured in this build's profile.
func Open() error {
	root, err := gate.Root()
	if err != nil {
		return err
	}
	return gate.Require(root, profile.Name(), "amd64", "arm64")
}
