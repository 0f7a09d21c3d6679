package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"

	impl "github.com/zvirka/zvirka/impl/kalyna"
	"github.com/zvirka/zvirka/spec/kalyna"
)

// checkExamples has both sides compute the worked examples in both directions.
func checkExamples(p *peer) error {
	for _, e := range examples {
		for _, d := range []struct{ direction, in, want string }{
			{"encrypt", e.plaintext, e.ciphertext},
			{"decrypt", e.ciphertext, e.plaintext},
		} {
			theirs, err := p.ask("block", e.variant, d.direction, e.key, d.in)
			if err != nil {
				return err
			}
			if theirs != d.want {
				return failuref("%s, %s: Crypto++ got %s, want %s", e.variant, d.direction, theirs, d.want)
			}
			for _, m := range []maker{table, constantTime} {
				ours, err := oneBlock(m, d.direction, e.key, d.in)
				if err != nil {
					return err
				}
				if ours != d.want {
					return failuref("%s, %s: %s got %s, want %s", e.variant, d.direction, m.name, ours, d.want)
				}
			}
		}
	}
	return nil
}

// oneBlock is the peer's command "block", done by us.
func oneBlock(m maker, direction, key, block string) (string, error) {
	k, err := hex.DecodeString(key)
	if err != nil {
		return "", err
	}
	b, err := hex.DecodeString(block)
	if err != nil {
		return "", err
	}
	c, err := m.make(len(b), k)
	if err != nil {
		return "", err
	}
	if direction == "encrypt" {
		c.Encrypt(b, b)
	} else {
		c.Decrypt(b, b)
	}
	return hex.EncodeToString(b), nil
}

// compareAccumulated prints the accumulated vectors of both sides.
func compareAccumulated(p *peer) error {
	for _, v := range kalyna.Variants() {
		for _, d := range []string{"encrypt", "decrypt"} {
			theirs, err := p.ask("accumulate", v.Name, d)
			if err != nil {
				return err
			}
			ours, err := accumulate(v, d)
			if err != nil {
				return err
			}
			fmt.Println(v.Name, d, theirs)
			if ours != theirs {
				return failuref("%s, %s: accumulated vector is %s here, %s from Crypto++", v.Name, d, ours, theirs)
			}
		}
	}
	return nil
}

// accumulate is the peer's command of that name, done by us.
func accumulate(v kalyna.Params, direction string) (string, error) {
	s := &stream{label: "zvirka accumulated " + v.Name + " "}
	sum := sha256.New()
	for range 100000 {
		key := s.next(v.KeySize)
		block := s.next(v.BlockSize)
		c, err := impl.New(v.BlockSize, key)
		if err != nil {
			return "", err
		}
		if direction == "encrypt" {
			c.Encrypt(block, block)
		} else {
			c.Decrypt(block, block)
		}
		sum.Write(block)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// A stream is SHA256(label "0") ‖ SHA256(label "1") ‖ ...
type stream struct {
	label   string
	counter int
	rest    []byte
}

func (s *stream) next(n int) []byte {
	for len(s.rest) < n {
		d := sha256.Sum256(strconv.AppendInt([]byte(s.label), int64(s.counter), 10))
		s.counter++
		s.rest = append(s.rest, d[:]...)
	}
	out := append([]byte(nil), s.rest[:n]...)
	s.rest = s.rest[n:]
	return out
}
