"""Answers another request than the one that was asked."""

from _serve import answer, serve


def misbehave(request):
    return answer(request | {"seq": request["seq"] + 1})


serve(misbehave)
