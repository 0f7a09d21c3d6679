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
	return &small{p, expandKey(p, key, func(x []uint64) { submix.Round(&p.Shift, x) })}
}

func (k *small) encrypt(dst, src []byte) {
	var state [8]uint64
	c := k.p.Words
	x, rk := state[:c], k.rk
	loadWords(x, src)
	addWords(x, rk[:c])
	for rk = rk[c:]; len(rk) > c; rk = rk[c:] {
		submix.Round(&k.p.Shift, x)
		xorWords(x, rk[:c])
	}
	submix.Round(&k.p.Shift, x)
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

// smallInvRound is the inverse of submix.Round: L⁻¹, T⁻¹, S⁻¹.
//
//ct:allow table lookup: the card says TableLookup
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
