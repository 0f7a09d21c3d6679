package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/zvirka/zvirka/ctcheck"
)

// A command is what one command line asks for.
type command struct {
	dynamic bool

	patterns []string
	dir      string
	layers   []string
	arch     string
	tags     []string
	config   *ctcheck.Config
	run      string

	json, sarif   bool
	all           bool
	baseline      string
	writeBaseline string
	explain       string
}

// The layers of the flag -layers.
const (
	layerStatic   = "static"
	layerAssembly = "asm"
	layerCompiled = "compiled"
)

var allLayers = []string{layerStatic, layerAssembly, layerCompiled}

// parse reads the flags. What is wrong with them is an error; the usage goes to stderr on
// demand only.
func (c *command) parse(args []string, stderr io.Writer) error {
	flags := flag.NewFlagSet("ctcheck", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&c.dir, "C", ".", "check the module in this `directory`")
	tags := flags.String("tags", "", "build `tags`, parted by commas")
	config := flags.String("config", "", "a `file` that names secrets and exceptions in code that has no directives")
	flags.BoolVar(&c.json, "json", false, "write the findings as JSON")
	flags.BoolVar(&c.sarif, "sarif", false, "write the findings as SARIF 2.1.0, for code-scanning services")
	flags.BoolVar(&c.all, "all", false, "show accepted findings as well")
	flags.StringVar(&c.baseline, "baseline", "", "accept the findings listed in this `file`")
	flags.StringVar(&c.writeBaseline, "write-baseline", "", "list the open findings in this `file` and accept them")
	var layers *string
	if c.dynamic {
		flags.StringVar(&c.run, "run", "", "the tests to run, as `go test -run` takes them")
	} else {
		layers = flags.String("layers", layerStatic+","+layerAssembly, "the `layers` to look at: static, asm, compiled")
		flags.StringVar(&c.arch, "arch", "", "check for this `architecture` (GOARCH); the assembly layers know amd64 and arm64")
		flags.StringVar(&c.explain, "explain", "", "explain a `rule`, such as CT1001")
	}
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(stderr, "usage: ctcheck [flags] [packages]\n       ctcheck dynamic [flags] [packages]\n       ctcheck -explain RULE\n")
		flags.SetOutput(stderr)
		flags.PrintDefaults()
		return err
	} else if err != nil {
		return err
	}

	if c.patterns = flags.Args(); len(c.patterns) == 0 {
		c.patterns = []string{"./..."}
	}
	if *tags != "" {
		c.tags = strings.Split(*tags, ",")
	}
	if layers != nil {
		for layer := range strings.SplitSeq(*layers, ",") {
			if !slices.Contains(allLayers, layer) {
				return fmt.Errorf("unknown layer %q; there are %s", layer, strings.Join(allLayers, ", "))
			}
			c.layers = append(c.layers, layer)
		}
	}
	if c.json && c.sarif {
		return errors.New("-json and -sarif exclude each other")
	}
	if c.baseline != "" && c.writeBaseline != "" {
		return errors.New("-baseline and -write-baseline exclude each other")
	}
	if *config != "" {
		var err error
		if c.config, err = ctcheck.LoadConfig(*config); err != nil {
			return err
		}
	}
	return nil
}
