package main

import (
	"os"
	"os/signal"
	"syscall"
)

// discardOnSignal makes an interrupted program leave no half-made file behind, and then
// end by the signal, as its caller expects.
func discardOnSignal() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		s := <-signals
		pending.Lock() // for good: nothing is committed any more
		for o := range pending.outputs {
			o.remove()
		}
		signal.Reset(s)
		if self, err := os.FindProcess(os.Getpid()); err == nil {
			self.Signal(s)
		}
		os.Exit(statusUnusable) // where a program cannot signal itself
	}()
}
