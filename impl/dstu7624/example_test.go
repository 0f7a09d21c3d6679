package dstu7624_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/zvirka/zvirka/impl/dstu7624"
	"github.com/zvirka/zvirka/impl/kalyna"
)

// cipherOf is Kalyna with blocks of 128 bits under a key that nobody should take.
func cipherOf(key string) *kalyna.Cipher {
	k, _ := hex.DecodeString(key)
	c, err := kalyna.New(kalyna.BlockSize128, k)
	if err != nil {
		panic(err)
	}
	return c
}

const exampleKey = "000102030405060708090a0b0c0d0e0f"

var exampleIV, _ = hex.DecodeString("101112131415161718191a1b1c1d1e1f")

// The nonce travels with the message, so it is authenticated with it.
func ExampleNewGCM() {
	aead, err := dstu7624.NewGCM(cipherOf(exampleKey), 16)
	if err != nil {
		panic(err)
	}
	nonce := exampleIV // in earnest, one that never repeats
	sealed := aead.Seal(nil, nonce, []byte("message"), nonce)

	plaintext, err := aead.Open(nil, nonce, sealed, nonce)
	fmt.Printf("%s %v\n", plaintext, err)
	nonce = bytes.Clone(nonce)
	nonce[0]++
	_, err = aead.Open(nil, nonce, sealed, nonce)
	fmt.Println(err)
	// Output:
	// message <nil>
	// dstu7624: message authentication failed
}

// The first example of annex В.9.
func ExampleNewCCM() {
	aead, err := dstu7624.NewCCM(cipherOf(exampleKey), 4, 16)
	if err != nil {
		panic(err)
	}
	plaintext, _ := hex.DecodeString("303132333435363738393a3b3c3d3e3f")
	associated, _ := hex.DecodeString("202122232425262728292a2b2c2d2e2f")
	sealed := aead.Seal(nil, exampleIV, plaintext, associated)
	fmt.Printf("%x\n%x\n", sealed[:16], sealed[16:])
	// Output:
	// b91a7b8790bbcfcfe65d04e5538e98e2
	// 704454c9dd39adace0b19d03f6aab07e
}

// Where an input may be empty by accident, TrySeal says so without a panic.
func ExampleCCM_TrySeal() {
	aead, err := dstu7624.NewCCM(cipherOf(exampleKey), 4, 16)
	if err != nil {
		panic(err)
	}
	_, err = aead.TrySeal(nil, exampleIV, nil, []byte("header"))
	fmt.Println(err, errors.Is(err, dstu7624.ErrEmpty))
	// Output:
	// dstu7624: empty message true
}

// The example of annex В, in two pieces.
func ExampleNewCMAC() {
	mac, err := dstu7624.NewCMAC(cipherOf(exampleKey), 16)
	if err != nil {
		panic(err)
	}
	message, _ := hex.DecodeString("202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f404142434445464748494a4b4c4d4e4f")
	mac.Write(message[:7])
	mac.Write(message[7:])
	tag, err := mac.Tag()
	fmt.Printf("%x %v\n", tag, err)
	fmt.Println(mac.Verify(tag))
	mac.Reset()
	_, err = mac.Tag()
	fmt.Println(err)
	// Output:
	// 123b4eab8e63ecf3e645a99c1115e241 <nil>
	// <nil>
	// dstu7624: empty message
}

// The example of annex В.8.1.3: 17 bytes and three bits more.
func ExampleMAC_TagBits() {
	mac, err := dstu7624.NewGMAC(cipherOf(exampleKey), 16)
	if err != nil {
		panic(err)
	}
	message, _ := hex.DecodeString("202122232425262728292a2b2c2d2e2f30")
	mac.Write(message)
	tag, err := mac.TagBits(0b111_00000, 3)
	fmt.Printf("%x %v\n", tag, err)
	// Output:
	// 0e00de1cb9c4b3a55fd7265165266f5b <nil>
}

func ExampleNewCTR() {
	stream, err := dstu7624.NewCTR(cipherOf(exampleKey), exampleIV)
	if err != nil {
		panic(err)
	}
	text, _ := hex.DecodeString("202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f404142434445464748")
	stream.XORKeyStream(text[:5], text[:5])
	stream.XORKeyStream(text[5:], text[5:]) // goes on where the first call stopped
	fmt.Printf("%x\n", text)
	// Output:
	// a90a6b9780abdfdff64d14f5439e88f266dc50edd341528dd5e698e2f000ce21f872daf9fe1811844a
}

// The bytes of a group come out when it is complete, and the last ones with Finish.
func ExampleNewCFBEncrypter() {
	cfb, err := dstu7624.NewCFBEncrypter(cipherOf(exampleKey), exampleIV, 8)
	if err != nil {
		panic(err)
	}
	var out []byte
	for _, piece := range []string{"piece", " by ", "piece"} {
		out = cfb.Update(out, []byte(piece))
		fmt.Print(len(out), " ")
	}
	out = cfb.Finish(out)
	fmt.Println(len(out))
	// Output:
	// 0 8 8 14
}

// A message of 46 bytes, padded as annex Б.2 has it. The receiver must know the 46.
func ExamplePad() {
	message := bytes.Repeat([]byte("ab"), 23)
	padded := dstu7624.Pad(message, 16)
	fmt.Printf("%d bytes, at the end %x\n", len(padded), padded[44:])
	message, err := dstu7624.Unpad(padded, 16, 46)
	fmt.Println(len(message), err)
	// Output:
	// 48 bytes, at the end 61628000
	// 46 <nil>
}

// A sector of no whole number of blocks: an example of annex В.
func ExampleXTS() {
	xts := dstu7624.NewXTS(cipherOf(exampleKey))
	sector, _ := hex.DecodeString("202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d")
	if err := xts.Encrypt(sector, sector, exampleIV); err != nil {
		panic(err)
	}
	fmt.Printf("%x\n", sector)
	// Output:
	// 48f3055ed2832222085005209c9d4d41b3e431b3fbaf31108c302669ee71
}

func ExampleWrap() {
	c := cipherOf(exampleKey)
	key, _ := hex.DecodeString("101112131415161718191a1b1c1d1e1f")
	wrapped, err := dstu7624.Wrap(c, key)
	if err != nil {
		panic(err)
	}
	fmt.Printf("%x\n%x\n", wrapped[:16], wrapped[16:])
	wrapped[31] ^= 1
	_, err = dstu7624.Unwrap(c, wrapped)
	fmt.Println(err)
	// Output:
	// 1dc91dc6e52575f6dbed25adda95a1b6
	// ad3e15056e489738972c199fb9ee2913
	// dstu7624: message authentication failed
}

func ExampleIVSizeError() {
	_, err := dstu7624.NewCTR(cipherOf(exampleKey), make([]byte, 15))
	var size dstu7624.IVSizeError
	fmt.Println(errors.As(err, &size), size.Got, size.Want)
	fmt.Println(err)
	// Output:
	// true 15 16
	// dstu7624: invalid IV size 15 for 16-byte block
}
