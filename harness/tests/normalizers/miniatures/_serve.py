"""The honest part of every miniature: it repairs nothing, and misbehaves where a history says boom."""

import json
import sys

ABOUT = {
    "name": "miniature",
    "version": "1",
    "language": "python",
    "contracts": ["flat"],
    "accepts": ["messages"],
    "targets": ["*"],
}


def serve(misbehave):
    """Answer line by line; ``misbehave(request)`` returns what is printed instead of the answer."""
    sys.stderr.write("I am the miniature\n")
    for line in sys.stdin:
        request = json.loads(line)
        if request["op"] == "stop":
            return
        if request["op"] == "start":
            sys.stdout.write(json.dumps(ABOUT) + "\n")
        else:
            sys.stdout.write(misbehave(request) if "boom" in line else answer(request))
        sys.stdout.flush()


def answer(request):
    """The answer of a normalizer that repairs nothing."""
    return json.dumps({"seq": request["seq"], "messages": request["history"]["messages"], "dropped": 0}) + "\n"
