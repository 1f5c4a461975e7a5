"""Dies with a traceback."""

from _serve import serve


def misbehave(request):
    raise KeyError("tool_calls")


serve(misbehave)
