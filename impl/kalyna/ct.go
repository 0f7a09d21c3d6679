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
	first, last []uint64 // K[0], K[t]
	narrow      []narrow // K[1] .. K[t-1] with the constants, the same in every block
	wide        []wide
}

func newConstantTime(p kalyna.Params, key []byte) kernel {
	c := p.Words
	k := &constantTime{
		words: c,
		// A column is 8/c bits of a narrow state's byte, so row r, which moves by
		// floor(r·c/8) columns, moves by r & -(8/c) bits; by 8 times that in a wide one.
		rowMask: -(8 / c) & 7,
		narrow:  make([]narrow, p.Rounds-1),
		wide:    make([]wide, p.Rounds-1),
	}
	rk := expandKey(p, key, k.round)
	k.first, k.last = rk[:c], rk[p.Rounds*c:]
	constant := ctIn ^ mixColumn(ctOut)
	for i := range k.narrow {
		s := &k.narrow[i]
		for j, w := range rk[(i+1)*c : (i+2)*c] {
			for b := range 8 / c {
				s[j*(8/c)+b] = w ^ constant
			}
		}
		s.transpose()
		s.spread(&k.wide[i])
	}
	return k
}

// round is S, T and L of one state.
func (k *constantTime) round(x []uint64) {
	var s narrow
	q := 8 / k.words
	for j, w := range x {
		s[j*q] = w ^ ctIn
	}
	s.transpose()
	s.substitute()
	s.rotate(k.rowMask)
	s.mix()
	s.transpose()
	for j := range x {
		x[j] = s[j*q] ^ mixColumn(ctOut)
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

// transpose transposes the 8 x 8 matrix of the w-bit fields within each 8w-bit field of
// eight words, given the masks of the even fields, pairs and fours: word i's field j
// becomes word j's field i.
func transpose(x *[8]uint64, w int, m1, m2, m4 uint64) {
	x0, x1, x2, x3, x4, x5, x6, x7 := x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]
	x0, x1 = swap(x0, x1, w, m1)
	x2, x3 = swap(x2, x3, w, m1)
	x4, x5 = swap(x4, x5, w, m1)
	x6, x7 = swap(x6, x7, w, m1)
	x0, x2 = swap(x0, x2, 2*w, m2)
	x1, x3 = swap(x1, x3, 2*w, m2)
	x4, x6 = swap(x4, x6, 2*w, m2)
	x5, x7 = swap(x5, x7, 2*w, m2)
	x0, x4 = swap(x0, x4, 4*w, m4)
	x1, x5 = swap(x1, x5, 4*w, m4)
	x2, x6 = swap(x2, x6, 4*w, m4)
	x3, x7 = swap(x3, x7, 4*w, m4)
	x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7] = x0, x1, x2, x3, x4, x5, x6, x7
}

// swap exchanges the bits m<<w of a for the bits m of b.
func swap(a, b uint64, w int, m uint64) (uint64, uint64) {
	t := (a>>w ^ b) & m
	return a ^ t<<w, b ^ t
}

// transposeBits makes eight words, bit i of whose byte r belongs together, from word i's
// byte r; and back.
func transposeBits(x *[8]uint64) {
	transpose(x, 1, 0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f)
}

// transposeBytes exchanges word i's byte j for word j's byte i.
func transposeBytes(x *[8]uint64) {
	transpose(x, 8, 0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff)
}
