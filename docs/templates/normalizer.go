// A Sendable normalizer in Go: sendable run --normalizer 'exec:go run normalizer.go'
package main

import (
	"encoding/json"
	"os"
)

type object = map[string]any

var about = object{
	"name": "my-normalizer", "version": "1.0", "language": "go",
	"contracts": []string{"flat"}, // flat: answer messages; send: answer a request body
	"accepts":   []string{"messages"},
	"targets":   []string{"*"},
}

// normalize is your code: from the stored history to what you would send.
func normalize(request object) (object, error) {
	history := request["history"].(object)
	return object{"messages": history["messages"]}, nil
}

func main() {
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	in.UseNumber() // a number comes back as it was written
	for request := (object{}); in.Decode(&request) == nil && request["op"] != "stop"; request = (object{}) {
		answer := about
		if request["op"] != "start" {
			normalized, err := normalize(request)
			if answer = normalized; err != nil {
				answer = object{"refused": object{"type": "error", "message": err.Error()}}
			}
			answer["seq"] = request["seq"]
		}
		out.Encode(answer)
	}
}
