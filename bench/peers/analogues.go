package main

import (
	"fmt"

	"github.com/zvirka/zvirka/internal/catalogue"
	"github.com/zvirka/zvirka/spec"
)

// messageSizes are the sizes at which hashes and stream ciphers are measured, in bytes.
var messageSizes = []int{64, 1 << 10, 64 << 10, 10 << 20}

// analogueRows compares Kupyna and Strumok, of which Debian has no implementation, with
// algorithms of their kind that users know: Whirlpool, a hash of the same construction,
// and ChaCha20. The default path and the constant-time one are measured.
func analogueRows(openssl *peer) (rows []row) {
	for _, h := range catalogue.Hashes() {
		if h.Sizes.Output != 32 && h.Sizes.Output != 64 {
			continue
		}
		for _, p := range ends(h.Paths) {
			for _, size := range messageSizes {
				floor := 0.0
				if h.Sizes.Output == 32 && p.Timing == h.Timing && size == 64<<10 {
					floor = 0.75
				}
				rows = append(rows, row{
					name: fmt.Sprintf("%s/%s/%d against Whirlpool", h.Name, p.Name, size), size: size, batch: bulkBatch(size),
					ours: func() (func(), error) {
						d, message, sum := p.New(), make([]byte, size), make([]byte, 0, h.Sizes.Output)
						return func() { d.Reset(); d.Write(message); d.Sum(sum) }, nil
					},
					theirs: openssl.timing(fmt.Sprintf("time whirlpool %d", size)), floor: floor,
				})
			}
		}
	}
	for _, s := range catalogue.Streams() {
		if s.Kind != spec.StreamCipher {
			continue
		}
		for _, p := range ends(s.Paths) {
			for _, size := range messageSizes {
				rows = append(rows, row{
					name: fmt.Sprintf("%s/%s/%d against ChaCha20", s.Name, p.Name, size), size: size, batch: bulkBatch(size),
					ours: func() (func(), error) {
						stream, err := p.New(make([]byte, s.Sizes.Key), make([]byte, s.Sizes.IV))
						data := make([]byte, size)
						return func() { stream.XORKeyStream(data, data) }, err
					},
					theirs: openssl.timing(fmt.Sprintf("time chacha20 %d", size)),
				})
			}
		}
	}
	return rows
}

// ends returns the first path and the last.
func ends[C any](paths []catalogue.Path[C]) []catalogue.Path[C] {
	return []catalogue.Path[C]{paths[0], paths[len(paths)-1]}
}

// checkAnalogues has OpenSSL give the answers of the standards' examples: ISO/IEC 10118-3
// for Whirlpool, RFC 8439 for ChaCha20.
func checkAnalogues(openssl *peer) error {
	for name, want := range map[string]string{
		"whirlpool": "4e2448a4c6f486bb16b6562c73b4020bf3043e3a731bce721ae1b303d97e6d4c" +
			"7181eebdb6c57e277d0e34957114cbd6c797fc9d95d8b582d225292076d4eef5",
		"chacha20": "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7" +
			"da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586",
	} {
		got, err := openssl.ask("answer", name)
		if err != nil {
			return err
		}
		if got != want {
			return failuref("%s of OpenSSL is %s, want %s", name, got, want)
		}
	}
	return nil
}
