package ctcheck

import (
	"os"
	"path/filepath"
	"strings"
)

// Sources reads the lines of source files that findings are shown with.
type Sources struct {
	dir   string
	files map[string][]string
}

// NewSources reads files below a directory, the root of the module that was checked.
func NewSources(dir string) *Sources { return &Sources{dir, map[string][]string{}} }

// Line returns the text of the line at a position, and no text where there is none.
func (s *Sources) Line(p Position) string {
	lines, ok := s.files[p.File]
	if !ok {
		file := filepath.FromSlash(p.File)
		if !filepath.IsAbs(file) {
			file = filepath.Join(s.dir, file)
		}
		if text, err := os.ReadFile(file); err == nil {
			lines = strings.Split(string(text), "\n")
		}
		s.files[p.File] = lines
	}
	if p.Line < 1 || p.Line > len(lines) {
		return ""
	}
	return strings.TrimRight(lines[p.Line-1], "\r")
}
