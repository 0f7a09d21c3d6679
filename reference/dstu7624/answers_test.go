package dstu7624_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"slices"
	"testing"

	"github.com/zvirka/zvirka/reference/dstu7624"
)

// Example is the example of annex В for a message that is no whole bytes: GMAC of 139 bits,
// the last byte of which has the first three, 111.
func Example() {
	key := count(0x00, 16)
	message := append(count(0x20, 16), 0x30, 0xe0)
	fmt.Printf("padded %x\n", dstu7624.Pad(16, message, 139))
	fmt.Printf("tag    %x\n", dstu7624.GMAC(16, key, message, 139, 16))
	// Output:
	// padded 202122232425262728292a2b2c2d2e2f30f00000000000000000000000000000
	// tag    0e00de1cb9c4b3a55fd7265165266f5b
}

// count returns n bytes, each one more than the byte before.
func count(first byte, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = first + byte(i)
	}
	return b
}

// Examples of annex В whose inputs count up, and where a line says so, values that uacrypt
// published.
func TestKnownAnswers(t *testing.T) {
	seal := func(ciphertext, tag []byte) []byte { return slices.Concat(ciphertext, tag) }
	for _, c := range []struct {
		name string
		got  []byte
		want string
	}{
		{"ECB 128/128, twice a block",
			dstu7624.ECBEncrypt(16, count(0, 16), slices.Concat(count(0x10, 16), count(0x10, 16))),
			"81bf1c7d779bac20e1c9ea39b4d2ad0681bf1c7d779bac20e1c9ea39b4d2ad06"},
		{"CBC 128/128",
			dstu7624.CBCEncrypt(16, count(0, 16), count(0x10, 16), count(0x20, 48)),
			"a73625d7be994e85469a9faabcedaab6dbc5f65dd77bb35e06bd7d1d8eafc8624d6cb31ce189c82b8979f2936de9bf14"},
		{"CBC 128/256, padded",
			dstu7624.CBCEncrypt(16, count(0, 32), count(0x20, 16), dstu7624.Pad(16, count(0x30, 46), 8*46)),
			"13ea15843ad14c50bc03ecef1f43e398e4217752d3eb046ac393dacc5ca1d6fa0eb9fceb229362b4f1565527ee3d8433"},
		{"CTR 128/128",
			dstu7624.CTR(16, count(0, 16), count(0x10, 16), count(0x20, 41)),
			"a90a6b9780abdfdff64d14f5439e88f266dc50edd341528dd5e698e2f000ce21f872daf9fe1811844a"},
		{"OFB 128/128",
			dstu7624.OFB(16, count(0, 16), count(0x10, 16), count(0x20, 48)),
			"a19e3e5e53be8a07c9e0c01298ff832953205c661bd85a51f3a94113bc785cab634b36e89a8fdd16a12e4467f5cc5a26"},
		{"CFB 128/128",
			dstu7624.CFBEncrypt(16, count(0, 16), count(0x10, 16), count(0x20, 48), 16),
			"a19e3e5e53be8a07c9e0c01298ff83291f8ee6212110be3fa5c72c88a082520b265570fe28680719d9b4465e169bc37a"},
		{"CFB 512/512, a short last group",
			dstu7624.CFBEncrypt(64, count(0, 64), count(0x40, 64), count(0x80, 97), 64),
			"caa761980599b3ed2e945c41891bad95f72b11c73ed26536a6847458bc76c827357156b4b3fe0dc1877f5b9f17b866c37b21d89531db48007d05dec928b06766c67d6f3f4c2b82d7a836fad160905c1c7576243877dc3ade4aa057966e0023f069"},
		{"CMAC 128/128",
			dstu7624.CMAC(16, count(0, 16), count(0x20, 48), 8*48, 16),
			"123b4eab8e63ecf3e645a99c1115e241"},
		{"CMAC 128/256, padded",
			dstu7624.CMAC(16, count(0, 32), count(0x30, 94), 8*94, 16),
			"4cf52d7d5b0c47f05f6f5f5e73c3b508"},
		{"GCM 128/128",
			seal(dstu7624.GCMSeal(16, count(0, 16), count(0x10, 16), count(0x20, 16), count(0x30, 32), 16)),
			"b91a7b8790bbcfcfe65d04e5538e98e216ac209da33122fda596e8928070be51c8310571cd60f9584b45c1b4ece179af"},
		{"GMAC 256/256",
			dstu7624.GMAC(32, count(0, 32), count(0x40, 32), 8*32, 32),
			"ff48b56f2c26cc484b8f5952d7b3e1fe69577701c50be96517b33921e44634cd"},
		{"GMAC 512/512",
			dstu7624.GMAC(64, count(0, 64), count(0x80, 64), 8*64, 64),
			"897c32e05e776fd988c5171fe70bb72949172e514e3308a871ba5bd898fb6ebd6e3897d2d55697d90d6428216c08052e3a5e7d4626f4dbbf1546ce21637357a3"},
		{"CCM 128/256, a tag that begins within a block of γ",
			seal(dstu7624.CCMSeal(16, count(0, 32), count(0x20, 16), count(0x30, 12), count(0x40, 15), 4, 16)),
			"ef93e26c7d5eb27111a188722593043585df9998fe26308acba4fc0eb5f2c7"},
		{"CCM 256/512",
			seal(dstu7624.CCMSeal(32, count(0, 64), count(0x40, 32), count(0x60, 32), count(0x80, 64), 6, 32)),
			"3ebdb4584b5169a26fbeba0295b4223f58d5d8a031f2950a1d7764fab97ba058e9e2dab90ff0c519aa88435155a71b7b53bb100f5d20affac0552f5f2813dee8dd3653491737b9615a5ccd83db32f1e479bf227c050325bbbff60bca9558d7fe"},
		{"XTS 128/256",
			dstu7624.XTSEncrypt(16, count(0, 32), count(0x20, 16), count(0x30, 32)),
			"830ac78a6f629cb4c7d5d156fd84955bd0998ca1e0bc1ff135676bf2a2598fa1"},
		{"XTS 128/256, a short last block",
			dstu7624.XTSEncrypt(16, count(0, 32), count(0x20, 16), count(0x30, 41)),
			"830ac78a6f629cb4c7d5d156fd84955b470eefddee38b59f0d836b65635b0a63d0998ca1e0bc1ff135"},
		{"KW 128/128",
			dstu7624.KWWrap(16, count(0, 16), count(0x10, 16)),
			"1dc91dc6e52575f6dbed25adda95a1b6ad3e15056e489738972c199fb9ee2913"},
		{"KW 128/128, 18 bytes",
			dstu7624.KWWrap(16, count(0, 16), dstu7624.KWPad(16, count(0x10, 18), 8*18)),
			"0ea983d6ce48484d51462c32cc61672210fcc44196abe635baf878fdb83e1a63114128585d49db355c5819fd38039169"},
		{"KW 128/256, 314 bits",
			dstu7624.KWWrap(16, count(0, 32), dstu7624.KWPad(16, append(count(0x20, 39), 0x40), 314)),
			"37e3eecb91150c6fa04cfd19d6fc57b7168c9fa5c5ed18601c68ee4afd7301f8c8c51d7a0a5cd34f6fab0d8af11845cc1e4b16e0489fda1d76ba4efcfd161f76"},

		{"KWPad, 314 bits",
			dstu7624.KWPad(16, append(count(0x20, 39), 0x40), 314),
			"202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f404142434445464e8040000000000020"},
		{"GCM 128/128, both within a block (uacrypt)",
			seal(dstu7624.GCMSeal(16, count(0, 16), decode("21262b30353a3f44494e53585d62676c"), decode("5a5b58595e5f5c"), decode("c3c2c1c0c7c6c5c4cb"), 16)),
			"b5d29dc8504d1a3b384a775af3822a20bb2f6a4df4979375e0"},
		{"CCM 128/128, no associated data (uacrypt)",
			seal(dstu7624.CCMSeal(16, count(0, 16), decode("10171e252c333a41484f565d646b7279"), nil, decode("3c3d3e3f38"), 4, 16)),
			"37c9c13d545d021a855ca03e91851993006bc282c7"},
	} {
		if want := decode(c.want); !bytes.Equal(c.got, want) {
			t.Errorf("%s:\n got %x\nwant %x", c.name, c.got, want)
		}
	}
}

// The example of CFB with a group of half a block ends with a ciphertext that counts down.
func TestCFBHalfBlock(t *testing.T) {
	key, iv, ciphertext := count(0, 32), count(0x20, 16), count(0x37, 41)
	for _, b := range [][]byte{key, iv, ciphertext} {
		slices.Reverse(b)
	}
	want := decode("26319a368d85de43dd5fdb928d91a441493d8ce07b64797c8f9676c5921cd1ea743f5e2777c327ac58")
	if got := dstu7624.CFBDecrypt(16, key, iv, ciphertext, 8); !bytes.Equal(got, want) {
		t.Errorf("got %x, want %x", got, want)
	}
}

func decode(s string) []byte {
	b, err := hex.DecodeString(s)
	if err != nil {
		panic(err)
	}
	return b
}
