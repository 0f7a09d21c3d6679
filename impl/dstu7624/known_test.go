package dstu7624

import (
	"bytes"
	"testing"

	"github.com/zvirka/zvirka/impl/kalyna"
)

// A known is an example of annex В, as UAPKI, Bouncy Castle and Crypto++ reproduce it.
type known struct {
	name         string
	block        int
	key, iv, aad []byte
	pt, ct       []byte // the message and the tag, for MACs; the tag is the end of ct otherwise
	size         int    // of tag or feedback in bytes, or the number of bits of the message
	length       int    // of CCM's length field
}

// judge holds against an example what one direction and the other give.
func (k known) judge(t *testing.T, encrypt, decrypt func(c *kalyna.Cipher) ([]byte, error)) {
	t.Helper()
	for _, kind := range constructors {
		c, err := kind.construct(k.block, k.key)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := encrypt(c); err != nil || !bytes.Equal(got, k.ct) {
			t.Errorf("%s, %s: %x, %v; want %x", k.name, kind.name, got, err, k.ct)
		}
		if got, err := decrypt(c); err != nil || !bytes.Equal(got, k.pt) {
			t.Errorf("%s, %s, back: %x, %v; want %x", k.name, kind.name, got, err, k.pt)
		}
	}
}

var knownCTR = []known{
	{
		name: "128-128-ctr 0", block: 16, key: seq(0x00, 16),
		iv: seq(0x10, 16),
		pt: seq(0x20, 41),
		ct: unhex("a90a6b9780abdfdff64d14f5439e88f266dc50edd341528dd5e698e2f000ce21f872daf9fe1811844a"),
	},
}

func TestKnownCTR(t *testing.T) {
	for _, k := range knownCTR {
		crypt := func(src []byte) func(c *kalyna.Cipher) ([]byte, error) {
			return func(c *kalyna.Cipher) ([]byte, error) {
				dst := make([]byte, len(src))
				x, err := NewCTR(c, k.iv)
				if err == nil {
					x.XORKeyStream(dst, src)
				}
				return dst, err
			}
		}
		k.judge(t, crypt(k.pt), crypt(k.ct))
	}
}

var knownOFB = []known{
	{
		name: "128-128-ofb 0", block: 16, key: seq(0x00, 16),
		iv: seq(0x10, 16),
		pt: seq(0x20, 48),
		ct: unhex("a19e3e5e53be8a07c9e0c01298ff832953205c661bd85a51f3a94113bc785cab634b36e89a8fdd16a12e4467f5cc5a26"),
	},
	{
		name: "128-256-ofb 5", block: 16, key: down(0x00, 32),
		iv: down(0x20, 16),
		pt: down(0x37, 41),
		ct: unhex("1a66cfbfec00c6d52e39923e858dd64b214ab787798d3d5059a6b498ad66b34eac48c4074bec0d98c6"),
	},
}

func TestKnownOFB(t *testing.T) {
	for _, k := range knownOFB {
		crypt := func(src []byte) func(c *kalyna.Cipher) ([]byte, error) {
			return func(c *kalyna.Cipher) ([]byte, error) {
				dst := make([]byte, len(src))
				x, err := NewOFB(c, k.iv)
				if err == nil {
					x.XORKeyStream(dst, src)
				}
				return dst, err
			}
		}
		k.judge(t, crypt(k.pt), crypt(k.ct))
	}
}

var knownCFB = []known{
	{
		name: "128-128-cfb 0", block: 16, key: seq(0x00, 16),
		iv:   seq(0x10, 16),
		pt:   seq(0x20, 48),
		ct:   unhex("a19e3e5e53be8a07c9e0c01298ff83291f8ee6212110be3fa5c72c88a082520b265570fe28680719d9b4465e169bc37a"),
		size: 16,
	},
	{
		name: "128-256-cfb 4", block: 16, key: down(0x00, 32),
		iv:   down(0x20, 16),
		pt:   unhex("26319a368d85de43dd5fdb928d91a441493d8ce07b64797c8f9676c5921cd1ea743f5e2777c327ac58"),
		ct:   down(0x37, 41),
		size: 8,
	},
	{
		name: "256-256-cfb 1", block: 32, key: seq(0x00, 32),
		iv: seq(0x20, 32),
		pt: seq(0x40, 81),
		ct: unhex("" +
			"e07821af642f4b1dc071166f2d329763c2cf3b9e39cd0b52bdd33a0dc7b6b6bb201c4a1cd0f5dcb693abeea120daca3a" +
			"29c73d1d6e87fd75b7de9e3be4d256791c2e44583de8e061e45834a24262bdebbe"),
		size: 16,
	},
	{
		name: "256-256-cfb 5", block: 32, key: down(0x00, 32),
		iv: down(0x20, 32),
		pt: unhex("" +
			"7758a939dd6bd00caf9153e5a5d5a66129105ca1ea54a97c06fa4a40960a068f61c3e424de950151ac46879d84a3bcc2" +
			"4ec8fb69008daf016ef9832ffd3db39d02185fdb782dc28eac27b35179fca40640"),
		ct:   down(0x4f, 81),
		size: 32,
	},
}

