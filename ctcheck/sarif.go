package ctcheck

import (
	"io"
	"net/url"
	"path"
	"unicode/utf16"

	"github.com/owenrumney/go-sarif/v3/pkg/report"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)

// SARIF writes the findings in the Static Analysis Results Interchange Format 2.1.0, as
// code-scanning services take it. Accepted findings are in it as suppressed ones.
func (r *Report) SARIF(w io.Writer) error {
	log := report.NewV210Report()
	run := sarif.NewRunWithInformationURI("ctcheck", "https://github.com/zvirka/zvirka/tree/main/docs/ct")
	for _, rule := range rules {
		run.AddRule(rule.ID).
			WithName(rule.Name).
			WithShortDescription(sarif.NewMultiformatMessageString().WithText(rule.Summary)).
			WithFullDescription(sarif.NewMultiformatMessageString().WithText(rule.Why)).
			WithHelp(sarif.NewMultiformatMessageString().WithText(rule.Remedy)).
			WithHelpURI(rule.URL()).
			WithProperties(sarif.NewPropertyBag().
				Add("tags", []string{"security", "constant-time", string(rule.Layer)}).
				Add("precision", "high").
				Add("problem.severity", "error").
				Add("security-severity", "7.0"))
	}
	for _, f := range r.Findings {
		result := run.CreateResultForRule(f.Rule).
			WithLevel("error").
			WithMessage(sarif.NewTextMessage(f.Message)).
			AddLocation(r.location(f.Position, "")).
			WithPartialFingerprints(map[string]string{"ctcheck/v1": fingerprint(f, r.Sources)})
		if len(f.Flow) > 0 {
			thread := sarif.NewThreadFlow()
			for _, s := range f.Flow {
				thread.AddLocation(sarif.NewThreadFlowLocation().WithLocation(r.location(s.Position, s.What)))
			}
			thread.AddLocation(sarif.NewThreadFlowLocation().WithLocation(r.location(f.Position, f.Message)))
			result.AddCodeFlow(sarif.NewCodeFlow().AddThreadFlow(thread))
		}
		if f.Allowed != "" {
			result.AddSuppression(sarif.NewSuppression().WithKind("inSource").WithJustification(f.Allowed))
		}
	}
	log.AddRun(run)
	return log.PrettyWrite(w)
}

// utf16Column turns a column in bytes into what SARIF counts unless told otherwise.
func utf16Column(line string, column int) int {
	return len(utf16.Encode([]rune(line[:min(column-1, len(line))]))) + 1
}

// location returns a place in SARIF's form, with what is to be said of it.
func (r *Report) location(p Position, what string) *sarif.Location {
	region := sarif.NewRegion().WithStartLine(max(p.Line, 1))
	line := r.Sources.Line(p)
	if p.Column > 0 {
		region.WithStartColumn(utf16Column(line, p.Column))
	}
	if line != "" {
		region.WithSnippet(sarif.NewArtifactContent().WithText(line))
	}
	artifact := sarif.NewArtifactLocation()
	if path.IsAbs(p.File) {
		artifact.WithURI((&url.URL{Scheme: "file", Path: p.File}).String())
	} else {
		artifact.WithURI((&url.URL{Path: p.File}).String()).WithURIBaseID("%SRCROOT%")
	}
	location := sarif.NewLocationWithPhysicalLocation(
		sarif.NewPhysicalLocation().WithArtifactLocation(artifact).WithRegion(region))
	if what != "" {
		location.WithMessage(sarif.NewTextMessage(what))
	}
	return location
}
