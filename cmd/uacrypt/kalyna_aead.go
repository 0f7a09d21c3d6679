package main

import (
	"crypto/cipher"
	"crypto/rand"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/zvirka/zvirka/impl/dstu7624"
	"github.com/zvirka/zvirka/impl/kalyna"
)

// maxCCM is the length in bytes of the longest message, and of the longest associated data,
// that kalyna-ccm takes: implementations of the standard disagree about longer ones.
const maxCCM = 255

func kalynaCCMCommand() *cobra.Command {
	group := &cobra.Command{
		Use:   "kalyna-ccm",
		Short: "Encrypt and authenticate a short file with Kalyna in CCM mode (DSTU 7624:2014)",
		Long: `Encrypt and authenticate a file of 1 to 255 bytes, and associated data of up to 255 bytes,
with Kalyna in CCM mode (DSTU 7624:2014), under a raw key.

Encryption draws a nonce of one block and writes it beside ciphertext and tag; decryption
wants all three and the same associated data, else it writes nothing. The tag has 16 bytes,
but 32 with --variant 256-512 and 64 with 512-512.`,
	}
	addAEAD(group, aeadMode{
		name:    "ccm",
		new:     newCCM,
		message: bytesFrom(1, maxCCM),
		data:    bytesFrom(0, maxCCM),
	})
	return group
}

func kalynaGCMCommand() *cobra.Command {
	group := &cobra.Command{
		Use:   "kalyna-gcm",
		Short: "Encrypt and authenticate a file with Kalyna in GCM mode (DSTU 7624:2014)",
		Long: `Encrypt and authenticate a file, and associated data, with Kalyna in GCM mode (DSTU
7624:2014), under a raw key. Either may be empty, but not both. They are held in memory.

Encryption draws a nonce of one block and writes it beside ciphertext and tag, which is a
block too; decryption wants all three and the same associated data, else it writes nothing.

The tag of this mode does not depend on the nonce: who exchanges the nonce makes decryption
write something else, unnoticed, unless the nonce is part of the associated data.`,
	}
	addAEAD(group, aeadMode{
		name:    "gcm",
		new:     newGCM,
		message: bytesFrom(0, unlimited),
		data:    bytesFrom(0, unlimited),
	})
	return group
}

// An aeadMode is a mode of encryption with authentication as a command has it.
type aeadMode struct {
	name          string
	new           func(c *kalyna.Cipher, keySize int) (aead, error)
	message, data sizeRange // of the message and of its associated data
}

type aead interface {
	cipher.AEAD
	TrySeal(dst, nonce, plaintext, additionalData []byte) ([]byte, error)
}

// newCCM takes the sizes of the length field and of the tag from the standard's examples.
func newCCM(c *kalyna.Cipher, keySize int) (aead, error) {
	switch {
	case c.BlockSize() == kalyna.BlockSize512:
		return dstu7624.NewCCM(c, 8, 64)
	case keySize == 64:
		return dstu7624.NewCCM(c, 6, 32)
	}
	return dstu7624.NewCCM(c, 4, 16)
}

func newGCM(c *kalyna.Cipher, _ int) (aead, error) { return dstu7624.NewGCM(c, c.BlockSize()) }

// A kalynaAEADRun is one run of kalyna-ccm or kalyna-gcm: its flags and its mode.
type kalynaAEADRun struct {
	kalynaRun
	nonce, tag, data filePath
	mode             aeadMode
}

func addAEAD(group *cobra.Command, mode aeadMode) {
	encrypt, decrypt := &kalynaAEADRun{mode: mode}, &kalynaAEADRun{mode: mode}
	group.AddCommand(
		encrypt.command("encrypt", "Encrypt a file, write nonce, ciphertext and tag", encrypt.encrypt,
			encrypt.files("the file to write the nonce to, which must not exist", "the file to encrypt", "the file to write the tag to, which must not exist")...),
		decrypt.command("decrypt", "Decrypt a file, if its tag is right", decrypt.decrypt,
			decrypt.files("the nonce", "the file to decrypt", "the tag")...),
	)
}

// files returns the flags for files, with the usage of three of them.
func (r *kalynaAEADRun) files(nonce, in, tag string) []fileFlag {
	return []fileFlag{
		r.keyFlag(),
		{"nonce", &r.nonce, nonce, required},
		r.inFlag(in),
		r.outFlag(),
		{"tag", &r.tag, tag, required},
		{"aad", &r.data, "the associated data, if any", optional},
	}
}

// aead returns the mode under the key, which it reads.
func (r *kalynaAEADRun) aead() (aead, error) {
	c, err := r.cipher()
	if err != nil {
		return nil, err
	}
	a, err := r.mode.new(c, kalynaVariant(r.variant.value).KeySize)
	if err != nil {
		return nil, unusable("%v", err)
	}
	return a, nil
}

func (r *kalynaAEADRun) encrypt(stderr io.Writer) error {
	a, err := r.aead()
	if err != nil {
		return err
	}
	outs, err := newOutputs([]namedPath{r.nonce.as("--nonce"), r.tag.as("--tag"), r.out.as("--out")},
		r.force, r.in.as("--in"), r.key.as("--key"))
	if err != nil {
		return err
	}
	defer discard(outs...)
	message, data, err := r.texts()
	if err != nil {
		return err
	}
	nonce := make([]byte, a.NonceSize())
	rand.Read(nonce)
	sealed, watch, err := r.iterations.whole(len(message)+len(data), len(message)+a.Overhead(), func(dst []byte) ([]byte, error) {
		return a.TrySeal(dst, nonce, message, data)
	})
	if err != nil {
		return refused("%s: %v", r.in, err)
	}
	return r.finish(stderr, watch, outs, nonce, sealed[len(message):], sealed[:len(message)])
}

func (r *kalynaAEADRun) decrypt(stderr io.Writer) error {
	a, err := r.aead()
	if err != nil {
		return err
	}
	algorithm := r.algorithm(r.mode.name)
	nonce, err := readParameter(string(r.nonce), a.NonceSize(), "a nonce of "+algorithm)
	if err != nil {
		return err
	}
	tag, err := readInput(string(r.tag), exactly(a.Overhead()), "a tag of "+algorithm)
	if err != nil {
		return err
	}
	out, err := r.output(r.nonce.as("--nonce"), r.tag.as("--tag"))
	if err != nil {
		return err
	}
	defer discard(out)
	message, data, err := r.texts()
	if err != nil {
		return err
	}
	sealed := append(message, tag...)
	plaintext, watch, err := r.iterations.whole(len(message)+len(data), len(message), func(dst []byte) ([]byte, error) {
		return a.Open(dst, nonce, sealed, data)
	})
	if err != nil {
		return refused("%s: %w", r.in, errAuthentication)
	}
	return r.finish(stderr, watch, []*output{out}, plaintext)
}

// errAuthentication lacks its subject, and says no more than the library does.
var errAuthentication = errors.New("authentication failed: key, nonce, tag or data are not those of the encryption")

// texts returns the message, encrypted or to be, and the associated data.
func (r *kalynaAEADRun) texts() (message, data []byte, err error) {
	algorithm := r.algorithm(r.mode.name)
	message, err = readInput(string(r.in), r.mode.message, "a message of "+algorithm)
	if err != nil {
		return nil, nil, err
	}
	if r.data != "" {
		data, err = readInput(string(r.data), r.mode.data, "associated data of "+algorithm)
		if err != nil {
			return nil, nil, err
		}
	}
	if len(message)+len(data) == 0 {
		return nil, nil, refused("%s: is empty, and there are no associated data: %s has no tag for that", r.in, algorithm)
	}
	return message, data, nil
}
