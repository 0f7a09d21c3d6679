package verdict

import "testing"

func TestEqual(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{{"", "", true}, {"a", "a", true}, {"a", "b", false}, {"ab", "a", false}, {"tag", "taG", false}} {
		if got := Equal([]byte(c.a), []byte(c.b)); got != c.want {
			t.Errorf("Equal(%q, %q) = %t", c.a, c.b, got)
		}
	}
	for v, want := range []bool{false, true, false} {
		if got := Of(v); got != want {
			t.Errorf("Of(%d) = %t", v, got)
		}
	}
}
