// Package fuzz holds the native fuzz targets, one a kind of input. A target takes the
// name of a catalogue row among its arguments, so a corpus stays valid when rows are
// added, and a new row is fuzzed by the targets that are there.
//
//	go test ./fuzz -fuzz '^FuzzBlock$' -fuzztime 30s
//
// Seeds come from the vectors; with GO_FUZZ_CORPUS=folder, laid out as name/set/file, raw
// files are added to them.
package fuzz
