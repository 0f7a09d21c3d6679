// Command peers measures what is here against other implementations, on one core and in
// one run: Kalyna against Crypto++, Kupyna against OpenSSL's Whirlpool and Strumok against
// its ChaCha20, their best known relatives; the modes against the cipher under them, and
// multiplication in the fields against its other paths and its reference.
//
//	go run ./bench/peers [-run regexp] [-windows n] [-window d] [-cpu n] [-require]
//	go run ./bench/peers -accumulated
//
// All sides first compute the worked examples of the standards. Then they take turns, a
// window each, and of its windows each side keeps the best: the minimum of the mean time
// of an operation. This process and the other run on one CPU, never at the same time.
//
// The table kernel keeps a core's units busier than the peer does, so it loses more to
// work on the core's other hardware thread. Where that cannot be idle, many short windows
// (-windows 500 -window 1ms) find quiet moments. The rows of key set-up allocate, and
// windows that short may miss the garbage collector's share: keep 50ms for those.
//
// It needs g++, gcc, Crypto++ and OpenSSL (Debian: libcrypto++-dev, libssl-dev). Exit status: 0,
// 1 if an answer is wrong or a required ratio is missed, 2 if it could not run.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"time"

	"github.com/zvirka/zvirka/bench"
)

func main() {
	run := flag.String("run", "", "measure the rows whose name matches this regular expression")
	windows := flag.Int("windows", 20, "windows of each side")
	window := flag.Duration("window", 50*time.Millisecond, "length of a window")
	cpu := flag.Int("cpu", -1, "CPU to run on; -1 is the last one allowed")
	require := flag.Bool("require", false, "fail if a row's ratio is below its floor")
	accumulated := flag.Bool("accumulated", false, "compare the accumulated vectors and measure nothing")
	flag.Parse()

	err := func() error {
		if err := bench.Open(); err != nil && !*accumulated {
			return err
		}
		filter, err := regexp.Compile(*run)
		if err != nil {
			return err
		}
		if *windows < 1 || *window < time.Millisecond {
			return errors.New("-windows must be at least 1, -window at least 1ms")
		}
		runtime.GOMAXPROCS(1)
		where, err := pin(*cpu)
		if err != nil {
			return err
		}
		cryptopp, err := startPeer("Crypto++", cryptopp, "c++", "g++", "-lcryptopp", "libcrypto++-dev")
		if err != nil {
			return err
		}
		defer cryptopp.stop()
		openssl, err := startPeer("OpenSSL", openssl, "c", "gcc", "-lcrypto", "libssl-dev")
		if err != nil {
			return err
		}
		defer openssl.stop()
		if err := checkAnalogues(openssl); err != nil {
			return err
		}
		if err := checkAnswers(cryptopp, *accumulated); err != nil || *accumulated {
			return err
		}
		fmt.Printf("%s, %s, %s; Crypto++ %s, OpenSSL %s; best of %d windows of %v\n\n",
			runtime.Version(), runtime.GOARCH, where, cryptopp.version, openssl.version, *windows, *window)
		return measure(rows(cryptopp, openssl), filter, *windows, *window, *require)
	}()
	switch {
	case err == nil:
	case errors.As(err, new(failure)):
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	default:
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(2)
	}
}

// A failure is a result that is not as it must be, where any other error is the lack of
// a result.
type failure string

func (f failure) Error() string { return string(f) }

func failuref(format string, args ...any) error { return failure(fmt.Sprintf(format, args...)) }

// measure runs every row that matches and prints it.
func measure(rows []row, filter *regexp.Regexp, windows int, window time.Duration, require bool) error {
	missed := 0
	fmt.Printf("%-52s %14s %14s %7s %7s\n", "row", "ours", "peer", "ratio", "floor")
	for _, r := range rows {
		if !filter.MatchString(r.name) {
			continue
		}
		ours, theirs, err := compare(r, windows, window)
		if err != nil {
			return err
		}
		floor, mark := "", ""
		if r.floor > 0 {
			floor = fmt.Sprintf("%.2f", r.floor)
			if theirs/ours < r.floor {
				missed++
				mark = "  MISSED"
			}
		}
		fmt.Printf("%-52s %14s %14s %7.2f %7s%s\n", r.name, r.speed(ours), r.speed(theirs), theirs/ours, floor, mark)
	}
	if require && missed > 0 {
		return failuref("%d rows are below their floor", missed)
	}
	return nil
}

// compare returns the best time of an operation of each side in nanoseconds.
func compare(r row, windows int, window time.Duration) (ours, theirs float64, err error) {
	op, err := r.ours()
	if err != nil {
		return 0, 0, err
	}
	for i := range windows {
		a := mean(window, r.batch, op)
		b, err := r.theirs(window)
		if err != nil {
			return 0, 0, err
		}
		if i == 0 {
			ours, theirs = a, b
		}
		ours, theirs = min(ours, a), min(theirs, b)
	}
	return ours, theirs, nil
}

// mean runs op in batches until the window is over and returns nanoseconds per op.
func mean(window time.Duration, batch int, op func()) float64 {
	start := time.Now()
	for n := batch; ; n += batch {
		for range batch {
			op()
		}
		if d := time.Since(start); d >= window {
			return float64(d.Nanoseconds()) / float64(n)
		}
	}
}
