package dstu7624_test

import (
	"slices"
	"testing"

	"github.com/zvirka/zvirka/reference/dstu7624"
	cipher "github.com/zvirka/zvirka/spec/kalyna"
)

// An operation with sizes in bytes for arguments; all bytes are zero.
type operation struct {
	name string
	call func(blockSize, key, iv, message int)
	iv   bool                      // takes one
	ok   func(n, message int) bool // the standard has a value
}

func operations() []operation {
	z := func(n int) []byte { return make([]byte, n) }
	free := func(n, m int) bool { return true }
	whole := func(n, m int) bool { return m%n == 0 }
	some := func(n, m int) bool { return m > 0 }
	block := func(n, m int) bool { return m >= n }
	wrap := func(n, m int) bool { return m%n == 0 && m >= n && m <= 20*n }
	unwrap := func(n, m int) bool { return m%n == 0 && m >= 2*n && m <= 21*n }
	return []operation{
		{"ECBEncrypt", func(n, k, iv, m int) { dstu7624.ECBEncrypt(n, z(k), z(m)) }, false, whole},
		{"ECBDecrypt", func(n, k, iv, m int) { dstu7624.ECBDecrypt(n, z(k), z(m)) }, false, whole},
		{"CBCEncrypt", func(n, k, iv, m int) { dstu7624.CBCEncrypt(n, z(k), z(iv), z(m)) }, true, whole},
		{"CBCDecrypt", func(n, k, iv, m int) { dstu7624.CBCDecrypt(n, z(k), z(iv), z(m)) }, true, whole},
		{"CTR", func(n, k, iv, m int) { dstu7624.CTR(n, z(k), z(iv), z(m)) }, true, free},
		{"OFB", func(n, k, iv, m int) { dstu7624.OFB(n, z(k), z(iv), z(m)) }, true, free},
		{"CFBEncrypt", func(n, k, iv, m int) { dstu7624.CFBEncrypt(n, z(k), z(iv), z(m), 8) }, true, free},
		{"CFBDecrypt", func(n, k, iv, m int) { dstu7624.CFBDecrypt(n, z(k), z(iv), z(m), 8) }, true, free},
		{"CMAC", func(n, k, iv, m int) { dstu7624.CMAC(n, z(k), z(m), 8*m, 8) }, false, some},
		{"GMAC", func(n, k, iv, m int) { dstu7624.GMAC(n, z(k), z(m), 8*m, 8) }, false, some},
		{"GCMSeal", func(n, k, iv, m int) { dstu7624.GCMSeal(n, z(k), z(iv), nil, z(m), 8) }, true, some},
		{"GCMSeal, associated", func(n, k, iv, m int) { dstu7624.GCMSeal(n, z(k), z(iv), z(m), nil, 8) }, true, some},
		{"GCMOpen", func(n, k, iv, m int) { dstu7624.GCMOpen(n, z(k), z(iv), nil, z(m), z(8)) }, true, some},
		{"GCMOpen, associated", func(n, k, iv, m int) { dstu7624.GCMOpen(n, z(k), z(iv), z(m), nil, z(8)) }, true, some},
		{"CCMSeal", func(n, k, iv, m int) { dstu7624.CCMSeal(n, z(k), z(iv), z(1), z(m), 4, 8) }, true, some},
		{"CCMSeal, associated", func(n, k, iv, m int) { dstu7624.CCMSeal(n, z(k), z(iv), z(m), z(1), 4, 8) }, true, free},
		{"CCMOpen", func(n, k, iv, m int) { dstu7624.CCMOpen(n, z(k), z(iv), z(1), z(m), z(8), 4) }, true, some},
		{"CCMOpen, associated", func(n, k, iv, m int) { dstu7624.CCMOpen(n, z(k), z(iv), z(m), z(1), z(8), 4) }, true, free},
		{"XTSEncrypt", func(n, k, iv, m int) { dstu7624.XTSEncrypt(n, z(k), z(iv), z(m)) }, true, block},
		{"XTSDecrypt", func(n, k, iv, m int) { dstu7624.XTSDecrypt(n, z(k), z(iv), z(m)) }, true, block},
		{"KWWrap", func(n, k, iv, m int) { dstu7624.KWWrap(n, z(k), z(m)) }, false, wrap},
		{"KWUnwrap", func(n, k, iv, m int) { dstu7624.KWUnwrap(n, z(k), z(m)) }, false, unwrap},
	}
}

