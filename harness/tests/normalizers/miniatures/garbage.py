"""Prints what is no JSON."""

from _serve import serve


def misbehave(request):
    return "debug: got here\n"


serve(misbehave)
