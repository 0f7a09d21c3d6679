module github.com/zvirka/zvirka

go 1.26
