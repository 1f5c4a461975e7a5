"""Never answers."""

import time

from _serve import serve


def misbehave(request):
    time.sleep(600)
    return ""


serve(misbehave)
