# A Sendable normalizer in Ruby: sendable run --normalizer 'exec:ruby normalizer.rb'
require "json"

ABOUT = {
  name: "my-normalizer", version: "1.0", language: "ruby",
  contracts: ["flat"], # flat: answer messages; send: answer a request body
  accepts: ["messages"],
  targets: ["*"]
}.freeze

# Your code: from the stored history to what you would send.
def normalize(request)
  { messages: request["history"]["messages"] }
end

def answer(request)
  return ABOUT if request["op"] == "start"

  { seq: request["seq"], **normalize(request) }
rescue ArgumentError => error # the errors with which your code declines a history
  { seq: request["seq"], refused: { type: error.class.name, message: error.message } }
end

$stdin.set_encoding("UTF-8")
$stdout.sync = true
$stdin.each_line do |line|
  request = JSON.parse(line)
  break if request["op"] == "stop"

  puts JSON.generate(answer(request))
end
