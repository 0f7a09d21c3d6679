//go:build !amd64 || purego

package timing

import "time"

const unit = "ns"

var start = time.Now()

func now() int64 { return int64(time.Since(start)) }
