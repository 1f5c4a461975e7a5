"""A Sendable normalizer in Python: sendable run --normalizer 'exec:python3 normalizer.py'."""

import json
import sys

ABOUT = {
    "name": "my-normalizer",
    "version": "1.0",
    "language": "python",
    "contracts": ["flat"],  # flat: answer messages; send: answer a request body
    "accepts": ["messages"],
    "targets": ["*"],
}


def normalize(request):
    """Your code: from the stored history to what you would send."""
    return {"messages": request["history"]["messages"]}


def answer(request):
    if request["op"] == "start":
        return ABOUT
    try:
        return {"seq": request["seq"], **normalize(request)}
    except ValueError as error:  # the errors with which your code declines a history
        return {"seq": request["seq"], "refused": {"type": type(error).__name__, "message": str(error)}}


sys.stdin.reconfigure(encoding="utf-8")
for line in sys.stdin:
    request = json.loads(line)
    if request["op"] == "stop":
        break
    print(json.dumps(answer(request)), flush=True)
