// xurls.go - prints URLs, by the Go library xurls, in its strict mode:  xurls FILE
package main

import (
	"fmt"
	"os"

	"mvdan.cc/xurls"
)

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for _, url := range xurls.Strict().FindAllString(string(text), -1) {
		fmt.Println(url)
	}
}
