package kalyna

import (
	"github.com/zvirka/zvirka/impl/internal/submix"
	"github.com/zvirka/zvirka/spec/kalyna"
)

// constantTime is the kernel without lookups. The S-boxes are Boolean circuits, so the
// state is cut into bit planes, and a word of a plane holds the same bit of many bytes:
// a wide state is that of 512 bytes of data, a narrow one that of 64.
//
// The circuit of row s computes pi(x ^ submix.In) ^ submix.Out with the row's bytes of these two
// columns. No round adds them: as K is a middle round key,
//
//	encrypting, the next circuit's input is L(circuit(x) ^ submix.Out) ^ K ^ submix.In,
//	decrypting, it is L⁻¹(circuit(x) ^ submix.In ^ K) ^ submix.Out,
//
// and K ^ submix.In ^ L(submix.Out) does for both.
type constantTime struct {
	words       int
	rowMask     int         // row r moves by r & rowMask bits of a narrow state's byte
	first, last []uint64    // K[0], K[t]
	minus       [2][]uint64 // -K[0], -K[t]
	narrow      []narrowKey // K[1] .. K[t-1] with the constants, the same in every block
	wide        []wideKey   // the same
}

// ctMixedOut is L(submix.Out), the constant between the last column mixing and K[t].
var ctMixedOut = submix.Mix(submix.Out)

func newConstantTime(p kalyna.Params, key []byte) kernel {
	c := p.Words
	k := &constantTime{
		words:   c,
		rowMask: -(8 / c) & 7, // floor(r·c/8) columns of 8/c bits each
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
				s[j*(8/c)+n] = w ^ submix.In ^ ctMixedOut
			}
		}
		submix.TransposeBits(s)
		spread(&k.wide[i], s)
	}
	return k
}

// round is S, T and L of one state.
func (k *constantTime) round(x []uint64) {
	var s narrow
	q := 8 / k.words
	for j, w := range x {
		s.X[j*q] = w ^ submix.In
	}
	submix.TransposeBits(&s.X)
	s.substitute(k.rowMask)
	s.mix(&zeroKey[0])
	submix.TransposeBits(&s.X)
	for j := range x {
		x[j] = s.X[j*q] ^ ctMixedOut
	}
}

func (k *constantTime) encrypt(dst, src []byte) { k.encryptNarrow(dst, src) }
func (k *constantTime) decrypt(dst, src []byte) { k.decryptNarrow(dst, src) }

func (k *constantTime) EncryptBlocks(dst, src []byte) { k.blocks(dst, src, false) }
func (k *constantTime) DecryptBlocks(dst, src []byte) { k.blocks(dst, src, true) }

// The data of a state in bytes. A wide state takes the time of 2.0 to 2.4 narrow ones,
// whatever it is filled with, so it pays for more than two.
const (
	narrowSize = 64
	wideSize   = 512
	wideFrom   = 2*narrowSize + 1
)

// blocks encrypts or, if inverse is set, decrypts.
func (k *constantTime) blocks(dst, src []byte, inverse bool) {
	for len(src) >= wideSize && len(dst) >= wideSize {
		k.cryptWide((*[wideSize]byte)(dst), (*[wideSize]byte)(src), inverse)
		dst, src = dst[wideSize:], src[wideSize:]
	}
	if len(src) >= wideFrom {
		var buf [wideSize]byte
		copy(buf[:], src)
		k.cryptWide(&buf, &buf, inverse)
		copy(dst, buf[:])
		return
	}
	for len(src) > 0 {
		n := min(len(src), narrowSize)
		if inverse {
			k.decryptNarrow(dst[:n], src[:n])
		} else {
			k.encryptNarrow(dst[:n], src[:n])
		}
		dst, src = dst[n:], src[n:]
	}
}

func (k *constantTime) cryptWide(dst, src *[wideSize]byte, inverse bool) {
	if inverse {
		k.decryptWide(dst, src)
	} else {
		k.encryptWide(dst, src)
	}
}
