module example.org/t

go 1.26
