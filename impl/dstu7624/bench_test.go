package dstu7624

import (
	"fmt"
	"testing"

	"github.com/zvirka/zvirka/impl/kalyna"
	spec "github.com/zvirka/zvirka/spec/kalyna"
)

// speeds returns what is measured over a cipher, by mode: functions that take buf once. Two
// of them are the measures of the others: "blocks" is ECB, independent blocks, and "chain"
// is a block's encryption whose input is the last one's output.
func speeds(tb testing.TB, c *kalyna.Cipher, buf []byte) map[string]func() {
	n := c.BlockSize()
	iv := make([]byte, n)
	room := make([]byte, 0, len(buf)+2*n)
	must := func(err error) {
		if err != nil {
			tb.Fatal(err)
		}
	}
	ecb, ecbOpen := NewECBEncrypter(c), NewECBDecrypter(c)
	cbc, err := NewCBCEncrypter(c, iv)
	must(err)
	cbcOpen, err := NewCBCDecrypter(c, iv)
	must(err)
	ctr, err := NewCTR(c, iv)
	must(err)
	ofb, err := NewOFB(c, iv)
	must(err)
	cfb, err := NewCFBEncrypter(c, iv, n)
	must(err)
	cfbOpen, err := NewCFBDecrypter(c, iv, n)
	must(err)
	cmac, err := NewCMAC(c, n)
	must(err)
	gmac, err := NewGMAC(c, n)
	must(err)
	gcm, err := NewGCM(c, n)
	must(err)
	ccm, err := NewCCM(c, 4, n)
	must(err)
	sealed := gcm.Seal(nil, iv, buf, nil)
	ccmSealed := ccm.Seal(nil, iv, buf, nil)
	xts := NewXTS(c)
	mac := func(m *MAC) func() {
		tag := make([]byte, 0, n)
		return func() {
			m.Reset()
			m.Write(buf)
			_, err := m.AppendTag(tag)
			must(err)
		}
	}
	block := make([]byte, n)
	return map[string]func(){
		"blocks":      func() { ecb.CryptBlocks(buf, buf) },
		"ecb-decrypt": func() { ecbOpen.CryptBlocks(buf, buf) },
		"chain": func() {
			for range len(buf) / n {
				c.Encrypt(block, block)
			}
		},
		"cbc":         func() { cbc.CryptBlocks(buf, buf) },
		"cbc-decrypt": func() { cbcOpen.CryptBlocks(buf, buf) },
		"ctr":         func() { ctr.XORKeyStream(buf, buf) },
		"ofb":         func() { ofb.XORKeyStream(buf, buf) },
		"cfb":         func() { cfb.Update(room, buf) },
		"cfb-decrypt": func() { cfbOpen.Update(room, buf) },
		"cmac":        mac(cmac),
		"gmac":        mac(gmac),
		"gcm":         func() { gcm.Seal(room, iv, buf, nil) },
		"gcm-open": func() {
			_, err := gcm.Open(room, iv, sealed, nil)
			must(err)
		},
		"ccm": func() { ccm.Seal(room, iv, buf, nil) },
		"ccm-open": func() {
			_, err := ccm.Open(room, iv, ccmSealed, nil)
			must(err)
		},
		"xts":         func() { must(xts.Encrypt(buf, buf, iv)) },
		"xts-decrypt": func() { must(xts.Decrypt(buf, buf, iv)) },
	}
}

var benchmarked = []string{
	"blocks", "ecb-decrypt", "ctr", "xts", "xts-decrypt", "cbc-decrypt", "cfb-decrypt", "gcm", "gcm-open", "gmac",
	"chain", "cbc", "cfb", "ofb", "cmac", "ccm", "ccm-open",
}

func BenchmarkModes(b *testing.B) {
	for _, p := range spec.Variants() {
		for _, kind := range constructors {
			for _, size := range []int{64, 1 << 16} {
				c, err := kind.construct(p.BlockSize, make([]byte, p.KeySize))
				if err != nil {
					b.Fatal(err)
				}
				run := speeds(b, c, make([]byte, size))
				for _, mode := range benchmarked {
					b.Run(fmt.Sprintf("%s/%s/%s/%d", p.Name, kind.name, mode, size), func(b *testing.B) {
						b.SetBytes(int64(size))
						b.ReportAllocs()
						for b.Loop() {
							run[mode]()
						}
					})
				}
			}
		}
	}
}
