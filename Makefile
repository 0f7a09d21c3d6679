# Zvirka. The two commands of the README are verify and test; the rest is for those who
# change the code. Everything needs Go alone, but where a line says otherwise.

GO       ?= go
ARCH     ?= $(shell $(GO) env GOARCH)
PROFILE  ?= default
FUZZTIME ?= 30s
BENCH    ?= .
COUNT    ?= 1

.PHONY: verify test check generate equiv equiv-all profiles ct ct-dynamic ct-timing prove fuzz race nightly bench bench-peers clean

# The main job: cross-check every row on this machine in every profile, and print the
# evidence table.
verify:
	$(GO) run ./internal/gate/equiv -table -profile default:20,purego:2,smalltables:2

# All tests; in the other profiles the suites in short form, and what is not of the suites.
test:
	$(GO) vet ./...
	$(GO) test ./...
	$(GO) run ./internal/gate/equiv -profile purego:5,smalltables:5
	$(GO) test -tags=purego -short ./internal/... ./cmd/...
	$(GO) test -tags=smalltables -short ./internal/... ./cmd/...

# Formatting, static checks, secrets, generated files.
check: generate ct
	@test -z "$$(gofmt -l .)" || { gofmt -l .; exit 1; }
	git diff --exit-code -- '*_gen.go' README.md docs
	$(GO) vet ./...
	$(GO) run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./...

# Rewrite generated code and the generated parts of the documents.
generate:
	$(GO) generate ./...

# Stamp this source tree for an architecture and a profile: make equiv ARCH=arm64
# PROFILE=purego. An emulated architecture needs qemu-user-static and does 5 % of the work.
equiv:
	$(GO) run ./internal/gate/equiv -arch $(ARCH) -profile $(PROFILE)

# Everything that CI compares: both architectures that have benchmarks, all profiles, and
# a 32-bit and a big-endian one.
equiv-all:
	$(GO) run ./internal/gate/equiv -arch amd64 -profile default,purego,smalltables
	$(GO) run ./internal/gate/equiv -arch arm64,386,s390x -profile default

# What the tables of each profile cost in the linked program.
profiles:
	$(GO) run ./internal/profile/linked

# The timing classes: source, assembly and machine code of this module.
ct:
	$(GO) run ./ctcheck/cmd/ctcheck ./impl/... ./internal/multiblock ./internal/memcheck
	$(GO) run ./ctcheck/cmd/ctcheck -layers asm -arch arm64 ./impl/...
	$(GO) run ./ctcheck/cmd/ctcheck -layers compiled ./impl/...

# The same of what runs: every row under valgrind's memcheck, which is installed if need be.
ct-dynamic:
	dpkg -s valgrind >/dev/null 2>&1 || apt-get install -y valgrind
	$(GO) test ./ctcheck/policy -count 1 -run Memcheck -v

# Evidence, on a machine that you keep quiet: running times for fixed and for random secrets.
ct-timing:
	ZVIRKA_TIMING=1 $(GO) test ./ctcheck/policy -count 1 -timeout 2h -run Timing -v

# What runs in several goroutines: the packages' own tests, and every row's contract for it.
race:
	$(GO) test -race -short ./props/contract ./impl/...
	$(GO) test -race -short -run 'Contract/.*/.*/Concurrent' ./props

# All proofs, and a table of what was proved; tests run a part of them.
prove:
	ZVIRKA_PROVE=1 PROOF_TABLE=1 $(GO) test ./props/proof/... -count 1 -timeout 30m -v

fuzz:
	@for f in $$($(GO) test ./fuzz -list '^Fuzz' | grep '^Fuzz'); do \
		$(GO) test ./fuzz -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) || exit 1; done

# What is too long for every submission.
nightly: race equiv-all prove
	$(GO) test -race -timeout 3h ./props
	ZVIRKA_BUDGET=1000 $(GO) test -timeout 5h ./vectors ./props
	$(MAKE) fuzz FUZZTIME=10m

# Gated: needs green stamps of exactly this tree for amd64 and arm64.
bench:
	$(GO) test ./bench -run '^$$' -bench '$(BENCH)' -count $(COUNT)

# Against Debian's Crypto++ and OpenSSL, same run, same core; installs and builds what it
# needs. Gated as bench is.
bench-peers:
	dpkg -s libcrypto++-dev libssl-dev g++ >/dev/null 2>&1 || apt-get install -y libcrypto++-dev libssl-dev g++
	$(GO) run ./bench/peers

clean:
	rm -rf .stamps
