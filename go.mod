module github.com/zvirka/zvirka

go 1.26.0

require (
	golang.org/x/crypto v0.59.0
	pgregory.net/rapid v1.3.0
)

require github.com/google/gofuzz v1.2.0
