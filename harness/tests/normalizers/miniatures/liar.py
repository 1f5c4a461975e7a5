"""Says that it answers the contract ``flat``, and answers with a request body."""

import json

from _serve import serve


def misbehave(request):
    return json.dumps({"seq": request["seq"], "body": {"model": "m", "messages": []}}) + "\n"


serve(misbehave)
