package main

import (
	"fmt"
	"math/bits"
	"os"
	"strconv"
	"syscall"
	"unsafe"
)

// A cpuSet has a bit for each of 1024 CPUs, as the kernel reads it.
type cpuSet [16]uint64

// pin confines this process, and so the processes it starts, to one CPU: the given one,
// or the last one allowed if it is negative.
func pin(cpu int) (string, error) {
	if cpu < 0 {
		var allowed cpuSet
		if err := affinity(syscall.SYS_SCHED_GETAFFINITY, 0, &allowed); err != nil {
			return "", err
		}
		for i, w := range allowed {
			if w != 0 {
				cpu = 64*i + bits.Len64(w) - 1
			}
		}
	}
	var one cpuSet
	if cpu >= 64*len(one) {
		return "", fmt.Errorf("no CPU %d", cpu)
	}
	one[cpu/64] = 1 << (cpu % 64)
	// The threads that exist; a new thread inherits from the one that makes it.
	tasks, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return "", err
	}
	for _, t := range tasks {
		tid, err := strconv.Atoi(t.Name())
		if err != nil {
			return "", err
		}
		if err := affinity(syscall.SYS_SCHED_SETAFFINITY, tid, &one); err != nil {
			return "", fmt.Errorf("CPU %d: %w", cpu, err)
		}
	}
	return fmt.Sprintf("CPU %d", cpu), nil
}

func affinity(call uintptr, tid int, set *cpuSet) error {
	_, _, e := syscall.RawSyscall(call, uintptr(tid), unsafe.Sizeof(*set), uintptr(unsafe.Pointer(set)))
	if e != 0 {
		return e
	}
	return nil
}