func TestKnownCFB(t *testing.T) {
	for _, k := range knownCFB {
		k.judge(t,
			func(c *kalyna.Cipher) ([]byte, error) {
				x, err := NewCFBEncrypter(c, k.iv, k.size)
				if err != nil {
					return nil, err
				}
				return x.Finish(x.Update(nil, k.pt)), nil
			},
			func(c *kalyna.Cipher) ([]byte, error) {
				x, err := NewCFBDecrypter(c, k.iv, k.size)
				if err != nil {
					return nil, err
				}
				return x.Finish(x.Update(nil, k.ct)), nil
			})
	}
}

// ECB is without an IV. The message that is not whole blocks is padded.
var knownBlocks = []known{
	{
		name: "128-128-cbc enc-0", block: 16, key: seq(0x00, 16),
		iv: seq(0x10, 16),
		pt: seq(0x20, 48),
		ct: unhex("a73625d7be994e85469a9faabcedaab6dbc5f65dd77bb35e06bd7d1d8eafc8624d6cb31ce189c82b8979f2936de9bf14"),
	},
	{
		name: "128-256-cbc-padded enc-1", block: 16, key: seq(0x00, 32),
		iv: seq(0x20, 16),
		pt: seq(0x30, 46),
		ct: unhex("13ea15843ad14c50bc03ecef1f43e398e4217752d3eb046ac393dacc5ca1d6fa0eb9fceb229362b4f1565527ee3d8433"),
	},
	{
		name: "128-256-cbc enc-6", block: 16, key: down(0x00, 32),
		iv: down(0x20, 16),
		pt: unhex("bc8f026fc603ece05c24fde87542730999b381870882ac0535d4368c4babd81b884e96e853ee7e055262d9d204fbe212"),
		ct: down(0x30, 48),
	},
	{
		name: "512-512-cbc enc-4", block: 64, key: seq(0x00, 64),
		iv: seq(0x40, 64),
		pt: seq(0x80, 128),
		ct: unhex("" +
			"d4739b829ef901b24c1162ae4fdef897eda41fac7f5770cdc90e1d1cdf124e8d7831e06b4498a4b6f6ec815df2461dc9" +
			"9bb0449b0f09fcaa2c84090534bcc9329626fd74ef8f0a0bcb5765184629c3cbf53b0fb134f6d0421174b1c4e884d1cd" +
			"1069a7ad19752dcebf655842e79b7858bde01390a760d85e88925bfe38b0fa57"),
	},
	{
		name: "256-256-block enc-2", block: 32, key: seq(0x00, 32),
		pt: seq(0x20, 32),
		ct: unhex("f66e3d570ec92135aedae323dcbd2a8ca03963ec206a0d5a88385c24617fd92c"),
	},
}

func TestKnownBlocks(t *testing.T) {
	for _, k := range knownBlocks {
		k.judge(t,
			func(c *kalyna.Cipher) ([]byte, error) {
				dst := Pad(k.pt, k.block)
				if k.iv == nil {
					NewECBEncrypter(c).CryptBlocks(dst, dst)
					return dst, nil
				}
				x, err := NewCBCEncrypter(c, k.iv)
				if err == nil {
					x.CryptBlocks(dst, dst)
				}
				return dst, err
			},
			func(c *kalyna.Cipher) ([]byte, error) {
				dst := make([]byte, len(k.ct))
				if k.iv == nil {
					NewECBDecrypter(c).CryptBlocks(dst, k.ct)
				} else {
					x, err := NewCBCDecrypter(c, k.iv)
					if err != nil {
						return nil, err
					}
					x.CryptBlocks(dst, k.ct)
				}
				return Unpad(dst, k.block, len(k.pt))
			})
	}
}

