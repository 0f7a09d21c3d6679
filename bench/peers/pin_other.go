//go:build !linux

package main

import "errors"

// pin does nothing here: on these systems the scheduler chooses the CPU.
func pin(cpu int) (string, error) {
	if cpu >= 0 {
		return "", errors.New("-cpu works on Linux only")
	}
	return "not pinned", nil
}
