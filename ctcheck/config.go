package ctcheck

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// A Config says about code what directives would say in it: for code that one does not own.
// Functions and types are named with their import path, as in "crypto/subtle.XORBytes",
// "golang.org/x/crypto/twofish.(*Cipher).Encrypt", "math/big.(*Int).*": a star at the end
// takes all that begin so.
type Config struct {
	Secrets    []SecretSetting `json:"secrets,omitempty"`
	Declassify []Setting       `json:"declassify,omitempty"` // functions whose results are public
	VarTime    []Setting       `json:"vartime,omitempty"`    // functions that take public arguments only
	Safe       []Setting       `json:"safe,omitempty"`       // functions that take secrets in constant time; results depend on the arguments
	Allow      []AllowSetting  `json:"allow,omitempty"`
}

// A SecretSetting names parameters of a function or a field of a struct that hold secrets.
type SecretSetting struct {
	Func   string   `json:"func,omitempty"`
	Params []string `json:"params,omitempty"` // by name, the receiver among them
	Field  string   `json:"field,omitempty"`  // "golang.org/x/crypto/twofish.Cipher.k"
}

// A Setting names functions, and why they are so.
type Setting struct {
	Func   string `json:"func"`
	Reason string `json:"reason"`
}

// An AllowSetting accepts the findings of a function, all or those of one rule.
type AllowSetting struct {
	Func   string `json:"func"`
	Rule   string `json:"rule,omitempty"`
	Reason string `json:"reason"`
}

// Matches reports whether the name of a setting covers a function, which is given with its
// import path.
func Matches(setting, function string) bool {
	if stem, ok := strings.CutSuffix(setting, "*"); ok {
		return strings.HasPrefix(function, stem)
	}
	return setting == function
}

// LoadConfig reads a configuration file.
func LoadConfig(file string) (*Config, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	config, err := ParseConfig(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return config, nil
}

// ParseConfig reads a configuration in JSON. A field that it does not know is an error.
func ParseConfig(text []byte) (*Config, error) {
	config := new(Config)
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(config); err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("text after the configuration")
	}
	return config, config.validate()
}

func (c *Config) validate() error {
	for i, s := range c.Secrets {
		if (s.Func == "") == (s.Field == "") || (s.Func == "") != (len(s.Params) == 0) {
			return fmt.Errorf("secrets[%d] must have func and params, or field", i)
		}
	}
	for name, settings := range map[string][]Setting{"declassify": c.Declassify, "vartime": c.VarTime, "safe": c.Safe} {
		for i, s := range settings {
			if s.Func == "" || s.Reason == "" {
				return fmt.Errorf("%s[%d] must have func and reason", name, i)
			}
		}
	}
	for i, s := range c.Allow {
		if s.Func == "" || s.Reason == "" {
			return fmt.Errorf("allow[%d] must have func and reason", i)
		}
		if _, ok := LookupRule(s.Rule); s.Rule != "" && !ok {
			return fmt.Errorf("allow[%d]: unknown rule %s", i, s.Rule)
		}
	}
	return nil
}