var knownXTS = []known{
	{
		name: "128-128-xts 0", block: 16, key: seq(0x00, 16),
		iv: seq(0x10, 16),
		pt: seq(0x20, 32),
		ct: unhex("b3e431b3fbaf31108c302669ee7116d1cf518b6d329d30618df5628e426bdef1"),
	},
	{
		name: "128-128-xts 1", block: 16, key: seq(0x00, 16),
		iv: seq(0x10, 16),
		pt: seq(0x20, 30),
		ct: unhex("48f3055ed2832222085005209c9d4d41b3e431b3fbaf31108c302669ee71"),
	},
	{
		name: "512-512-xts 8", block: 64, key: seq(0x00, 64),
		iv: seq(0x40, 64),
		pt: seq(0x80, 128),
		ct: unhex("" +
			"5c6250bd2e40aae27e1e57512cd38e6a51d0c2b04f0d6a50e0cb43358b8c4e8ba361331436c6ffd38d77bbbbf5fec56a" +
			"234108a6cc8cb298360943e849e5bd64d26eca2fa8aead070656c3777ba412bcaf3d2f08c26cf86ca8f0921043a15d70" +
			"9ae1112611e22d4396e582ccb661e0f778b6f38561bc338afd5d1036ed8b322d"),
	},
	{
		name: "512-512-xts 9", block: 64, key: seq(0x00, 64),
		iv: seq(0x40, 64),
		pt: seq(0x80, 97),
		ct: unhex("" +
			"c2822787d3cb2d13168b126583cf28e3b194f153088cf46bd745b22d1776bcb035c6cb17d8c1fbd127954c2a5d5f5afb" +
			"ecf976e34966ab85142192a2463a541f5c6250bd2e40aae27e1e57512cd38e6a51d0c2b04f0d6a50e0cb43358b8c4e8b" +
			"a3"),
	},
}

func TestKnownXTS(t *testing.T) {
	for _, k := range knownXTS {
		k.judge(t,
			func(c *kalyna.Cipher) ([]byte, error) {
				dst := make([]byte, len(k.pt))
				return dst, NewXTS(c).Encrypt(dst, k.pt, k.iv)
			},
			func(c *kalyna.Cipher) ([]byte, error) {
				dst := make([]byte, len(k.ct))
				return dst, NewXTS(c).Decrypt(dst, k.ct, k.iv)
			})
	}
}

var knownKW = []known{
	{
		name: "128-128-kw 0", block: 16, key: seq(0x00, 16),
		pt:   seq(0x10, 16),
		ct:   unhex("1dc91dc6e52575f6dbed25adda95a1b6ad3e15056e489738972c199fb9ee2913"),
		size: 128,
	},
	{
		name: "128-128-kw 1", block: 16, key: seq(0x00, 16),
		pt:   seq(0x10, 18),
		ct:   unhex("0ea983d6ce48484d51462c32cc61672210fcc44196abe635baf878fdb83e1a63114128585d49db355c5819fd38039169"),
		size: 144,
	},
	{
		name: "512-512-kw 7", block: 64, key: seq(0x00, 64),
		pt: seq(0x40, 128),
		ct: unhex("" +
			"9618ae6065069d5054464040f17337d58beb51ae92391d740bdf7abb239709c46270832039ff045bcf7878e7da9c3b4c" +
			"f89326ca8b4d29db8680eeae1b5a18463284713a323a69aebf33cfc4b11283c7c8041ffc97668edf727823411c955981" +
			"6c108c11ec401643765527860d8da0ed7254792c21db775deb1d6971c924cc83eb626173d894694943b1828abde8f949" +
			"5bceba9ac3a4a03592c085aa29cc9a0c65786e631a702d589b819c89e79eeff29c4ec312c8860bb68f02272ea770fb8d"),
		size: 1024,
	},
	{
		name: "128-256-kw-bits N314", block: 16, key: seq(0x00, 32),
		pt: unhex("202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f4041424344454640"),
		ct: unhex("" +
			"37e3eecb91150c6fa04cfd19d6fc57b7168c9fa5c5ed18601c68ee4afd7301f8c8c51d7a0a5cd34f6fab0d8af11845cc" +
			"1e4b16e0489fda1d76ba4efcfd161f76"),
		size: 314,
	},
}

