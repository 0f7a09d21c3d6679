package kalyna

import (
	"github.com/zvirka/zvirka/impl/internal/submix"
	"github.com/zvirka/zvirka/spec/kalyna"
)

// small is the kernel without derived tables: the S-boxes of the standard, and column
// mixing on the eight bytes of a word at once.
type small struct {
	p  kalyna.Params
	rk []uint64 // round keys, p.Words each
}

func newSmall(p kalyna.Params, key []byte) *small {
	return &small{p, expandKey(p, key, func(x []uint64) { smallRound(&p.Shift, x) })}
}

func (k *small) encrypt(dst, src []byte) {
	var state [8]uint64
	c := k.p.Words
	x, rk := state[:c], k.rk
	loadWords(x, src)
	addWords(x, rk[:c])
	for rk = rk[c:]; len(rk) > c; rk = rk[c:] {
		smallRound(&k.p.Shift, x)
		xorWords(x, rk[:c])
	}
	smallRound(&k.p.Shift, x)
	addWords(x, rk)
	storeWords(dst, x)
}

func (k *small) decrypt(dst, src []byte) {
	var state [8]uint64
	c := k.p.Words
	x, rk := state[:c], k.rk
	loadWords(x, src)
	subWords(x, rk[len(rk)-c:])
	for rk = rk[:len(rk)-c]; len(rk) > c; rk = rk[:len(rk)-c] {
		smallInvRound(&k.p.Shift, x)
		xorWords(x, rk[len(rk)-c:])
	}
	smallInvRound(&k.p.Shift, x)
	subWords(x, rk)
	storeWords(dst, x)
}

func (k *small) EncryptBlocks(dst, src []byte) {
	for n := k.p.BlockSize; len(src) >= n; dst, src = dst[n:], src[n:] {
		k.encrypt(dst, src)
	}
}

func (k *small) DecryptBlocks(dst, src []byte) {
	for n := k.p.BlockSize; len(src) >= n; dst, src = dst[n:], src[n:] {
		k.decrypt(dst, src)
	}
}

// smallRound is S, T and L: the byte of row r in column j comes from column j-shift[r].
func smallRound(shift *[8]int, x []uint64) {
	var y [8]uint64
	for j := range x {
		w := x[j]
		y[(j+shift[0])%len(x)] |= uint64(kalyna.Pi0[byte(w)])
		y[(j+shift[1])%len(x)] |= uint64(kalyna.Pi1[byte(w>>8)]) << 8
		y[(j+shift[2])%len(x)] |= uint64(kalyna.Pi2[byte(w>>16)]) << 16
		y[(j+shift[3])%len(x)] |= uint64(kalyna.Pi3[byte(w>>24)]) << 24
		y[(j+shift[4])%len(x)] |= uint64(kalyna.Pi0[byte(w>>32)]) << 32
		y[(j+shift[5])%len(x)] |= uint64(kalyna.Pi1[byte(w>>40)]) << 40
		y[(j+shift[6])%len(x)] |= uint64(kalyna.Pi2[byte(w>>48)]) << 48
		y[(j+shift[7])%len(x)] |= uint64(kalyna.Pi3[byte(w>>56)]) << 56
	}
	for j := range x {
		x[j] = submix.Mix(y[j])
	}
}

// smallInvRound is the inverse of smallRound: L⁻¹, T⁻¹, S⁻¹.
func smallInvRound(shift *[8]int, x []uint64) {
	var y [8]uint64
	for j := range x {
		y[j] = submix.InvMix(x[j])
	}
	for j := range x {
		x[j] = uint64(kalyna.InvPi0[byte(y[(j+shift[0])%len(x)])]) |
			uint64(kalyna.InvPi1[byte(y[(j+shift[1])%len(x)]>>8)])<<8 |
			uint64(kalyna.InvPi2[byte(y[(j+shift[2])%len(x)]>>16)])<<16 |
			uint64(kalyna.InvPi3[byte(y[(j+shift[3])%len(x)]>>24)])<<24 |
			uint64(kalyna.InvPi0[byte(y[(j+shift[4])%len(x)]>>32)])<<32 |
			uint64(kalyna.InvPi1[byte(y[(j+shift[5])%len(x)]>>40)])<<40 |
			uint64(kalyna.InvPi2[byte(y[(j+shift[6])%len(x)]>>48)])<<48 |
			uint64(kalyna.InvPi3[byte(y[(j+shift[7])%len(x)]>>56)])<<56
	}
}
