"""Comparing the texts of two errors: what varies from request to request is masked, the provider's words stay."""

import re
from functools import lru_cache

_PREFIXED = re.compile(
    r"\b(?:call|toolu|srvtoolu|mcptoolu|rs|msg|fc|fco|ws|resp|item|file|chatcmpl|req|tooluse)[_-]\w+"
)
_RANDOM = re.compile(r"\b(?=\w*\d)(?=\w*[A-Za-z])[\w-]{9,}\b")
_NUMBER = re.compile(r"\d+")
# Where and over what llama.cpp's JSON library stumbled; the oracle does not restate that parser.
_STUMBLED = re.compile(r"(json\.exception\.parse_error\.\d+\] parse error).*", re.DOTALL)
# How pydantic begins its report of all that it tried and that did not fit (vLLM's schema errors).
_REPORT = re.compile(r"\s*(?P<head>\d+ validation errors?[^\n]*)\n(?P<first>[^\n]*)")


def same_words(one: str, other: str) -> bool:
    """Tell whether two error messages are the same apart from ids, indexes and other numbers.

    Of the reports of a schema the first complaint is compared: how the list goes on depends on every type that was
    tried, and on all other faults of the request.
    """
    return one == other or masked(one) == masked(other) or _same_report(one, other)


@lru_cache(maxsize=4096)
def masked(message: str) -> str:
    """Replace ids by ``@`` and numbers by ``#``; surrounding white space and a JSON parser's details go."""
    return _NUMBER.sub("#", _RANDOM.sub("@", _PREFIXED.sub("@", _STUMBLED.sub(r"\1", message.strip()))))


def _same_report(one: str, other: str) -> bool:
    reports = _REPORT.match(one), _REPORT.match(other)
    if reports[0] is None or reports[1] is None:
        return False
    return masked(reports[0]["first"]) == masked(reports[1]["first"])