func TestKnownKW(t *testing.T) {
	for _, k := range knownKW {
		k.judge(t,
			func(c *kalyna.Cipher) ([]byte, error) { return WrapBits(c, k.pt, k.size) },
			func(c *kalyna.Cipher) ([]byte, error) { return UnwrapBits(c, k.ct, k.size) })
		switch {
		case k.size%8 != 0:
		case len(k.pt)%k.block == 0:
			k.judge(t,
				func(c *kalyna.Cipher) ([]byte, error) { return Wrap(c, k.pt) },
				func(c *kalyna.Cipher) ([]byte, error) { return Unwrap(c, k.ct) })
		default:
			k.judge(t,
				func(c *kalyna.Cipher) ([]byte, error) { return WrapPadded(c, k.pt) },
				func(c *kalyna.Cipher) ([]byte, error) { return UnwrapPadded(c, k.ct) })
		}
	}
}

var knownCMAC = []known{
	{
		name: "128-128-cmac 0", block: 16, key: seq(0x00, 16),
		pt:   seq(0x20, 48),
		ct:   unhex("123b4eab8e63ecf3e645a99c1115e241"),
		size: 16,
	},
	{
		name: "128-256-cmac 1", block: 16, key: seq(0x00, 32),
		pt:   seq(0x30, 94),
		ct:   unhex("4cf52d7d5b0c47f05f6f5f5e73c3b508"),
		size: 16,
	},
	{
		name: "512-512-cmac 2", block: 64, key: seq(0x00, 64),
		pt:   seq(0x40, 128),
		ct:   unhex("7279fa6bc8ef7525b2b35260d00a1743"),
		size: 16,
	},
}

var knownGMAC = []known{
	{
		name: "128-256-gmac 0", block: 16, key: seq(0x00, 32),
		pt:   seq(0x30, 16),
		ct:   unhex("5ae309ee80b583c6523397adcb5704c4"),
		size: 16,
	},
	{
		name: "512-512-gmac 4", block: 64, key: seq(0x00, 64),
		pt: seq(0x80, 64),
		ct: unhex("" +
			"897c32e05e776fd988c5171fe70bb72949172e514e3308a871ba5bd898fb6ebd6e3897d2d55697d90d6428216c08052e" +
			"3a5e7d4626f4dbbf1546ce21637357a3"),
		size: 64,
	},
}

func TestKnownMAC(t *testing.T) {
	for newMAC, all := range map[*func(*kalyna.Cipher, int) (*MAC, error)][]known{&newCMAC: knownCMAC, &newGMAC: knownGMAC} {
		for _, k := range all {
			k.judge(t,
				func(c *kalyna.Cipher) ([]byte, error) {
					m, err := (*newMAC)(c, k.size)
					if err != nil {
						return nil, err
					}
					m.Write(k.pt)
					return m.Tag()
				},
				func(c *kalyna.Cipher) ([]byte, error) {
					m, err := (*newMAC)(c, k.size)
					if err != nil {
						return nil, err
					}
					m.Write(k.pt)
					return k.pt, m.Verify(k.ct)
				})
		}
	}
}

var newCMAC, newGMAC = NewCMAC, NewGMAC

// В.8.1.3: a message of 139 bits, of whose last byte three count. The others do not.
func TestKnownBits(t *testing.T) {
	m := must(NewGMAC(newCipher(t, 16, seq(0, 16)), 16))
	m.Write(seq(0x20, 17))
	want := unhex("0e00de1cb9c4b3a55fd7265165266f5b")
	for _, last := range []byte{0xe0, 0xff} {
		if got, err := m.TagBits(last, 3); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%x, %v; want %x", got, err, want)
		}
	}
}

