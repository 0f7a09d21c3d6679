package kalyna

import (
	"github.com/zvirka/zvirka/spec/kalyna"
)

//go:generate go run ./gen/ct

// constantTime is the kernel without lookups. The S-boxes are Boolean circuits, so the
// state is cut into bit planes, and a word of a plane holds the same bit of many bytes:
// a wide state is that of 512 bytes of data, a narrow one that of 64.
//
// The circuit of row s computes pi(x ^ ctIn) ^ ctOut with the row's bytes of these two
// columns. No round adds them: as K is a middle round key,
//
//	encrypting, the next circuit's input is L(circuit(x) ^ ctOut) ^ K ^ ctIn,
//	decrypting, it is L⁻¹(circuit(x) ^ ctIn ^ K) ^ ctOut,
//
// and K ^ ctIn ^ L(ctOut) does for both.
type constantTime struct {
	words       int
	rowMask     int
	first, last []uint64    // K[0], K[t]
	minus       [2][]uint64 // -K[0], -K[t]
	narrow      []narrowKey // K[1] .. K[t-1] with the constants, the same in every block
	wide        []wideKey
}

// The constants at the ends: what S⁻¹ leaves to be added, or S to be added before it, and
// what S leaves to be added after L.
var (
	ctS = uint64(ctIn)
	ctL = mixColumn(ctOut)
)

func newConstantTime(p kalyna.Params, key []byte) kernel {
	c := p.Words
	k := &constantTime{
		words: c,
		// A column is 8/c bits of a narrow state's byte, so row r, which moves by
		// floor(r·c/8) columns, moves by r & -(8/c) bits; by 8 times that in a wide one.
		rowMask: -(8 / c) & 7,
		narrow:  make([]narrowKey, p.Rounds-1),
		wide:    make([]wideKey, p.Rounds-1),
	}
	rk := expandKey(p, key, k.round)
	k.first, k.last = rk[:c], rk[p.Rounds*c:]
	for i, w := range [2][]uint64{k.first, k.last} {
		k.minus[i] = make([]uint64, c)
		subWords(k.minus[i], w)
	}
	for i := range k.narrow {
		s := &k.narrow[i]
		for j, w := range rk[(i+1)*c : (i+2)*c] {
			for n := range 8 / c {
				s[j*(8/c)+n] = w ^ ctS ^ ctL
			}
		}
		transposeBits((*[8]uint64)(s))
		s.spread(&k.wide[i])
	}
	return k
}

// round is S, T and L of one state.
func (k *constantTime) round(x []uint64) {
	var s narrow
	q := 8 / k.words
	for j, w := range x {
		s.x[j*q] = w ^ ctS
	}
	transposeBits(&s.x)
	s.substitute(k.rowMask)
	s.mix(&narrowKey{})
	transposeBits(&s.x)
	for j := range x {
		x[j] = s.x[j*q] ^ ctL
	}
}

func (k *constantTime) encrypt(dst, src []byte) { k.encryptNarrow(dst, src) }
func (k *constantTime) decrypt(dst, src []byte) { k.decryptNarrow(dst, src) }

// A wide state costs as much as three narrow ones, so it pays for more than two.
const (
	narrowSize = 64
	wideSize   = 512
	wideFrom   = 2*narrowSize + 1
)

func (k *constantTime) EncryptBlocks(dst, src []byte) {
	for len(src) >= wideSize && len(dst) >= wideSize {
		k.encryptWide((*[wideSize]byte)(dst), (*[wideSize]byte)(src))
		dst, src = dst[wideSize:], src[wideSize:]
	}
	if len(src) >= wideFrom {
		var buf [wideSize]byte
		copy(buf[:], src)
		k.encryptWide(&buf, &buf)
		copy(dst, buf[:])
		return
	}
	for len(src) > 0 {
		n := min(len(src), narrowSize)
		k.encryptNarrow(dst[:n], src[:n])
		dst, src = dst[n:], src[n:]
	}
}

func (k *constantTime) DecryptBlocks(dst, src []byte) {
	for len(src) >= wideSize && len(dst) >= wideSize {
		k.decryptWide((*[wideSize]byte)(dst), (*[wideSize]byte)(src))
		dst, src = dst[wideSize:], src[wideSize:]
	}
	if len(src) >= wideFrom {
		var buf [wideSize]byte
		copy(buf[:], src)
		k.decryptWide(&buf, &buf)
		copy(dst, buf[:])
		return
	}
	for len(src) > 0 {
		n := min(len(src), narrowSize)
		k.decryptNarrow(dst[:n], src[:n])
		dst, src = dst[n:], src[n:]
	}
}
