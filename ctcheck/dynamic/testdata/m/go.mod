module example.org/m

go 1.26

require github.com/zvirka/zvirka v0.0.0