// Annex В has no partial blocks in GCM. The last example is uacrypt's, from the text.
var knownGCM = []known{
	{
		name: "128-128-gcm 0", block: 16, key: seq(0x00, 16),
		iv:   seq(0x10, 16),
		aad:  seq(0x20, 16),
		pt:   seq(0x30, 32),
		ct:   unhex("b91a7b8790bbcfcfe65d04e5538e98e216ac209da33122fda596e8928070be51c8310571cd60f9584b45c1b4ece179af"),
		size: 16,
	},
	{
		name: "256-256-gcm 2", block: 32, key: seq(0x00, 32),
		iv:  seq(0x20, 32),
		aad: seq(0x40, 32),
		pt:  seq(0x60, 64),
		ct: unhex("" +
			"7ec15c54bb553cb1437be0efdd2e810f6058497ebce4408a08a73fadf3f459d56b0103702d13ab73acd2eb33a8b5e9cf" +
			"ff5eb21865a6b499c10c810c4baebe801d61b0a3018f6b849cba20af1ddda245"),
		size: 16,
	},
	{
		name: "512-512-gcm 5", block: 64, key: seq(0x00, 64),
		iv:  seq(0x40, 64),
		aad: seq(0x80, 64),
		pt:  seq(0xc0, 64),
		ct: unhex("" +
			"220642d7277d104788cf97b10210984f506435512f7bf153c5cdabfecc10afb4a2e2fc51f616af80ffdd0607fad4f542" +
			"b8ef0667717ce3eaaa8fbc303ce76c9978a77e5948f5dc05f551486fdbb44898c9ab1bd439d7519841ae31007c09e1b3" +
			"12e5ea5929f952f6a3eef5cbeaef262b8ec1884dfcf4baaf7b5c9291a22489e1"),
		size: 64,
	},
	{
		name: "128-128-gcm-partial aad15-pt17", block: 16, key: seq(0x00, 16),
		iv:   unhex("21262b30353a3f44494e53585d62676c"),
		aad:  unhex("5a5b58595e5f5c5d52535051565754"),
		pt:   unhex("c3c2c1c0c7c6c5c4cbcac9c8cfcecdccd3"),
		ct:   unhex("b5d29dc8504d1a3b3899fe7c000c5ea1f1ef329c599665ffa9e19a47c259d15f1f"),
		size: 16,
	},
}

var knownCCM = []known{
	{
		name: "128-128-ccm В.9.1", block: 16, key: seq(0x00, 16),
		iv:     seq(0x10, 16),
		aad:    seq(0x20, 16),
		pt:     seq(0x30, 16),
		ct:     unhex("b91a7b8790bbcfcfe65d04e5538e98e2704454c9dd39adace0b19d03f6aab07e"),
		size:   16,
		length: 4,
	},
	{
		name: "128-256-ccm В.9.2", block: 16, key: seq(0x00, 32),
		iv:     seq(0x20, 16),
		aad:    seq(0x30, 12),
		pt:     seq(0x40, 15),
		ct:     unhex("ef93e26c7d5eb27111a188722593043585df9998fe26308acba4fc0eb5f2c7"),
		size:   16,
		length: 4,
	},
	{
		name: "256-512-ccm В.9.4", block: 32, key: seq(0x00, 64),
		iv:  seq(0x40, 32),
		aad: seq(0x60, 32),
		pt:  seq(0x80, 64),
		ct: unhex("" +
			"3ebdb4584b5169a26fbeba0295b4223f58d5d8a031f2950a1d7764fab97ba058e9e2dab90ff0c519aa88435155a71b7b" +
			"53bb100f5d20affac0552f5f2813dee8dd3653491737b9615a5ccd83db32f1e479bf227c050325bbbff60bca9558d7fe"),
		size:   32,
		length: 6,
	},
	{
		name: "512-512-ccm В.9.5", block: 64, key: seq(0x00, 64),
		iv:  seq(0x40, 64),
		aad: seq(0x80, 64),
		pt:  seq(0xc0, 64),
		ct: unhex("" +
			"220642d7277d104788cf97b10210984f506435512f7bf153c5cdabfecc10afb4a2e2fc51f616af80ffdd0607fad4f542" +
			"b8ef0667717ce3eaaa8fbc303ce76c99bd8f80ce149143c04fc2490272a31b029ddada82f055fe4abef452a7d438b21e" +
			"59c1d8b3dd4606bad66a6f36300ef3ce0e5f3bb59f11416e80b7fc5a8e8b057a"),
		size:   64,
		length: 8,
	},
}

func TestKnownAEAD(t *testing.T) {
	for _, k := range append(knownGCM, knownCCM...) {
		make := func(c *kalyna.Cipher) (sealer, error) {
			if k.length > 0 {
				return NewCCM(c, k.length, k.size)
			}
			return NewGCM(c, k.size)
		}
		k.judge(t,
			func(c *kalyna.Cipher) ([]byte, error) {
				x, err := make(c)
				if err != nil {
					return nil, err
				}
				return x.TrySeal(nil, k.iv, k.pt, k.aad)
			},
			func(c *kalyna.Cipher) ([]byte, error) {
				x, err := make(c)
				if err != nil {
					return nil, err
				}
				return x.Open(nil, k.iv, k.ct, k.aad)
			})
	}
}