func TestWrongSizesPanic(t *testing.T) {
	sizes := []int{0, 1, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 128}
	for _, op := range operations() {
		check := func(n, key, iv, message int, valid bool) {
			t.Helper()
			if panics(func() { op.call(n, key, iv, message) }) == valid {
				t.Errorf("%s, block %d, key %d, iv %d, message %d bytes: panics: %t, want %t", op.name, n, key, iv, message, valid, !valid)
			}
		}
		for _, n := range append(sizes, -1, -16) {
			for _, key := range sizes {
				if _, ok := cipher.Lookup(n, key); !ok {
					check(n, key, max(n, 0), 64, false)
				}
			}
		}
		for _, p := range cipher.Variants() {
			n, key := p.BlockSize, p.KeySize
			for _, size := range sizes {
				check(n, key, n, size, op.ok(n, size))
				if op.iv && size != n {
					check(n, key, size, n, false)
				}
			}
		}
		check(16, 16, 16, 20*16, true)
		check(16, 16, 16, 21*16, op.ok(16, 21*16))
		check(16, 16, 16, 22*16, op.ok(16, 22*16))
	}
}

// The sizes that are arguments of their own.
func TestWrongParametersPanic(t *testing.T) {
	for _, p := range cipher.Variants() {
		n := p.BlockSize
		key, iv, m := make([]byte, p.KeySize), make([]byte, n), make([]byte, n)
		check := func(what string, size int, valid bool, f func()) {
			t.Helper()
			if panics(f) == valid {
				t.Errorf("%s, %s of %d bytes: panics: %t, want %t", p.Name, what, size, valid, !valid)
			}
		}
		for size := -1; size <= n+1; size++ {
			mac := size >= 8 && size <= n
			check("tag of CMAC", size, mac, func() { dstu7624.CMAC(n, key, m, 8*n, size) })
			check("tag of GMAC", size, mac, func() { dstu7624.GMAC(n, key, m, 8*n, size) })
			check("tag of GCM", size, mac, func() { dstu7624.GCMSeal(n, key, iv, m, nil, size) })
			ccm := slices.Contains([]int{8, 16, 32, 48, 64}, size) && size <= n
			check("tag of CCM", size, ccm, func() { dstu7624.CCMSeal(n, key, iv, nil, m, 4, size) })
			if size >= 0 {
				tag := make([]byte, size)
				check("tag to GCMOpen", size, mac, func() { dstu7624.GCMOpen(n, key, iv, m, nil, tag) })
				check("tag to CCMOpen", size, ccm, func() { dstu7624.CCMOpen(n, key, iv, nil, m, tag, 4) })
			}
			field := size == 4 || size == 6 || size == 8
			check("length field of CCM", size, field, func() { dstu7624.CCMSeal(n, key, iv, nil, m, size, 8) })
			check("length field to CCMOpen", size, field, func() { dstu7624.CCMOpen(n, key, iv, nil, m, make([]byte, 8), size) })
			width := slices.Contains([]int{1, 8, 16, 32, 64}, size) && size <= n
			check("width of CFB", size, width, func() { dstu7624.CFBEncrypt(n, key, iv, m[:1], size) })
			check("width to CFBDecrypt", size, width, func() { dstu7624.CFBDecrypt(n, key, iv, m[:1], size) })
		}
	}
}

// Bits are in as few bytes as hold them.
func TestWrongBitsPanic(t *testing.T) {
	key := make([]byte, 16)
	for name, f := range map[string]func(m []byte, bits int){
		"Pad":   func(m []byte, bits int) { dstu7624.Pad(16, m, bits) },
		"CMAC":  func(m []byte, bits int) { dstu7624.CMAC(16, key, m, bits, 8) },
		"GMAC":  func(m []byte, bits int) { dstu7624.GMAC(16, key, m, bits, 8) },
		"KWPad": func(m []byte, bits int) { dstu7624.KWPad(16, m, bits) },
	} {
		for size := range 18 {
			for bits := -1; bits <= 8*18; bits++ {
				valid := bits >= 0 && size == (bits+7)/8
				switch name {
				case "CMAC", "GMAC":
					valid = valid && bits > 0
				case "KWPad":
					valid = valid && bits%128 != 0
				}
				if panics(func() { f(make([]byte, size), bits) }) == valid {
					t.Errorf("%s, %d bits in %d bytes: panics: %t, want %t", name, bits, size, valid, !valid)
				}
			}
		}
	}
	for _, bits := range []int{-128, -1, 0, 128, 256} {
		if !panics(func() { dstu7624.KWUnpad(16, make([]byte, 32), bits) }) {
			t.Errorf("KWUnpad, %d bits: no panic", bits)
		}
	}
	for _, n := range []int{-16, 0, 8, 15, 17, 24, 128} {
		for name, f := range map[string]func(){
			"Pad":     func() { dstu7624.Pad(n, []byte{0}, 8) },
			"KWPad":   func() { dstu7624.KWPad(n, []byte{0}, 8) },
			"KWUnpad": func() { dstu7624.KWUnpad(n, make([]byte, 64), 8) },
		} {
			if !panics(f) {
				t.Errorf("%s, blocks of %d bytes: no panic", name, n)
			}
		}
	}
}

func panics(f func()) (p bool) {
	defer func() { p = recover() != nil }()
	f()
	return
}
