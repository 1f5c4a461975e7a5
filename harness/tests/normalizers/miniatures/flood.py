"""Writes to stdout without end and without a newline."""

import sys

from _serve import serve


def misbehave(request):
    while True:
        sys.stdout.write("." * 65536)


serve(misbehave)
