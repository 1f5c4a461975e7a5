"""Takes ever more memory."""

import time

from _serve import serve


def misbehave(request):
    held = []
    while True:
        held.append(bytearray(b"x" * (16 << 20)))
        time.sleep(0.005)


serve(misbehave)
