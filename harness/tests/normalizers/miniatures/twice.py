"""Answers twice, the second time a little later."""

import sys
import time

from _serve import answer, serve


def misbehave(request):
    sys.stdout.write(answer(request))
    sys.stdout.flush()
    time.sleep(0.05)
    return answer(request)


serve(misbehave)
