package dispatch_test

import (
	"slices"
	"testing"

	"github.com/zvirka/zvirka/internal/dispatch"
)

func TestSwitch(t *testing.T) {
	s := dispatch.Register("test-switch",
		dispatch.Path{Name: "wide"}, // this machine cannot run it
		dispatch.Path{Name: "fast", Available: true},
		dispatch.Path{Name: "plain", Available: true})
	if dispatch.Of("test-switch") != s || dispatch.Of("nothing") != nil {
		t.Error("Of does not find what was registered")
	}
	if s.Live() != "fast" || s.Index() != 1 {
		t.Errorf("%s, number %d, is live, want the first available path", s.Live(), s.Index())
	}
	if got := s.Available(); !slices.Equal(got, []string{"fast", "plain"}) {
		t.Errorf("available: %v", got)
	}
	during := ""
	if err := s.With("plain", func() { during = s.Live() }); err != nil || during != "plain" || s.Live() != "fast" {
		t.Errorf("With: %v, %q then %q", err, during, s.Live())
	}
	for _, name := range []string{"wide", "unheard-of"} {
		if s.With(name, func() { t.Errorf("%s ran", name) }) == nil {
			t.Errorf("%s was accepted", name)
		}
	}
	func() {
		defer func() { recover() }()
		s.With("plain", func() { panic("in a test") })
	}()
	if s.Live() != "fast" {
		t.Error("a panic leaves the switch turned")
	}
}

func TestRegisterPanics(t *testing.T) {
	for what, register := range map[string]func(){
		"no available path": func() { dispatch.Register("test-none", dispatch.Path{Name: "wide"}) },
		"twice": func() {
			dispatch.Register("test-twice", dispatch.Path{Name: "a", Available: true})
			dispatch.Register("test-twice", dispatch.Path{Name: "b", Available: true})
		},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", what)
				}
			}()
			register()
		}()
	}
}
