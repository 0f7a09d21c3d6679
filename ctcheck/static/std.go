package static

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/zvirka/zvirka/ctcheck"
)

// safe lists functions outside of what is checked that take secrets in constant time, by their
// documentation: whole packages with a star. What they return and write depends on all that
// they are given.
var safe = []string{
	"bytes.Clone", "bytes.Repeat", "bytes.NewReader", "bytes.NewBuffer", "bytes.(*Buffer).*", "bytes.(*Reader).*",
	"crypto/*", "crypto.*", "encoding.*",
	"encoding/binary.LittleEndian*", "encoding/binary.BigEndian*", "encoding/binary.NativeEndian*",
	"encoding/binary.littleEndian.*", "encoding/binary.bigEndian.*", "encoding/binary.nativeEndian.*",
	"encoding/binary.ByteOrder.*", "encoding/binary.AppendByteOrder.*",
	"hash.*", "internal/byteorder.*", "io.*", "iter.*",
	"math/bits.*", "os.*", "runtime.*", "slices.Clone*", "slices.Clip*", "slices.Grow*", "slices.Concat*", "slices.Insert*",
	"slices.Delete*", "slices.Reverse*", "slices.Repeat*", "slices.All*", "slices.Values*", "slices.Backward*", "slices.Chunk*", "slices.Collect*",
	"sync.*", "sync/atomic.*", "time.*", "unsafe.*",
}

// divides lists the functions of safe packages that divide.
var divides = []string{"math/bits.Div*", "math/bits.Rem*"}

// variable lists the functions of safe packages that make no such promise.
var variable = []string{
	"crypto/rsa.*", "crypto/dsa.*", "crypto/elliptic.*", "crypto/x509.*", "crypto/tls.*",
	"encoding/binary.Read*", "encoding/binary.Write*", "io.ReadAll*",
}

// discloses lists packages that write what they are given to where people read.
var discloses = []string{"errors.*", "fmt.*", "log.*", "log/slog.*", "testing.*", "expvar.*"}

// reads lists functions of safe packages that write to nothing that they are given; of all
// others everything is taken to be written that can be.
var reads = []string{
	"bytes.Clone", "bytes.Repeat", "bytes.New*", "crypto/hmac.Equal", "encoding/binary.*.Uint*",
	"crypto/subtle.ConstantTimeByteEq", "crypto/subtle.ConstantTimeCompare", "crypto/subtle.ConstantTimeEq",
	"crypto/subtle.ConstantTimeLessOrEq", "crypto/subtle.ConstantTimeSelect",
	"internal/byteorder.BE*", "internal/byteorder.LE*", "internal/byteorder.Beuint*", "internal/byteorder.Leuint*",
	"math/bits.*", "runtime.*", "slices.*", "sync.(*Pool).Get", "time.*", "unsafe.*",
}

// first lists functions that write to what their first argument points to, the receiver not
// counted, and to nothing else.
var first = []string{"crypto/subtle.XORBytes", "crypto/internal/fips140/subtle.XORBytes", "encoding/binary.*.Put*", "encoding/binary.*.Append*",
	"crypto/cipher.Block.*", "internal/byteorder.*"}

// sizes lists functions and methods whose results are lengths, which are public.
var sizes = []string{"crypto/subtle.XORBytes", "io.*", "os.*", "bytes.(*Buffer).Write*", "bytes.(*Buffer).Read*", "bytes.(*Reader).Read*",
	"*.BlockSize", "*.NonceSize", "*.Overhead", "*.Size", "*.Len", "*.Cap"}

// writes reports whether a function outside may write to what its argument i points to. The
// receiver of a method is argument 0.
func writes(pkg, name string, method bool, i int) bool {
	full := qualified(pkg, name)
	switch {
	case listed(reads, full) && !strings.Contains(name, "Put"):
		return false
	case full == "crypto/subtle.ConstantTimeCopy":
		return i == 1
	case listed(first, full):
		if method {
			i--
		}
		return i == 0
	}
	return true
}

// listed reports whether a list covers a function. A star that begins a setting, or ends it,
// takes anything there; one in the middle stands for the receiver of a method.
func listed(list []string, function string) bool {
	for _, setting := range list {
		if suffix, ok := strings.CutPrefix(setting, "*."); ok {
			if strings.HasSuffix(function, "."+suffix) {
				return true
			}
			continue
		}
		if before, after, ok := strings.Cut(setting, ".*."); ok {
			rest, ok := strings.CutPrefix(function, before+".")
			_, method, isMethod := strings.Cut(rest, ".")
			if ok && isMethod && ctcheck.Matches(after, method) {
				return true
			}
			continue
		}
		if ctcheck.Matches(setting, function) {
			return true
		}
	}
	return false
}

// interfaceIsSafe reports whether what implements a method of the standard library's interfaces
// is taken to keep the promise that their packages make.
func (p *program) interfaceIsSafe(method *types.Func) bool {
	pkg, name := objectName(method)
	if pkg == "" {
		return true // error's
	}
	return !p.checked[method.Pkg()] && listed(safe, qualified(pkg, name)) && !listed(variable, qualified(pkg, name))
}

// external follows a call of a function whose source is not here. Known functions promise
// constant time.
func (fr *frame) external(pkg, name string, args []ssa.Value, in ssa.CallInstruction, sig *types.Signature, known bool) []taint {
	full := qualified(pkg, name)
	var given set
	for _, a := range args {
		t := fr.of(a)
		given = given.union(t.all())
	}
	switch {
	case len(given) == 0:
	case has(fr.config.Declassify, pkg, name):
		return make([]taint, sig.Results().Len())
	case listed(divides, full):
		fr.leaf("CT1005", in, given, "%s divides, and an operand depends on %%s", name)
	case known || has(fr.config.Safe, pkg, name) || listed(safe, full) && !listed(variable, full):
	case listed(discloses, full):
		fr.leaf("CT1012", in, given, "%s is given %%s, and writes it to where people read", short(pkg)+"."+name)
	case pkg == "":
		fr.leaf("CT1007", in, given, "%s is unknown here, and is given %%s", name)
	default:
		fr.leaf("CT1007", in, given, "%s.%s does not promise constant time, and is given %%s", pkg, name)
	}
	method := sig.Recv() != nil || in.Common().IsInvoke()
	for i, a := range args {
		if !isData(a.Type()) && !isString(a.Type()) && writes(pkg, name, method, i) {
			fr.write(a, given, in)
		}
	}
	results := fr.everything(sig, given)
	for i := range results {
		if isData(sig.Results().At(i).Type()) && listed(sizes, full) {
			results[i] = taint{}
		}
	}
	return results
}
