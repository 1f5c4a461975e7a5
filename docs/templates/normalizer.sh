#!/usr/bin/env bash
# A Sendable normalizer in Bash and jq: sendable run --normalizer 'exec:bash normalizer.sh'
# It is one jq program, which reads request after request; -n and --unbuffered keep it at one answer a line.
exec jq --unbuffered -n -c '
  def about: {
    name: "my-normalizer", version: "1.0", language: "jq",
    contracts: ["flat"], # flat: answer messages; send: answer a request body
    accepts: ["messages"],
    targets: ["*"]
  };

  # Your code: from the stored history to what you would send.
  def normalize: { messages: .history.messages };

  def answer: . as $request
    | try ($request | normalize) catch { refused: { type: "error", message: (. | tostring) } }
    | . + { seq: $request.seq };

  label $done | foreach inputs as $request (null; $request;
    if .op == "stop" then break $done elif .op == "start" then about else answer end)
'
